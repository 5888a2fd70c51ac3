//! Reduces one formula in both ways.

use super::super::folder::fetched;
use super::super::formulas::{self, Known};
use super::peer;
use benches::study::Error;
use serde::{Deserialize, Serialize};
use smt_lang::Script;
use smt_reduce::{NoBug, SameBug, reduce};
use smt_solvers::cache::Cache;
use smt_solvers::driver::{self, Driver, Settings};
use std::path::{Path, PathBuf};

/// The solvers that say what is right.
const REFERENCES: [&str; 2] = ["z3-5.4.1", "cvc5-1.4.2"];

/// What came of a formula.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Row {
    /// The formula.
    pub(super) id: String,
    /// The solver that has the bug.
    pub(super) solver: String,
    /// The class of the list.
    pub(super) class: String,
    /// Bytes of the formula, as it is printed for reduction.
    pub(super) bytes: usize,
    /// What our oracle says against its being reduced, if it does.
    pub(super) skipped: Option<String>,
    /// Our reduction.
    pub(super) ours: Option<Reduction>,
    /// That of ddSMT.
    pub(super) ddsmt: Option<Reduction>,
}

/// One reduction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Reduction {
    /// Bytes that are left.
    pub(super) bytes: usize,
    /// Candidates that were asked about.
    pub(super) checks: usize,
    /// Runs of the solver that has the bug, and of references.
    pub(super) runs: (usize, usize),
    /// Whether it came to its end.
    pub(super) is_done: bool,
    /// What is left.
    pub(super) script: String,
}

impl Reduction {
    /// Runs of all solvers.
    pub(super) fn calls(&self) -> usize {
        self.runs.0 + self.runs.1
    }
}

impl Row {
    /// Whether this is the row of a formula.
    pub(super) fn is_of(&self, known: &Known) -> bool {
        (&self.id, &self.class) == (&known.id, &known.class)
    }

    /// The line that is shown.
    pub(super) fn line(&self) -> String {
        let Row { id, solver, bytes, .. } = self;
        let part = |reduction: &Option<Reduction>| match reduction {
            Some(one) => format!("{} bytes after {} calls", one.bytes, one.calls()),
            None => "nothing".to_owned(),
        };
        match &self.skipped {
            Some(why) => format!("{id} on {solver}: {why}"),
            None => format!(
                "{id} on {solver}, {bytes} bytes: ours {}, ddSMT {}",
                part(&self.ours),
                part(&self.ddsmt)
            ),
        }
    }
}

/// The way in which formulas are reduced.
pub(super) struct Asking {
    cache: Cache,
    ddsmt: PathBuf,
    limit: u64,
    checks: usize,
}

impl Asking {
    /// By the solvers of the cache, and this ddSMT.
    ///
    /// # Errors
    /// When a solver is not there. The text has the command that gets it.
    pub(super) fn new(
        formulas: &[Known],
        ddsmt: &Path,
        limit: u64,
        checks: usize,
    ) -> Result<Asking, Error> {
        let cache = Cache::of_user()?;
        let needed = formulas.iter().map(|known| &*known.solver);
        fetched(&cache, needed.chain(REFERENCES))?;
        Ok(Asking { cache, ddsmt: ddsmt.to_owned(), limit, checks })
    }

    /// The row of a formula.
    ///
    /// # Errors
    /// When the formula cannot be read, a solver cannot be run, or ddSMT cannot.
    pub(super) fn row(&self, known: &Known, folder: &Path) -> Result<Row, Error> {
        let script = formulas::script(folder, &known.file)?;
        let open = |name: &str| -> Result<Box<dyn Driver>, Error> {
            Ok(driver::open(&self.cache.solver(name)?)?)
        };
        let mut suspect = open(&known.solver)?;
        let mut references =
            REFERENCES.into_iter().map(open).collect::<Result<Vec<Box<dyn Driver>>, Error>>()?;
        let references: Vec<&mut dyn Driver> =
            references.iter_mut().map(|driver| &mut **driver as &mut dyn Driver).collect();
        let settings = Settings { options: known.options.clone(), ..Settings::seconds(self.limit) };
        // Without comments and status, which both would have to remove.
        let text = smt_solvers::oracle::text_for(&script, &known.solver);
        let mut row = Row {
            id: known.id.clone(),
            solver: known.solver.clone(),
            class: known.class.clone(),
            bytes: text.len(),
            skipped: None,
            ours: None,
            ddsmt: None,
        };
        let mut bug = match SameBug::of(&script, &mut *suspect, references, settings) {
            Ok(bug) => bug,
            Err(NoBug::Solver(error)) => return Err(error.into()),
            Err(why) => {
                row.skipped = Some(why.to_string());
                return Ok(row);
            }
        };
        let reduced = reduce(&script, self.checks, |candidate| bug.holds(candidate))?;
        let counts = bug.counts();
        let own = smt_solvers::oracle::text_for(&reduced.script, &known.solver);
        row.ours = Some(Reduction {
            bytes: own.len(),
            checks: reduced.checks,
            runs: (counts.suspect, counts.references),
            is_done: reduced.is_done,
            script: own,
        });
        let mut checks = 0;
        let theirs = peer::reduce(&self.ddsmt, &text, |candidate| {
            if checks == self.checks {
                return Ok(None);
            }
            checks += 1;
            let Ok(candidate) = Script::read(candidate) else { return Ok(Some(false)) };
            Ok(Some(bug.holds(&candidate)?))
        })?;
        let all = bug.counts();
        row.ddsmt = Some(Reduction {
            bytes: theirs.text.len(),
            checks,
            runs: (all.suspect - counts.suspect, all.references - counts.references),
            is_done: theirs.is_done,
            script: theirs.text,
        });
        Ok(row)
    }
}
