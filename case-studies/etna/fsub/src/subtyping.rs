//! Algorithmic subtyping. It has no rule of transitivity; instead, a variable on the left is
//! replaced by its bound unless the type on the right is the same variable.

use crate::budget::{Bounded, Budget, Exhausted};
use crate::context::Context;
use crate::syntax::Type;

/// Whether `lower` is a subtype of `upper`.
///
/// # Errors
/// When the derivation is deeper than `fuel` or exceeds the budget.
pub fn is_subtype(
    context: &Context<'_>,
    lower: &Type,
    upper: &Type,
    fuel: u32,
    budget: &mut Budget,
) -> Bounded<bool> {
    let mut fuel = fuel;
    let mut lower = lower;
    let mut promoted;
    // This is a loop and not a recursion over the bounds: if a mutant makes the check cyclic, it
    // must end with an exhausted budget, not with a stack overflow.
    loop {
        fuel = fuel.checked_sub(1).ok_or(Exhausted)?;
        budget.spend(1)?;
        return match (lower, upper) {
            (_, Type::Top) => Ok(true),
            (Type::TVar(a), Type::TVar(b)) if a == b => Ok(true),
            (Type::TVar(index), _) => match context.bound_of(*index, budget)? {
                Some(bound) => {
                    promoted = bound;
                    lower = &promoted;
                    continue;
                }
                None => Ok(false),
            },
            (Type::Arr(a, b), Type::Arr(c, d)) => Ok(is_subtype(context, c, a, fuel, budget)?
                && is_subtype(context, b, d, fuel, budget)?),
            (Type::All(bound, body), Type::All(smaller, above)) => {
                Ok(is_subtype(context, smaller, bound, fuel, budget)?
                    && is_subtype(&Context::Bound(smaller, context), body, above, fuel, budget)?)
            }
            _ => Ok(false),
        };
    }
}

/// The smallest supertype that is not a variable; `None` if a variable has no bound.
///
/// # Errors
/// When there are more than `fuel` bounds on the path, or they exceed the budget.
pub fn promote(
    context: &Context<'_>,
    ty: Type,
    fuel: u32,
    budget: &mut Budget,
) -> Bounded<Option<Type>> {
    let mut now = ty;
    for _ in 0..=fuel {
        let Type::TVar(index) = now else { return Ok(Some(now)) };
        match context.bound_of(index, budget)? {
            Some(bound) => now = bound,
            None => return Ok(None),
        }
    }
    Err(Exhausted)
}
