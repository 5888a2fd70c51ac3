//! Hand-written generators of pairs of states: the baselines that derived generators are compared
//! with, and the oracle of this study's own correctness.
//!
//! - [`smart`]: states in which one step is likely to be possible, and indistinguishable pairs.
//! - [`variation`]: a second state that the observer cannot tell from the first.
//! - [`execution`]: programs made while they run, for the properties of many steps.

pub mod execution;
pub mod smart;
pub mod variation;

use crate::{Atom, Instruction, Label, Stack};
use ifc_rules::pick;
use mutagen_core::internal::value::seed::Random;
use rand::RngExt;

/// An integer from 0 to `greatest`, with any label.
fn atom(random: &mut Random, greatest: i64) -> Atom {
    Atom { value: random.random_range(0..=greatest), label: pick::label(random) }
}

/// A stack of this many entries, data atoms and return markers with these weights.
fn stack(random: &mut Random, greatest: i64, depth: usize, weights: (u32, u32)) -> Stack {
    let mut stack = Stack::Empty;
    for _ in 0..depth {
        let data = pick::weighted(random, [(weights.0, true), (weights.1, false)]);
        let atom = atom(random, greatest);
        stack = if data { stack.data(atom) } else { stack.marker(atom) };
    }
    stack
}

/// What instructions need of the stack.
struct Offer {
    /// The data atoms on top.
    data: u32,
    /// Whether there is a return marker anywhere.
    marker: bool,
}

impl Offer {
    fn of(stack: &Stack) -> Offer {
        let mut offer = Offer { data: 0, marker: false };
        let mut stack = stack;
        loop {
            match stack {
                Stack::Empty => return offer,
                Stack::Data(_, rest) => {
                    offer.data += u32::from(!offer.marker);
                    stack = rest;
                }
                Stack::Return(_, rest) => {
                    offer.marker = true;
                    stack = rest;
                }
            }
        }
    }

    /// The weight if there are this many data atoms, else 0.
    fn with_data(&self, number: u32, weight: u32) -> u32 {
        if self.data >= number { weight } else { 0 }
    }

    /// The weight if there is a return marker, else 0.
    fn with_marker(&self, weight: u32) -> u32 {
        if self.marker { weight } else { 0 }
    }
}

/// Whether the atom is public.
fn is_low(atom: Atom) -> bool {
    atom.label == Label::L
}

/// The instruction with an argument from 0 to `greatest`.
fn argument(
    random: &mut Random,
    instruction: fn(i64) -> Instruction,
    greatest: i64,
) -> Instruction {
    instruction(random.random_range(0..=greatest))
}
