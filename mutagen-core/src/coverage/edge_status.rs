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

/// The standing of every edge.
#[derive(Debug, Default)]
pub(super) struct EdgeStatuses {
    standings: Vec<EdgeStatus>,
    caps: CountLimits,
    unstable: Vec<u32>,
    ignored: usize,
}

impl EdgeStatuses {
    /// Takes the lengths of all modules. What is known of edges stays.
    pub(super) fn fit(&mut self, lens: &[usize]) {
        self.caps.fit(lens);
        self.standings.resize(lens.iter().sum(), EdgeStatus::Unknown);
    }

    /// The standing of an edge.
    pub(super) fn get(&self, edge: u32) -> EdgeStatus {
        self.standings[edge as usize]
    }

    /// Changes the standing of an edge.
    pub(super) fn set(&mut self, edge: u32, standing: EdgeStatus) {
        match standing {
            EdgeStatus::Unknown | EdgeStatus::Counts => {}
            EdgeStatus::Ignored => self.ignored += 1,
            EdgeStatus::Unstable => self.unstable.push(edge),
            EdgeStatus::Inexact => {}
        }
        self.standings[edge as usize] = standing;
        let cap = match standing {
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

    /// The unstable edges, in the order in which they were found.
    pub(super) fn unstable(&self) -> &[u32] {
        &self.unstable
    }

    /// The number of edges that do not count because of where they are.
    pub(super) fn ignored(&self) -> usize {
        self.ignored
    }
}
