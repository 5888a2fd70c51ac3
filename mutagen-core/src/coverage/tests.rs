//! Tests how a run is judged, with made-up counters.

// The tests write to made-up counters through raw pointers.
#![allow(unsafe_code)]

use super::callbacks::tests::{made_up, report};
use super::*;

/// Made-up symbols: addresses below 100 are the engine's.
fn made_up_place(address: usize) -> Option<Location> {
    let function = if address < 100 { "mutagen_core::search::batch::serve" } else { "shop::price" };
    let file = Some("src/lib.rs".to_owned());
    Some(Location { frames: vec![Frame { function: function.to_owned(), file, line: Some(3) }] })
}

/// Judges only the new edges of a run.
fn new_to(coverage: &mut Coverage, log: &mut SeenCoverage) -> Vec<u32> {
    let mut novelty = Novelty { load: 7, ..Novelty::of_edges(&[77]) };
    coverage.judge(log, Depth::EdgesOnly, &mut novelty);
    assert_eq!((novelty.is_new(), novelty.load), (!novelty.edges.is_empty(), 0));
    novelty.edges
}

/// A process with one module, and a function that sets its counters.
pub(super) fn process(counters: usize, addresses: &[usize]) -> (Coverage, impl Fn(&[(usize, u8)])) {
    let registry = made_up(&vec![0; counters], addresses);
    let start = registry.modules()[0].counters.start();
    let coverage = Coverage { locate: made_up_place, ..Coverage::of(registry) };
    let set = move |counts: &[(usize, u8)]| {
        for at in 0..counters {
            let count = counts.iter().find(|&&(edge, _)| edge == at).map_or(0, |&(_, count)| count);
            // SAFETY: one of the counters, leaked for this test.
            unsafe { *start.add(at) = count };
        }
    };
    (coverage, set)
}

/// A process with one function per counter, each named by its address.
fn named(addresses: &[usize]) -> (Coverage, impl Fn(&[usize])) {
    fn place(address: usize) -> Option<Location> {
        let of_the_engine = address < 100;
        let krate = if of_the_engine { "mutagen_core" } else { "shop" };
        let frame = |function: String| Frame { function, file: None, line: None };
        // The code inlined there is the user's.
        let frames = vec![frame("shop::inlined".into()), frame(format!("{krate}::f{address:04}"))];
        Some(Location { frames })
    }
    let registry = made_up(&vec![0; addresses.len()], addresses);
    let start = registry.modules()[0].counters.start();
    let mut coverage = Coverage { locate: place, ..Coverage::of(registry) };
    coverage.take_modules(coverage.reports);
    let order = addresses.to_vec();
    let hit = move |functions: &[usize]| {
        for (at, address) in order.iter().enumerate() {
            let count = functions.iter().filter(|&function| function == address).count() as u8;
            // SAFETY: one of the counters, leaked for this test.
            unsafe { *start.add(at) = count };
        }
    };
    (coverage, hit)
}

#[test]
fn what_leaves_the_module_does_not_depend_on_where_counters_are() {
    let functions: Vec<usize> = (100..400).collect();
    let moved: Vec<usize> = (0..300).map(|at| 100 + at * 7 % 300).collect();
    let novelties = [functions.clone(), moved].map(|order| {
        let (mut coverage, hit) = named(&order);
        let mut log = SeenCoverage::new();
        let mut seen = Vec::new();
        let mut novelty = Novelty::default();
        let runs: [(&[usize], &[usize], Depth); 5] = [
            (&[300, 120, 120, 399], &[300, 120, 120, 399], Depth::EdgesOnly),
            (&[301, 121, 200], &[301, 200], Depth::EdgesOnly),
            (&[300, 120, 399, 130, 110], &[300, 120, 399, 130, 110], Depth::AllTiers),
            (&[399, 398, 140, 105, 201, 300], &[399, 105, 300, 150], Depth::AllTiers),
            (&[120, 399], &[120, 399], Depth::AllTiers),
        ];
        for (first, second, depth) in runs {
            hit(first);
            coverage.judge(&mut log, depth, &mut novelty);
            seen.push((novelty.tier, novelty.edges.clone(), novelty.hit.clone(), novelty.load));
            hit(second);
            coverage.confirm(&mut log, &mut novelty);
            seen.push((novelty.tier, novelty.edges.clone(), novelty.hit.clone(), novelty.load));
            log.enter(&novelty);
            coverage.answer(Hits::Edges, &mut novelty);
            coverage.answer(Hits::Missed(&[5, 20, 50, 299]), &mut novelty);
            seen.push((None, novelty.hit.clone(), vec![novelty.missed as u32], 0));
        }
        let (mut hits, mut counted) = (Vec::new(), Vec::new());
        coverage.hits(&mut hits);
        coverage.counted(&mut counted);
        assert_eq!(hits, [(20, 1), (299, 1)]);
        let place = coverage.locate(299).map(|location| location.frames[1].function.clone());
        assert_eq!(place.as_deref(), Some("shop::f0399"));
        (seen, coverage.first_only().collect::<Vec<u32>>(), hits, counted, log.len())
    });
    assert_eq!(novelties[0].0[0].1, [20, 200, 299], "numbers by name, ascending");
    assert_eq!(novelties[0].1, [21, 40, 101, 298], "edges of all first runs");
    assert_eq!(novelties[0], novelties[1]);
}

