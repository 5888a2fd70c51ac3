//! What a campaign has learned beside its journal, for a process that resumes it: numbers, yields,
//! the tests of the corpus and what their edits have found, the waiting batches, and how rare the
//! edges are.

use super::Campaign;
use super::edits::EditsState;
use super::generation::Generation;
use super::rarity::Rarity;
use super::yields::Yield;
use crate::search::interface::Search;
use crate::search::journal::{JournalEntry, Place, Position, Queued, find};
use serde::{Deserialize, Serialize};

/// The version of the bytes.
const VERSION: u8 = 4;

/// The state of a campaign between two tests.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct State {
    version: u8,
    seed: u64,
    /// The tests of this process and of earlier ones.
    pub(super) tests: u64,
    /// How many entries the journal had. Later ones follow the state.
    pub(super) entries: u64,
    pub(super) tests_since_new_edge: u64,
    pub(super) edits_enabled: bool,
    pub(super) found_otherwise: Yield,
    /// How many inputs were served.
    pub(super) inputs: u64,
    pub(super) generation: Generation,
    pub(super) drifted: u64,
    pub(super) edits: EditsState,
    /// The edges that tests have ever hit.
    pub(super) edges: Vec<u32>,
    pub(super) rarity: [Option<Rarity>; 2],
    pub(super) batches: Vec<Waiting>,
}

impl State {
    /// The numbers that grow with the tests.
    fn counters(&self) -> [u64; 9] {
        let (passed, discarded) = self.generation.growth.counts();
        [
            self.tests,
            self.tests_since_new_edge,
            self.inputs,
            self.generation.number(),
            passed,
            discarded,
            self.drifted,
            self.edits.number,
            self.edits.passed,
        ]
    }
}

/// A waiting batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Waiting {
    pub(super) passed: bool,
    pub(super) queued: Queued,
    pub(super) next: Position,
}

impl Waiting {
    /// Continues at this position, unless it is further already.
    pub(super) fn go_on_at(&mut self, next: Position) {
        if (next.node, next.served) > (self.next.node, self.next.served) {
            self.next = next;
        }
    }

    /// The batch of a journal entry, before its first mutant.
    pub(super) fn of(entry: &JournalEntry, queued: Queued) -> Waiting {
        let next = Position { number: entry.number, node: 0, served: 0 };
        Waiting { passed: entry.passed, queued, next }
    }
}

impl Campaign<'_> {
    /// The state as bytes.
    pub(super) fn state_bytes(&self) -> Vec<u8> {
        let batches = [true, false].into_iter().flat_map(|passed| {
            self.batches.waiting(passed).into_iter().map(move |(new_edges, batch)| Waiting {
                passed,
                queued: Queued {
                    samples: batch.samples(),
                    regrown: batch.is_regrown(),
                    new_edges,
                    place: Place::Later,
                    divided: batch.is_divided(),
                },
                next: batch.next_position(),
            })
        });
        let state = State {
            version: VERSION,
            seed: self.own_seed(),
            tests: self.earlier_tests + self.counters().tests,
            entries: self.entries,
            tests_since_new_edge: self.tests_since_new_edge,
            edits_enabled: self.edits_enabled,
            found_otherwise: self.found_otherwise,
            inputs: self.inputs.served(),
            generation: self.generation.clone(),
            drifted: self.drifts.number(),
            edits: self.edits.state(),
            edges: self.edges.edges(),
            rarity: self.rarity.clone(),
            batches: batches.collect(),
        };
        // The numbers of a state can always be written.
        postcard::to_stdvec(&state).unwrap_or_default()
    }

    /// Reads the state that an earlier process of this campaign left. `None` if it cannot be used:
    /// it is empty, damaged, or of another campaign, or the journal lacks a test that it names.
    pub(super) fn read_state(&self, bytes: &[u8], journal: &[JournalEntry]) -> Option<State> {
        let state: State = postcard::from_bytes(bytes).ok()?;
        let is_known = |number: u64| find(journal, number).is_some();
        let kept = state.edits.pools.iter().flat_map(|pool| pool.tests());
        let is_usable = (state.version, state.seed) == (VERSION, self.own_seed())
            && state.entries <= MOST_ENTRIES
            && state.counters().into_iter().all(|counter| counter <= MOST_TESTS)
            && self.edits.accepts(&state.edits)
            && kept.map(|kept| kept.number).all(is_known)
            && state.batches.iter().all(|batch| is_known(batch.next.number))
            && state.edges.iter().all(|edge| *edge < MOST_EDGES)
            && [0, 1].iter().all(|at| self.rarity[*at].is_some() == state.rarity[*at].is_some());
        is_usable.then_some(state)
    }
}

/// No campaign has more tests, so that no counter of tests overflows.
pub(super) const MOST_TESTS: u64 = 1 << 60;

/// No campaign has more journal entries.
const MOST_ENTRIES: u64 = 1 << 40;

/// No program has more edges.
const MOST_EDGES: u32 = 1 << 26;
