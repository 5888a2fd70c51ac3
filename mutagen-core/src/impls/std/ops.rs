//! The ranges, `Bound` and `ControlFlow`: mutated as structs and enums. The ends of a range are
//! nodes of their own. `RangeInclusive` has private ends, so it is one node, with the mutants of
//! the pair of its ends.

use crate::impls::by_shape::via::{Via, via};
use crate::value::Mutate;
use std::ops::{
    Bound, ControlFlow, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive,
};

mutagen_derive::foreign! {
    struct Range<T> { start: T, end: T }

    struct RangeFrom<T> { start: T }

    struct RangeTo<T> { end: T }

    struct RangeToInclusive<T> { end: T }

    struct RangeFull;

    enum ControlFlow<B, C> { Continue(C), Break(B) }

    enum Bound<T> { Included(T), Excluded(T), Unbounded }
}

/// The parts of a `RangeInclusive`.
mod ends {
    #[derive(mutagen_derive::Mutate)]
    pub(crate) struct RangeInclusive<T> {
        pub(super) start: T,
        pub(super) end: T,
    }
}

impl<T: Mutate> Via<ends::RangeInclusive<T>> for RangeInclusive<T> {
    fn to_parts(&self) -> Option<ends::RangeInclusive<T>> {
        Some(ends::RangeInclusive {
            start: Mutate::copy(self.start())?,
            end: Mutate::copy(self.end())?,
        })
    }
    fn from_parts(parts: &ends::RangeInclusive<T>) -> Self {
        let copy = |end: &T| Mutate::copy(end).unwrap_or_else(T::smallest);
        RangeInclusive::new(copy(&parts.start), copy(&parts.end))
    }
}

via!([T: Mutate] RangeInclusive<T>, ends::RangeInclusive<T>);
