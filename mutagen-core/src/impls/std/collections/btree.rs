//! `BTreeMap` and `BTreeSet`: mutated as described in `by_shape::map_like`, with entries in the
//! order of their keys.

use crate::impls::by_shape::map_like::{Keys, MapLike, keyed, map_of, set_of};
use crate::value::mutate::Mutate;
use std::collections::{BTreeMap, BTreeSet};

/// A function that returns `true` only at the call with this number.
fn only(at: usize) -> impl FnMut() -> bool {
    let mut calls = 0..;
    move || calls.next() == Some(at)
}

impl<K: Mutate + Ord, V: Mutate> MapLike for BTreeMap<K, V> {
    map_of!(K, V);

    fn length(&self) -> usize {
        self.len()
    }
    fn key(&self, at: usize) -> Option<&K> {
        self.keys().nth(at)
    }
    fn keys(&self) -> Keys<'_, K> {
        self.keys().collect()
    }
    fn values(&self) -> impl Iterator<Item = &V> {
        self.values()
    }
    fn value(&self, at: usize) -> Option<&V> {
        self.values().nth(at)
    }
    fn value_mut(&mut self, at: usize) -> Option<&mut V> {
        self.values_mut().nth(at)
    }
    fn holds(&self, key: &K) -> bool {
        self.contains_key(key)
    }
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

keyed!([K: Mutate + Ord, V: Mutate] BTreeMap<K, V>, map (K, V));

impl<T: Mutate + Ord> MapLike for BTreeSet<T> {
    set_of!(T, |all| all.into_iter().collect());

    fn length(&self) -> usize {
        self.len()
    }
    fn key(&self, at: usize) -> Option<&T> {
        self.iter().nth(at)
    }
    fn keys(&self) -> Keys<'_, T> {
        self.iter().collect()
    }
    fn holds(&self, key: &T) -> bool {
        self.contains(key)
    }
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

keyed!([T: Mutate + Ord] BTreeSet<T>, set T);
