//! `hegel::DefaultGenerator`: integers of a range, `recursive` with its default limits for
//! recursive types, and a list whose length is drawn first.

use crate::{Element, Expression, Heap, Index, Positive, Short};
use hegel::generators::{self as gs, BoxedGenerator, DefaultGenerator, Generator};

impl DefaultGenerator for Expression {
    type Generator = BoxedGenerator<'static, Expression>;

    fn default_generator() -> Self::Generator {
        let leaf = gs::integers::<i64>().map(Expression::Number);
        let all = gs::recursive(leaf, |inner| {
            hegel::tuples!(gs::booleans(), inner.clone(), inner).map(|(adds, one, other)| {
                let make = if adds { Expression::Add } else { Expression::Divide };
                make(Box::new(one), Box::new(other))
            })
        });
        all.boxed()
    }
}

impl DefaultGenerator for Heap {
    type Generator = BoxedGenerator<'static, Heap>;

    fn default_generator() -> Self::Generator {
        let leaf = gs::integers::<i64>().map(|value| Heap { value, left: None, right: None });
        let all = gs::recursive(leaf, |inner| {
            let value = gs::integers::<i64>();
            hegel::tuples!(value, gs::optional(inner.clone()), gs::optional(inner)).map(
                |(value, left, right)| Heap {
                    value,
                    left: left.map(Box::new),
                    right: right.map(Box::new),
                },
            )
        });
        all.boxed()
    }
}

impl DefaultGenerator for Short {
    type Generator = BoxedGenerator<'static, Short>;

    fn default_generator() -> Self::Generator {
        let length = gs::integers::<usize>().min_value(1).max_value(100);
        let list = length.flat_map(|length| {
            gs::vecs(Element::default_generator()).min_size(length).max_size(length)
        });
        list.map(Short).boxed()
    }
}

impl DefaultGenerator for Element {
    type Generator = BoxedGenerator<'static, Element>;

    fn default_generator() -> Self::Generator {
        gs::integers::<u16>().max_value(1000).map(Element).boxed()
    }
}

impl DefaultGenerator for Positive {
    type Generator = BoxedGenerator<'static, Positive>;

    fn default_generator() -> Self::Generator {
        gs::integers::<i32>().min_value(1).max_value(10_000).map(Positive).boxed()
    }
}

impl DefaultGenerator for Index {
    type Generator = BoxedGenerator<'static, Index>;

    fn default_generator() -> Self::Generator {
        gs::integers::<u8>().max_value(10).map(Index).boxed()
    }
}
