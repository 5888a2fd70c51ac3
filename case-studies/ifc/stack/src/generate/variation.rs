//! The variation of a state: another state that the observer cannot distinguish from it.

use super::{atom, is_low};
use crate::{Atom, Stack, State};
use mutagen_core::internal::value::seed::Random;
use rand::RngExt;

/// A state that is indistinguishable from this one. Public data is kept, and secrets are drawn
/// again from `0..=greatest`. In a run that works on secrets, all data above the first public
/// return marker of the stack is drawn again, whatever its label, and in half of the cases one
/// entry is added on top.
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

/// `seen` says whether the observer sees these entries.
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
