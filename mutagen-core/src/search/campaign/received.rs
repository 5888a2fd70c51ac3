//! The tests that other workers of the campaign give to this one and that wait to be run, and what
//! is known of those before.

use crate::coverage::Verdict;
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

    /// The next test and its number. A batch that this worker serves already is left out. A test
    /// without a batch is passed over if this worker has had it or `is_seen`.
    pub(super) fn next(
        &mut self,
        is_seen: impl Fn(&SharedTest) -> bool,
    ) -> Option<(u64, SharedTest)> {
        loop {
            let (number, mut test) = self.waiting.pop_front()?;
            let is_known = !self.known.insert(digest(&test.text, None));
            test.batch = test
                .batch
                .filter(|batch| self.known.insert(digest(&test.text, Some(batch.samples))));
            if test.batch.is_some() || !is_known && !is_seen(&test) {
                return Some((number, test));
            }
        }
    }

    /// The test is run now.
    pub(super) fn begin(&mut self, test: SharedTest) {
        self.current = Some(test);
    }

    /// The batch of the test being run at its worker; `None` if the test was not received.
    pub(super) fn current(&self) -> Option<Option<SharedBatch>> {
        self.current.as_ref().map(|test| test.batch)
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
    pub(super) fn divides(&mut self, samples: u64) -> Option<bool> {
        let Some(text) = &self.offered else { return Some(false) };
        self.known.insert(digest(text, None));
        self.known.insert(digest(text, Some(samples))).then_some(true)
    }

    /// The test is not run any more.
    #[inline]
    pub(super) fn finish(&mut self) {
        (self.current, self.offered) = (None, None);
    }
}

/// A digest of a text, or of the batch of its test with so many samples.
fn digest(text: &str, samples: Option<u64>) -> u64 {
    let mut hasher = DefaultHasher::new();
    (text, samples).hash(&mut hasher);
    hasher.finish()
}
