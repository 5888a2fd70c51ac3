//! `smt-histfuzz`: HistFuzz on old releases, with a budget of CPU time. How many distinct known
//! bugs it finds with the history before them and with all of it, and how its variants compare.

mod page;
mod quick;

use super::folder::{ROWS, Study, jobs, read_setup, write_page, write_setup};
use crate::pool;
use benches::study::Error;
use benches::study::rows::lines;
use benches::study::rows::machine::{Machine, commit};
use clap::Args;
use mutagen_cli::supervise::Interrupt;
use serde::{Deserialize, Serialize};
use smt_solvers::cache::Cache;
use smt_study::hunt::{Hunt, Plan, Releases, Slice, Variant};
use smt_study::team::{Team, settings};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Arguments of `smt-histfuzz`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Compute the tables from the rows in this folder; ask nobody
    #[arg(long, value_name = "DIR")]
    from: Option<PathBuf>,
    /// Folder for rows, findings and tables; a run into the same folder continues there. Default:
    /// `docs/results/smt/histfuzz`, or `target/results/smt-histfuzz` with `--quick`
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The solvers under test
    #[arg(long, value_delimiter = ',', default_values = ["z3-4.8.5", "cvc4-1.8"])]
    solvers: Vec<String>,
    /// Which history: `cut` (before the releases), `whole`, or both
    #[arg(long, value_delimiter = ',', default_values = ["cut", "whole"])]
    history: Vec<String>,
    /// `histfuzz`, `r`, `n`, `ours`
    #[arg(long, value_delimiter = ',', default_values = ["histfuzz", "r", "n", "ours"])]
    variants: Vec<Variant>,
    /// Trials of each: seeds 1, 2, …
    #[arg(long, default_value_t = 3)]
    trials: u64,
    /// CPU seconds of each trial, all solvers together
    #[arg(long, value_name = "SECONDS", default_value_t = 1200.0)]
    budget: f64,
    /// Two formulas in a history of our own, on made-up solvers
    #[arg(long)]
    quick: bool,
    /// Trials at a time. Default: one per core
    #[arg(long, short, value_name = "N")]
    jobs: Option<usize>,
}

/// This study.
const STUDY: Study = Study { command: "smt-histfuzz", folder: "histfuzz" };

/// The solvers that judge, in the order in which they are asked.
const REFERENCES: [&str; 3] = ["z3-5.4.1", "cvc5-1.4.2", "yices-2.6.5"];

/// CPU seconds and steps of a run, and of a run of a later release.
const LIMITS: (u64, u64) = (1, 2_000_000);

/// Formulas in a slice.
const SLICE: usize = 50;

/// How the rows were made.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct Setup {
    machine: String,
    commit: String,
    budget: f64,
    is_quick: bool,
}

/// Runs; returns whether every trial has its budget and, with both histories, the bounds hold.
pub(crate) fn measure(arguments: &Arguments) -> Result<bool, Error> {
    if let Some(from) = &arguments.from {
        return report(from, arguments.out.as_ref().unwrap_or(from));
    }
    let out = STUDY.out(arguments.out.as_ref(), arguments.quick);
    let plans = match arguments.quick {
        true => quick::plans(),
        false => plans(arguments)?,
    };
    std::fs::create_dir_all(&out)?;
    let path = out.join(ROWS);
    let rows: Vec<Slice> = lines::read(&path)?;
    let jobs = jobs(arguments.jobs);
    let budget = if arguments.quick { quick::BUDGET } else { arguments.budget };
    let machine = Machine::this(jobs).to_string();
    let setup = Setup { machine, commit: commit(), budget, is_quick: arguments.quick };
    write_setup(&out, &setup)?;
    let interrupt = Interrupt::install()?;
    let writer = Mutex::new(lines::Writer::open(&path)?);
    let append = |slice: &Slice| {
        // A thread that panicked left the file whole.
        writer.lock().unwrap_or_else(std::sync::PoisonError::into_inner).append(slice)
    };
    let work = |plan: &Plan| {
        let before: Vec<Slice> = rows.iter().filter(|row| row.plan == *plan).cloned().collect();
        let mut hunt = match arguments.quick {
            true => quick::hunt(plan, &before, &out)?,
            false => released(plan, &before, &out)?,
        };
        // A plan with its budget spent makes no more slices; the made-up solvers use no time.
        let mut slices = before.len();
        while hunt.spent() < budget && (!arguments.quick || slices < quick::SLICES) {
            if interrupt.count() > 0 {
                return Ok(None);
            }
            append(&hunt.slice(SLICE).map_err(|error| error.to_string())?)?;
            slices += 1;
        }
        Ok(Some(format!("{plan:?}: {:.0} CPU s, {slices} slices", hunt.spent())))
    };
    let is_whole = pool::each(&plans, jobs, &interrupt, work, Ok)?;
    Ok(report(&out, &out)? && is_whole)
}

/// One for each solver, history, variant and seed.
fn plans(arguments: &Arguments) -> Result<Vec<Plan>, Error> {
    let mut plans = Vec::new();
    for history in &arguments.history {
        let is_cut = match history.as_str() {
            "cut" => true,
            "whole" => false,
            other => return Err(format!("no history `{other}`: cut or whole").into()),
        };
        for solver in &arguments.solvers {
            for seed in 1..=arguments.trials {
                plans.extend(arguments.variants.iter().map(|variant| Plan {
                    solver: solver.clone(),
                    is_cut,
                    variant: *variant,
                    seed,
                }));
            }
        }
    }
    Ok(plans)
}

/// An experiment on solvers of the cache.
fn released(plan: &Plan, before: &[Slice], out: &Path) -> Result<Hunt, Error> {
    let cache = Cache::of_user()?;
    let mut names = vec![plan.solver.clone()];
    names.extend(REFERENCES.map(str::to_owned));
    let limits = settings(LIMITS.0, LIMITS.1);
    let mut team = Team::named(&cache, &names, limits.clone())?;
    let blocks =
        plan.blocks(&smt_lang::formulas::folder(), &mut team).map_err(|error| error.to_string())?;
    let releases = Releases::after(&cache, &plan.solver, limits)?;
    let hunt = Hunt::new(plan.clone(), team, blocks, releases, out.join("findings"), before);
    Ok(hunt.map_err(|error| error.to_string())?)
}

/// Writes the page of the rows in a folder. Returns whether the bounds hold.
fn report(from: &Path, to: &Path) -> Result<bool, Error> {
    let (rows, setup): (Vec<Slice>, Setup) = (STUDY.rows(from)?, read_setup(from)?);
    let page = page::Page::of(&rows, &setup);
    write_page(from, to, &page.text(), &page.line())?;
    Ok(setup.is_quick || page.holds())
}
