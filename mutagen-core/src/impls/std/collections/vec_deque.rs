//! `VecDeque`: mutated as a `Vec`, see `by_shape::sequence`.

use crate::impls::by_shape::sequence::sequence_of;
use crate::value::Mutate;
use std::collections::VecDeque;

sequence_of!([T: Mutate] VecDeque<T>, T, push_back, pop_back, |all, at| {
    all.remove(at).unwrap_or_else(T::smallest)
});
