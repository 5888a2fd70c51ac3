//! Tests that the correct machine keeps secrets on many pairs of the hand-written generator, over
//! both lattices, and that a bug in any rule leaks. (The README has the kill rates of 2 million
//! tests.)

use ifc_register::generate::{smart, variation};
use ifc_register::{
    Diamond, Lattice, Pair, TwoPoint, indistinguishable, is_well_formed, rules, ssni,
};
use mutagen_core::Outcome;
use mutagen_core::internal::value::seed;

fn keeps_secrets<L: Lattice>() {
    let table = rules::correct();
    let mut random = seed::random(1);
    let mut discarded = 0;
    for _ in 0..20_000 {
        let (observer, pair) = smart::pair::<L>(&mut random);
        match ssni(&table, observer, &pair) {
            Outcome::Failed(why) => panic!("{why}: {observer:?} {pair:#?}"),
            Outcome::Discarded => discarded += 1,
            Outcome::Passed => {}
        }
    }
    assert!((3_000..9_000).contains(&discarded), "{discarded} discarded");
}

#[test]
fn the_correct_machine_keeps_secrets() {
    keeps_secrets::<Diamond>();
    keeps_secrets::<TwoPoint>();
}

/// The number of tests until a bug leaks a secret, if it leaks within this many.
fn tests_to_a_leak<L: Lattice>(bug: usize, most: usize) -> Option<usize> {
    let table = rules::BUGS.table(Some(bug)).unwrap();
    let mut random = seed::random(1);
    (0..most).find(|_| {
        let (observer, pair) = smart::pair::<L>(&mut random);
        matches!(ssni(table, observer, &pair), Outcome::Failed(_))
    })
}

#[test]
fn each_bug_lets_a_secret_out_with_four_labels() {
    for bug in 1..=33 {
        assert!(tests_to_a_leak::<Diamond>(bug, 100_000).is_some(), "{bug}");
    }
}

#[test]
fn with_two_labels_two_of_the_bugs_are_none() {
    for bug in 1..=33 {
        // These bugs move a label from the program counter to the result. Then a difference of the
        // result's own label is hidden, unless a third label is possible.
        if matches!(bug, 4 | 32) {
            assert_eq!(tests_to_a_leak::<TwoPoint>(bug, 20_000), None, "{bug}");
        } else {
            assert!(tests_to_a_leak::<TwoPoint>(bug, 100_000).is_some(), "{bug}");
        }
    }
}

#[test]
fn a_variation_cannot_be_told_from_the_state_and_both_are_well_formed() {
    let mut random = seed::random(2);
    let mut equal = 0;
    for _ in 0..5_000 {
        let (observer, Pair { left, right }) = smart::pair::<Diamond>(&mut random);
        assert!(indistinguishable(observer, &left, &right), "{observer:?} {left:?} {right:?}");
        assert!(is_well_formed(&left) && is_well_formed(&right));
        equal += usize::from(left == right);
    }
    // The tests with the observer H, which sees everything.
    assert!((1_000..1_500).contains(&equal), "{equal} equal");
}

#[test]
fn indistinguishability_is_an_equivalence() {
    let mut random = seed::random(3);
    let mut together = 0;
    for _ in 0..5_000 {
        let (observer, Pair { left: a, right: b }) = smart::pair::<Diamond>(&mut random);
        // A third state that is frequently, but not always, in the same class.
        let mut c = variation::of(&mut random, observer, &b);
        c.registers[0] = a.registers[1];
        let same = |left, right| indistinguishable(observer, left, right);
        assert!(same(&a, &a), "{a:?}");
        assert!(same(&a, &b) && same(&b, &a), "{a:?} {b:?}");
        assert_eq!(same(&a, &c), same(&c, &a), "{a:?} {c:?}");
        assert_eq!(same(&a, &c), same(&b, &c), "{a:?} {b:?} {c:?}");
        together += usize::from(same(&a, &c));
    }
    assert!((500..4_500).contains(&together), "{together}");
}

#[test]
fn who_sees_more_tells_more_apart() {
    let mut random = seed::random(4);
    for _ in 0..2_000 {
        let (observer, Pair { left, right }) = smart::pair::<Diamond>(&mut random);
        for &other in Diamond::ALL.iter().filter(|other| other.flows_to(observer)) {
            assert!(indistinguishable(other, &left, &right), "{other:?} {left:?} {right:?}");
        }
    }
}