#[test]
fn a_function_of_the_engine_never_counts_whatever_shares_a_row_with_it() {
    for between in [0, 200] {
        // The 2 functions share a row in one case and not in the other.
        let filler = (10..10 + between).map(|_| 11);
        let order: Vec<usize> = [10].into_iter().chain(filler).chain([100]).collect();
        let (mut coverage, hit) = named(&order);
        hit(&[10, 100]);
        let mut log = SeenCoverage::new();
        let own = order.len() as u32 - 1;
        assert_eq!(new_to(&mut coverage, &mut log), [own], "with {between} between them");
        assert_eq!(judged(&mut coverage, &mut log), (Some(Tier::Edge), vec![own], 1));
    }
}

#[test]
fn judging_finds_what_the_log_has_not_and_changes_nothing() {
    let mut coverage = Coverage::of(made_up(&[1, 0, 200, 3], &[]));
    let mut log = SeenCoverage::new();
    log.enter(&Novelty::of_edges(&[2]));
    assert_eq!(coverage.edges(), 4);
    assert_eq!(new_to(&mut coverage, &mut log), [0, 3]);
    assert_eq!(log.edges.edges(), [2], "judging does not enter the edges");
    let mut hits = vec![(9, 9)];
    coverage.hits(&mut hits);
    assert_eq!(hits, [(0, 1), (2, 200), (3, 3)]);
    assert_eq!(new_to(&mut coverage, &mut log), [0, 3]);
}

#[test]
fn edges_are_numbered_over_all_modules_and_late_ones_are_noticed() {
    let registry = made_up(&[0, 5], &[]);
    let mut coverage = Coverage::of(registry);
    report(registry, &[0, 0, 6], &[]);
    let mut hits = Vec::new();
    coverage.hits(&mut hits);
    assert_eq!((hits, coverage.edges()), (vec![(1, 5), (4, 6)], 5));
    let third = report(registry, &[0; 40], &[]);
    coverage.clear();
    // SAFETY: the eighth of 40 counters, leaked for this test.
    unsafe { *third.add(7) = 1 };
    assert_eq!(new_to(&mut coverage, &mut SeenCoverage::new()), [12]);
    let mut novelty = Novelty::default();
    coverage.judge(&mut SeenCoverage::new(), Depth::AllTiers, &mut novelty);
    assert_eq!((novelty.edges, novelty.load), (vec![12], 1));
}

#[test]
fn clearing_forgets_what_ran_before() {
    let mut coverage = Coverage::of(made_up(&[1; 50], &[]));
    coverage.clear();
    assert!(new_to(&mut coverage, &mut SeenCoverage::new()).is_empty());
    let mut novelty = Novelty::of_edges(&[1]);
    coverage.judge(&mut SeenCoverage::new(), Depth::AllTiers, &mut novelty);
    assert_eq!(novelty, Novelty::default(), "a run that hit nothing is not a new set");
}

#[test]
fn what_counts_of_a_run_is_nothing_of_the_engine_and_nothing_of_before() {
    let addresses: Vec<usize> = (0..64).map(|at| if at < 32 { 10 } else { 200 + at }).collect();
    let (mut coverage, set) = process(64, &addresses);
    let mut counted = vec![(9, 9)];
    set(&[(3, 1), (40, 2)]);
    coverage.open();
    set(&[(3, 7), (50, 5), (60, 200)]);
    coverage.counted(&mut counted);
    assert_eq!(counted, [(50, 5), (60, 200)]);
    set(&[(3, 8), (50, 1)]);
    coverage.counted(&mut counted);
    assert_eq!(counted, [(50, 1)]);
}

