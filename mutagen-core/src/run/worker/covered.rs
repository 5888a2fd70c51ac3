//! What the tests of the corpus cover: the edges and the buckets of their hit counts. The corpus
//! gets a test that covers more than it does, also after the campaign has forgotten what it has
//! seen. Finer novelties are for this campaign only: they would make a corpus of thousands of
//! tests, all of which a later campaign would run.

use crate::coverage::{Novelty, Verdict};
use std::collections::BTreeSet;

/// An edge and one of its buckets, or 0 for the edge itself.
type Feature = (u32, u8);

/// What the corpus covers, by tests that passed and by tests that were discarded.
#[derive(Debug, Default)]
pub(super) struct Covered {
    passed: BTreeSet<Feature>,
    discarded: BTreeSet<Feature>,
}

impl Covered {
    /// Whether a test of this verdict with this novelty covers more.
    #[cold]
    pub(super) fn lacks(&self, verdict: Verdict, novelty: &Novelty) -> bool {
        let of = if verdict == Verdict::Passed { &self.passed } else { &self.discarded };
        novelty.features().any(|feature| !of.contains(&feature))
    }

    /// Adds what a retained test of this verdict covers. Returns whether it covers more.
    pub(super) fn enter(&mut self, verdict: Verdict, novelty: &Novelty) -> bool {
        let is_more = self.lacks(verdict, novelty);
        let of = if verdict == Verdict::Passed { &mut self.passed } else { &mut self.discarded };
        of.extend(novelty.features());
        is_more
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_covers_more_once_for_each_outcome() {
        let mut covered = Covered::default();
        let novelty = Novelty::of_edges(&[3, 5]);
        assert!(covered.lacks(Verdict::Passed, &novelty));
        assert!(covered.enter(Verdict::Passed, &novelty));
        assert!(!covered.lacks(Verdict::Passed, &novelty));
        assert!(!covered.enter(Verdict::Passed, &novelty));
        assert!(covered.lacks(Verdict::Discarded, &novelty));
        assert!(covered.lacks(Verdict::Passed, &Novelty::of_edges(&[3, 4])));
        assert!(!covered.lacks(Verdict::Passed, &Novelty::of_edges(&[])));
        assert!(covered.lacks(Verdict::Passed, &Novelty::of_buckets(&[(3, 2)])));
    }
}
