//! Reduction: a formula that breaks a solver is made small, and stays legal and the same bug.
//!
//! [`reduce`] is hierarchical delta debugging on terms with sorts. Every candidate is well-sorted
//! if the formula is, so no check is spent on what a solver would not read. In the order in which
//! they are tried:
//!
//! - `commands`: drops assertions, levels of `push`, and other commands; what nothing uses goes
//!   with them.
//! - `scopes`: inlines `let` and definitions, drops annotations and bound variables, merges
//!   quantifiers.
//! - `terms`: from the outermost terms inwards, many at once and then one by one: a default of the
//!   sort, a part of the sort, fewer operands, a fresh variable.
//! - `leaves`: smaller constants; variables become constants, or one variable.
//! - `sorts`: fewer bits, no sorts of one's own; short names.
//!
//! [`SameBug`] is the check with solvers: the class, the solver and the verdict of the references
//! stay.
#![forbid(unsafe_code)]

mod bug;
mod candidate;
mod commands;
mod leaves;
mod reducer;
mod scopes;
mod sorts;
mod terms;

pub use bug::{Counts, NoBug, SameBug};
pub use reducer::{Reduced, reduce};
