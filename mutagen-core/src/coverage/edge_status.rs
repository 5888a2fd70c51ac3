//! Defines the status of an edge: whether it counts, and whether its number of hits carries
//! information.

/// The status of an edge, determined when the edge is first new.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EdgeStatus {
    Unknown,
    Counts,
    /// The edge's code tells nothing about the property.
    Ignored,
    /// Several repetitions hit the edge when the first run of the same test had not. The edge does
    /// not count until the runs agree again.
    SetAside,
    /// The first run of a test hit the edge and the repetition did not: the property has state. The
    /// edge can be new, but it is in no set, and its number of hits does not count.
    Stateful,
    /// Hit in both runs, but not equally often. The edge counts, but its number of hits does not.
    Inexact,
}

impl EdgeStatus {
    /// The cap of the edge's counter, which `passes/set_hash` explains.
    pub(super) fn cap(self) -> u8 {
        match self {
            EdgeStatus::Unknown | EdgeStatus::Counts => u8::MAX,
            EdgeStatus::Inexact => 1,
            EdgeStatus::Ignored | EdgeStatus::SetAside | EdgeStatus::Stateful => 0,
        }
    }

    /// Whether the edge can be a new edge.
    pub(super) fn can_be_new(self) -> bool {
        matches!(self, EdgeStatus::Counts | EdgeStatus::Inexact | EdgeStatus::Stateful)
    }
}
