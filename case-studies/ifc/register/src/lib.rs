//! The register machine with labels, as a case study: does the machine keep secrets?
//!
//! - [`state`]: the states of the machine: values, memory, registers, stack.
//! - [`instruction`]: its instructions.
//! - [`rules`]: the correct rule table, the 33 planted bugs, and the table in force.
//! - [`mod@step`]: one step, under a rule table.
//! - [`indist`]: what an observer with some label can distinguish.
//! - [`well_formed`]: which states can occur, as far as the property needs it.
//! - [`noninterference`]: the property.
//! - [`generate`]: the hand-written generator of pairs of states, the baseline.
//!
//! Everything is generic over the lattice of labels. The properties that `cargo mutagen run` finds
//! are in `tests/properties.rs`.
#![forbid(unsafe_code)]

pub mod generate;
pub mod indist;
pub mod instruction;
pub mod noninterference;
pub mod rules;
pub mod state;
pub mod step;
pub mod well_formed;

pub use ifc_rules::{Diamond, Lattice, TwoPoint};
pub use indist::indistinguishable;
pub use instruction::{BinOp, Instruction, Register};
pub use noninterference::ssni;
pub use rules::{Op, Table};
pub use state::{Atom, Block, Frame, Memory, Pair, Pc, Pointer, StackFrame, State, Value};
pub use step::step;
pub use well_formed::is_well_formed;
