//! The generator for single steps: small states, with one instruction that can probably run in
//! them.

use super::value::{CELLS, FRAMES, INSTRUCTIONS, REGISTERS, atoms, below, pc};
use super::{instruction, variation};
use crate::instruction::Instruction;
use crate::state::{Frame, Memory, Pair, StackFrame, State};
use ifc_rules::{Lattice, pick};
use mutagen_core::internal::value::seed::Random;
use mutagen_core::text::{Form, ParseError, Parser, print};
use mutagen_core::{Generator, Mutate};
use rand::RngExt;

/// An observer and a pair from this generator, as the argument of a property. The size of the test
/// has no influence.
#[derive(Debug, Clone, PartialEq)]
pub struct Smart<L: Lattice>(pub L, pub Pair<L>);

impl<L: Lattice> Mutate for Smart<L> {
    fn smallest() -> Self {
        Smart(L::BOTTOM, Pair::smallest())
    }
    fn generate(generator: &mut Generator) -> Self {
        let (observer, pair) = pair(generator.random());
        Smart(observer, pair)
    }
    fn copy(this: &Self) -> Option<Self> {
        Some(this.clone())
    }
    fn form(this: &Self) -> Form {
        Form::Atom(format!("({}, {})", print(&this.0), print(&this.1)))
    }
    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        let (observer, pair) = <(L, Pair<L>)>::parse(parser)?;
        Ok(Smart(observer, pair))
    }
}

/// An observer, and two states that it cannot distinguish.
pub fn pair<L: Lattice>(random: &mut Random) -> (L, Pair<L>) {
    let observer = pick::label(random);
    let left = state(random);
    let right = variation::of(random, observer, &left);
    (observer, Pair { left, right })
}

/// A state with 2 frames of 2 cells, 10 registers, at most one call on the stack, and a program of
/// the same instruction twice. All stamps are ⊥, so the state is well-formed.
pub fn state<L: Lattice>(random: &mut Random) -> State<L> {
    let frame = |_| Frame { label: pick::label(random), cells: atoms(random, CELLS) };
    let frames = (0..FRAMES).map(frame).collect();
    let memory = Memory([(L::BOTTOM, frames)].into());
    let registers = atoms(random, REGISTERS);
    let calls = usize::from(random.random_range(0..10) > 0);
    let stack = (0..calls).map(|_| call(random)).collect();
    let label = pick::label(random);
    let pc = pc(random, label);
    let mut state = State { instructions: Vec::new(), memory, stack, registers, pc };
    let chosen: Instruction<L> = instruction::fitting(random, &state);
    state.instructions = vec![chosen; INSTRUCTIONS];
    state
}

fn call<L: Lattice>(random: &mut Random) -> StackFrame<L> {
    let label = pick::label(random);
    StackFrame {
        pc: pc(random, label),
        registers: atoms(random, REGISTERS),
        result: below(random, REGISTERS),
        label: pick::label(random),
    }
}
