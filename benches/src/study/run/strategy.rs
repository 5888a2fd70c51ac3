//! The trait of strategies: ways to search for a bug.

use crate::study::Error;
use crate::study::plan::counting::Counting;
use crate::study::plan::task::{Task, Workload};
use crate::study::rows::counted::Counted;
use crate::study::rows::row::{How, Status};
use crate::study::run::builds::Builds;
use mutagen_cli::supervise::Interrupt;
use serde_json::Value;

/// A way to search for bugs.
pub trait Strategy: Sync {
    /// The name and what the strategy does.
    fn description(&self) -> &Description;

    /// The name in rows and tables.
    fn name(&self) -> &str {
        self.description().name
    }

    /// What the strategy does, in one sentence.
    fn about(&self) -> &str {
        self.description().about
    }

    /// Every setting, defaults included, for the report.
    fn settings(&self) -> Value;

    /// Whether a task counts as unsolved after three trials without a result, to save time.
    fn screened(&self) -> bool {
        true
    }

    /// Whether the strategy is another tool, which the study compares with mutagen.
    fn peer(&self) -> bool {
        false
    }

    /// Builds the programs of the trials. It is called once, before the first trial.
    fn prepare(&self, builds: &mut Builds, workloads: &[Workload]) -> Result<Readiness, Error>;

    /// Runs one trial in a process of its own; `None` if it was interrupted.
    fn trial(
        &self,
        builds: &Builds,
        trial: &Assignment<'_>,
        interrupt: &Interrupt,
    ) -> Result<Option<Findings>, Error>;

    /// Runs the same seed again for a fixed CPU time, also after failures, and counts distinct
    /// valid values; `None` if it was interrupted.
    ///
    /// # Errors
    /// When the run fails, or the strategy cannot count, which is the default.
    fn count(
        &self,
        _builds: &Builds,
        _trial: &Assignment<'_>,
        _counting: &Counting,
        _interrupt: &Interrupt,
    ) -> Result<Option<Counted>, Error> {
        Err(format!("`{}` cannot count distinct valid values", self.name()).into())
    }
}

/// How a report names and describes a strategy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Description {
    /// The name in rows and tables.
    pub name: &'static str,
    /// What the strategy does, in one sentence.
    pub about: &'static str,
}

/// Whether a strategy can be run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Readiness {
    /// It can.
    Ready,
    /// It cannot, for this reason. The report lists the strategy.
    Unavailable(String),
}

/// The parameters of a trial.
pub struct Assignment<'w> {
    /// The workload.
    pub workload: &'w Workload,
    /// The task.
    pub task: &'w Task,
    /// The seed.
    pub seed: u64,
    /// CPU seconds of the testing thread.
    pub limit: f64,
}

/// The result of a trial.
#[derive(Debug, Clone, PartialEq)]
pub struct Findings {
    /// Whether a counterexample was found.
    pub status: Status,
    /// How the property failed, if not by an ordinary failure.
    pub how: Option<How>,
    /// What the property said when it failed: the message, and of a panic also the place. Empty if
    /// it did not return or did not fail.
    pub message: String,
    /// Tests, discarded ones and the failing one included.
    pub tests: u64,
    /// Tests that met the precondition.
    pub valid: u64,
    /// CPU seconds of the testing thread.
    pub time: f64,
}
