//! What is kept of a run: a row for each formula and solver, and how it was asked.

use serde::{Deserialize, Serialize};

/// The judgement on a solver about a formula.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Row {
    /// The formula.
    pub(super) id: String,
    /// The solver that is judged.
    pub(super) solver: String,
    /// The class in the list; nothing for a present release.
    pub(super) listed: Option<String>,
    /// The class of the finding, or `agrees`, or `incomparable`.
    pub(super) seen: String,
    /// Who is wrong, if somebody is.
    pub(super) culprit: Option<String>,
    /// Why.
    pub(super) why: String,
    /// What makes it the same as another one.
    pub(super) key: String,
    /// What the solver said.
    pub(super) verdict: String,
    /// What the references said, in their order.
    pub(super) references: Vec<String>,
    /// CPU seconds of the solver.
    pub(super) cpu: f64,
    /// CPU seconds of all that was asked for this row alone: the solver, and models.
    pub(super) all: f64,
    /// How often the solver was asked until its bug was seen.
    pub(super) tries: u64,
}

impl Row {
    /// Whether the bug of the list was seen, by the same class, on the same solver.
    pub(super) fn is_shown(&self) -> bool {
        self.listed.as_ref() == Some(&self.seen) && self.culprit.as_ref() == Some(&self.solver)
    }

    /// Whether a finding says that this solver is wrong, or that somebody is and nobody knows who.
    pub(super) fn is_suspected(&self) -> bool {
        let is_finding = !["agrees", "incomparable"].contains(&self.seen.as_str());
        is_finding && self.culprit.as_ref().is_none_or(|culprit| *culprit == self.solver)
    }

    /// The line that is shown.
    pub(super) fn line(&self) -> String {
        let Row { id, solver, seen, .. } = self;
        let mark = match &self.listed {
            Some(listed) if !self.is_shown() => format!(" instead of {listed}"),
            _ => String::new(),
        };
        format!("{id} on {solver}: {seen}{mark}")
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
    /// The rows that the list has.
    pub(super) rows: usize,
    /// Whether the solvers were made up.
    pub(super) is_quick: bool,
}