#[test]
fn edges_of_the_engine_never_count_in_either_log_not_even_after_a_clear() {
    let registry = made_up(&[0; 2], &[]);
    let counters = report(registry, &[1, 1, 0], &[10, 200, 300]);
    // SAFETY: the first of 3 counters, leaked for this test.
    let hit = || unsafe { *counters = 1 };
    let mut coverage = Coverage { locate: made_up_place, ..Coverage::of(registry) };
    let (mut passed, mut discarded) = (SeenCoverage::new(), SeenCoverage::new());
    assert_eq!(new_to(&mut coverage, &mut passed), [3]);
    for _ in 0..2 {
        coverage.clear();
        hit();
        assert!(new_to(&mut coverage, &mut passed).is_empty());
        assert!(new_to(&mut coverage, &mut discarded).is_empty());
        passed.clear();
        discarded.clear();
        assert_eq!(passed.edges.novelty_of(&[2, 3]), [3]);
    }
    assert_eq!((coverage.ignored(), passed.len()), (1, 0));
    let place = coverage.locate(3).map(|location| location.to_string());
    assert_eq!(place.as_deref(), Some("shop::price at src/lib.rs:3"));
    assert_eq!((coverage.locate(0), coverage.locate(5)), (None, None));
}

#[test]
fn a_question_is_answered_for_a_run_that_is_not_new_and_without_edges_that_do_not_count() {
    let (mut coverage, set) = process(6, &[200, 10, 200, 200, 200, 200]);
    let mut log = SeenCoverage::new();
    let mut novelty = Novelty::default();
    for is_new in [true, false] {
        set(&[(0, 1), (1, 1), (2, 3), (5, 1)]);
        coverage.judge(&mut log, Depth::AllTiers, &mut novelty);
        assert_eq!(novelty.is_new(), is_new);
        coverage.answer(Hits::Edges, &mut novelty);
        assert_eq!((&novelty.hit[..], novelty.missed), (&[0, 2, 5][..], 0));
        log.enter(&novelty);
    }
    coverage.answer(Hits::Missed(&[0, 2, 3, 4, 5]), &mut novelty);
    assert_eq!(novelty.missed, 2);
    // The test is repeated and misses one of its edges.
    set(&[(0, 1), (1, 1), (2, 3), (3, 1)]);
    coverage.judge(&mut log, Depth::AllTiers, &mut novelty);
    assert_eq!(novelty.missed, 0, "no answer of before");
    set(&[(0, 1), (1, 1), (2, 3)]);
    coverage.confirm(&mut log, &mut novelty);
    assert_eq!(coverage.first_only().collect::<Vec<u32>>(), [3]);
    coverage.answer(Hits::Missed(&[0, 2, 3, 4, 5]), &mut novelty);
    assert_eq!(novelty.missed, 2, "4 and 5, but not the one that varies");
}

/// Judges a run in all tiers, and records its novelty.
fn judged(coverage: &mut Coverage, log: &mut SeenCoverage) -> (Option<Tier>, Vec<u32>, u64) {
    let mut novelty = Novelty::default();
    coverage.judge(log, Depth::AllTiers, &mut novelty);
    log.enter(&novelty);
    (novelty.tier, novelty.edges, novelty.load)
}

#[test]
fn each_tier_is_met_once_and_the_most_telling_one_is_named() {
    let (mut coverage, set) = process(300, &[]);
    let mut log = SeenCoverage::new();
    let mut run = |counts: &[(usize, u8)]| {
        set(counts);
        let first = judged(&mut coverage, &mut log);
        let (again, ..) = judged(&mut coverage, &mut log);
        assert_eq!(again, None, "the same run is not new again");
        first
    };
    assert_eq!(run(&[(1, 1), (2, 1)]), (Some(Tier::Edge), vec![1, 2], 2));
    assert_eq!(run(&[(1, 1), (299, 9)]), (Some(Tier::Edge), vec![299], 10));
    assert_eq!(run(&[(1, 5), (2, 1)]), (Some(Tier::Bucket), vec![], 6));
    assert_eq!(run(&[(1, 7), (2, 1)]), (None, vec![], 8), "4 to 7 are one bucket");
    assert_eq!(run(&[(2, 1)]), (Some(Tier::Set), vec![], 1));
    assert_eq!(run(&[(1, 6), (299, 10)]), (Some(Tier::BucketedSet), vec![], 16));
    assert_eq!(run(&[(1, 4), (299, 15)]), (None, vec![], 19));
    assert_eq!(run(&[(2, 200), (1, 1), (4, 1)]), (Some(Tier::Edge), vec![4], 202));
    assert_eq!(run(&[(2, 130), (1, 1), (4, 1)]).0, None);
}

