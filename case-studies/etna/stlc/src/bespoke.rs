//! A hand-written generator of closed, well-typed terms: the baseline that derived generators are
//! compared with. It generates a term for a given type.

use crate::syntax::{Term, Type};
use rand::{Rng, RngExt};

/// The greatest depth of a random argument type.
const TYPE_DEPTH: u32 = 2;

/// The greatest depth of applications.
pub const SIZE: u32 = 16;

/// A random closed term of a random type.
pub fn bespoke(random: &mut impl Rng) -> Term {
    let size = random.random_range(0..=SIZE);
    let ty = random_type(random, TYPE_DEPTH);
    of_type(random, &mut Vec::new(), &ty, size)
}

/// A random type of at most this depth.
fn random_type<R: Rng>(random: &mut R, depth: u32) -> Type {
    if depth == 0 || random.random() {
        return Type::TBool;
    }
    let (argument, result) = (random_type(random, depth - 1), random_type(random, depth - 1));
    Type::TFun(Box::new(argument), Box::new(result))
}

/// A random term of a type in a scope. The innermost variable of the scope comes last.
fn of_type<R: Rng>(random: &mut R, scope: &mut Vec<Type>, ty: &Type, size: u32) -> Term {
    let fitting: Vec<usize> =
        (0..scope.len()).filter(|&index| scope[scope.len() - 1 - index] == *ty).collect();
    // Variables get double weight, because terms that use the variables they bind are likely to
    // fail.
    let choices = 1 + 2 * u32::from(!fitting.is_empty()) + 2 * u32::from(size > 0);
    match random.random_range(0..choices) {
        0 => introduction(random, scope, ty, size),
        1 | 2 if !fitting.is_empty() => {
            Term::Var(fitting[random.random_range(0..fitting.len())] as i32)
        }
        _ => {
            let argument = random_type(random, TYPE_DEPTH);
            let function = Type::TFun(Box::new(argument.clone()), Box::new(ty.clone()));
            Term::App(
                Box::new(of_type(random, scope, &function, size / 2)),
                Box::new(of_type(random, scope, &argument, size / 2)),
            )
        }
    }
}

/// A constant or an abstraction.
fn introduction<R: Rng>(random: &mut R, scope: &mut Vec<Type>, ty: &Type, size: u32) -> Term {
    match ty {
        Type::TBool => Term::Bool(random.random()),
        Type::TFun(argument, result) => {
            scope.push((**argument).clone());
            let body = of_type(random, scope, result, size.saturating_sub(1));
            scope.pop();
            Term::Abs((**argument).clone(), Box::new(body))
        }
    }
}
