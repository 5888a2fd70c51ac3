//! `LinkedList`: mutated as a `Vec`, see `by_shape::sequence`. Finding an element takes linear
//! time.

use crate::impls::by_shape::sequence::{Sequence, items, sequence};
use crate::value::Mutate;
use std::collections::LinkedList;

impl<T: Mutate> Sequence for LinkedList<T> {
    items!(T);

    fn take_end(&mut self, at: usize, end: &mut Self) {
        *end = self.split_off(at);
    }
    fn put_end(&mut self, end: &mut Self) {
        self.append(end);
    }
    fn insert(&mut self, at: usize, item: T) {
        let mut end = self.split_off(at);
        self.push_back(item);
        self.append(&mut end);
    }
    fn remove(&mut self, at: usize) -> T {
        let mut end = self.split_off(at);
        let item = end.pop_front();
        self.append(&mut end);
        item.unwrap_or_else(T::smallest)
    }
    fn push(&mut self, item: T) {
        self.push_back(item);
    }
    fn pop(&mut self) -> T {
        self.pop_back().unwrap_or_else(T::smallest)
    }
}

sequence!([T: Mutate] LinkedList<T>, T);
