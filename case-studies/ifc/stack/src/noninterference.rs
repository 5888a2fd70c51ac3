//! The properties: noninterference of a single step, of many steps, and from end to end.
//!
//! All are about two runs that start in indistinguishable states. [`advance`] says what one step of
//! both is and when it gives a secret away; single-step noninterference asks that of one step,
//! multi-step noninterference again and again.

use crate::indist::indistinguishable;
use crate::rules::Table;
use crate::state::{Instruction, Pair, State};
use crate::step::step;
use mutagen_core::{Outcome, assume};
use std::borrow::Cow;

/// The most steps that a run of several makes.
pub const STEPS: usize = 42;

/// What became of two runs when they went on for a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Advance {
    /// One of them cannot make the step.
    Stuck,
    /// The observer can tell now what it could not before.
    Leak,
    /// Both made the step, to these states.
    Both(State, State),
    /// The left run made a step with its secrets, and the right one waits.
    Left(State),
    /// The right run made a step with its secrets, and the left one waits.
    Right(State),
}

/// Lets two indistinguishable runs go on for a step.
pub fn advance(table: &Table, left: &State, right: &State) -> Advance {
    let Some(next_left) = step(table, left) else { return Advance::Stuck };
    let Some(next_right) = step(table, right) else { return Advance::Stuck };
    match (left.is_low(), next_left.is_low(), next_right.is_low()) {
        (true, _, _) | (false, true, true) => {
            if indistinguishable(&next_left, &next_right) {
                return Advance::Both(next_left, next_right);
            }
        }
        // The left run comes back to public data, and waits there for the right one.
        (false, true, false) => {
            if indistinguishable(right, &next_right) {
                return Advance::Right(next_right);
            }
        }
        // The left run stays with its secrets, whatever the right one does.
        (false, false, _) => {
            if indistinguishable(left, &next_left) {
                return Advance::Left(next_left);
            }
        }
    }
    Advance::Leak
}

/// Single-step noninterference: a step does not let the observer tell apart what it could not.
/// Discards states that are not indistinguishable, and those from which there is no step.
pub fn ssni(table: &Table, pair: &Pair) -> Outcome {
    assume!(pair.left.instruction().is_some() && indistinguishable(&pair.left, &pair.right));
    match advance(table, &pair.left, &pair.right) {
        Advance::Stuck => Outcome::Discarded,
        Advance::Leak => Outcome::failed("after one step the observer can tell the runs apart"),
        Advance::Both(..) | Advance::Left(_) | Advance::Right(_) => Outcome::Passed,
    }
}

/// Multi-step noninterference: the same for up to [`STEPS`] steps of both. Discards states that are
/// not indistinguishable, and those from which there is no step.
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
/// end in indistinguishable states. Discards all others.
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
