//! Well-sorted SMT-LIB formulas as values that mutagen mutates.
//!
//! - [`typed`]: one type a sort, with `Mutate`. Every value is a legal formula.
//! - [`lower`]: from there to [`term`], the common form of all sorts, which is what is printed.
//! - [`sort`], [`op`], [`value`]: what terms are made of. [`bits`], [`float`], [`strings`] and
//!   [`regex`] are the theories.
//! - [`eval`]: the value of a term under an assignment, by [`mod@apply`] and [`apply_float`].
//! - [`script`]: scripts, and formulas that are true by construction.
//! - [`general`]: to the general form of the language.
//! - [`model`]: values as solvers print them. [`exhaust`]: the answer for formulas with few
//!   assignments. [`mod@reduce`]: smaller scripts that fail alike.
#![forbid(unsafe_code)]

pub mod apply;
pub mod apply_float;
pub mod bits;
pub mod eval;
pub mod exhaust;
pub mod float;
pub mod general;
pub mod lower;
pub mod model;
pub mod op;
pub mod reduce;
pub mod regex;
pub mod script;
pub mod sort;
pub mod strings;
pub mod term;
pub mod typed;
pub mod value;

pub use eval::Assignment;
pub use reduce::reduce;
pub use script::Script;
pub use typed::{Draw, Formula};
