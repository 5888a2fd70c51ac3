//! Hand-written generators of pairs of states. They are the baselines that derived generators are
//! compared with, and the oracle for the correctness of this study.
//!
//! - [`smart`]: states in which one step is likely to be possible, and indistinguishable pairs.
//! - [`variation`]: a second state that the observer cannot distinguish from the first.
//! - [`execution`]: programs generated while they run, for the properties of many steps.

pub mod execution;
pub mod smart;
pub mod variation;

use crate::{Atom, Instruction, Label, Stack};
use ifc_rules::pick;
use mutagen_core::internal::value::seed::Random;
use rand::RngExt;

/// An integer from 0 to `greatest`, with a random label.
fn atom(random: &mut Random, greatest: i64) -> Atom {
    Atom { value: random.random_range(0..=greatest), label: pick::label(random) }
}

/// A stack with this many entries. Data atoms and return markers have these weights.
fn stack(random: &mut Random, greatest: i64, depth: usize, weights: (u32, u32)) -> Stack {
    let mut stack = Stack::Empty;
    for _ in 0..depth {
        let data = pick::weighted(random, [(weights.0, true), (weights.1, false)]);
        let atom = atom(random, greatest);
        stack = if data { stack.data(atom) } else { stack.marker(atom) };
    }
    stack
}

/// The entries that instructions need on the stack.
struct Offer {
    /// The number of data atoms on top.
    data: u32,
    /// Whether the stack has a return marker.
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

    /// The weight if the stack has this many data atoms on top, else 0.
    fn with_data(&self, number: u32, weight: u32) -> u32 {
        if self.data >= number { weight } else { 0 }
    }

    /// The weight if the stack has a return marker, else 0.
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
