//! The properties: reduction keeps the type of a closed, well-typed term.

use crate::budget::Budget;
use crate::reduction::{normal_form, step};
use crate::syntax::Term;
use crate::typing::type_of;
use mutagen_core::{Outcome, assume, check};

/// The most steps that [`multi_preserve`] takes.
pub const FUEL: u32 = 40;

/// One parallel step keeps the type. A term that does not step passes, and so does a term that
/// exhausts the budget.
pub fn single_preserve(term: &Term) -> Outcome {
    let ty = type_of(term);
    assume!(ty.is_some());
    match step(term, &mut Budget::of_a_test()) {
        Ok(Some(after)) => check!(type_of(&after) == ty),
        Ok(None) | Err(_) => Outcome::Passed,
    }
}

/// The normal form has the type of the term. A term that does not reach its normal form within the
/// fuel and the budget passes.
pub fn multi_preserve(term: &Term) -> Outcome {
    let ty = type_of(term);
    assume!(ty.is_some());
    match normal_form(term, FUEL, &mut Budget::of_a_test()) {
        Some(after) => check!(type_of(&after) == ty),
        None => Outcome::Passed,
    }
}
