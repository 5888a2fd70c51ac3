//! What is kept of a run: a row for each strategy, trial and formula, and how it was asked.

use serde::{Deserialize, Serialize};

/// What a trial of a strategy came to on a formula.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Row {
    /// The strategy.
    pub(super) strategy: String,
    /// The number of the trial, from 0.
    pub(super) trial: u64,
    /// The formula.
    pub(super) id: String,
    /// The solver under test.
    pub(super) solver: String,
    /// The constants of the formula.
    pub(super) holes: usize,
    /// Tests that a solver was asked about to choose constants.
    pub(super) tests: usize,
    /// Those that were `sat`.
    pub(super) sat_tests: usize,
    /// Formulas with new constants.
    pub(super) formulas: usize,
    /// Those that the first reference calls `sat`.
    pub(super) sat_formulas: usize,
    /// Those on which the solver could be compared, or showed a bug.
    pub(super) comparable: usize,
    /// CPU seconds of all solvers.
    pub(super) cpu: f64,
    /// The bugs, one of each class.
    pub(super) found: Vec<Bug>,
}

/// A bug that was found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Bug {
    /// Its class.
    pub(super) class: String,
    /// The iteration that found it first.
    pub(super) iteration: usize,
    /// How many formulas show the class.
    pub(super) times: usize,
    /// What makes it the same as another one.
    pub(super) key: String,
    /// The first formula that shows it.
    pub(super) script: String,
}

impl Row {
    /// The line that is shown.
    pub(super) fn line(&self) -> String {
        let Row { strategy, trial, id, solver, tests, formulas, cpu, .. } = self;
        let found: Vec<&str> = self.found.iter().map(|bug| &*bug.class).collect();
        let found = if found.is_empty() { "nothing".to_owned() } else { found.join(", ") };
        format!(
            "{strategy} {trial}, {id} on {solver}: {found}; {tests} tests, {formulas} formulas, \
             {cpu:.1} s"
        )
    }
}

/// How the rows were asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Setup {
    /// The machine.
    pub(super) machine: String,
    /// The commit.
    pub(super) commit: String,
    /// CPU seconds of each run of a solver.
    pub(super) limit: u64,
    /// Iterations on each formula.
    pub(super) iterations: usize,
    /// The formulas.
    pub(super) formulas: Vec<String>,
    /// Whether the solvers were made up.
    pub(super) is_quick: bool,
}
