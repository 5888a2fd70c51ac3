//! Shifting and substitution: where all the mutants are. Every function builds a new term and pays
//! for it from a [`Budget`].

use crate::budget::{Budget, Exhausted};
use crate::mutant::{Mutant, is};
use crate::syntax::Term;

/// Adds `by` to the variables of a term that are free in it.
///
/// # Errors
/// When the budget does not allow for the result.
pub fn shift(by: i32, term: &Term, budget: &mut Budget) -> Result<Term, Exhausted> {
    shift_from(0, by, term, budget)
}

/// Adds `by` to the variables from `cutoff` on.
fn shift_from(cutoff: i32, by: i32, term: &Term, budget: &mut Budget) -> Result<Term, Exhausted> {
    budget.spend(1)?;
    Ok(match term {
        Term::Var(index) => {
            let is_free = if is(Mutant::ShiftVarNone) {
                false
            } else if is(Mutant::ShiftVarAll) {
                true
            } else if is(Mutant::ShiftVarLeq) {
                *index > cutoff
            } else {
                *index >= cutoff
            };
            // Indices are as small as the program is deep, and a step adds little: no overflow.
            Term::Var(if is_free { index + by } else { *index })
        }
        Term::Bool(value) => Term::Bool(*value),
        Term::Abs(ty, body) => {
            budget.spend(ty.size())?;
            let below = if is(Mutant::ShiftAbsNoIncr) { cutoff } else { cutoff + 1 };
            Term::Abs(ty.clone(), Box::new(shift_from(below, by, body, budget)?))
        }
        Term::App(function, argument) => Term::App(
            Box::new(shift_from(cutoff, by, function, budget)?),
            Box::new(shift_from(cutoff, by, argument, budget)?),
        ),
    })
}

/// Puts `new` in the place of the variable `variable`.
///
/// # Errors
/// When the budget does not allow for the result.
pub fn subst(
    variable: i32,
    new: &Term,
    term: &Term,
    budget: &mut Budget,
) -> Result<Term, Exhausted> {
    budget.spend(1)?;
    Ok(match term {
        Term::Var(index) => {
            let is_meant = if is(Mutant::SubstVarAll) {
                true
            } else if is(Mutant::SubstVarNone) {
                false
            } else {
                *index == variable
            };
            if is_meant {
                budget.spend(new.size())?;
                new.clone()
            } else {
                Term::Var(*index)
            }
        }
        Term::Bool(value) => Term::Bool(*value),
        Term::Abs(ty, body) => {
            budget.spend(ty.size())?;
            let below = if is(Mutant::SubstAbsNoIncr) { variable } else { variable + 1 };
            let body = if is(Mutant::SubstAbsNoShift) {
                subst(below, new, body, budget)?
            } else {
                subst(below, &shift(1, new, budget)?, body, budget)?
            };
            Term::Abs(ty.clone(), Box::new(body))
        }
        Term::App(function, argument) => Term::App(
            Box::new(subst(variable, new, function, budget)?),
            Box::new(subst(variable, new, argument, budget)?),
        ),
    })
}

/// The body of a function with its argument in the place of the variable 0: what an application
/// steps to.
///
/// # Errors
/// When the budget does not allow for the result.
pub fn subst_top(argument: &Term, body: &Term, budget: &mut Budget) -> Result<Term, Exhausted> {
    let replaced = if is(Mutant::SubstTopNoShift) {
        subst(0, argument, body, budget)?
    } else {
        subst(0, &shift(1, argument, budget)?, body, budget)?
    };
    if is(Mutant::SubstTopNoShiftBack) { Ok(replaced) } else { shift(-1, &replaced, budget) }
}
