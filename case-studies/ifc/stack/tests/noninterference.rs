//! Tests which runs each property compares. For every case of a step of two runs there is a pair of
//! states that leaks, and a pair that passes or is discarded.

use ifc_stack::Instruction::*;
use ifc_stack::noninterference::{Advance, STEPS, advance};
use ifc_stack::{
    Atom, Instruction, Pair, Stack, State, Table, eeni, indistinguishable, msni, rules, ssni, step,
};
use mutagen_core::Outcome;

/// The table with a planted bug.
fn bug(number: usize) -> &'static Table {
    rules::BUGS.table(Some(number)).unwrap()
}

/// A state with two public cells: the first holds 0, the second 1.
fn state(instructions: &[Instruction], stack: Stack, pc: Atom) -> State {
    let memory = vec![Atom::low(0), Atom::low(1)];
    State { instructions: instructions.to_vec(), memory, stack, pc }
}

fn pair(left: &State, right: &State) -> Pair {
    Pair { left: left.clone(), right: right.clone() }
}

/// The state after one step.
fn next(table: &Table, state: &State) -> State {
    step(table, state).unwrap()
}

/// Whether the property failed after this step.
fn fails_after(outcome: &Outcome, number: usize) -> bool {
    matches!(outcome, Outcome::Failed(why) if why.contains(&format!("after step {number} ")))
}

/// Adds a secret to a public number, after this many steps that do nothing. Bug 9 makes the sum
/// public.
fn adding(secret: i64, steps_before: usize) -> State {
    let mut program = vec![Nop; steps_before];
    program.extend([Add, Halt]);
    let stack = Stack::Empty.data(Atom::low(0)).data(Atom::high(secret));
    state(&program, stack, Atom::low(0))
}

#[test]
fn public_runs_are_compared_after_the_step_of_both() {
    let (one, two) = (adding(1, 0), adding(2, 0));
    assert_eq!(advance(bug(9), &one, &two), Advance::Leak);
    assert!(matches!(ssni(bug(9), &pair(&one, &two)), Outcome::Failed(_)));
    let correct = rules::correct();
    let both = Advance::Both(next(&correct, &one), next(&correct, &two));
    assert_eq!(advance(&correct, &one, &two), both);
    assert_eq!(ssni(&correct, &pair(&one, &two)), Outcome::Passed);
}

#[test]
fn secret_runs_that_come_back_together_are_compared() {
    // The observer does not see the returned value above the return marker. Bug 5 omits that the
    // value depends on a secret.
    let returning = |value| {
        let stack = Stack::Empty.marker(Atom::low(0)).data(Atom::low(value));
        state(&[BRet], stack, Atom::high(0))
    };
    let (one, two) = (returning(1), returning(2));
    assert_eq!(advance(bug(5), &one, &two), Advance::Leak);
    assert!(matches!(ssni(bug(5), &pair(&one, &two)), Outcome::Failed(_)));
    let correct = rules::correct();
    let both = Advance::Both(next(&correct, &one), next(&correct, &two));
    assert_eq!(advance(&correct, &one, &two), both);
    assert_eq!(ssni(&correct, &pair(&one, &two)), Outcome::Passed);
}

/// The address where [`secret`] returns to public data in one step.
const BACK: i64 = 0;
/// The address where [`secret`] makes a hidden step.
const IDLE: i64 = 1;
/// The address where [`secret`] changes a public cell, which bug 16 allows and the correct rules
/// forbid.
const SPOIL: i64 = 2;
/// The address where [`secret`] makes no step.
const STUCK: i64 = 3;

/// A run that works on secrets, by its next step.
fn secret(address: i64) -> State {
    let stack = Stack::Empty.marker(Atom::low(3)).data(Atom::high(5)).data(Atom::low(0));
    state(&[BRet, Nop, Store, Halt], stack, Atom::high(address))
}

#[test]
fn of_two_secret_runs_the_one_that_stays_secret_makes_its_step_unseen() {
    let after = |address| next(bug(16), &secret(address));
    let cases = [
        (BACK, BACK, Advance::Both(after(BACK), after(BACK))),
        (BACK, IDLE, Advance::Right(after(IDLE))),
        (BACK, SPOIL, Advance::Leak),
        (IDLE, BACK, Advance::Left(after(IDLE))),
        (IDLE, IDLE, Advance::Left(after(IDLE))),
        (IDLE, SPOIL, Advance::Left(after(IDLE))),
        (SPOIL, BACK, Advance::Leak),
        (SPOIL, IDLE, Advance::Leak),
        (SPOIL, SPOIL, Advance::Leak),
        (STUCK, IDLE, Advance::Stuck),
        (IDLE, STUCK, Advance::Stuck),
        (BACK, STUCK, Advance::Stuck),
    ];
    for (left, right, expected) in cases {
        let outcome = ssni(bug(16), &pair(&secret(left), &secret(right)));
        let agrees = match expected {
            Advance::Stuck => outcome == Outcome::Discarded,
            Advance::Leak => matches!(outcome, Outcome::Failed(_)),
            Advance::Both(..) | Advance::Left(_) | Advance::Right(_) => outcome == Outcome::Passed,
        };
        assert!(agrees, "{left} {right}: {outcome:?}");
        assert_eq!(advance(bug(16), &secret(left), &secret(right)), expected, "{left} {right}");
    }
}

