//! `hegel::DefaultGenerator`. hegel's own derive does not compile for a recursive type (E0277:
//! `Box<Term>` has no default generator). This implementation uses hegel's `recursive` with its
//! default limits.

use crate::syntax::{Term, Type};
use hegel::generators::{self as gs, BoxedGenerator, DefaultGenerator, Generator};

impl DefaultGenerator for Type {
    type Generator = BoxedGenerator<'static, Type>;

    fn default_generator() -> Self::Generator {
        let leaf = hegel::one_of!(gs::just(Type::Top), gs::integers::<i32>().map(Type::TVar));
        gs::recursive(leaf, |inner| {
            hegel::one_of!(
                hegel::tuples!(inner.clone(), inner.clone())
                    .map(|(a, b)| Type::Arr(Box::new(a), Box::new(b))),
                hegel::tuples!(inner.clone(), inner)
                    .map(|(a, b)| Type::All(Box::new(a), Box::new(b))),
            )
        })
        .boxed()
    }
}

impl DefaultGenerator for Term {
    type Generator = BoxedGenerator<'static, Term>;

    fn default_generator() -> Self::Generator {
        gs::recursive(gs::integers::<i32>().map(Term::Var), |inner| {
            hegel::one_of!(
                hegel::tuples!(Type::default_generator(), inner.clone())
                    .map(|(ty, body)| Term::Abs(ty, Box::new(body))),
                hegel::tuples!(inner.clone(), inner.clone())
                    .map(|(function, argument)| Term::App(Box::new(function), Box::new(argument))),
                hegel::tuples!(Type::default_generator(), inner.clone())
                    .map(|(bound, body)| Term::TAbs(bound, Box::new(body))),
                hegel::tuples!(inner, Type::default_generator())
                    .map(|(term, ty)| Term::TApp(Box::new(term), ty)),
            )
        })
        .boxed()
    }
}
