//! `BinaryHeap`: mutated as a set that may hold an element several times, see `by_shape::map_like`.
//! Elements are numbered in the order in which they are popped, greatest first, and equal elements
//! by their structure. A generated or mutated heap is stored in that order, so that a property that
//! iterates over the heap sees the same order on every replay.

use crate::impls::by_shape::map_like::{MapLike, keyed, set_of};
use crate::impls::by_shape::order;
use crate::value::Mutate;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

fn popped_before<T: Mutate + Ord>(left: &T, right: &T) -> Ordering {
    right.cmp(left).then_with(|| order::structural(Mutate::node(left), Mutate::node(right)))
}

/// The entries in the order of their elements.
fn sorted<'h, T: Mutate + Ord>(
    entries: impl Iterator<Item = (&'h T, &'h ())>,
) -> impl Iterator<Item = (&'h T, &'h ())> {
    let mut entries: Vec<(&T, &())> = entries.collect();
    entries.sort_by(|left, right| popped_before(left.0, right.0));
    entries.into_iter()
}

/// A sorted vector is already a heap, so its order is kept.
fn laid_out<T: Mutate + Ord>(mut elements: Vec<T>) -> BinaryHeap<T> {
    elements.sort_by(popped_before);
    BinaryHeap::from(elements)
}

impl<T: Mutate + Ord> MapLike for BinaryHeap<T> {
    set_of!(T, sorted, laid_out, |_, _| false);
    const MULTIPLE: bool = true;

    fn take(&mut self, at: usize) -> Option<(T, ())> {
        let mut elements = std::mem::take(self).into_vec();
        elements.sort_by(popped_before);
        let element = elements.remove(at);
        *self = BinaryHeap::from(elements);
        Some((element, ()))
    }
    fn put(&mut self, _: usize, key: T, (): ()) -> usize {
        let mut elements = std::mem::take(self).into_vec();
        elements.sort_by(popped_before);
        let at = elements.partition_point(|other| popped_before(other, &key).is_lt());
        elements.insert(at, key);
        *self = BinaryHeap::from(elements);
        at
    }
}

keyed!([T: Mutate + Ord] BinaryHeap<T>);
