//! Keeps what the confirmations of tests have shown about edges: on which ones the runs of a test
//! agreed.

use super::agreement::Agreement;
use super::edge_status::EdgeStatus;
use std::collections::{BTreeMap, BTreeSet};

/// After this many confirmed tests in a row without an edge that only the first run hit, the
/// property has no state: what differed earlier was a table that is filled once.
const WITHOUT_STATE: u32 = 64;

/// What confirmations have shown about edges.
#[derive(Debug, Default)]
pub(super) struct Confirmations {
    /// The records of edges with a disagreement among their last confirmations, by place.
    pub(super) agreements: BTreeMap<u32, Agreement>,
    /// The numbers of edges that only the first run of a test ever hit.
    pub(super) first_only: BTreeSet<u32>,
    /// The numbers of edges that were ever set aside.
    pub(super) set_aside: BTreeSet<u32>,
    /// The number of edges in either set.
    pub(super) differing: usize,
    /// The confirmed tests since one with an edge that only the first run hit; `None` if there was
    /// no such test.
    since_state: Option<u32>,
    /// How many times an edge that was set aside was given back.
    pub(super) given_back: u32,
}

impl Confirmations {
    /// Whether no edge has a disagreement among its last confirmations.
    #[inline]
    pub(super) fn all_agree(&self) -> bool {
        self.agreements.is_empty()
    }

    /// Ends the confirmation of a test.
    pub(super) fn conclude(&mut self, has_state: bool) {
        self.since_state = match self.since_state {
            _ if has_state => Some(0),
            tests => tests.map(|tests| tests.saturating_add(1)),
        };
    }

    /// Records that an edge got a status that keeps it out of sets.
    pub(super) fn note(&mut self, number: u32, status: EdgeStatus) {
        let is_known = self.first_only.contains(&number) || self.set_aside.contains(&number);
        let is_noted = match status {
            EdgeStatus::Stateful => self.first_only.insert(number),
            EdgeStatus::SetAside => self.set_aside.insert(number),
            _ => false,
        };
        self.differing += usize::from(is_noted && !is_known);
    }

    /// Whether one of the last confirmed tests had an edge that only the first run hit.
    pub(super) fn has_state(&self) -> bool {
        self.since_state.is_some_and(|tests| tests < WITHOUT_STATE)
    }
}
