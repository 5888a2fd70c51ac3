//! Generation by execution: a program that is made while it runs, so that it runs for long.

use super::{Offer, argument, atom, stack, variation};
use crate::rules::Table;
use crate::{Atom, Instruction, Pair, State, step};
use ifc_rules::pick;
use mutagen_core::internal::value::seed::Random;
use rand::RngExt;

/// The greatest integer in a state; the least is 0.
const GREATEST: i64 = 10;

/// The number of memory cells and of instructions, and the greatest depth of the stack.
const LENGTH: usize = 10;

/// The steps in which the program is made.
const FUEL: u32 = 20;

/// An indistinguishable pair of states, of which the first has a program that was made by running
/// it under this table.
pub fn pair(random: &mut Random, table: &Table) -> Pair {
    let left = state(random, table);
    let right = variation::of(random, &left, GREATEST);
    Pair { left, right }
}

/// A state with a program that was made by running it under this table: wherever the run comes to a
/// `Nop`, an instruction that the stack allows is put in its place.
pub fn state(random: &mut Random, table: &Table) -> State {
    let memory = (0..LENGTH).map(|_| atom(random, GREATEST)).collect();
    let depth = random.random_range(0..=LENGTH);
    let stack = stack(random, GREATEST, depth, (10, 2));
    let pc = Atom { value: 0, label: pick::label(random) };
    let mut start = State { instructions: vec![Instruction::Nop; LENGTH], memory, stack, pc };
    let mut now = start.clone();
    for fuel in (1..=FUEL).rev() {
        if now.instruction() == Some(Instruction::Nop)
            && let Ok(at) = usize::try_from(now.pc.value)
        {
            let chosen = instruction(random, &now, fuel);
            start.instructions[at] = chosen;
            now.instructions[at] = chosen;
        }
        match step(table, &now) {
            Some(next) => now = next,
            None => break,
        }
    }
    start
}

fn instruction(random: &mut Random, state: &State, fuel: u32) -> Instruction {
    let offer = Offer::of(&state.stack);
    let push = argument(random, Instruction::Push, GREATEST);
    let call = argument(random, Instruction::BCall, i64::from(offer.data));
    // The nearer the end, the likelier: a program that halts at once shows little.
    let halt = if state.is_low() { (FUEL - fuel).pow(2) } else { 0 };
    let choices = [
        (1, Instruction::Nop),
        (halt, Instruction::Halt),
        (40, push),
        (offer.with_data(1, 40), call),
        (offer.with_marker(40), Instruction::BRet),
        (offer.with_data(2, 40), Instruction::Add),
        (offer.with_data(1, 40), Instruction::Load),
        (offer.with_data(2, 60), Instruction::Store),
    ];
    pick::weighted(random, choices)
}
