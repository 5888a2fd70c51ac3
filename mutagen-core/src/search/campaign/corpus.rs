//! The corpus: a bounded set of passed tests to be edited, grouped by (tier, rarest edge). When it
//! is full, a new test replaces a test of the largest group. The nodes of all tests are bounded,
//! too: tests grow for hours, and the memory would grow with them. When the corpus is full for the
//! first time, its nodes become the bound, so that it keeps fewer tests when they are larger, down to
//! a quarter of them. The corpus does not know what else it stores of each test.

use crate::coverage::Tier;
use crate::value::generate::Generator;
use crate::value::seed::{self, Purpose};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The number of tiers.
const TIERS: usize = Tier::BucketedSet as usize + 1;

/// What a corpus needs to know of a test.
pub(super) trait Stored {
    /// How many nodes of the test are in memory.
    fn nodes(&self) -> u64;
}

/// How much a corpus may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Capacity {
    /// The most tests.
    pub(super) tests: usize,
    /// The most nodes of all tests together. A single test may have more.
    pub(super) nodes: u64,
}

/// The tests of a corpus.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Corpus<V> {
    tests: Vec<V>,
    /// The nodes of all tests.
    #[serde(skip)]
    nodes: u64,
    groups: Vec<Group>,
    /// The index in `groups` of each tier and rarest edge.
    index: BTreeMap<(Tier, u32), usize>,
    /// The groups of each tier.
    tiers: [Vec<usize>; TIERS],
    capacity: Capacity,
    /// The nodes of all tests when the corpus was full for the first time.
    nodes_when_full: Option<u64>,
    seed: u64,
}

/// The tests of one tier that have the same rarest edge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Group {
    rarest: u32,
    slots: Vec<usize>,
    /// The nodes of these tests.
    #[serde(skip)]
    nodes: u64,
}

/// A corpus that was full keeps at least this part of its tests, and more nodes if need be.
const FEWEST: usize = 4;

/// How many groups are drawn at random to choose the one with the least frequent edge.
const GROUPS: usize = 20;

/// How many tests are drawn at random to choose the best one.
const TESTS: usize = 4;

/// Where a test is in a corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Slot(usize);

impl<V: Stored> Corpus<V> {
    /// An empty corpus that may hold this much, in the campaign with this seed.
    pub(super) fn new(seed: u64, capacity: Capacity) -> Corpus<V> {
        Corpus {
            tests: Vec::new(),
            nodes: 0,
            groups: Vec::new(),
            index: BTreeMap::new(),
            tiers: Default::default(),
            capacity: Capacity { tests: capacity.tests.max(1), ..capacity },
            nodes_when_full: None,
            seed,
        }
    }

    /// Adds the retained test `number`, which was new in this tier and has this rarest edge. It
    /// may replace another test. The tier `Cheaper` holds one test for each edge.
    pub(super) fn insert(&mut self, number: u64, tier: Tier, rarest: u32, test: V) {
        let group = self.group(tier, rarest);
        let first = self.groups[group].slots.first().copied();
        if let Some(slot) = first.filter(|_| tier == Tier::Cheaper) {
            self.put(group, slot, test);
            return;
        }
        let (own, most) = (self.seed, self.most_nodes());
        let seed = |removed| seed::derive(own, Purpose::Eviction, [number, removed, 0]);
        if self.len() == self.capacity.tests {
            let largest = self.groups.iter_mut().max_by_key(|group| group.slots.len());
            let largest = largest.expect("the group of this test");
            let at = random_index(seed(0), &largest.slots);
            let old = self.tests[largest.slots[at]].nodes();
            if self.nodes - old + test.nodes() <= most {
                let slot = largest.slots.swap_remove(at);
                largest.nodes -= old;
                self.groups[group].nodes += old;
                self.groups[group].slots.push(slot);
                self.put(group, slot, test);
                return;
            }
        }
        let mut removed = 0;
        while !self.is_empty() && self.nodes.saturating_add(test.nodes()) > self.most_nodes() {
            removed += 1;
            self.remove_from_heaviest(seed(removed));
        }
        self.nodes += test.nodes();
        self.groups[group].nodes += test.nodes();
        self.groups[group].slots.push(self.tests.len());
        self.tests.push(test);
        // While a campaign is resumed, the values have not been made, and no nodes are known.
        if self.len() == self.capacity.tests && self.nodes > 0 {
            self.nodes_when_full.get_or_insert(self.nodes);
        }
    }

