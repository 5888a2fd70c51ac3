//! The properties: a closed, well-typed term reduces to a term whose type is a subtype.

use crate::budget::{Bounded, Budget};
use crate::context::Context;
use crate::reduction::{normal_form, step};
use crate::subtyping::is_subtype;
use crate::syntax::{Term, Type};
use crate::typing::type_of;
use mutagen_core::{Outcome, check};

/// The most steps that [`multi_preserve`] takes.
pub const STEPS: u32 = 40;

/// The greatest depth of a derivation in the precondition. The type after reduction is derived
/// without this limit.
pub const FUEL: u32 = 40;

/// One parallel step leads to a subtype. A term that does not step passes, and so does a term that
/// exhausts the budget.
pub fn single_preserve(term: &Term) -> Outcome {
    preserve(term, step)
}

/// The normal form has a subtype of the term's type. A term that does not reach its normal form
/// within the step limit and the budget passes.
pub fn multi_preserve(term: &Term) -> Outcome {
    preserve(term, |term, budget| normal_form(term, STEPS, budget))
}

fn preserve(term: &Term, reduce: fn(&Term, &mut Budget) -> Bounded<Option<Term>>) -> Outcome {
    let Ok(Some(ty)) = type_of(term, FUEL, &mut Budget::full()) else { return Outcome::Discarded };
    let mut budget = Budget::full();
    let Ok(Some(after)) = reduce(term, &mut budget) else { return Outcome::Passed };
    match has_subtype(&after, &ty, &mut budget) {
        Ok(holds) => check!(holds),
        Err(_) => Outcome::Passed,
    }
}

fn has_subtype(term: &Term, ty: &Type, budget: &mut Budget) -> Bounded<bool> {
    match type_of(term, u32::MAX, budget)? {
        Some(now) => is_subtype(&Context::Empty, &now, ty, u32::MAX, budget),
        None => Ok(false),
    }
}
