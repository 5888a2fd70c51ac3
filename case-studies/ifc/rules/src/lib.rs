//! The shared parts of the two information-flow machines: labels, rule tables, and planted bugs.
//!
//! A machine tracks how secret each of its values is with a label of a [`lattice`]. A [`rule`] says
//! which label the result of an instruction gets, and whether the instruction may run at all. Rules
//! are data that each step evaluates. A [`table`] has one rule per opcode. The planted bugs are
//! [`mod@mutants`] of the correct table, made by a fixed scheme; a [`bug::Switch`] selects one at
//! run time. [`pick`] has the random choices of both hand-written generators. Noninterference is a
//! property of two runs, whose states are a `Twin` of `mutagen-core`. [`suite`] has the tests that
//! both machines share, and [`rates`] counts how often a generator finds each bug.
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
