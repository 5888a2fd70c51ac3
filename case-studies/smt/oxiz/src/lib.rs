//! OxiZ, an SMT solver in Rust, under test: formulas of the well-sorted fragment
//! ([`smt_fragment`]) go in, and its answers are judged in this process wherever possible.
//!
//! - [`solver`]: one formula under OxiZ's own limits.
//! - [`judge`]: what is wrong with an answer: by its model, by construction, by trying all
//!   assignments, or by a reference.
//! - [`logic`]: the logic that a script sets.
//! - [`reference`]: the solvers that `SMT_SOLVERS` names.
//! - [`report`]: kinds of failures, and the reduced script.
//!
//! The properties are in `tests/properties.rs`.
#![forbid(unsafe_code)]

pub mod judge;
pub mod logic;
pub mod reference;
pub mod report;
pub mod solver;
