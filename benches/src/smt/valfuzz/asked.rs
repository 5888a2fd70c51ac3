//! Runs one trial on one formula.

use super::super::folder::fetched;
use super::super::formulas::{self, Known};
use super::super::idle::Idle;
use super::row::{Bug, Row};
use super::{TRIVIAL, made_up::MadeUp};
use benches::study::Error;
use smt_solvers::cache::Cache;
use smt_solvers::catalogue::Code;
use smt_solvers::driver::{self, Driver, Host, Settings};
use smt_valfuzz::trial::{self, Solvers, Tally, Turn};
use smt_valfuzz::{Skeleton, Strategy};
use std::path::Path;

/// The solvers that judge, and choose constants by turns.
const REFERENCES: [&str; 2] = ["z3-5.4.1", "cvc5-1.4.2"];

/// A release that only chooses constants: its arithmetic starts from random values.
const CHOOSER: &str = "z3-4.8.17";

/// How many runs show that a bug is trivial.
const RUNS: u64 = 50;

/// A trial of a strategy on a formula.
#[derive(Debug, Clone)]
pub(super) struct Task {
    pub(super) strategy: String,
    pub(super) trial: u64,
    pub(super) iterations: usize,
    pub(super) known: Known,
}

impl Task {
    /// Whether this is its row.
    pub(super) fn is(&self, row: &Row) -> bool {
        (&self.strategy, self.trial, &self.known.id) == (&row.strategy, row.trial, &row.id)
    }
}

/// The way in which solvers are asked.
pub(super) struct Asking {
    limit: u64,
    /// Where solvers are; nothing if they are made up.
    cache: Option<Cache>,
    /// Sets of solvers that judge and choose, with the children that live on.
    idle: Idle,
}

impl Asking {
    /// By the solvers of the cache.
    ///
    /// # Errors
    /// When one of those needed is not there. The text has the command that gets all.
    pub(super) fn released(formulas: &[Known], limit: u64) -> Result<Asking, Error> {
        let cache = Cache::of_user()?;
        let needed = formulas.iter().map(|known| &*known.solver).chain(REFERENCES);
        fetched(&cache, needed.chain([CHOOSER]))?;
        Ok(Asking { limit, cache: Some(cache), idle: Idle::default() })
    }

    /// By solvers that are made up.
    pub(super) fn made_up(limit: u64) -> Asking {
        Asking { limit, cache: None, idle: Idle::default() }
    }

    /// The row of a trial.
    ///
    /// # Errors
    /// When the formula cannot be read, or a solver cannot be run.
    pub(super) fn row(&self, task: &Task, folder: &Path) -> Result<Row, Error> {
        let skeleton = Skeleton::of(&formulas::script(folder, &task.known.file)?);
        let mut set = self.set()?;
        let mut suspect: Box<dyn Driver> = match &self.cache {
            Some(cache) => driver::open(&cache.solver(&task.known.solver)?)?,
            None => Box::new(MadeUp::suspect(&task.known)),
        };
        let settings =
            Settings { options: task.known.options.clone(), ..Settings::seconds(self.limit) };
        let (judges, choosers) = set.split_at_mut(REFERENCES.len());
        let references = judges.iter_mut().map(|driver| &mut **driver as &mut dyn Driver);
        let turns = (0..REFERENCES.len()).map(Turn::Reference);
        let others = choosers.iter_mut().map(|driver| Turn::Other(&mut **driver));
        let mut solvers = Solvers {
            suspect: &mut *suspect,
            settings,
            references: references.collect(),
            choosers: turns.chain(others).collect(),
        };
        let tally = match task.strategy.as_str() {
            TRIVIAL => trivial(&skeleton, task, &mut solvers)?,
            name => {
                let strategy = Strategy::named(name)?;
                trial::run(skeleton.clone(), strategy, task.iterations, seed(task), &mut solvers)?
            }
        };
        drop(solvers);
        if self.cache.is_some() {
            self.idle.give(set);
        }
        Ok(row(task, skeleton.holes().len(), &tally))
    }

    /// The solvers that judge and choose: those that another trial is done with, or new ones.
    fn set(&self) -> Result<Vec<Box<dyn Driver>>, Error> {
        if let Some(drivers) = self.idle.take() {
            return Ok(drivers);
        }
        let open = |name: &str| -> Result<Box<dyn Driver>, Error> {
            Ok(match &self.cache {
                Some(cache) => Box::new(Host::new(&cache.solver(name)?)?),
                None => {
                    let code = if name.starts_with("z3") { Code::Z3 } else { Code::Cvc };
                    Box::new(MadeUp::reference(name, code))
                }
            })
        };
        REFERENCES.into_iter().chain([CHOOSER]).map(open).collect()
    }
}

/// The seed of a trial on a formula: no two formulas have the same draws.
fn seed(task: &Task) -> u64 {
    let name = task.known.id.bytes();
    name.fold(task.trial, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Runs of RBASE with one iteration each. What is found by each of them stays in the tally.
fn trivial(skeleton: &Skeleton, task: &Task, solvers: &mut Solvers<'_>) -> Result<Tally, Error> {
    let mut all: Option<Tally> = None;
    for run in 0..RUNS {
        let seed = seed(task).wrapping_add(run + 1);
        let next = trial::run(skeleton.clone(), Strategy::Random, 1, seed, solvers)?;
        let mut sum = all.take().unwrap_or_else(|| next.clone());
        if run > 0 {
            sum.formulas += next.formulas;
            sum.sat_formulas += next.sat_formulas;
            sum.comparable += next.comparable;
            sum.cpu += next.cpu;
            // A draw that is the formula itself says nothing.
            if next.formulas > 0 {
                sum.found.retain(|class, _| next.found.contains_key(class));
            }
        }
        let is_over = sum.found.is_empty();
        all = Some(sum);
        if is_over {
            break;
        }
    }
    Ok(all.unwrap_or_default())
}

fn row(task: &Task, holes: usize, tally: &Tally) -> Row {
    let bugs = tally.found.iter().map(|(class, found)| Bug {
        class: class.to_string(),
        iteration: found.iteration,
        times: found.times,
        key: found.finding.key.clone(),
        script: found.script.to_string(),
    });
    Row {
        strategy: task.strategy.clone(),
        trial: task.trial,
        id: task.known.id.clone(),
        solver: task.known.solver.clone(),
        holes,
        tests: tally.tests,
        sat_tests: tally.sat_tests,
        formulas: tally.formulas,
        sat_formulas: tally.sat_formulas,
        comparable: tally.comparable,
        cpu: tally.cpu.as_secs_f64(),
        found: bugs.collect(),
    }
}
