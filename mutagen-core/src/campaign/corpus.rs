//! The passed tests that are kept to be edited, one list a tier of novelty, bounded: when it is full, a
//! new test takes the place of one of its tier. What is kept of a test is up to the caller, so that
//! a running campaign and one that is made again from its log take the same decisions.

use crate::coverage::Tier;
use crate::generate::Generator;
use crate::seed::{self, Purpose};

/// The number of tiers.
const TIERS: usize = Tier::BucketedSet as usize + 1;

/// The tests of a corpus.
#[derive(Debug)]
pub(super) struct Corpus<V> {
    tiers: [Vec<V>; TIERS],
    capacity: usize,
    seed: u64,
}

/// Where a test is in a corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Slot {
    tier: usize,
    at: usize,
}

impl<V> Corpus<V> {
    /// An empty corpus of the campaign with this seed, for so many tests.
    pub(super) fn new(seed: u64, capacity: usize) -> Corpus<V> {
        Corpus { tiers: Default::default(), capacity: capacity.max(1), seed }
    }

    /// Keeps the retained test of this number; gives the one that had to go for it.
    pub(super) fn insert(&mut self, number: u64, tier: Tier, test: V) -> Option<V> {
        if self.len() < self.capacity {
            self.tiers[tier as usize].push(test);
            return None;
        }
        let seed = seed::derive(self.seed, Purpose::Eviction, [number, 0, 0]);
        let mut generator = Generator::new(seed::random(seed), 0);
        if self.tiers[tier as usize].is_empty() {
            // The tier has no test to give up: the largest does.
            let largest = (0..TIERS).max_by_key(|tier| self.tiers[*tier].len())?;
            let at = generator.below(self.tiers[largest].len() as u32) as usize;
            self.tiers[tier as usize].push(test);
            return Some(self.tiers[largest].swap_remove(at));
        }
        let tests = &mut self.tiers[tier as usize];
        let at = generator.below(tests.len() as u32) as usize;
        Some(std::mem::replace(&mut tests[at], test))
    }

    /// How many tests are kept.
    pub(super) fn len(&self) -> usize {
        self.tiers.iter().map(Vec::len).sum()
    }

    /// A test drawn at random, all alike.
    pub(super) fn any(&self, generator: &mut Generator) -> Option<&V> {
        let count = u32::try_from(self.len()).ok().filter(|count| *count > 0)?;
        let mut drawn = generator.below(count) as usize;
        for tests in &self.tiers {
            match tests.get(drawn) {
                Some(test) => return Some(test),
                None => drawn -= tests.len(),
            }
        }
        None
    }

    /// A tier that has tests, all alike, and in it the best of four drawn at random.
    pub(super) fn choose(
        &self,
        generator: &mut Generator,
        score: impl Fn(&V) -> f64,
    ) -> Option<Slot> {
        let filled = || (0..TIERS).filter(|tier| !self.tiers[*tier].is_empty());
        let count = filled().count() as u32;
        let tier = filled().nth(generator.below(count) as usize)?;
        let tests = &self.tiers[tier];
        let mut best: Option<(usize, f64)> = None;
        for _ in 0..4 {
            let at = generator.below(tests.len() as u32) as usize;
            let score = score(&tests[at]);
            if best.is_none_or(|(_, other)| score > other) {
                best = Some((at, score));
            }
        }
        best.map(|(at, _)| Slot { tier, at })
    }

    /// The test at a slot, if there still is one.
    pub(super) fn find(&self, slot: Slot) -> Option<&V> {
        self.tiers[slot.tier].get(slot.at)
    }

    /// The test at a slot.
    pub(super) fn get(&self, slot: Slot) -> &V {
        &self.tiers[slot.tier][slot.at]
    }

    /// [`Corpus::get`], mutable.
    pub(super) fn get_mut(&mut self, slot: Slot) -> &mut V {
        &mut self.tiers[slot.tier][slot.at]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(capacity: usize, tests: impl Iterator<Item = (u64, Tier)>) -> Corpus<u64> {
        let mut corpus = Corpus::new(3, capacity);
        for (number, tier) in tests {
            corpus.insert(number, tier, number);
        }
        corpus
    }

    #[test]
    fn a_full_corpus_gives_up_a_test_of_the_same_tier_and_the_same_one_each_time() {
        let all = || (0..100).map(|n| (n, if n < 10 { Tier::Edge } else { Tier::Set }));
        let corpus = filled(40, all());
        assert_eq!((corpus.len(), corpus.tiers[0].len()), (40, 10));
        assert_eq!(corpus.tiers, filled(40, all()).tiers);
        let tail = (10..40).collect::<Vec<u64>>();
        assert_ne!(corpus.tiers[2], tail, "new tests must be kept too");
    }

    #[test]
    fn a_tier_without_tests_takes_a_place_from_the_largest() {
        let mut corpus = filled(10, (0..10).map(|n| (n, Tier::BucketedSet)));
        let gone = corpus.insert(10, Tier::Edge, 10);
        assert!(gone.is_some_and(|gone| gone < 10));
        assert_eq!((corpus.tiers[0].len(), corpus.len()), (1, 10));
    }

    #[test]
    fn every_tier_is_chosen_alike_and_good_tests_in_it_more_often() {
        let tests = (0..40).map(|n| (n, if n == 0 { Tier::Edge } else { Tier::Set }));
        let corpus = filled(100, tests);
        let mut generator = Generator::new(seed::random(1), 0);
        let chosen: Vec<u64> = (0..2000)
            .filter_map(|_| corpus.choose(&mut generator, |n| f64::from(*n as u32)))
            .map(|slot| *corpus.get(slot))
            .collect();
        let first = chosen.iter().filter(|n| **n == 0).count();
        assert!((900..1100).contains(&first), "{first} of 2000 from the tier of one test");
        let (low, high): (Vec<u64>, Vec<u64>) =
            chosen.iter().filter(|n| **n > 0).partition(|n| **n < 20);
        assert!(high.len() > 5 * low.len(), "{} good and {} bad", high.len(), low.len());
    }
}
