//! Tests that the correct machine keeps secrets on many pairs of the hand-written generators, and
//! that a bug in any rule leaks. (The README has the kill rates of 2 million tests.)

use ifc_stack::generate::{execution, smart, variation};
use ifc_stack::{Pair, Stack, State, Table, eeni, indistinguishable, msni, rules, ssni};
use mutagen_core::Outcome;
use mutagen_core::internal::value::seed::{self, Random};

/// The numbers of passed, discarded and failed tests.
fn count(tests: usize, mut test: impl FnMut(&mut Random) -> Outcome) -> [usize; 3] {
    let mut random = seed::random(1);
    let mut counts = [0; 3];
    for _ in 0..tests {
        match test(&mut random) {
            Outcome::Passed => counts[0] += 1,
            Outcome::Discarded => counts[1] += 1,
            Outcome::Failed(_) => counts[2] += 1,
        }
    }
    counts
}

#[test]
fn the_correct_machine_keeps_secrets_for_a_step() {
    let table = rules::correct();
    let [passed, discarded, failed] = count(50_000, |random| ssni(&table, &smart::pair(random)));
    assert_eq!(failed, 0);
    // The published generator discarded 22 % of its tests.
    assert!((9_000..14_000).contains(&discarded), "{discarded} discarded, {passed} passed");
}

#[test]
fn the_correct_machine_keeps_secrets_for_many_steps_and_from_end_to_end() {
    let table = rules::correct();
    let [passed, _, failed] =
        count(10_000, |random| msni(&table, &execution::pair(random, &table)));
    assert_eq!(failed, 0);
    assert!(passed > 5_000, "{passed} passed");
    let [passed, _, failed] =
        count(10_000, |random| eeni(&table, &execution::pair(random, &table)));
    assert_eq!(failed, 0);
    // Few programs run until they halt on public data.
    assert!(passed > 300, "{passed} passed");
}

#[test]
fn each_bug_lets_a_secret_out_in_a_step_about_as_often_as_published() {
    const TESTS: u32 = 400_000;
    let mutants = rules::BUGS.mutants();
    let tables: Vec<Table> = mutants.iter().map(|mutant| mutant.plant(&rules::correct())).collect();
    let mut found = vec![0_u32; tables.len()];
    let mut random = seed::random(1);
    for _ in 0..TESTS {
        let pair = smart::pair(&mut random);
        for (found, table) in found.iter_mut().zip(&tables) {
            *found += u32::from(matches!(ssni(table, &pair), Outcome::Failed(_)));
        }
    }
    for ((mutant, found), mean) in mutants.iter().zip(found).zip(smart::PUBLISHED) {
        // A factor of 1.25 in either direction, plus 3 standard errors for chance.
        let chance = |rate: f64| 3.0 * (rate * (1.0 - rate) / f64::from(TESTS)).sqrt();
        let (least, most) = (1.0 / mean / 1.25, 1.0 / mean * 1.25);
        let (least, most) = (least - chance(least), most + chance(most));
        assert!(least * mean > 0.5 && most * mean < 1.5, "too few tests to tell: {mutant}");
        let rate = f64::from(found) / f64::from(TESTS);
        assert!((least..most).contains(&rate), "{mutant}: {rate} is not in {least}..{most}");
    }
}

#[test]
fn each_bug_lets_a_secret_out_in_many_steps() {
    for mutant in rules::BUGS.mutants() {
        let table = mutant.plant(&rules::correct());
        let found = |random: &mut Random| msni(&table, &execution::pair(random, &table));
        let mut random = seed::random(1);
        let tests = (0..40_000).position(|_| matches!(found(&mut random), Outcome::Failed(_)));
        assert!(tests.is_some(), "{mutant}");
    }
}

#[test]
fn a_variation_cannot_be_told_from_the_state_and_is_mostly_another() {
    let mut random = seed::random(2);
    let mut equal = 0;
    for _ in 0..5_000 {
        let Pair { left, right } = smart::pair(&mut random);
        assert!(indistinguishable(&left, &right), "{left:?} {right:?}");
        equal += usize::from(left == right);
    }
    assert!(equal < 1_000, "{equal} equal");
}

#[test]
fn indistinguishability_is_an_equivalence() {
    let mut random = seed::random(3);
    let mut together = 0;
    for _ in 0..5_000 {
        let a = smart::state(&mut random);
        let b = variation::of(&mut random, &a, 1);
        // A third state that is frequently, but not always, in the same class.
        let mut c = variation::of(&mut random, &b, 1);
        if let Stack::Data(atom, _) = &mut c.stack {
            atom.value ^= 1;
        }
        assert!(indistinguishable(&a, &a), "{a:?}");
        let same = |a: &State, b: &State| indistinguishable(a, b);
        assert!(same(&a, &b) && same(&b, &a), "{a:?} {b:?}");
        assert_eq!(same(&a, &c), same(&c, &a), "{a:?} {c:?}");
        assert_eq!(same(&a, &c), same(&b, &c), "{a:?} {b:?} {c:?}");
        together += usize::from(same(&a, &c));
    }
    assert!((1_000..4_500).contains(&together), "{together}");
}
