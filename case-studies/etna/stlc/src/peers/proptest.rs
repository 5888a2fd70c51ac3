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
        Just(Type::TBool)
            .prop_recursive(DEPTH, SIZE, 2, |inner| {
                prop_oneof![
                    Just(Type::TBool),
                    (inner.clone(), inner)
                        .prop_map(|(argument, result)| Type::TFun(argument.into(), result.into())),
                ]
            })
            .boxed()
    }
}

impl Arbitrary for Term {
    type Parameters = ();
    type Strategy = BoxedStrategy<Term>;

    fn arbitrary_with((): ()) -> BoxedStrategy<Term> {
        let leaf =
            || prop_oneof![any::<i32>().prop_map(Term::Var), any::<bool>().prop_map(Term::Bool)];
        leaf()
            .prop_recursive(DEPTH, SIZE, 2, move |inner| {
                prop_oneof![
                    any::<i32>().prop_map(Term::Var),
                    any::<bool>().prop_map(Term::Bool),
                    (any::<Type>(), inner.clone())
                        .prop_map(|(ty, body)| Term::Abs(ty, body.into())),
                    (inner.clone(), inner).prop_map(|(function, argument)| Term::App(
                        function.into(),
                        argument.into()
                    )),
                ]
            })
            .boxed()
    }
}