#[test]
fn a_cleared_log_finds_every_tier_new_again_and_logs_share_nothing() {
    let (mut coverage, set) = process(200, &[]);
    let (mut passed, mut discarded) = (SeenCoverage::new(), SeenCoverage::new());
    set(&[(7, 3), (150, 2)]);
    for _ in 0..2 {
        let first = (Some(Tier::Edge), vec![7, 150], 5);
        assert_eq!(judged(&mut coverage, &mut passed), first);
        assert_eq!(judged(&mut coverage, &mut discarded), first);
        assert_eq!(judged(&mut coverage, &mut passed).0, None);
        passed.clear();
        discarded.clear();
    }
}

#[test]
fn edges_entered_without_counts_are_old_and_their_buckets_new() {
    let (mut coverage, set) = process(200, &[]);
    let mut log = SeenCoverage::new();
    log.enter(&Novelty::of_edges(&[7]));
    set(&[(7, 3)]);
    assert_eq!(judged(&mut coverage, &mut log), (Some(Tier::Bucket), vec![], 3));
    assert_eq!(judged(&mut coverage, &mut log).0, None);
    assert!(new_to(&mut coverage, &mut log).is_empty());
}

#[test]
fn edges_that_do_not_count_are_in_no_bucket_no_set_and_no_load() {
    let addresses: Vec<usize> = (0..200).map(|edge| if edge % 3 == 0 { 10 } else { 200 }).collect();
    let (mut coverage, set) = process(200, &addresses);
    let mut log = SeenCoverage::new();
    set(&[(0, 5), (1, 2), (197, 1), (198, 255)]);
    assert_eq!(judged(&mut coverage, &mut log), (Some(Tier::Edge), vec![1, 197], 3));
    assert_eq!(coverage.ignored(), 2);
    for own in [1, 90, 255] {
        set(&[(0, own), (1, 2), (3, own), (197, 1), (198, own)]);
        assert_eq!(judged(&mut coverage, &mut log), (None, vec![], 3));
    }
    set(&[(0, 1), (198, 1)]);
    assert_eq!(judged(&mut coverage, &mut log), (None, vec![], 0));
}

#[test]
fn a_module_that_reports_late_leaves_no_counts_of_earlier_runs_to_compare_with() {
    let registry = made_up(&[0; 4096], &[]);
    let start = registry.modules()[0].counters.start();
    let mut coverage = Coverage { locate: made_up_place, ..Coverage::of(registry) };
    let set = |edges: &[usize]| {
        for at in 0..4096 {
            // SAFETY: one of the counters, leaked for this test.
            unsafe { *start.add(at) = u8::from(edges.contains(&at)) };
        }
    };
    let mut log = SeenCoverage::new();
    let mut novelty = Novelty::default();
    let mut twice = |coverage: &mut Coverage, first: &[usize], second: &[usize]| {
        set(first);
        coverage.judge(&mut log, Depth::AllTiers, &mut novelty);
        set(second);
        let unstable = coverage.confirm(&mut log, &mut novelty);
        log.enter(&novelty);
        unstable
    };
    assert_eq!(twice(&mut coverage, &[1, 2000], &[1, 2000]), 0);
    report(registry, &[0; 64], &[]);
    assert_eq!(twice(&mut coverage, &[1], &[1, 2010]), 0, "one disagreement");
    assert!(coverage.first_only().next().is_none(), "no count of an earlier run is left");
    assert_eq!(twice(&mut coverage, &[1, 2100], &[1]), 1);
    assert_eq!(coverage.first_only().collect::<Vec<u32>>(), [2100]);
}

#[path = "confirm_tests.rs"]
mod confirm;