    /// The most nodes of all tests together, with as many tests as there are.
    fn most_nodes(&self) -> u64 {
        let is_small = self.len() <= self.capacity.tests / FEWEST;
        let soft = self.nodes_when_full.filter(|_| !is_small).unwrap_or(u64::MAX);
        soft.min(self.capacity.nodes)
    }

    /// Puts a test into a slot of this group, in place of the one that is there.
    fn put(&mut self, group: usize, slot: usize, test: V) {
        let (new, old) = (test.nodes(), self.tests[slot].nodes());
        self.nodes = self.nodes - old + new;
        self.groups[group].nodes = self.groups[group].nodes - old + new;
        self.tests[slot] = test;
    }

    /// Removes a random test of the group with the most nodes. The last test moves to its slot.
    fn remove_from_heaviest(&mut self, seed: u64) {
        let filled = self.groups.iter_mut().filter(|group| !group.slots.is_empty());
        let Some(heaviest) = filled.max_by_key(|group| group.nodes) else { return };
        let slot = heaviest.slots.swap_remove(random_index(seed, &heaviest.slots));
        let nodes = self.tests.swap_remove(slot).nodes();
        heaviest.nodes -= nodes;
        self.nodes -= nodes;
        let last = self.tests.len();
        let mut slots = self.groups.iter_mut().flat_map(|group| &mut group.slots);
        if let Some(moved) = slots.find(|moved| **moved == last) {
            *moved = slot;
        }
    }

    /// An empty corpus of the same kind, for other data of each test.
    pub(super) fn emptied<W: Stored>(&self) -> Corpus<W> {
        Corpus::new(self.seed, self.capacity)
    }

    /// The same corpus with other data of each test. `None` if there is none for one of them.
    pub(super) fn with<W: Stored>(&self, data: impl FnMut(&V) -> Option<W>) -> Option<Corpus<W>> {
        let tests: Vec<W> = self.tests.iter().map(data).collect::<Option<_>>()?;
        let mut groups = self.groups.clone();
        for group in &mut groups {
            group.nodes = group.slots.iter().map(|slot| tests[*slot].nodes()).sum();
        }
        Some(Corpus {
            nodes: groups.iter().map(|group| group.nodes).sum(),
            tests,
            groups,
            index: self.index.clone(),
            tiers: self.tiers.clone(),
            capacity: self.capacity,
            nodes_when_full: self.nodes_when_full,
            seed: self.seed,
        })
    }

    /// The data of all tests.
    pub(super) fn tests(&self) -> &[V] {
        &self.tests
    }

    /// Whether a corpus that was read from a file can be used in place of this one.
    pub(super) fn accepts(&self, read: &Corpus<impl Stored>) -> bool {
        let mut slots: Vec<usize> =
            read.groups.iter().flat_map(|group| &group.slots).copied().collect();
        slots.sort_unstable();
        let is_group = |group: &usize| *group < read.groups.len();
        let tests = read.tests.len();
        (read.seed, read.capacity) == (self.seed, self.capacity)
            && tests <= read.capacity.tests
            && slots.into_iter().eq(0..tests)
            && read.index.len() == read.groups.len()
            && read.index.values().all(is_group)
            && read.tiers.iter().flatten().all(is_group)
    }

    fn group(&mut self, tier: Tier, rarest: u32) -> usize {
        let next = self.groups.len();
        let group = *self.index.entry((tier, rarest)).or_insert(next);
        if group == next {
            self.groups.push(Group { rarest, slots: Vec::new(), nodes: 0 });
            self.tiers[tier as usize].push(group);
        }
        group
    }

