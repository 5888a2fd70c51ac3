//! ValFuzz (Wolff, Value Mutation Testing for SMT Solvers, ETH Zürich 2020): other constants for a
//! formula, chosen by a solver so that its Boolean sub-expressions take each truth value.
//!
//! In the order in which a formula passes through the modules:
//!
//! - [`mod@constant`]: which terms are constants, and how to make some.
//! - [`Skeleton`]: the formula with holes for its constants.
//! - [`Strategy`]: how constants are chosen, by the names of the thesis.
//! - `locals`: variables of `let` and quantifiers, made global. [`mod@domain`]: abstract domains
//!   and relations. [`Meta`]: the monitors, and the tests that enforce their values.
//! - [`mod@model`]: a solver is asked for the constants.
//! - [`edit()`]: beyond the thesis, changes of constants that are known.
//! - [`Search`]: the loop for one formula.
//! - [`mod@trial`]: one formula against one solver, judged.
//! - [`Valued`], [`Enforced`]: the same as values that mutagen mutates.
#![forbid(unsafe_code)]

pub mod constant;
pub mod domain;
mod edit;
mod locals;
mod meta;
pub mod model;
mod search;
mod skeleton;
mod strategy;
pub mod trial;
mod value;

pub use edit::{Assignment, edit};
pub use meta::{Enforcement, Meta, Monitor};
pub use search::{Chooser, Mutant, Search, Step};
pub use skeleton::{Hole, Skeleton};
pub use strategy::{
    BLENDB, Coercion, Domains, Near, Quantifiers, SKOLU, Strategy, UnknownStrategy,
};
pub use value::{Enforced, Value, Valued};
