//! `shrinking-studies`: shrinking on the tasks of the studies, as `cargo mutagen run` does it. A
//! table with the smallest counterexample of each task is made first. Then each task has a few
//! campaigns with other seeds, and the shrunk failure of each is compared with the table.

mod enumerate;
mod page;
mod subjects;
mod table;
mod trial;

use crate::pool;
use benches::study::Error;
use benches::study::plan::task::Workload;
use benches::study::rows::lines;
use benches::study::run::builds::Builds;
use benches::study::run::mutagen::{self, Mutagen};
use benches::study::run::strategy::Strategy;
use clap::Args;
use mutagen_cli::supervise::Interrupt;
use std::path::{Path, PathBuf};
use trial::{Row, Source, Wanted};

/// Arguments of `shrinking-studies`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Make the table of the smallest counterexamples, and measure nothing
    #[arg(long)]
    table: bool,
    /// Only the enumeration of the table, which takes up to 13 GiB of memory
    #[arg(long)]
    enumerate: bool,
    /// Tasks whose name (workload/mutant/property) contains one of these. Default: all
    #[arg(long, value_name = "TEXTS", value_delimiter = ',')]
    tasks: Vec<String>,
    /// Campaigns of each task
    #[arg(long, value_name = "N", default_value_t = 3)]
    trials: u64,
    /// Parallel campaigns
    #[arg(long, short, value_name = "N", default_value_t = 1)]
    jobs: usize,
    /// Folder for the table and the rows; a run into the same folder continues there
    #[arg(long, value_name = "DIR", default_value = "docs/results/shrinking")]
    out: PathBuf,
}

/// The file of the rows.
const ROWS: &str = "studies.jsonl";

/// The seed from which those of the campaigns are derived: not that of the table.
const MASTER: u64 = 33;

/// What all parts of the measurement share.
struct Place<'p> {
    folder: &'p Path,
    workloads: &'p [Workload],
    /// What the names of the tasks contain; empty for all.
    only: &'p [String],
    builds: &'p Builds,
    strategy: &'p Mutagen,
    jobs: usize,
}

/// CPU seconds of a campaign: those of the studies.
fn limit_of(workload: &Workload) -> f64 {
    if workload.name == "REGISTER" { 600.0 } else { 60.0 }
}

/// Makes the table, or measures; returns whether everything was run and every bound holds.
pub(crate) fn measure(arguments: &Arguments) -> Result<bool, Error> {
    let mut workloads = subjects::workloads();
    for workload in &mut workloads {
        let tasks = std::mem::take(&mut workload.tasks);
        let wanted = |name: &str| {
            arguments.tasks.is_empty() || arguments.tasks.iter().any(|text| name.contains(text))
        };
        workload.tasks =
            tasks.into_iter().filter(|task| wanted(&workload.task_name(task))).collect();
    }
    workloads.retain(|workload| !workload.tasks.is_empty());
    if arguments.enumerate {
        table::enumerate(&workloads, &arguments.out)?;
        return Ok(true);
    }
    let smallest = if arguments.table { None } else { Some(table::read(&arguments.out)?) };
    let strategy = mutagen::all().into_iter().next().ok_or("there is no default strategy")?;
    let mut builds = Builds::default();
    strategy.prepare(&mut builds, &workloads)?;
    let interrupt = Interrupt::install()?;
    let place = Place {
        folder: &arguments.out,
        workloads: &workloads,
        only: &arguments.tasks,
        builds: &builds,
        strategy: &strategy,
        jobs: arguments.jobs,
    };
    let Some(smallest) = smallest else { return table::make(&place, &interrupt) };
    let is_whole = run(&place, arguments.trials, &interrupt)?;
    let rows: Vec<Row> = lines::read(&place.folder.join(ROWS))?;
    let figures = page::Figures::of(&rows, &smallest);
    page::write(place.folder, &rows, &smallest)?;
    println!("{}", figures.line());
    Ok(is_whole && figures.hold())
}

/// Runs the campaigns that have no row yet.
fn run(place: &Place<'_>, trials: u64, interrupt: &Interrupt) -> Result<bool, Error> {
    let path = place.folder.join(ROWS);
    let rows: Vec<Row> = lines::read(&path)?;
    let mut missing = Vec::new();
    for trial in 0..trials {
        for workload in place.workloads {
            let source = Source::Campaign;
            let of = |task| Wanted { workload, task, source, trial, master: MASTER };
            let of_all = workload.tasks.iter().map(of);
            missing.extend(of_all.filter(|wanted| !rows.iter().any(|row| wanted.is(row))));
        }
    }
    let mut writer = lines::Writer::open(&path)?;
    let run = |wanted: &Wanted<'_>| {
        let limit = limit_of(wanted.workload);
        wanted.run_campaign(place.strategy, place.builds, limit, interrupt)
    };
    pool::each(&missing, place.jobs, interrupt, run, |row| {
        writer.append(&row)?;
        Ok(table::line(&row))
    })
}