    /// How many tests are kept.
    pub(super) fn len(&self) -> usize {
        self.tests.len()
    }

    /// Whether no test is kept.
    pub(super) fn is_empty(&self) -> bool {
        self.tests.is_empty()
    }

    /// A test drawn at random, all with the same probability.
    pub(super) fn any(&self, generator: &mut Generator) -> Option<&V> {
        let count = u32::try_from(self.len()).ok().filter(|count| *count > 0)?;
        self.tests.get(generator.below(count) as usize)
    }

    /// The best of a few tests of a random tier. All tiers that have tests have the same
    /// probability, except `Cheaper`, which is used only if no other tier has tests. All tests of
    /// the tier have the same probability.
    pub(super) fn choose(
        &self,
        generator: &mut Generator,
        score: impl Fn(&V) -> f64,
    ) -> Option<Slot> {
        let others = |tier: &usize| *tier != Tier::Cheaper as usize;
        let groups = self.tier(generator, others).or_else(|| self.tier(generator, |_| true))?;
        let slots = |group: &usize| &self.groups[*group].slots;
        let count: usize = groups.iter().map(|group| slots(group).len()).sum();
        let test = |mut at: usize| {
            groups.iter().map(slots).find_map(|slots| {
                let found = slots.get(at).copied();
                at = at.saturating_sub(slots.len());
                found
            })
        };
        // In a small corpus, all tests of a tier may have been replaced.
        let count = u32::try_from(count).ok().filter(|count| *count > 0);
        let drawn = || test(generator.below(count?) as usize);
        self.best(std::iter::repeat_with(drawn), score)
    }

    /// The best of a few tests of a rare group: of many random groups of a random tier, the one
    /// with the least frequent edge. All tiers take part, including `Cheaper`.
    pub(super) fn choose_rare(
        &self,
        generator: &mut Generator,
        score: impl Fn(&V) -> f64,
        frequency: impl Fn(u32) -> u32,
    ) -> Option<Slot> {
        let groups = self.tier(generator, |_| true)?;
        let drawn = (0..GROUPS)
            .map(|_| &self.groups[groups[generator.below(groups.len() as u32) as usize]])
            .filter(|group| !group.slots.is_empty())
            .min_by_key(|group| frequency(group.rarest));
        let slots = drawn.map_or(&[][..], |group| &group.slots);
        let drawn = || {
            slots.get(generator.below(u32::try_from(slots.len()).ok()?.max(1)) as usize).copied()
        };
        self.best(std::iter::repeat_with(drawn), score)
    }

    /// The groups of a random tier that has groups, all with the same probability.
    fn tier(&self, generator: &mut Generator, of: impl Fn(&usize) -> bool) -> Option<&Vec<usize>> {
        let filled = || {
            let all = self.tiers.iter().enumerate();
            all.filter(|(tier, groups)| of(tier) && !groups.is_empty()).map(|(_, groups)| groups)
        };
        let count = u32::try_from(filled().count()).ok().filter(|count| *count > 0)?;
        filled().nth(generator.below(count) as usize)
    }

    /// The best of the first few drawn tests, or the first test of the corpus if none was drawn.
    fn best(
        &self,
        drawn: impl Iterator<Item = Option<usize>>,
        score: impl Fn(&V) -> f64,
    ) -> Option<Slot> {
        let mut best: Option<(usize, f64)> = None;
        for slot in drawn.take(TESTS).flatten() {
            let score = score(&self.tests[slot]);
            if best.is_none_or(|(_, other)| score > other) {
                best = Some((slot, score));
            }
        }
        let slot = best.map_or(0, |(slot, _)| slot);
        (slot < self.len()).then_some(Slot(slot))
    }

    /// The test at a slot; `None` if the corpus has become smaller.
    pub(super) fn find(&self, slot: Slot) -> Option<&V> {
        self.tests.get(slot.0)
    }

