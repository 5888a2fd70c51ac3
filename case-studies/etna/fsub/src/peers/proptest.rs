//! `proptest::Arbitrary`. proptest's own derive does not compile for a recursive type (E0275). This
//! implementation uses `prop_recursive`, which proptest's book shows for such types, with the
//! numbers of the book.

use crate::syntax::{Term, Type};
use proptest::prelude::*;

/// Levels of recursion.
const DEPTH: u32 = 8;

/// The target size in constructors.
const SIZE: u32 = 256;

impl Arbitrary for Type {
    type Parameters = ();
    type Strategy = BoxedStrategy<Type>;

    fn arbitrary_with((): ()) -> BoxedStrategy<Type> {
        let leaf = || prop_oneof![Just(Type::Top), any::<i32>().prop_map(Type::TVar)];
        leaf()
            .prop_recursive(DEPTH, SIZE, 2, |inner| {
                prop_oneof![
                    Just(Type::Top),
                    any::<i32>().prop_map(Type::TVar),
                    (inner.clone(), inner.clone()).prop_map(|(a, b)| Type::Arr(a.into(), b.into())),
                    (inner.clone(), inner).prop_map(|(a, b)| Type::All(a.into(), b.into())),
                ]
            })
            .boxed()
    }
}

impl Arbitrary for Term {
    type Parameters = ();
    type Strategy = BoxedStrategy<Term>;

    fn arbitrary_with((): ()) -> BoxedStrategy<Term> {
        any::<i32>()
            .prop_map(Term::Var)
            .prop_recursive(DEPTH, SIZE, 2, |inner| {
                prop_oneof![
                    any::<i32>().prop_map(Term::Var),
                    (any::<Type>(), inner.clone())
                        .prop_map(|(ty, body)| Term::Abs(ty, body.into())),
                    (inner.clone(), inner.clone()).prop_map(|(function, argument)| Term::App(
                        function.into(),
                        argument.into()
                    )),
                    (any::<Type>(), inner.clone())
                        .prop_map(|(bound, body)| Term::TAbs(bound, body.into())),
                    (inner, any::<Type>()).prop_map(|(term, ty)| Term::TApp(term.into(), ty)),
                ]
            })
            .boxed()
    }
}
