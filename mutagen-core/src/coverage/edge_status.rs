//! Records the status of each edge: whether it counts, and whether its number of hits carries
//! information.

use super::count_limits::CountLimits;

/// The status of an edge, determined when the edge is first new.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EdgeStatus {
    Unknown,
    Counts,
    /// The edge's code tells nothing about the property.
    Ignored,
    /// Hit in only one of 2 runs of the same test.
    Unstable,
    /// Hit in both runs, but not equally often. The edge counts, but its number of hits does not.
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
    /// Adapts to the lengths of all spans. The status of known edges stays.
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

    /// The caps of the counters.
    pub(super) fn caps(&self) -> &CountLimits {
        &self.caps
    }

    /// The number of edges that do not count because of where they are.
    pub(super) fn ignored(&self) -> usize {
        self.ignored
    }
}
