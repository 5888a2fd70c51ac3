//! Tests what 2 runs of one test that differ mean for its edges, with made-up counters.

use super::*;

/// A process of 4096 edges, and runs of tests in it.
struct Runs<S> {
    coverage: Coverage,
    log: SeenCoverage,
    novelty: Novelty,
    set: S,
}

fn runs() -> Runs<impl Fn(&[(usize, u8)])> {
    let (coverage, set) = process(4096, &[]);
    Runs { coverage, log: SeenCoverage::new(), novelty: Novelty::default(), set }
}

type Tiers = (Option<Tier>, Option<Tier>, Vec<u32>);

impl<S: Fn(&[(usize, u8)])> Runs<S> {
    /// Runs a test twice if it is new. Returns its tiers before and after that, and its new edges.
    fn twice(&mut self, first: &[(usize, u8)], second: &[(usize, u8)]) -> Tiers {
        let Runs { coverage, log, novelty, set } = self;
        set(first);
        coverage.judge(log, Depth::AllTiers, novelty);
        let tier = novelty.tier;
        if tier.is_some() {
            set(second);
            coverage.confirm(log, novelty);
            log.enter(novelty);
        }
        (tier, novelty.tier, novelty.edges.clone())
    }

    /// Runs a test twice in the tier of new edges alone.
    fn edges_twice(&mut self, first: &[(usize, u8)], second: &[(usize, u8)]) -> Vec<u32> {
        let Runs { coverage, log, novelty, set } = self;
        set(first);
        coverage.judge(log, Depth::EdgesOnly, novelty);
        set(second);
        coverage.confirm(log, novelty);
        log.enter(novelty);
        novelty.edges.clone()
    }

    fn first_only(&self) -> Vec<u32> {
        self.coverage.first_only().collect()
    }

    fn set_aside(&self) -> Vec<u32> {
        self.coverage.set_aside().collect()
    }
}

const EDGE: Option<Tier> = Some(Tier::Edge);
/// No edges.
const NONE: [u32; 0] = [];
const SET: Option<Tier> = Some(Tier::Set);

#[test]
fn an_edge_that_only_the_first_run_hit_is_new_and_in_no_set() {
    let mut runs = runs();
    let with: &[(usize, u8)] = &[(1, 1), (2, 1), (151, 1)];
    let without: &[(usize, u8)] = &[(1, 1), (2, 1)];
    assert_eq!(runs.twice(with, without), (EDGE, EDGE, vec![1, 2, 151]));
    assert_eq!(runs.novelty.hit, [1, 2, 151], "of the first run");
    assert_eq!(runs.twice(with, without), (None, None, vec![]));
    assert_eq!(runs.twice(without, without), (None, None, vec![]), "the same set");
    assert_eq!(runs.twice(&[(1, 1), (2, 1), (151, 9)], without).0, None, "no bucket");
    assert_eq!((runs.first_only(), runs.set_aside()), (vec![151], vec![]));
    // Code further behind the cache is found in the same way.
    let deeper: &[(usize, u8)] = &[(1, 1), (2, 1), (151, 1), (3000, 1)];
    assert_eq!(runs.twice(deeper, without), (EDGE, EDGE, vec![3000]));
    assert_eq!(runs.twice(deeper, without), (None, None, vec![]));
    for edge in 10..40 {
        let with: &[(usize, u8)] = &[(1, 1), (edge, 1), (151, 1)];
        assert_eq!(runs.twice(with, &[(1, 1)]), (EDGE, EDGE, vec![edge as u32]));
    }
    assert_eq!(runs.set_aside(), NONE, "never set aside for this");
}

