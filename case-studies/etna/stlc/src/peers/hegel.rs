//! `hegel::DefaultGenerator`. hegel's own derive does not compile for a recursive type (E0277:
//! `Box<Term>` has no default generator). This implementation uses hegel's `recursive` with its
//! default limits.

use crate::syntax::{Term, Type};
use hegel::generators::{self as gs, BoxedGenerator, DefaultGenerator, Generator};

impl DefaultGenerator for Type {
    type Generator = BoxedGenerator<'static, Type>;

    fn default_generator() -> Self::Generator {
        gs::recursive(gs::just(Type::TBool), |inner| {
            hegel::tuples!(inner.clone(), inner)
                .map(|(argument, result)| Type::TFun(Box::new(argument), Box::new(result)))
        })
        .boxed()
    }
}

impl DefaultGenerator for Term {
    type Generator = BoxedGenerator<'static, Term>;

    fn default_generator() -> Self::Generator {
        let leaf =
            hegel::one_of!(gs::integers::<i32>().map(Term::Var), gs::booleans().map(Term::Bool),);
        gs::recursive(leaf, |inner| {
            hegel::one_of!(
                hegel::tuples!(Type::default_generator(), inner.clone())
                    .map(|(ty, body)| Term::Abs(ty, Box::new(body))),
                hegel::tuples!(inner.clone(), inner)
                    .map(|(function, argument)| Term::App(Box::new(function), Box::new(argument))),
            )
        })
        .boxed()
    }
}
