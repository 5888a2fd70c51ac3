//! Runs the tests that other workers of the campaign give to this one, as soon as they come, so
//! that this worker learns what they show. If a test has a batch, this worker serves its share of
//! the mutants, whether the test shows it something new or not.

use super::{Campaign, Origin};
use crate::search::address::Address;
use crate::search::journal::{JournalEntry, Place, Queued};
use crate::search::share::{SharedBatch, SharedTest};

impl Campaign<'_> {
    /// Prepares the next test of another worker. One that this worker has had is passed over, and
    /// so is one that is no value of the property.
    #[cold]
    #[inline(never)]
    pub(super) fn next_received(&mut self) -> Option<Origin> {
        loop {
            let edges = &self.edges;
            // Nobody serves the mutants of such a test, and passed tests guide better.
            let is_seen = |test: &SharedTest| {
                !test.passed && test.edges.iter().all(|edge| edges.contains(*edge))
            };
            let (number, test) = self.received.next(is_seen)?;
            let Some(value) = self.subject.parse(&test.text) else { continue };
            // The test may take the place of the one that is being edited.
            self.edits.end_stack();
            self.generated = Some(value);
            self.received.begin(test);
            self.address = Address::Received { number };
            return Some(Origin::Received);
        }
    }

    /// How the batch of a test that is being kept waits; `None` if the test gets none.
    pub(super) fn queued(
        &mut self,
        entry: &JournalEntry,
        below_passed: bool,
        new_edges: u64,
    ) -> Option<Queued> {
        if let Some(batch) = self.received.current() {
            return batch.map(SharedBatch::queued);
        }
        // Batches of discarded tests that were not made from passed ones are for the time until
        // the first test passes.
        let may_have = entry.passed || below_passed || !self.edits.has_passed();
        if !entry.has_new_edge() || !may_have {
            return None;
        }
        let samples = self.statistics.samples;
        let divided = match self.share.is_whole() {
            true => false,
            false => self.received.divides(samples)?,
        };
        let regrown = self.options.fresh_subtrees && self.edits_enabled;
        Some(Queued { samples, regrown, new_edges, place: Place::Later, divided })
    }
}
