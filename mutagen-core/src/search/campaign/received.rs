//! The tests that other workers of the campaign give to this one. Each is run once, as soon as it
//! comes, so that this worker learns what it shows. If the test has a batch, this worker serves its
//! share of the mutants, whether the test shows it something new or not.

use super::Campaign;
use super::Origin;
use crate::coverage::Verdict;
use crate::search::address::Address;
use crate::search::journal::{JournalEntry, Place, Queued};
use crate::search::share::{SharedBatch, SharedTest};
use std::collections::{BTreeSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

/// The tests of other workers, and what this worker tells them of its own.
#[derive(Debug, Default)]
pub(super) struct Received {
    /// The tests that were not run yet, with their numbers.
    waiting: VecDeque<(u64, SharedTest)>,
    /// The test being run, if it is one of these.
    current: Option<SharedTest>,
    /// The text of the test being run, if others can have it.
    offered: Option<Rc<str>>,
    /// Digests of the texts of own and received tests, and of the batches that are divided.
    known: BTreeSet<u64>,
    /// The texts of all tests that were received, for a process that makes one of them again.
    pub(super) texts: &'static [Rc<str>],
}

impl Received {
    /// Takes a test, which has this number.
    pub(super) fn push(&mut self, number: u64, test: SharedTest) {
        self.waiting.push_back((number, test));
    }

    /// Whether no test waits.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Takes the text of the test being run.
    pub(super) fn offer(&mut self, text: Rc<str>) {
        self.offered = Some(text);
    }

    /// The text of the test being run, if it was received.
    pub(super) fn text(&self) -> Option<Rc<str>> {
        self.current.as_ref().map(|test| Rc::from(&*test.text))
    }

    /// The batch that the test being run has at its worker, if that worker gave it the same
    /// verdict.
    pub(super) fn batch(&self, verdict: Verdict) -> Option<SharedBatch> {
        let test = self.current.as_ref()?;
        let same = if test.passed { Verdict::Passed } else { Verdict::Discarded };
        test.batch.filter(|_| verdict == same)
    }

    /// Whether a batch of the test being run, with so many samples, is to be served by all workers.
    /// `None` if it is served by all workers already, because another has the same test.
    fn divides(&mut self, samples: u64) -> Option<bool> {
        let Some(text) = &self.offered else { return Some(false) };
        self.known.insert(digest(text, None));
        self.known.insert(digest(text, Some(samples))).then_some(true)
    }

    /// The test has been run.
    #[inline]
    pub(super) fn finish(&mut self) {
        (self.current, self.offered) = (None, None);
    }
}

impl Campaign<'_> {
    /// Prepares the next test of another worker. One that this worker has had is passed over, and
    /// so is one that is no value of the property.
    #[cold]
    #[inline(never)]
    pub(super) fn next_received(&mut self) -> Option<Origin> {
        loop {
            let (number, mut test) = self.received.waiting.pop_front()?;
            let is_known = !self.received.known.insert(digest(&test.text, None));
            test.batch = test.batch.filter(|batch| {
                self.received.known.insert(digest(&test.text, Some(batch.samples)))
            });
            let is_seen = || {
                let all = test.edges.iter().all(|edge| self.edges.contains(*edge));
                test.has_new_edge && !test.passed && all
            };
            if test.batch.is_none() && (is_known || is_seen()) {
                continue;
            }
            let Some(value) = self.subject.parse(&test.text) else { continue };
            // Another worker has found finer tiers, so the head start is over.
            self.edits_enabled |= !test.has_new_edge;
            // The test may take the place of the one that is being edited.
            self.edits.end_stack();
            self.generated = Some(value);
            self.address = Address::Received { number };
            self.received.current = Some(test);
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
        if let Some(test) = &self.received.current {
            return test.batch.map(SharedBatch::queued);
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

/// A digest of a text, or of the batch of its test with so many samples.
fn digest(text: &str, samples: Option<u64>) -> u64 {
    let mut hasher = DefaultHasher::new();
    (text, samples).hash(&mut hasher);
    hasher.finish()
}
