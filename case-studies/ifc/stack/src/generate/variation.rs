//! The variation of a state: another one that the observer cannot tell from it.

use super::{atom, is_low};
use crate::{Atom, Stack, State};
use mutagen_core::internal::value::seed::Random;
use rand::RngExt;

/// A state that is indistinguishable from this one: public data is kept, secrets are drawn anew
/// from `0..=greatest`. On the stack of a run that works on secrets, data above the first public
/// return marker is drawn anew whatever its label, and half of the time there is one entry more on
/// top.
pub fn of(random: &mut Random, state: &State, greatest: i64) -> State {
    let memory = state.memory.iter().map(|&cell| vary(random, cell, greatest)).collect();
    let pc = vary(random, state.pc, greatest);
    let mut stack = vary_stack(random, &state.stack, greatest, state.is_low());
    if !state.is_low() && random.random() {
        stack = stack.data(atom(random, greatest));
    }
    State { instructions: state.instructions.clone(), memory, stack, pc }
}

fn vary(random: &mut Random, atom: Atom, greatest: i64) -> Atom {
    if is_low(atom) { atom } else { Atom::high(random.random_range(0..=greatest)) }
}

/// `seen` says whether the observer sees the entries here.
fn vary_stack(random: &mut Random, stack: &Stack, greatest: i64, seen: bool) -> Stack {
    match stack {
        Stack::Empty => Stack::Empty,
        Stack::Data(data, rest) => {
            let data = if seen { vary(random, *data, greatest) } else { atom(random, greatest) };
            vary_stack(random, rest, greatest, seen).data(data)
        }
        Stack::Return(pc, rest) => {
            let varied = vary(random, *pc, greatest);
            vary_stack(random, rest, greatest, seen || is_low(*pc)).marker(varied)
        }
    }
}