#[test]
fn what_can_be_told_apart_from_the_start_says_nothing() {
    let (one, two) = (secret(IDLE), adding(1, 1));
    let mut other = adding(1, 1);
    other.memory[0] = Atom::low(9);
    for property in [ssni, msni, eeni] {
        assert_eq!(property(&rules::correct(), &pair(&two, &two)), Outcome::Passed);
        assert_eq!(property(&rules::correct(), &pair(&one, &two)), Outcome::Discarded);
        assert_eq!(property(&rules::correct(), &pair(&two, &other)), Outcome::Discarded);
    }
}

/// A run that works on secrets, takes this many steps until it returns, and then reads the cell
/// that the secret points to. Bug 13 omits that the pointer was secret.
fn reading(secret: i64, steps_before: i64) -> State {
    let stack = Stack::Empty.marker(Atom::low(4)).data(Atom::high(secret));
    let program = [Nop, Nop, Nop, BRet, Load, Halt];
    state(&program, stack, Atom::high(3 - steps_before))
}

#[test]
fn a_run_that_is_back_waits_for_the_other() {
    // The steps until both runs have returned, and the step that leaks.
    for (left, right, leak) in [(0, 0, 2), (1, 0, 3), (0, 1, 3), (1, 1, 4), (0, 3, 5), (3, 2, 7)] {
        let pair = pair(&reading(0, left), &reading(1, right));
        let outcome = msni(bug(13), &pair);
        assert!(fails_after(&outcome, leak), "{left} {right}: {outcome:?}");
        assert_eq!(msni(&rules::correct(), &pair), Outcome::Passed, "{left} {right}");
        // One step does not leak yet.
        assert_eq!(ssni(bug(13), &pair), Outcome::Passed, "{left} {right}");
    }
}

#[test]
fn a_run_that_the_other_waits_for_is_watched_at_each_step() {
    let at = |address| {
        let stack = Stack::Empty.marker(Atom::low(3)).data(Atom::high(5)).data(Atom::low(0));
        state(&[Nop, Store, BRet, Halt], stack, Atom::high(address))
    };
    let (spoils, waits) = (at(0), at(2));
    for pair in [pair(&spoils, &waits), pair(&waits, &spoils)] {
        assert_eq!(ssni(bug(16), &pair), Outcome::Passed);
        assert!(fails_after(&msni(bug(16), &pair), 2));
        // With the correct rules the run gets stuck there, but not in the first step.
        assert_eq!(msni(&rules::correct(), &pair), Outcome::Passed);
    }
}

#[test]
fn many_steps_are_so_many_and_the_first_has_to_be_possible() {
    let after = |steps| pair(&adding(1, steps), &adding(2, steps));
    for steps in [0, 1, STEPS - 1] {
        assert!(fails_after(&msni(bug(9), &after(steps)), steps + 1), "{steps}");
        assert_eq!(msni(&rules::correct(), &after(steps)), Outcome::Passed, "{steps}");
    }
    assert_eq!(msni(bug(9), &after(STEPS)), Outcome::Passed);
    for (left, right) in [(STUCK, IDLE), (IDLE, STUCK)] {
        let pair = pair(&secret(left), &secret(right));
        assert_eq!(msni(&rules::correct(), &pair), Outcome::Discarded);
    }
}

#[test]
fn runs_that_halt_are_compared_at_their_ends() {
    let adding = pair(&adding(1, 3), &adding(2, 3));
    assert!(matches!(eeni(bug(9), &adding), Outcome::Failed(_)));
    assert_eq!(eeni(&rules::correct(), &adding), Outcome::Passed);
    // Here one run halts before the other.
    for (left, right) in [(0, 2), (2, 0)] {
        let reading = pair(&reading(0, left), &reading(1, right));
        assert!(matches!(eeni(bug(13), &reading), Outcome::Failed(_)));
        assert_eq!(eeni(&rules::correct(), &reading), Outcome::Passed);
    }
}

#[test]
fn a_run_that_does_not_halt_on_public_data_has_no_end_to_compare() {
    // Bug 2 omits that the target of the call is secret.
    let calling = |address| {
        let stack = Stack::Empty.data(Atom::high(address));
        state(&[BCall(0), Halt, Halt, Nop], stack, Atom::low(0))
    };
    let calls = |left, right| eeni(bug(2), &pair(&calling(left), &calling(right)));
    assert!(matches!(calls(1, 2), Outcome::Failed(_)));
    // The other run leaves the program, or returns to the call and gets stuck there.
    for beyond in [3, 9, 0] {
        assert_eq!(calls(1, beyond), Outcome::Discarded, "{beyond}");
        assert_eq!(calls(beyond, 1), Outcome::Discarded, "{beyond}");
    }
    // With the correct rules both runs halt in a state that the observer does not see.
    assert_eq!(eeni(&rules::correct(), &pair(&calling(1), &calling(1))), Outcome::Discarded);
}

#[test]
fn an_end_counts_if_it_is_reached_in_as_many_steps() {
    let halting = |steps| pair(&adding(1, steps), &adding(2, steps));
    assert!(matches!(eeni(bug(9), &halting(STEPS - 1)), Outcome::Failed(_)));
    assert_eq!(eeni(&rules::correct(), &halting(STEPS - 1)), Outcome::Passed);
    assert_eq!(eeni(bug(9), &halting(STEPS)), Outcome::Discarded);
}

#[test]
fn the_pairs_of_these_tests_cannot_be_told_apart_at_the_start() {
    assert!(indistinguishable(&secret(BACK), &secret(SPOIL)));
    assert!(indistinguishable(&reading(0, 0), &reading(1, 3)));
    assert!(indistinguishable(&adding(1, 2), &adding(2, 2)));
}
