//! The evaluator: the value of a term under a model, or *unknown*.
//!
//! Nothing is guessed. What SMT-LIB leaves open, as division by zero, is unknown, and so is what
//! this evaluator does not know: a quantifier over an infinite sort, a number that is not rational.
//! A conjunction with a false part is false all the same.
//!
//! - [`machine`]: the order of evaluation, without recursion on depth.
//! - [`quantifier`]: quantifiers over small sorts, and functions as arrays.
//! - [`core`], [`numbers`], [`bits`], [`strings`], [`floats`], [`arrays`], [`sets`], [`data`]: the
//!   operators.

mod arrays;
mod bits;
mod core;
mod data;
mod floats;
mod machine;
mod numbers;
mod quantifier;
mod sets;
mod strings;

pub use machine::Evaluator;

use crate::term::Term;
use crate::value::Value;

/// The value of an operator of a theory whose arguments are all known.
fn apply(name: &str, term: &Term, arguments: &[Value]) -> Option<Value> {
    core::apply(name, arguments)
        .or_else(|| numbers::apply(name, term, arguments))
        .or_else(|| bits::apply(name, term, arguments))
        .or_else(|| strings::apply(name, term, arguments))
        .or_else(|| arrays::apply(name, term, arguments))
        .or_else(|| sets::apply(name, term, arguments))
        .or_else(|| floats::apply(name, term, arguments))
}

/// The number of an index.
fn index(term: &Term, n: usize) -> Option<u32> {
    term.ident()?.index(n)
}
