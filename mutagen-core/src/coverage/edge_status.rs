//! Defines the status of an edge: whether it counts, and whether its number of hits carries
//! information.

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

impl EdgeStatus {
    /// The cap of the edge's counter, which `passes/set_hash` explains.
    pub(super) fn cap(self) -> u8 {
        match self {
            EdgeStatus::Unknown | EdgeStatus::Counts => u8::MAX,
            EdgeStatus::Inexact => 1,
            EdgeStatus::Ignored | EdgeStatus::Unstable => 0,
        }
    }
}
