//! `proptest::Arbitrary`: ranges, `prop_recursive` with the numbers of its book for recursive
//! types, and a list whose length is drawn first. Strategies shrink what they generate.

use crate::{Element, Expression, Heap, Index, Positive, Short};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

/// Levels of recursion.
const DEPTH: u32 = 8;

/// The target size in constructors.
const SIZE: u32 = 256;

impl Arbitrary for Expression {
    type Parameters = ();
    type Strategy = BoxedStrategy<Expression>;

    fn arbitrary_with((): ()) -> BoxedStrategy<Expression> {
        any::<i64>()
            .prop_map(Expression::Number)
            .prop_recursive(DEPTH, SIZE, 2, |inner| {
                let operands = (inner.clone().prop_map(Box::new), inner.prop_map(Box::new));
                prop_oneof![
                    operands.clone().prop_map(|(one, other)| Expression::Add(one, other)),
                    operands.prop_map(|(one, other)| Expression::Divide(one, other)),
                ]
            })
            .boxed()
    }
}

impl Arbitrary for Heap {
    type Parameters = ();
    type Strategy = BoxedStrategy<Heap>;

    fn arbitrary_with((): ()) -> BoxedStrategy<Heap> {
        any::<i64>()
            .prop_map(|value| Heap { value, left: None, right: None })
            .prop_recursive(DEPTH, SIZE, 2, |inner| {
                let part = option::of(inner.prop_map(Box::new));
                (any::<i64>(), part.clone(), part).prop_map(|(value, left, right)| Heap {
                    value,
                    left,
                    right,
                })
            })
            .boxed()
    }
}

impl Arbitrary for Short {
    type Parameters = ();
    type Strategy = BoxedStrategy<Short>;

    fn arbitrary_with((): ()) -> BoxedStrategy<Short> {
        let list = (1..=100_usize).prop_flat_map(|length| vec(any::<Element>(), length));
        list.prop_map(Short).boxed()
    }
}

impl Arbitrary for Element {
    type Parameters = ();
    type Strategy = BoxedStrategy<Element>;

    fn arbitrary_with((): ()) -> BoxedStrategy<Element> {
        (0..=1000_u16).prop_map(Element).boxed()
    }
}

impl Arbitrary for Positive {
    type Parameters = ();
    type Strategy = BoxedStrategy<Positive>;

    fn arbitrary_with((): ()) -> BoxedStrategy<Positive> {
        (1..=10_000_i32).prop_map(Positive).boxed()
    }
}

impl Arbitrary for Index {
    type Parameters = ();
    type Strategy = BoxedStrategy<Index>;

    fn arbitrary_with((): ()) -> BoxedStrategy<Index> {
        (0..=10_u8).prop_map(Index).boxed()
    }
}
