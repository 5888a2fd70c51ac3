//! Shifting and substitution in terms, of variables and of type variables. This file has the other
//! 11 mutants.

use crate::budget::{Bounded, Budget};
use crate::mutant::{Mutant, is};
use crate::syntax::{Term, Type};
use crate::type_substitution::{tshift, tsubst};

/// Adds 1 to the variables that are at least `cutoff`, for the scope of one more abstraction.
///
/// # Errors
/// When the result exceeds the budget.
pub fn shift(cutoff: i32, term: &Term, budget: &mut Budget) -> Bounded<Term> {
    budget.spend(1)?;
    Ok(match term {
        Term::Var(index) => {
            let is_free = if is(Mutant::ShiftVarAll) {
                true
            } else if is(Mutant::ShiftVarNoIncr) {
                false
            } else {
                *index >= cutoff
            };
            Term::Var(if is_free { index + 1 } else { *index })
        }
        Term::Abs(ty, body) => {
            let below = if is(Mutant::ShiftAbsNoIncr) { cutoff } else { cutoff + 1 };
            Term::Abs(copy(ty, budget)?, shift(below, body, budget)?.into())
        }
        Term::App(function, argument) => Term::App(
            shift(cutoff, function, budget)?.into(),
            shift(cutoff, argument, budget)?.into(),
        ),
        Term::TAbs(bound, body) => {
            Term::TAbs(copy(bound, budget)?, shift(cutoff, body, budget)?.into())
        }
        Term::TApp(term, ty) => Term::TApp(shift(cutoff, term, budget)?.into(), copy(ty, budget)?),
    })
}

/// Adds 1 to the type variables that are at least `cutoff`, for the scope of one more bound.
///
/// # Errors
/// When the result exceeds the budget.
pub fn shift_typ(cutoff: i32, term: &Term, budget: &mut Budget) -> Bounded<Term> {
    budget.spend(1)?;
    Ok(match term {
        Term::Var(index) => Term::Var(*index),
        Term::Abs(ty, body) => {
            Term::Abs(tshift(cutoff, ty, budget)?, shift_typ(cutoff, body, budget)?.into())
        }
        Term::App(function, argument) => Term::App(
            shift_typ(cutoff, function, budget)?.into(),
            shift_typ(cutoff, argument, budget)?.into(),
        ),
        Term::TAbs(bound, body) => {
            let below = if is(Mutant::ShiftTypTabsNoIncr) { cutoff } else { cutoff + 1 };
            Term::TAbs(tshift(cutoff, bound, budget)?, shift_typ(below, body, budget)?.into())
        }
        Term::TApp(term, ty) => {
            Term::TApp(shift_typ(cutoff, term, budget)?.into(), tshift(cutoff, ty, budget)?)
        }
    })
}

/// Replaces a variable by `new`. The abstraction of the variable disappears, so greater variables
/// are lowered.
///
/// # Errors
/// When the result exceeds the budget.
pub fn subst(term: &Term, variable: i32, new: &Term, budget: &mut Budget) -> Bounded<Term> {
    budget.spend(1)?;
    Ok(match term {
        Term::Var(index) if *index == variable => {
            budget.spend(new.size())?;
            new.clone()
        }
        Term::Var(index) => {
            let is_lowered = if is(Mutant::SubstVarFlip) {
                *index < variable
            } else if is(Mutant::SubstVarNoDecr) {
                false
            } else {
                *index > variable
            };
            Term::Var(if is_lowered { index - 1 } else { *index })
        }
        Term::Abs(ty, body) => {
            let below = if is(Mutant::SubstAbsNoIncr) { variable } else { variable + 1 };
            let body = if is(Mutant::SubstAbsNoShift) {
                subst(body, below, new, budget)?
            } else {
                subst(body, below, &shift(0, new, budget)?, budget)?
            };
            Term::Abs(copy(ty, budget)?, body.into())
        }
        Term::App(function, argument) => Term::App(
            subst(function, variable, new, budget)?.into(),
            subst(argument, variable, new, budget)?.into(),
        ),
        Term::TAbs(bound, body) => {
            let body = if is(Mutant::SubstTabsNoShift) {
                subst(body, variable, new, budget)?
            } else {
                subst(body, variable, &shift_typ(0, new, budget)?, budget)?
            };
            Term::TAbs(copy(bound, budget)?, body.into())
        }
        Term::TApp(term, ty) => {
            Term::TApp(subst(term, variable, new, budget)?.into(), copy(ty, budget)?)
        }
    })
}

/// Replaces a type variable by the type `new`. The bound of the variable disappears, so greater
/// type variables are lowered.
///
/// # Errors
/// When the result exceeds the budget.
pub fn subst_typ(term: &Term, variable: i32, new: &Type, budget: &mut Budget) -> Bounded<Term> {
    budget.spend(1)?;
    Ok(match term {
        Term::Var(index) => Term::Var(*index),
        Term::Abs(ty, body) => Term::Abs(
            tsubst(ty, variable, new, budget)?,
            subst_typ(body, variable, new, budget)?.into(),
        ),
        Term::App(function, argument) => Term::App(
            subst_typ(function, variable, new, budget)?.into(),
            subst_typ(argument, variable, new, budget)?.into(),
        ),
        Term::TAbs(bound, body) => {
            let below = if is(Mutant::SubstTypTabsNoIncr) { variable } else { variable + 1 };
            let body = if is(Mutant::SubstTypTabsNoShift) {
                subst_typ(body, below, new, budget)?
            } else {
                subst_typ(body, below, &tshift(0, new, budget)?, budget)?
            };
            Term::TAbs(tsubst(bound, variable, new, budget)?, body.into())
        }
        Term::TApp(term, ty) => Term::TApp(
            subst_typ(term, variable, new, budget)?.into(),
            tsubst(ty, variable, new, budget)?,
        ),
    })
}

fn copy(ty: &Type, budget: &mut Budget) -> Bounded<Type> {
    budget.spend(ty.size())?;
    Ok(ty.clone())
}
