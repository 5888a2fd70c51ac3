//! Type checking. A context is a list of types on the stack, so refusing an ill-typed term costs no
//! more than the path to the error.

use crate::syntax::{Term, Type};

/// The types of the variables in scope.
#[derive(Debug, Clone, Copy)]
pub enum Context<'a> {
    /// The empty context.
    Empty,
    /// A context with one more variable, which has index 0.
    Bind(&'a Type, &'a Context<'a>),
}

impl<'a> Context<'a> {
    fn lookup(mut self, index: i32) -> Option<&'a Type> {
        // A negative index counts down away from 0 and runs off the end, like an index that is too
        // large. Checking it first is cheaper.
        let mut left = u32::try_from(index).ok()?;
        while let Context::Bind(ty, rest) = self {
            if left == 0 {
                return Some(ty);
            }
            left -= 1;
            self = *rest;
        }
        None
    }
}

/// The type of a term in a context; `None` if it has no type.
pub fn type_in(context: &Context<'_>, term: &Term) -> Option<Type> {
    match term {
        Term::Var(index) => context.lookup(*index).cloned(),
        Term::Bool(_) => Some(Type::TBool),
        Term::Abs(argument, body) => {
            let result = type_in(&Context::Bind(argument, context), body)?;
            Some(Type::TFun(Box::new(argument.clone()), Box::new(result)))
        }
        Term::App(function, argument) => match type_in(context, function)? {
            Type::TFun(expected, result) => {
                (type_in(context, argument)? == *expected).then_some(*result)
            }
            Type::TBool => None,
        },
    }
}

/// The type of a closed term; `None` if it is not closed or has no type.
pub fn type_of(term: &Term) -> Option<Type> {
    type_in(&Context::Empty, term)
}
