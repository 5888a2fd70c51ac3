//! Parallel reduction: a step contracts every redex of the term, including those under abstractions
//! and bounds.

use crate::budget::{Bounded, Budget};
use crate::syntax::{Term, Type};
use crate::term_substitution::{subst, subst_typ};

/// One parallel step; `None` for a normal form.
///
/// # Errors
/// When the result exceeds the budget.
pub fn step(term: &Term, budget: &mut Budget) -> Bounded<Option<Term>> {
    match term {
        Term::Var(_) => Ok(None),
        Term::Abs(ty, body) => {
            let Some(body) = step(body, budget)? else { return Ok(None) };
            Ok(Some(Term::Abs(copy_of_type(ty, budget)?, body.into())))
        }
        Term::TAbs(bound, body) => {
            let Some(body) = step(body, budget)? else { return Ok(None) };
            Ok(Some(Term::TAbs(copy_of_type(bound, budget)?, body.into())))
        }
        Term::App(function, argument) => {
            if let Term::Abs(_, body) = &**function {
                let (body_after, argument_after) = (step(body, budget)?, step(argument, budget)?);
                let body = body_after.as_ref().unwrap_or(body);
                let argument = argument_after.as_ref().unwrap_or(argument);
                return subst(body, 0, argument, budget).map(Some);
            }
            let (function_after, argument_after) =
                (step(function, budget)?, step(argument, budget)?);
            if function_after.is_none() && argument_after.is_none() {
                return Ok(None);
            }
            Ok(Some(Term::App(
                after_or_copy(function_after, function, budget)?.into(),
                after_or_copy(argument_after, argument, budget)?.into(),
            )))
        }
        Term::TApp(general, ty) => {
            if let Term::TAbs(_, body) = &**general {
                let after = step(body, budget)?;
                return subst_typ(after.as_ref().unwrap_or(body), 0, ty, budget).map(Some);
            }
            let Some(general) = step(general, budget)? else { return Ok(None) };
            Ok(Some(Term::TApp(general.into(), copy_of_type(ty, budget)?)))
        }
    }
}

fn after_or_copy(after: Option<Term>, before: &Term, budget: &mut Budget) -> Bounded<Term> {
    match after {
        Some(after) => Ok(after),
        None => {
            budget.spend(before.size())?;
            Ok(before.clone())
        }
    }
}

fn copy_of_type(ty: &Type, budget: &mut Budget) -> Bounded<Type> {
    budget.spend(1 + ty.size())?;
    Ok(ty.clone())
}

/// The normal form of a term, if it is reached in fewer than `fuel` steps; otherwise `None`.
///
/// # Errors
/// When the result exceeds the budget.
pub fn normal_form(term: &Term, fuel: u32, budget: &mut Budget) -> Bounded<Option<Term>> {
    let mut now: Option<Term> = None;
    for _ in 0..fuel {
        match step(now.as_ref().unwrap_or(term), budget)? {
            Some(next) => now = Some(next),
            None => return Ok(Some(now.unwrap_or_else(|| term.clone()))),
        }
    }
    Ok(None)
}
