//! The states of the machine, which are generated and mutated.

use crate::instruction::{Instruction, Register};
use ifc_rules::Lattice;
use mutagen_core::{Mutate, Twin};
use std::collections::BTreeMap;

/// The name of a frame of the memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
pub struct Block<L> {
    /// Its index among the frames with its stamp.
    pub index: i64,
    /// The secrecy of the frame's allocation.
    pub stamp: L,
}

/// A location in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
pub struct Pointer<L> {
    /// The frame.
    pub block: Block<L>,
    /// The index of the cell in the frame.
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
    /// The secrecy of the value.
    pub label: L,
}

/// A program counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
pub struct Pc<L> {
    /// The address in the program.
    pub address: i64,
    /// The secrecy of the current address.
    pub label: L,
}

/// A frame: a part of the memory that was allocated at once.
#[derive(Debug, Clone, PartialEq, Eq, Mutate)]
pub struct Frame<L> {
    /// The secrecy of the cells, in addition to each cell's own label.
    pub label: L,
    /// The cells.
    pub cells: Vec<Atom<L>>,
}

/// The memory: frames by stamp, in the order of their allocation.
#[derive(Debug, Clone, PartialEq, Eq, Mutate)]
pub struct Memory<L: Lattice>(pub BTreeMap<L, Vec<Frame<L>>>);

impl<L: Lattice> Memory<L> {
    /// The frames with a stamp.
    pub fn frames(&self, stamp: L) -> &[Frame<L>] {
        self.0.get(&stamp).map_or(&[], Vec::as_slice)
    }

    /// The frame with this name, if it exists.
    pub fn frame(&self, block: Block<L>) -> Option<&Frame<L>> {
        self.frames(block.stamp).get(usize::try_from(block.index).ok()?)
    }
}

/// The stack entry of a call, used by its return.
#[derive(Debug, Clone, PartialEq, Eq, Mutate)]
pub struct StackFrame<L> {
    /// The return address.
    pub pc: Pc<L>,
    /// The saved registers.
    pub registers: Vec<Atom<L>>,
    /// The register for the result.
    pub result: Register,
    /// The label of the result.
    pub label: L,
}

/// A state of the machine.
#[derive(Debug, Clone, PartialEq, Eq, Mutate)]
pub struct State<L: Lattice> {
    /// The program.
    pub instructions: Vec<Instruction<L>>,
    /// The memory.
    pub memory: Memory<L>,
    /// The calls that have not returned, the latest first.
    pub stack: Vec<StackFrame<L>>,
    /// The registers.
    pub registers: Vec<Atom<L>>,
    /// The program counter.
    pub pc: Pc<L>,
}

impl<L: Lattice> State<L> {
    /// The instruction that the program counter points to, if it exists.
    pub fn instruction(&self) -> Option<Instruction<L>> {
        self.instructions.get(usize::try_from(self.pc.address).ok()?).copied()
    }
}

/// Two states, for a property of two runs.
pub type Pair<L> = Twin<State<L>>;
