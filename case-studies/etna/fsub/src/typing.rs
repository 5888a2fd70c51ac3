//! Type checking: the smallest type of a term.

use crate::budget::{Bounded, Budget, Exhausted};
use crate::context::Context;
use crate::subtyping::{is_subtype, promote};
use crate::syntax::{Term, Type};
use crate::type_substitution::tsubst;

/// The smallest type of a term in a context; `None` if it has no type.
///
/// # Errors
/// When the derivation is deeper than `fuel` or exceeds the budget.
pub fn type_in(
    context: &Context<'_>,
    term: &Term,
    fuel: u32,
    budget: &mut Budget,
) -> Bounded<Option<Type>> {
    let fuel = fuel.checked_sub(1).ok_or(Exhausted)?;
    budget.spend(1)?;
    match term {
        Term::Var(index) => context.type_of(*index, budget),
        Term::Abs(ty, body) => {
            if !ty.is_scoped(context.bounds()) {
                return Ok(None);
            }
            let result = type_in(&Context::Var(ty, context), body, fuel, budget)?;
            budget.spend(ty.size())?;
            Ok(result.map(|result| Type::Arr(ty.clone().into(), result.into())))
        }
        Term::App(function, argument) => {
            let Some(function) = type_in(context, function, fuel, budget)? else { return Ok(None) };
            let function = promote(context, function, fuel, budget)?;
            let Some(Type::Arr(expected, result)) = function else { return Ok(None) };
            let Some(given) = type_in(context, argument, fuel, budget)? else { return Ok(None) };
            Ok(is_subtype(context, &given, &expected, fuel, budget)?.then_some(*result))
        }
        Term::TAbs(bound, body) => {
            if !bound.is_scoped(context.bounds()) {
                return Ok(None);
            }
            let result = type_in(&Context::Bound(bound, context), body, fuel, budget)?;
            budget.spend(bound.size())?;
            Ok(result.map(|result| Type::All(bound.clone().into(), result.into())))
        }
        Term::TApp(term, ty) => {
            if !ty.is_scoped(context.bounds()) {
                return Ok(None);
            }
            let Some(general) = type_in(context, term, fuel, budget)? else { return Ok(None) };
            let general = promote(context, general, fuel, budget)?;
            let Some(Type::All(bound, result)) = general else { return Ok(None) };
            if !is_subtype(context, ty, &bound, fuel, budget)? {
                return Ok(None);
            }
            tsubst(&result, 0, ty, budget).map(Some)
        }
    }
}

/// The smallest type of a closed term; `None` if it is not closed or has no type.
///
/// # Errors
/// When the derivation is deeper than `fuel` or exceeds the budget.
pub fn type_of(term: &Term, fuel: u32, budget: &mut Budget) -> Bounded<Option<Type>> {
    type_in(&Context::Empty, term, fuel, budget)
}
