//! Parallel reduction: a step contracts every redex of the term, including those under
//! abstractions.

use crate::budget::{Budget, Exhausted};
use crate::substitution::subst_top;
use crate::syntax::Term;

/// One parallel step; `None` for a normal form.
///
/// # Errors
/// When the result exceeds the budget.
pub fn step(term: &Term, budget: &mut Budget) -> Result<Option<Term>, Exhausted> {
    match term {
        Term::Var(_) | Term::Bool(_) => Ok(None),
        Term::Abs(ty, body) => {
            let Some(body) = step(body, budget)? else { return Ok(None) };
            budget.spend(1 + ty.size())?;
            Ok(Some(Term::Abs(ty.clone(), Box::new(body))))
        }
        Term::App(function, argument) => {
            if let Term::Abs(_, body) = &**function {
                let (body_after, argument_after) = (step(body, budget)?, step(argument, budget)?);
                let body = body_after.as_ref().unwrap_or(body);
                let argument = argument_after.as_ref().unwrap_or(argument);
                return subst_top(argument, body, budget).map(Some);
            }
            let (function_after, argument_after) =
                (step(function, budget)?, step(argument, budget)?);
            if function_after.is_none() && argument_after.is_none() {
                return Ok(None);
            }
            budget.spend(1)?;
            Ok(Some(Term::App(
                Box::new(after_or_copy(function_after, function, budget)?),
                Box::new(after_or_copy(argument_after, argument, budget)?),
            )))
        }
    }
}

fn after_or_copy(
    after: Option<Term>,
    before: &Term,
    budget: &mut Budget,
) -> Result<Term, Exhausted> {
    match after {
        Some(after) => Ok(after),
        None => {
            budget.spend(before.size())?;
            Ok(before.clone())
        }
    }
}

/// The normal form of a term, if it is reached in fewer than `fuel` steps and within the budget;
/// otherwise `None`.
pub fn normal_form(term: &Term, fuel: u32, budget: &mut Budget) -> Option<Term> {
    let mut now: Option<Term> = None;
    for _ in 0..fuel {
        match step(now.as_ref().unwrap_or(term), budget).ok()? {
            Some(next) => now = Some(next),
            None => return Some(now.unwrap_or_else(|| term.clone())),
        }
    }
    None
}
