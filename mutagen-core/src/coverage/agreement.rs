//! Records how the 2 runs of confirmed tests agreed on an edge. Only edges on which 2 runs once
//! disagreed have a record.
//!
//! An edge that only the first run hit is a sign of state. A cache that is keyed by the input
//! answers the repetition, so the code behind the cache runs once per input. The first run is a
//! true run of the test, and such an edge stays a possible new edge. An edge that only the
//! repetition hit says nothing about the test. After several of those, the edge is set aside.

use super::edge_status::EdgeStatus;

/// From this many disagreements of the kind "only the repetition", among the last 8 confirmations
/// in which the edge was hit at all, an edge is set aside. One such disagreement is not enough: the
/// first test that fills a lazy table, or a rare race, must not blind an edge.
const TOO_MANY: u32 = 3;

/// Which of the 2 runs of a test hit an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HitBy {
    Both,
    FirstOnly,
    SecondOnly,
}

/// The last 8 confirmations in which an edge was hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Agreement {
    /// The status of the edge when it has no disagreement among these confirmations.
    usual: EdgeStatus,
    /// A bit per confirmation, the last one lowest: only the first run hit the edge.
    first_only: u8,
    /// The same for the second run.
    second_only: u8,
    is_set_aside: bool,
}

impl Agreement {
    /// No confirmations of an edge with this status.
    pub(super) fn new(usual: EdgeStatus) -> Agreement {
        Agreement { usual, first_only: 0, second_only: 0, is_set_aside: false }
    }

    /// Records one confirmation.
    pub(super) fn record(&mut self, hit: HitBy) {
        self.first_only = self.first_only << 1 | u8::from(hit == HitBy::FirstOnly);
        self.second_only = self.second_only << 1 | u8::from(hit == HitBy::SecondOnly);
        self.is_set_aside = match self.is_set_aside {
            // An edge that is set aside is given back when no such disagreement is left.
            true => self.second_only != 0,
            false => self.second_only.count_ones() >= TOO_MANY,
        };
    }

    /// Records that the number of hits does not count even if the runs agree on the edge.
    pub(super) fn make_inexact(&mut self) {
        self.usual = EdgeStatus::Inexact;
    }

    /// The status that follows from the recorded confirmations.
    pub(super) fn status(&self) -> EdgeStatus {
        match () {
            () if self.is_set_aside => EdgeStatus::SetAside,
            () if self.first_only != 0 => EdgeStatus::Stateful,
            () => self.usual,
        }
    }

    /// Whether the last 8 confirmations were agreements.
    pub(super) fn is_restored(&self) -> bool {
        self.first_only == 0 && self.second_only == 0
    }
}

#[cfg(test)]
mod tests {
    use super::HitBy::{Both, FirstOnly, SecondOnly};
    use super::*;

    fn after(hits: &[(HitBy, usize)]) -> Agreement {
        let mut agreement = Agreement::new(EdgeStatus::Inexact);
        for &(hit, times) in hits {
            (0..times).for_each(|_| agreement.record(hit));
        }
        agreement
    }

    #[test]
    fn three_hits_by_the_repetition_alone_set_an_edge_aside_and_8_agreements_end_it() {
        assert_eq!(after(&[(SecondOnly, 2)]).status(), EdgeStatus::Inexact);
        assert_eq!(after(&[(SecondOnly, 3)]).status(), EdgeStatus::SetAside);
        assert_eq!(after(&[(SecondOnly, 3), (Both, 7)]).status(), EdgeStatus::SetAside);
        let restored = after(&[(SecondOnly, 3), (Both, 8)]);
        assert_eq!((restored.status(), restored.is_restored()), (EdgeStatus::Inexact, true));
    }

    #[test]
    fn disagreements_that_lie_far_apart_do_not_set_an_edge_aside() {
        let rare = [(SecondOnly, 1), (Both, 4), (SecondOnly, 1), (Both, 4), (SecondOnly, 1)];
        assert_eq!(after(&rare).status(), EdgeStatus::Inexact);
    }

    #[test]
    fn hits_by_the_first_run_alone_never_set_an_edge_aside() {
        assert_eq!(after(&[(FirstOnly, 1)]).status(), EdgeStatus::Stateful);
        assert_eq!(after(&[(FirstOnly, 100)]).status(), EdgeStatus::Stateful);
        assert_eq!(after(&[(FirstOnly, 100), (Both, 7)]).status(), EdgeStatus::Stateful);
        assert_eq!(after(&[(FirstOnly, 100), (Both, 8)]).status(), EdgeStatus::Inexact);
        let both_ways = after(&[(SecondOnly, 3), (FirstOnly, 7)]);
        assert_eq!(both_ways.status(), EdgeStatus::SetAside);
        let state = after(&[(SecondOnly, 3), (FirstOnly, 8)]);
        assert_eq!((state.status(), state.is_restored()), (EdgeStatus::Stateful, false));
    }
}
