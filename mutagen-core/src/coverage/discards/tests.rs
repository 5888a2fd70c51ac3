//! Tests where discarded tests are said to end, with made-up counters: one function for each.

// The tests write to made-up counters through raw pointers.
#![allow(unsafe_code)]

use super::super::callbacks::tests::made_up;
use super::super::comparisons::tests::alone;
use super::super::frame::Frame;
use super::super::observe::Observer;
use super::super::request::{CoverageRequest, Depth};
use super::super::symbols::Location;
use super::*;
use Verdict::{Discarded, Passed};

/// What a test of a parser can hit, one edge each.
const PROPERTY: usize = 0;
const HEADER: usize = 1;
const NO_HEADER: usize = 2;
const SPACE: usize = 3;
const NUMBER: usize = 4;
const NO_NUMBER: usize = 5;
const REFUSED: usize = 6;
const LEN: usize = 7;

/// The function of each edge.
const FUNCTIONS: [&str; LEN] = [
    "tests::reads",
    "shop::header",
    "shop::header",
    "shop::space",
    "shop::number",
    "shop::number",
    "tests::reads",
];

fn place(address: usize) -> Option<Location> {
    let at = address - 100;
    let (function, file) = (FUNCTIONS[at].to_owned(), Some("src/lib.rs".to_owned()));
    Some(Location { frames: vec![Frame { function, file, line: Some(at as u32) }] })
}

/// An observer, and a function that observes a test that hit these edges.
fn observer() -> (Observer, impl Fn(&mut Observer, &[usize], Verdict)) {
    let addresses: Vec<usize> = (100..100 + LEN).collect();
    let registry = made_up(&[0; LEN], &addresses);
    let start = registry.modules()[0].counters.start();
    let coverage = Coverage { locate: place, ..Coverage::of(registry) };
    let wants = CoverageRequest {
        depth: Depth::AllTiers,
        discarded: Depth::EdgesOnly,
        ..CoverageRequest::default()
    };
    let alone = alone();
    let observe = move |observer: &mut Observer, hit: &[usize], verdict| {
        let _held = &alone;
        for at in 0..LEN {
            let count = hit.iter().filter(|&&edge| edge == at).count() as u8;
            // SAFETY: one of the counters, leaked for this test.
            unsafe { *start.add(at) = count };
        }
        observer.observe(&wants, None, verdict, &mut |_| verdict);
        observer.sample(verdict);
    };
    (Observer::of(coverage), observe)
}

fn told(observer: &Observer) -> Vec<(String, u32, u32)> {
    let discards = observer.findings("reads").discards;
    discards.into_iter().map(|at| (at.function, at.line.unwrap_or(0), at.percent)).collect()
}

#[test]
fn discards_end_at_the_edge_that_only_tests_that_came_so_far_hit() {
    let (mut observer, observe) = observer();
    for number in 0..1000 {
        // Spaces are hit on the way, once or several times.
        let mut hit = match number % 10 {
            0 => vec![SPACE],
            1 => vec![SPACE, SPACE],
            _ => vec![],
        };
        hit.extend([PROPERTY, HEADER, REFUSED]);
        hit.extend(if number % 4 == 0 { [NUMBER, NO_NUMBER].as_slice() } else { &[NO_HEADER] });
        observe(&mut observer, &hit, Discarded);
    }
    let told = told(&observer);
    let functions: Vec<&str> = told.iter().map(|(function, ..)| &**function).collect();
    assert_eq!(functions, ["shop::header", "shop::number"]);
    assert_eq!(told[0].1, NO_HEADER as u32);
    assert!(told[0].2.abs_diff(75) <= 12 && told[1].2.abs_diff(25) <= 12, "{told:?}");
}

#[test]
fn what_passed_tests_hit_is_not_where_discards_end() {
    let (mut observer, observe) = observer();
    for number in 0..900 {
        match number % 3 {
            0 => observe(&mut observer, &[PROPERTY, HEADER, SPACE, NUMBER], Passed),
            1 => observe(&mut observer, &[PROPERTY, HEADER, SPACE, NO_HEADER, REFUSED], Discarded),
            _ => observe(&mut observer, &[PROPERTY, HEADER, NO_HEADER, REFUSED], Discarded),
        }
    }
    assert_eq!(told(&observer), [("shop::header".to_owned(), NO_HEADER as u32, 100)]);
}

#[test]
fn the_property_is_named_only_if_it_refuses_by_itself() {
    let (mut observer, observe) = observer();
    (0..20).for_each(|_| observe(&mut observer, &[PROPERTY, REFUSED], Discarded));
    assert_eq!(told(&observer).len(), 1);
    assert_eq!(told(&observer)[0].0, "tests::reads");
    let with_header = [PROPERTY, HEADER, NO_HEADER, REFUSED];
    (0..30).for_each(|_| observe(&mut observer, &with_header, Discarded));
    assert_eq!(told(&observer)[0].0, "shop::header");
}

#[test]
fn nothing_is_told_if_most_tests_pass() {
    let (mut observer, observe) = observer();
    for number in 0..100 {
        let verdict = if number % 2 == 0 { Passed } else { Discarded };
        observe(&mut observer, &[PROPERTY, REFUSED], verdict);
    }
    assert_eq!(told(&observer), []);
    observe(&mut observer, &[PROPERTY, REFUSED], Discarded);
    // Passed tests hit these edges as well, so there is no sign of where the others ended.
    assert_eq!(told(&observer), []);
}

#[test]
fn a_sample_takes_each_test_at_first_and_then_ever_fewer() {
    let mut thinning = Thinning::default();
    let mut taken = |tests: u32| (0..tests).filter(|_| thinning.take().is_some()).count();
    assert_eq!(taken(1000), 1000);
    thinning.halve();
    thinning.halve();
    let mut taken = |tests: u32| (0..tests).filter(|_| thinning.take().is_some()).count();
    let quarter = taken(4000);
    assert!((900..1100).contains(&quarter), "{quarter}");
    let (mut observer, observe) = observer();
    for _ in 0..100_000 {
        observe(&mut observer, &[PROPERTY], Discarded);
    }
    let tests = observer.discards.discarded_tests.len();
    assert!((MOST / 4..MOST).contains(&tests), "{tests}");
}
