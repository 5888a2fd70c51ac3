//! What is known about a model, apart from what its solver thinks of it.

use crate::SolverError;

/// Whether the model of a solver satisfies the formula, and who says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weighed {
    /// Whether it does.
    pub holds: bool,
    /// Who says so: another solver, or an evaluator.
    pub by: String,
}

/// A source of evidence about models.
pub trait Evidence {
    /// Whether the model that a solver gives at a `check-sat` satisfies what is asserted there.
    /// `None` if nobody can tell.
    ///
    /// # Errors
    /// When a solver cannot be run.
    fn weigh(&mut self, solver: &str, check: usize) -> Result<Option<Weighed>, SolverError>;
}

/// No evidence: solvers that contradict each other one against one are a difference.
#[derive(Debug, Clone, Copy)]
pub struct Nothing;

impl Evidence for Nothing {
    fn weigh(&mut self, _: &str, _: usize) -> Result<Option<Weighed>, SolverError> {
        Ok(None)
    }
}