    /// The test at a slot that was just chosen.
    pub(super) fn get(&self, slot: Slot) -> &V {
        &self.tests[slot.0]
    }

    /// [`Corpus::get`], mutable.
    pub(super) fn get_mut(&mut self, slot: Slot) -> &mut V {
        &mut self.tests[slot.0]
    }
}

/// A random place in a list that is not empty.
fn random_index(seed: u64, list: &[usize]) -> usize {
    Generator::new(seed::random(seed), 0).below(list.len() as u32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Stored for u64 {
        fn nodes(&self) -> u64 {
            1
        }
    }

    /// A test with this many nodes.
    #[derive(Debug, PartialEq)]
    struct Heavy(u64);

    impl Stored for Heavy {
        fn nodes(&self) -> u64 {
            self.0
        }
    }

    /// A corpus of tests with these tiers and rarest edges, numbered in this order.
    fn filled(tests: usize, of: impl Iterator<Item = (Tier, u32)>) -> Corpus<u64> {
        let mut corpus = Corpus::new(3, Capacity { tests, nodes: u64::MAX });
        for (number, (tier, rarest)) in (0..).zip(of) {
            corpus.insert(number, tier, rarest, number);
        }
        corpus
    }

    #[test]
    fn a_full_corpus_gives_up_tests_of_the_largest_group_and_the_same_ones() {
        let all = || (0..100).map(|n| (Tier::Set, if n % 10 == 0 { 7 } else { 8 }));
        let corpus = filled(40, all());
        let lens: Vec<usize> = corpus.groups.iter().map(|group| group.slots.len()).collect();
        assert_eq!(lens, [10, 30]);
        assert_eq!(corpus.tests, filled(40, all()).tests);
        assert!(corpus.tests.iter().any(|n| *n > 90), "new tests must be kept too");
        let mut slots: Vec<usize> =
            corpus.groups.iter().flat_map(|group| &group.slots).copied().collect();
        slots.sort_unstable();
        assert_eq!(slots, (0..40).collect::<Vec<usize>>());
    }

    #[test]
    fn the_nodes_of_all_tests_are_bounded_by_giving_up_tests_of_the_heaviest_group() {
        let capacity = Capacity { tests: 50, nodes: 2000 };
        let tiers = [Tier::Set, Tier::Set, Tier::Set, Tier::Edge, Tier::Bucket];
        let mut corpus: Corpus<Heavy> = Corpus::new(3, capacity);
        for number in 0..500 {
            corpus.insert(number, tiers[number as usize % 5], number as u32 % 3, Heavy(number));
            let in_all: u64 = corpus.tests.iter().map(Heavy::nodes).sum();
            assert_eq!(corpus.nodes, in_all);
            assert!(in_all <= 2000 && corpus.len() <= 50, "{in_all} in {}", corpus.len());
            let mut slots: Vec<usize> = Vec::new();
            for group in &corpus.groups {
                let nodes = group.slots.iter().map(|slot| corpus.tests[*slot].0).sum::<u64>();
                assert_eq!(group.nodes, nodes);
                slots.extend(&group.slots);
            }
            slots.sort_unstable();
            assert!(slots.into_iter().eq(0..corpus.len()), "each slot is in one group");
        }
        // 300 tests came in the tier with the heaviest groups, and the other tests are still there.
        assert!(corpus.tests.iter().filter(|test| test.0 % 5 > 2).count() > 2);
        // The bound does not keep out a test that is heavier alone.
        corpus.insert(5000, Tier::Bucket, 1, Heavy(5000));
        assert_eq!(corpus.tests, [Heavy(5000)]);
        corpus.insert(7, Tier::Bucket, 2, Heavy(7));
        assert_eq!(corpus.tests, [Heavy(7)]);
    }

    #[test]
    fn a_corpus_that_was_full_keeps_fewer_tests_when_they_are_larger() {
        let mut corpus: Corpus<Heavy> = Corpus::new(3, Capacity { tests: 20, nodes: 2000 });
        let mut insert = |number: u64, nodes| {
            corpus.insert(number, Tier::Set, number as u32 % 3, Heavy(nodes));
            (corpus.len(), corpus.nodes)
        };
        (0..19).for_each(|number| assert_eq!(insert(number, 10).1, 10 * (number + 1)));
        (19..50).for_each(|number| assert_eq!(insert(number, 10), (20, 200)));
        assert_eq!(insert(50, 100), (11, 200));
        (51..99).for_each(|number| assert!(insert(number, 25).1 <= 200));
        assert_eq!(insert(99, 25), (8, 200));
        (100..199).for_each(|number| _ = insert(number, 90));
        assert_eq!(insert(199, 90), (6, 540), "a quarter of the tests, and the new one");
        // Small tests come back, and the bound stays.
        (200..999).for_each(|number| _ = insert(number, 1));
        assert_eq!((corpus.len(), corpus.nodes_when_full), (20, Some(200)));
    }

    #[test]
    fn the_cheapest_test_of_an_edge_takes_the_place_of_the_one_before() {
        let tests = [(Tier::Cheaper, 5), (Tier::Set, 5), (Tier::Cheaper, 6), (Tier::Cheaper, 5)];
        assert_eq!(filled(10, tests.into_iter()).tests, [3, 1, 2]);
    }

    #[test]
    fn a_corpus_of_one_test_has_the_newest_and_chooses_it() {
        let corpus = filled(1, (0..9).map(|n| (Tier::Set, n)));
        assert_eq!(corpus.tests, [8]);
        let mut generator = Generator::new(seed::random(1), 0);
        for _ in 0..50 {
            assert_eq!(corpus.choose(&mut generator, |_| 1.0), Some(Slot(0)));
            assert_eq!(corpus.choose_rare(&mut generator, |_| 1.0, |_| 0), Some(Slot(0)));
        }
    }

    fn count(chosen: &[u64], of: std::ops::Range<u64>) -> usize {
        chosen.iter().filter(|n| of.contains(n)).count()
    }

    #[test]
    fn tiers_are_chosen_alike_and_of_their_tests_good_ones_more_often() {
        let group = |n| match n {
            0 => (Tier::Edge, 1),
            1..41 => (Tier::Set, n as u32 % 7),
            _ => (Tier::Cheaper, 1),
        };
        let corpus = filled(100, (0..42).map(group));
        let mut generator = Generator::new(seed::random(1), 0);
        let slots =
            (0..2000).filter_map(|_| corpus.choose(&mut generator, |n| f64::from(*n as u32)));
        let chosen: Vec<u64> = slots.map(|slot| *corpus.get(slot)).collect();
        let alone = count(&chosen, 0..1);
        assert!((900..1100).contains(&alone), "{alone} of 2000 from a tier of one");
        let (low, high) = (count(&chosen, 1..21), count(&chosen, 21..41));
        assert!(high > 5 * low && low > 0, "{high} good and {low} bad");
        assert_eq!(low + high + alone, 2000, "none only for being cheap");
    }

    #[test]
    fn the_rare_ones_are_those_with_the_least_frequent_edge_of_a_tier() {
        let group = |n| match n {
            0 => (Tier::Edge, 1),
            1..=10 => (Tier::Set, 1),
            _ => (Tier::Set, 2),
        };
        let corpus = filled(100, (0..41).map(group));
        let mut generator = Generator::new(seed::random(1), 0);
        let slots =
            (0..2000).filter_map(|_| corpus.choose_rare(&mut generator, |_| 1.0, |edge| edge));
        let chosen: Vec<u64> = slots.map(|slot| *corpus.get(slot)).collect();
        let alone = count(&chosen, 0..1);
        assert!((900..1100).contains(&alone), "{alone} of 2000 from a tier of one");
        assert_eq!(count(&chosen, 11..41), 0, "of twenty drawn from two groups");
        assert!((1..11).all(|n| count(&chosen, n..n + 1) > 40), "one of ten as often as another");
    }
}
