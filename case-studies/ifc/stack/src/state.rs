//! The states of the machine, which are generated and mutated.

use crate::Label;
use mutagen_core::{Mutate, Twin};

/// An integer with a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
pub struct Atom {
    /// The integer.
    pub value: i64,
    /// The secrecy of the integer.
    pub label: Label,
}

impl Atom {
    /// A public integer.
    pub fn low(value: i64) -> Atom {
        Atom { value, label: Label::L }
    }

    /// A secret integer.
    pub fn high(value: i64) -> Atom {
        Atom { value, label: Label::H }
    }
}

/// An instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
pub enum Instruction {
    /// Does nothing.
    Nop,
    /// Pushes the integer.
    Push(i64),
    /// Jumps to the address on top of the stack, and leaves a return marker below this many data
    /// atoms, which are the arguments of the call.
    BCall(i64),
    /// Returns the data atom on top of the stack to the last return marker.
    BRet,
    /// Adds two integers.
    Add,
    /// Reads the cell of the data memory whose index is on top of the stack.
    Load,
    /// Writes the value below the top of the stack to the cell whose index is on top.
    Store,
    /// Ends the program: no step starts here.
    Halt,
}

/// The stack, with its top first.
#[derive(Debug, Clone, PartialEq, Eq, Mutate)]
pub enum Stack {
    /// The empty stack.
    Empty,
    /// A data atom on top of the rest.
    Data(Atom, Box<Stack>),
    /// A return marker on top of the rest. It holds the address and label of a call.
    Return(Atom, Box<Stack>),
}

impl Stack {
    /// The stack with a data atom on top.
    pub fn data(self, atom: Atom) -> Stack {
        Stack::Data(atom, Box::new(self))
    }

    /// The stack with a return marker on top.
    pub fn marker(self, pc: Atom) -> Stack {
        Stack::Return(pc, Box::new(self))
    }

    /// The data atom on top, and the rest.
    pub fn pop(&self) -> Option<(Atom, &Stack)> {
        match self {
            Stack::Data(atom, rest) => Some((*atom, rest)),
            _ => None,
        }
    }
}

/// A state of the machine.
#[derive(Debug, Clone, PartialEq, Eq, Mutate)]
pub struct State {
    /// The program.
    pub instructions: Vec<Instruction>,
    /// The data memory.
    pub memory: Vec<Atom>,
    /// The stack.
    pub stack: Stack,
    /// The program counter.
    pub pc: Atom,
}

impl State {
    /// The instruction that the program counter points to, if it exists.
    pub fn instruction(&self) -> Option<Instruction> {
        self.instructions.get(usize::try_from(self.pc.value).ok()?).copied()
    }

    /// Whether the machine works on public data: the program counter has the label L.
    pub fn is_low(&self) -> bool {
        self.pc.label == Label::L
    }
}

/// Two states, for a property of two runs.
pub type Pair = Twin<State>;
