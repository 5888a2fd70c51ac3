//! `resuming`: what it costs to stop a campaign and to run the command again. Each of the ten
//! slowest tasks of the studies is run through, and stopped ten times, in turns. A campaign that
//! goes on starts from the corpus that the earlier ones have left, as `cargo mutagen run` does
//! without a seed.

mod page;
mod trial;

use crate::pool;
use crate::slowest::{self, Slow};
use benches::study::Error;
use benches::study::rows::lines;
use clap::Args;
use mutagen_cli::supervise::Interrupt;
use std::path::PathBuf;
use trial::{Kind, Row, Wanted};

/// Arguments of `resuming`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Tasks whose name (workload/mutant/property) contains one of these. Default: the ten slowest
    #[arg(long, value_name = "TEXTS", value_delimiter = ',')]
    tasks: Vec<String>,
    /// Trials of each task and kind
    #[arg(long, value_name = "N", default_value_t = 10)]
    trials: u64,
    /// The same for tasks whose trials take minutes
    #[arg(long, value_name = "N", default_value_t = 3)]
    slow_trials: u64,
    /// Parallel pairs of trials
    #[arg(long, short, value_name = "N", default_value_t = 1)]
    jobs: usize,
    /// Folder for the rows and the page; a run into the same folder continues there
    #[arg(long, value_name = "DIR", default_value = "docs/results/resuming")]
    out: PathBuf,
    /// Compute the page from the rows and measure nothing
    #[arg(long)]
    report: bool,
}

/// The file of the rows.
const ROWS: &str = "rows.jsonl";

/// The number of tasks.
const TASKS: usize = 10;

/// Measures; returns whether everything was run and the bound holds.
pub(crate) fn measure(arguments: &Arguments) -> Result<bool, Error> {
    let tasks = match &arguments.tasks[..] {
        [] => slowest::tasks()?.into_iter().take(TASKS).collect::<Vec<Slow>>(),
        texts => {
            let named = |slow: &Slow| texts.iter().any(|text| slow.name().contains(text.as_str()));
            slowest::tasks()?.into_iter().filter(named).collect()
        }
    };
    std::fs::create_dir_all(&arguments.out)?;
    let is_whole = arguments.report || trials(arguments, &tasks)?;
    let page = page::Page::of(&tasks, &lines::read(&arguments.out.join(ROWS))?);
    page.write(&arguments.out)?;
    println!("{}", page.line());
    Ok(is_whole && page.holds())
}

/// Does the trials of these tasks that have no row yet. Returns whether all were done.
fn trials(arguments: &Arguments, tasks: &[Slow]) -> Result<bool, Error> {
    let groups = trial::Groups::build(tasks)?;
    let path = arguments.out.join(ROWS);
    let rows: Vec<Row> = lines::read(&path)?;
    let wanted_of = |slow: &Slow| match slow.takes_minutes() {
        true => arguments.slow_trials,
        false => arguments.trials,
    };
    let mut missing: Vec<Wanted<'_>> = Vec::new();
    for number in 0..arguments.trials.max(arguments.slow_trials) {
        for slow in tasks.iter().filter(|slow| number < wanted_of(slow)) {
            // Each kind is the first in every second trial.
            let kinds = [Kind::Through, Kind::Stopped];
            for kind in if number % 2 == 0 { kinds } else { [kinds[1], kinds[0]] } {
                let wanted = Wanted { slow, number, kind };
                if !rows.iter().any(|row| wanted.is(row)) {
                    missing.push(wanted);
                }
            }
        }
    }
    let interrupt = Interrupt::install()?;
    let mut writer = lines::Writer::open(&path)?;
    let run = |wanted: &Wanted<'_>| wanted.run(&groups, &interrupt);
    pool::each(&missing, arguments.jobs, &interrupt, run, |row| {
        writer.append(&row)?;
        Ok(row.line())
    })
}
