//! Shifting and substitution in types. The type checker and reduction both use these functions,
//! which have 7 of the mutants.

use crate::budget::{Bounded, Budget};
use crate::mutant::{Mutant, is};
use crate::syntax::Type;

/// Adds 1 to the type variables that are at least `cutoff`, for the scope of one more bound.
///
/// # Errors
/// When the result exceeds the budget.
pub fn tshift(cutoff: i32, ty: &Type, budget: &mut Budget) -> Bounded<Type> {
    budget.spend(1)?;
    Ok(match ty {
        Type::Top => Type::Top,
        Type::TVar(index) => {
            let is_free = if is(Mutant::TshiftTvarAll) {
                true
            } else if is(Mutant::TshiftTvarNoIncr) {
                false
            } else {
                *index >= cutoff
            };
            // Indices are bounded by the depth of the program and a step adds little, so nothing
            // overflows.
            Type::TVar(if is_free { index + 1 } else { *index })
        }
        Type::Arr(a, b) => {
            Type::Arr(tshift(cutoff, a, budget)?.into(), tshift(cutoff, b, budget)?.into())
        }
        Type::All(bound, body) => {
            let below = if is(Mutant::TshiftAllNoIncr) { cutoff } else { cutoff + 1 };
            Type::All(tshift(cutoff, bound, budget)?.into(), tshift(below, body, budget)?.into())
        }
    })
}

/// Replaces a type variable by `new`. The bound of the variable disappears, so greater variables
/// are lowered.
///
/// # Errors
/// When the result exceeds the budget.
pub fn tsubst(ty: &Type, variable: i32, new: &Type, budget: &mut Budget) -> Bounded<Type> {
    budget.spend(1)?;
    Ok(match ty {
        Type::Top => Type::Top,
        Type::TVar(index) if *index == variable => {
            budget.spend(new.size())?;
            new.clone()
        }
        Type::TVar(index) => {
            let is_lowered = if is(Mutant::TsubstTvarFlip) {
                *index < variable
            } else if is(Mutant::TsubstTvarNoShift) {
                false
            } else if is(Mutant::TsubstTvarOverShift) {
                true
            } else {
                *index > variable
            };
            Type::TVar(if is_lowered { index - 1 } else { *index })
        }
        Type::Arr(a, b) => Type::Arr(
            tsubst(a, variable, new, budget)?.into(),
            tsubst(b, variable, new, budget)?.into(),
        ),
        Type::All(bound, body) => {
            let body = if is(Mutant::TsubstAllNoTshift) {
                tsubst(body, variable + 1, new, budget)?
            } else {
                tsubst(body, variable + 1, &tshift(0, new, budget)?, budget)?
            };
            Type::All(tsubst(bound, variable, new, budget)?.into(), body.into())
        }
    })
}
