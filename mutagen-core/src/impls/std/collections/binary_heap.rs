//! `BinaryHeap`: mutated as a set that may hold an element several times, see `impls::keyed`.
//! Elements are numbered as they are popped, the greatest first; of equal ones, by their structure.
//! A heap that was generated or mutated is laid out in that order, so that a property that iterates
//! over it sees the same on every replay.

use crate::impls::by_shape::map_like::{Keys, MapLike, keyed, set_of};
use crate::impls::by_shape::order;
use crate::value::mutate::Mutate;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

fn popped_before<T: Mutate + Ord>(left: &T, right: &T) -> Ordering {
    right.cmp(left).then_with(|| order::structural(Mutate::node(left), Mutate::node(right)))
}

/// A sorted vector is a heap as it stands, and stays so.
fn laid_out<T: Mutate + Ord>(mut elements: Vec<T>) -> BinaryHeap<T> {
    elements.sort_by(popped_before);
    BinaryHeap::from(elements)
}

impl<T: Mutate + Ord> MapLike for BinaryHeap<T> {
    set_of!(T, laid_out);
    const MULTIPLE: bool = true;

    fn length(&self) -> usize {
        self.len()
    }
    fn key(&self, at: usize) -> Option<&T> {
        MapLike::keys(self).get(at).copied()
    }
    fn keys(&self) -> Keys<'_, T> {
        let mut keys: Keys<'_, T> = self.iter().collect();
        keys.sort_by(|left, right| popped_before(*left, *right));
        keys
    }
    fn holds(&self, _: &T) -> bool {
        false
    }
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

keyed!([T: Mutate + Ord] BinaryHeap<T>, set T);
