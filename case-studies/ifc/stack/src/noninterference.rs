//! The properties: single-step, multi-step and end-to-end noninterference.
//!
//! All are properties of two runs that start in indistinguishable states. [`advance`] defines one
//! step of both runs and when the step leaks a secret. Single-step noninterference checks one step,
//! and multi-step noninterference checks a sequence of steps.

use crate::indist::indistinguishable;
use crate::rules::Table;
use crate::state::{Instruction, Pair, State};
use crate::step::step;
use mutagen_core::{Outcome, assume};
use std::borrow::Cow;

/// The most steps of a run, in the properties of several steps.
pub const STEPS: usize = 42;

/// The result of one step of two runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Advance {
    /// One of the runs cannot make the step.
    Stuck,
    /// The observer can now distinguish the states.
    Leak,
    /// Both runs made the step, to these states.
    Both(State, State),
    /// The left run made a step on secrets, and the right run waits.
    Left(State),
    /// The right run made a step on secrets, and the left run waits.
    Right(State),
}

/// Advances two indistinguishable runs by one step.
pub fn advance(table: &Table, left: &State, right: &State) -> Advance {
    let Some(next_left) = step(table, left) else { return Advance::Stuck };
    let Some(next_right) = step(table, right) else { return Advance::Stuck };
    match (left.is_low(), next_left.is_low(), next_right.is_low()) {
        (true, _, _) | (false, true, true) => {
            if indistinguishable(&next_left, &next_right) {
                return Advance::Both(next_left, next_right);
            }
        }
        // The left run returns to public data, and waits there for the right run.
        (false, true, false) => {
            if indistinguishable(right, &next_right) {
                return Advance::Right(next_right);
            }
        }
        // The left run still works on secrets, whatever the right run does.
        (false, false, _) => {
            if indistinguishable(left, &next_left) {
                return Advance::Left(next_left);
            }
        }
    }
    Advance::Leak
}

/// Single-step noninterference: a step does not let the observer distinguish states that were
/// indistinguishable before. The test is discarded if the states are distinguishable or there is no
/// step.
pub fn ssni(table: &Table, pair: &Pair) -> Outcome {
    assume!(pair.left.instruction().is_some() && indistinguishable(&pair.left, &pair.right));
    match advance(table, &pair.left, &pair.right) {
        Advance::Stuck => Outcome::Discarded,
        Advance::Leak => Outcome::failed("after one step the observer can tell the runs apart"),
        Advance::Both(..) | Advance::Left(_) | Advance::Right(_) => Outcome::Passed,
    }
}

/// Multi-step noninterference: the same for up to [`STEPS`] steps of both runs. The test is
/// discarded if the states are distinguishable or there is no step.
pub fn msni(table: &Table, pair: &Pair) -> Outcome {
    assume!(pair.left.instruction().is_some() && indistinguishable(&pair.left, &pair.right));
    let mut now = Cow::Borrowed(pair);
    for number in 0..STEPS {
        match advance(table, &now.left, &now.right) {
            Advance::Stuck if number == 0 => return Outcome::Discarded,
            Advance::Stuck => break,
            Advance::Leak => {
                let steps = number + 1;
                return Outcome::failed(format!(
                    "after step {steps} the observer can tell the runs apart"
                ));
            }
            Advance::Both(left, right) => now = Cow::Owned(Pair { left, right }),
            Advance::Left(left) => now.to_mut().left = left,
            Advance::Right(right) => now.to_mut().right = right,
        }
    }
    Outcome::Passed
}

/// End-to-end noninterference: two runs that both halt on public data, each within [`STEPS`] steps,
/// end in indistinguishable states. All other tests are discarded.
pub fn eeni(table: &Table, pair: &Pair) -> Outcome {
    assume!(pair.left.instruction().is_some() && indistinguishable(&pair.left, &pair.right));
    let (Some(left), Some(right)) = (halted(table, &pair.left), halted(table, &pair.right)) else {
        return Outcome::Discarded;
    };
    Outcome::check(
        indistinguishable(&left, &right),
        "the runs end in states that can be told apart",
    )
}

/// The state in which a run halts on public data, if it does.
fn halted<'s>(table: &Table, start: &'s State) -> Option<Cow<'s, State>> {
    let mut state = Cow::Borrowed(start);
    for _ in 0..STEPS {
        match step(table, &state) {
            Some(next) => state = Cow::Owned(next),
            None => break,
        }
    }
    (state.is_low() && state.instruction() == Some(Instruction::Halt)).then_some(state)
}
