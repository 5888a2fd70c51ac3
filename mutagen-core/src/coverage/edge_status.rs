//! What was found out about edges: which count, and of which the number of hits says something.

use super::count_limits::CountLimits;

/// What was found out about an edge when it was first new.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EdgeStatus {
    Unknown,
    Counts,
    /// In code that says nothing about the property.
    Ignored,
    /// Hit in one run of a test and not in the other.
    Unstable,
    /// Hit in both, but not equally often: it counts as an edge, and its count says nothing.
    Inexact,
}

/// The status of every edge, by its place.
#[derive(Debug, Default)]
pub(super) struct EdgeStatuses {
    statuses: Vec<EdgeStatus>,
    caps: CountLimits,
    ignored: usize,
}

impl EdgeStatuses {
    /// Takes the lengths of all spans. What is known of edges stays.
    pub(super) fn fit(&mut self, lens: &[usize]) {
        self.caps.fit(lens);
        self.statuses.resize(lens.iter().sum(), EdgeStatus::Unknown);
    }

    /// The status of an edge.
    pub(super) fn get(&self, edge: u32) -> EdgeStatus {
        self.statuses[edge as usize]
    }

    /// Changes the status of an edge.
    pub(super) fn set(&mut self, edge: u32, status: EdgeStatus) {
        self.ignored += usize::from(status == EdgeStatus::Ignored);
        self.statuses[edge as usize] = status;
        let cap = match status {
            EdgeStatus::Unknown | EdgeStatus::Counts => u8::MAX,
            EdgeStatus::Inexact => 1,
            EdgeStatus::Ignored | EdgeStatus::Unstable => 0,
        };
        self.caps.set(edge, cap);
    }

    /// What the counters are taken for.
    pub(super) fn caps(&self) -> &CountLimits {
        &self.caps
    }

    /// The number of edges that do not count because of where they are.
    pub(super) fn ignored(&self) -> usize {
        self.ignored
    }
}
