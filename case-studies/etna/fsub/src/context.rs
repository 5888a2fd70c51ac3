//! Contexts: the types of variables and the bounds of type variables, interleaved. A context is a
//! list on the stack, so refusing an ill-typed term costs no more than the path to the error.

use crate::budget::{Bounded, Budget};
use crate::syntax::Type;
use crate::type_substitution::tshift;

/// A context. An entry is a type in the scope of the entries behind it.
#[derive(Debug, Clone, Copy)]
pub enum Context<'a> {
    /// The empty context.
    Empty,
    /// A variable of this type, which has index 0 among the variables.
    Var(&'a Type, &'a Context<'a>),
    /// A type variable with this bound, which has index 0 among the type variables.
    Bound(&'a Type, &'a Context<'a>),
}

impl Context<'_> {
    /// The number of type variables.
    pub fn bounds(&self) -> i32 {
        match self {
            Context::Empty => 0,
            Context::Var(_, rest) => rest.bounds(),
            Context::Bound(_, rest) => rest.bounds() + 1,
        }
    }

    /// The bound of a type variable, in the scope of the whole context.
    ///
    /// # Errors
    /// When the budget does not allow for the result.
    pub fn bound_of(&self, index: i32, budget: &mut Budget) -> Bounded<Option<Type>> {
        match self {
            _ if index < 0 => Ok(None),
            Context::Empty => Ok(None),
            Context::Var(_, rest) => rest.bound_of(index, budget),
            Context::Bound(bound, _) if index == 0 => tshift(0, bound, budget).map(Some),
            Context::Bound(_, rest) => under_bound(rest.bound_of(index - 1, budget)?, budget),
        }
    }

    /// The type of a variable, in the scope of the whole context.
    ///
    /// # Errors
    /// When the budget does not allow for the result.
    pub fn type_of(&self, index: i32, budget: &mut Budget) -> Bounded<Option<Type>> {
        match self {
            _ if index < 0 => Ok(None),
            Context::Empty => Ok(None),
            Context::Var(ty, _) if index == 0 => {
                budget.spend(ty.size())?;
                Ok(Some((*ty).clone()))
            }
            Context::Var(_, rest) => rest.type_of(index - 1, budget),
            Context::Bound(_, rest) => under_bound(rest.type_of(index, budget)?, budget),
        }
    }
}

fn under_bound(ty: Option<Type>, budget: &mut Budget) -> Bounded<Option<Type>> {
    ty.map(|ty| tshift(0, &ty, budget)).transpose()
}