#[test]
fn a_stateful_edge_is_new_to_the_other_log_and_after_a_reset() {
    let mut runs = runs();
    let [with, without]: [&[(usize, u8)]; 2] = [&[(1, 1), (151, 1)], &[(1, 1)]];
    runs.twice(with, without);
    let passed = std::mem::take(&mut runs.log);
    assert_eq!(runs.edges_twice(with, without), [1, 151], "of discarded tests");
    assert_eq!(runs.edges_twice(with, without), NONE);
    runs.log = passed;
    assert_eq!(runs.twice(with, without).0, None);
    runs.log.clear();
    assert_eq!(runs.twice(with, without), (EDGE, EDGE, vec![1, 151]));
    runs.log.clear();
    runs.log.enter(&Novelty::of_edges(&[1]));
    assert_eq!(runs.twice(with, without).2, [151]);
    // A run without any other edge is new because of this one too.
    runs.log.clear();
    assert_eq!(runs.twice(&[(151, 1)], &[]), (EDGE, EDGE, vec![151]));
}

#[test]
fn a_new_edge_of_a_discarded_test_stays_new_without_being_hit_again() {
    let mut runs = runs();
    assert_eq!(runs.edges_twice(&[(0, 1), (1, 1), (2, 1)], &[(0, 1), (2, 1)]), [0, 1, 2]);
    assert_eq!(runs.first_only(), [1]);
    assert_eq!(runs.edges_twice(&[(1, 1)], &[]), NONE);
    runs.log.clear();
    assert_eq!(runs.edges_twice(&[(1, 1)], &[]), [1]);
}

#[test]
fn state_is_told_from_a_table_that_is_filled_once() {
    let mut runs = runs();
    assert!(!runs.coverage.has_state());
    runs.twice(&[(1, 1), (2, 1)], &[(1, 1)]);
    for edge in 10..74 {
        assert!(runs.coverage.has_state(), "{edge}");
        runs.twice(&[(edge, 1)], &[(edge, 1)]);
    }
    assert!(!runs.coverage.has_state());
    runs.edges_twice(&[(1, 1), (80, 1)], &[(1, 1)]);
    assert!(runs.coverage.has_state());
}

#[test]
fn three_repetitions_that_alone_hit_an_edge_set_it_aside_and_8_agreements_give_it_back() {
    let mut runs = runs();
    let noisy = 3000;
    // Each test has a new edge of its own, so that it is confirmed.
    let mut next = 10;
    let mut test = |runs: &mut Runs<_>, first: bool, second: bool| {
        next += 1;
        let run = |hit: bool| {
            let own = (next, 1);
            if hit { vec![own, (noisy, 1)] } else { vec![own] }
        };
        runs.twice(&run(first), &run(second)).2.contains(&(noisy as u32))
    };
    for _ in 0..2 {
        assert!(!test(&mut runs, false, true));
        assert_eq!(runs.set_aside(), NONE);
    }
    test(&mut runs, false, true);
    assert_eq!((runs.set_aside(), runs.first_only()), (vec![3000], vec![]));
    for _ in 0..7 {
        assert!(!test(&mut runs, true, true), "not new while it is set aside");
        // Tests that do not hit the edge say nothing about it.
        test(&mut runs, false, false);
    }
    assert_eq!(runs.twice(&[(noisy, 1)], &[(noisy, 1)]), (None, None, vec![]));
    assert!(test(&mut runs, true, true), "new to the test that gives it back");
    assert_eq!(runs.twice(&[(noisy, 1)], &[(noisy, 1)]), (SET, SET, vec![]));
}

