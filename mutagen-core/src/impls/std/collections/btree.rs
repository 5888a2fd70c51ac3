//! `BTreeMap` and `BTreeSet`: mutated as described in `by_shape::map_like`, with entries in the
//! order of their keys.

use crate::impls::by_shape::map_like::{MapLike, keyed, map_of, set_of};
use crate::value::Mutate;
use std::collections::{BTreeMap, BTreeSet};
use std::convert::identity;

/// A function that returns `true` only at the call with this number.
fn only(at: usize) -> impl FnMut() -> bool {
    let mut calls = 0..;
    move || calls.next() == Some(at)
}

impl<K: Mutate + Ord, V: Mutate> MapLike for BTreeMap<K, V> {
    map_of!(K, V, identity);

    fn take(&mut self, at: usize) -> Option<(K, V)> {
        let mut only = only(at);
        self.extract_if(.., |_, _| only()).next()
    }
    fn put(&mut self, _: usize, key: K, value: V) -> usize {
        let at = self.range(..&key).count();
        self.insert(key, value);
        at
    }
}

keyed!([K: Mutate + Ord, V: Mutate] BTreeMap<K, V>);

impl<T: Mutate + Ord> MapLike for BTreeSet<T> {
    set_of!(T, identity);

    fn take(&mut self, at: usize) -> Option<(T, ())> {
        let mut only = only(at);
        self.extract_if(.., |_| only()).next().map(|element| (element, ()))
    }
    fn put(&mut self, _: usize, key: T, (): ()) -> usize {
        let at = self.range(..&key).count();
        self.insert(key);
        at
    }
}

keyed!([T: Mutate + Ord] BTreeSet<T>);
