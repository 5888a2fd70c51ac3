//! The stack machine with labels, as a case study: does the machine keep secrets?
//!
//! - [`state`]: instructions, stack and states of the machine.
//! - [`rules`]: the correct rule table, the 20 planted bugs, and the table in force.
//! - [`mod@step`]: one step, under a rule table.
//! - [`indist`]: what an observer who sees only L can distinguish.
//! - [`noninterference`]: the properties: single-step, multi-step and end-to-end.
//! - [`generate`]: hand-written generators of pairs of states, the baselines.
//!
//! The properties that `cargo mutagen run` finds are in `tests/properties.rs`.
#![forbid(unsafe_code)]

pub mod generate;
pub mod indist;
pub mod noninterference;
pub mod rules;
pub mod state;
pub mod step;

pub use ifc_rules::TwoPoint as Label;
pub use indist::indistinguishable;
pub use noninterference::{eeni, msni, ssni};
pub use rules::{Op, Table};
pub use state::{Atom, Instruction, Pair, Stack, State};
pub use step::step;
