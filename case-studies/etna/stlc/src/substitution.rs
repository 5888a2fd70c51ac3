//! Shifting and substitution, the code with all the mutants. Every function builds a new term and
//! pays for it from a [`Budget`].

use crate::budget::{Budget, Exhausted};
use crate::mutant::{Mutant, is};
use crate::syntax::Term;

/// Adds `by` to the free variables of a term.
///
/// # Errors
/// When the result exceeds the budget.
pub fn shift(by: i32, term: &Term, budget: &mut Budget) -> Result<Term, Exhausted> {
    shift_from(0, by, term, budget)
}

/// Adds `by` to the variables that are at least `cutoff`.
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
            // Indices are bounded by the depth of the program and a step adds little, so nothing
            // overflows.
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

/// Replaces the variable `variable` by `new`.
///
/// # Errors
/// When the result exceeds the budget.
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

/// The body of a function with its argument in place of the variable 0: the result of an
/// application.
///
/// # Errors
/// When the result exceeds the budget.
pub fn subst_top(argument: &Term, body: &Term, budget: &mut Budget) -> Result<Term, Exhausted> {
    let replaced = if is(Mutant::SubstTopNoShift) {
        subst(0, argument, body, budget)?
    } else {
        subst(0, &shift(1, argument, budget)?, body, budget)?
    };
    if is(Mutant::SubstTopNoShiftBack) { Ok(replaced) } else { shift(-1, &replaced, budget) }
}
