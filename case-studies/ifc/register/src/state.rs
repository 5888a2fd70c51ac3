//! The states of the machine: what is generated and mutated.

use crate::instruction::{Instruction, Register};
use ifc_rules::Lattice;
use mutagen_core::{Mutate, Twin};
use std::collections::BTreeMap;

/// The name of a frame of the memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
pub struct Block<L> {
    /// Its place among the frames of its stamp.
    pub index: i64,
    /// How secret it is that the frame was allocated.
    pub stamp: L,
}

/// A place in the memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
pub struct Pointer<L> {
    /// The frame.
    pub block: Block<L>,
    /// The cell of the frame.
    pub offset: i64,
}

/// A value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
pub enum Value<L> {
    /// An integer.
    Int(i64),
    /// A pointer.
    Ptr(Pointer<L>),
    /// A label.
    Lab(L),
}

/// A value with a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
pub struct Atom<L> {
    /// The value.
    pub value: Value<L>,
    /// How secret it is.
    pub label: L,
}

/// A program counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
pub struct Pc<L> {
    /// The place in the program.
    pub address: i64,
    /// How secret it is that the program is there.
    pub label: L,
}

/// A part of the memory that was allocated at once.
#[derive(Debug, Clone, PartialEq, Eq, Mutate)]
pub struct Frame<L> {
    /// How secret the cells are, together with a label of their own each.
    pub label: L,
    /// The cells.
    pub cells: Vec<Atom<L>>,
}

/// The memory: frames by stamp, each in the order in which they were allocated.
#[derive(Debug, Clone, PartialEq, Eq, Mutate)]
pub struct Memory<L: Lattice>(pub BTreeMap<L, Vec<Frame<L>>>);

impl<L: Lattice> Memory<L> {
    /// The frames with a stamp.
    pub fn frames(&self, stamp: L) -> &[Frame<L>] {
        self.0.get(&stamp).map_or(&[], Vec::as_slice)
    }

    /// A frame, if there is one of this name.
    pub fn frame(&self, block: Block<L>) -> Option<&Frame<L>> {
        self.frames(block.stamp).get(usize::try_from(block.index).ok()?)
    }
}

/// What a call leaves on the stack, for its return.
#[derive(Debug, Clone, PartialEq, Eq, Mutate)]
pub struct StackFrame<L> {
    /// Where to go on.
    pub pc: Pc<L>,
    /// The registers as they were.
    pub registers: Vec<Atom<L>>,
    /// The register for the result.
    pub result: Register,
    /// The label that the result will have.
    pub label: L,
}

/// A state of the machine.
#[derive(Debug, Clone, PartialEq, Eq, Mutate)]
pub struct State<L: Lattice> {
    /// The program.
    pub instructions: Vec<Instruction<L>>,
    /// The memory.
    pub memory: Memory<L>,
    /// The calls that have not returned, the last one first.
    pub stack: Vec<StackFrame<L>>,
    /// The registers.
    pub registers: Vec<Atom<L>>,
    /// The program counter.
    pub pc: Pc<L>,
}

impl<L: Lattice> State<L> {
    /// The instruction that the program counter points to, if there is one.
    pub fn instruction(&self) -> Option<Instruction<L>> {
        self.instructions.get(usize::try_from(self.pc.address).ok()?).copied()
    }
}

/// Two states, for a property of two runs.
pub type Pair<L> = Twin<State<L>>;