#[test]
fn an_edge_that_was_known_before_it_was_set_aside_is_known_when_it_is_given_back() {
    let mut runs = runs();
    let both: &[(usize, u8)] = &[(1, 1), (3000, 1)];
    assert_eq!(runs.twice(both, both).2, [1, 3000]);
    for edge in 10..13 {
        runs.edges_twice(&[(3000, 1)], &[(3000, 1)]);
        runs.twice(&[(edge, 1)], &[(edge, 1), (3000, 1)]);
    }
    assert_eq!(runs.set_aside(), [3000]);
    assert_eq!(runs.edges_twice(both, both), NONE);
    for edge in 20..28 {
        let agreed: &[(usize, u8)] = &[(edge, 1), (3000, 1)];
        runs.twice(agreed, agreed);
    }
    assert_eq!(runs.edges_twice(both, both), NONE);
    assert_eq!(runs.twice(&[(2, 1), (3000, 1)], &[(2, 1), (3000, 1)]), (EDGE, EDGE, vec![2]));
    assert_eq!(runs.twice(&[(2, 1)], &[(2, 1)]).0, SET, "the edge is in sets again");
}

#[test]
fn a_set_that_is_new_only_without_an_edge_of_the_repetition_is_not_new() {
    let mut runs = runs();
    let both: &[(usize, u8)] = &[(1, 1), (2, 1), (150, 1)];
    runs.twice(both, both);
    let fewer: &[(usize, u8)] = &[(2, 1), (150, 1)];
    assert_eq!(runs.twice(fewer, both), (SET, None, vec![]));
    assert_eq!(runs.novelty.load, 2, "the work of the first run");
    assert_eq!(runs.twice(fewer, fewer), (SET, SET, vec![]), "the runs agree");
    // The set with the edge is new too.
    let other: &[(usize, u8)] = &[(1, 1), (2, 1)];
    assert_eq!(runs.twice(&[(2, 1)], other), (SET, SET, vec![]));
    assert_eq!(runs.set_aside(), NONE);
}

#[test]
fn a_count_that_varies_has_no_bucket_from_then_on_and_its_edge_still_counts() {
    let mut runs = runs();
    let both: &[(usize, u8)] = &[(2, 1), (150, 1)];
    runs.twice(both, both);
    let often: &[(usize, u8)] = &[(2, 9), (150, 1)];
    assert_eq!(runs.twice(often, both), (Some(Tier::Bucket), None, vec![]));
    assert_eq!(runs.twice(often, often), (None, None, vec![]));
    let without: &[(usize, u8)] = &[(150, 1)];
    assert_eq!(runs.twice(without, without), (SET, SET, vec![]));
    // A new edge whose count varies is still new.
    assert_eq!(runs.twice(&[(60, 3)], &[(60, 2)]), (EDGE, EDGE, vec![60]));
    assert_eq!(runs.twice(&[(60, 30)], &[(60, 2)]), (None, None, vec![]));
    assert!(runs.first_only().is_empty() && runs.set_aside().is_empty());
    // Nor has it one after it was in no set for a while.
    runs.twice(&[(2, 9), (70, 1)], &[(70, 1)]);
    assert_eq!(runs.first_only(), [2]);
    for edge in 80..88 {
        let agreed: &[(usize, u8)] = &[(2, 1), (edge, 1)];
        runs.twice(agreed, agreed);
    }
    assert_eq!(runs.twice(&[(2, 40), (87, 1)], &[]).0, None);
    assert_eq!(runs.twice(&[(87, 1)], &[(87, 1)]).0, SET, "the edge counts");
}

#[test]
fn an_edge_that_varies_both_ways_makes_no_storm_of_new_sets() {
    let mut runs = runs();
    let base: &[(usize, u8)] = &[(1, 1), (2, 1)];
    runs.twice(base, base);
    // 12 edges, each hit in half of the runs, whatever the test.
    let mut state = 1_u64;
    let mut run = |own: usize| {
        let mut hit = vec![(1, 1), (2, 1), (own, 1)];
        for edge in 200..212 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888);
            if state >> 63 == 1 {
                hit.push((edge, 1));
            }
        }
        hit
    };
    let mut new = 0;
    for test in 0..4000 {
        let own = 10 + test % 20;
        let (first, second) = (run(own), run(own));
        new += usize::from(runs.twice(&first, &second).1.is_some());
    }
    assert!(new < 150, "{new} of 4000 tests were new");
}
