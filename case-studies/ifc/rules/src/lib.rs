//! What the two information-flow machines share: labels and rule tables, and the planted bugs.
//!
//! A machine tracks how secret each of its values is with a label of a [`lattice`]. Which label the
//! result of an instruction gets, and whether the instruction may run at all, is said by a
//! [`rule`]: data, evaluated at each step. A [`table`] has one rule an opcode. The planted bugs are
//! [`mod@mutants`] of the correct table, made by a fixed scheme; a [`bug::Switch`] selects one at
//! run time. [`pick`] has the random choices that both hand-written generators make.
//! Noninterference is about two runs: their states are a `Twin` of `mutagen-core`. Of the machines'
//! tests, [`suite`] has those that are the same, and [`rates`] counts how often a generator finds
//! each bug.
#![forbid(unsafe_code)]

pub mod bug;
pub mod lattice;
pub mod mutants;
pub mod pick;
pub mod rates;
pub mod rule;
pub mod suite;
pub mod table;

pub use bug::{Switch, UnknownBug};
pub use lattice::{Diamond, Lattice, TwoPoint};
pub use mutants::{Mutant, Scheme, mutants};
pub use rule::{Check, Effect, Join, Rule, Variable};
pub use table::{Opcode, Table};
