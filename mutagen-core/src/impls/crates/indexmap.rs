//! `IndexMap` and `IndexSet`, with any hasher that has a default: mutated as described in
//! `by_shape::map_like`. Entries are in the order of their indices, which is part of the value.
//! Neighbours are therefore swapped too, a changed key stays in its place, and a copy is inserted
//! after the original.

use crate::impls::by_shape::map_like::{Keys, MapLike, keyed, map_of, set_of};
use crate::value::mutate::Mutate;
use indexmap::{IndexMap, IndexSet};
use std::hash::{BuildHasher, Hash};

impl<K: Mutate + Eq + Hash, V: Mutate, S: BuildHasher + Default + 'static> MapLike
    for IndexMap<K, V, S>
{
    map_of!(K, V);
    const ARRANGED: bool = true;

    fn length(&self) -> usize {
        self.len()
    }
    fn key(&self, at: usize) -> Option<&K> {
        self.get_index(at).map(|(key, _)| key)
    }
    fn keys(&self) -> Keys<'_, K> {
        self.keys().collect()
    }
    fn values(&self) -> impl Iterator<Item = &V> {
        self.values()
    }
    fn value(&self, at: usize) -> Option<&V> {
        self.get_index(at).map(|(_, value)| value)
    }
    fn value_mut(&mut self, at: usize) -> Option<&mut V> {
        self.get_index_mut(at).map(|(_, value)| value)
    }
    fn holds(&self, key: &K) -> bool {
        self.contains_key(key)
    }
    fn take(&mut self, at: usize) -> Option<(K, V)> {
        self.shift_remove_index(at)
    }
    fn put(&mut self, at: usize, key: K, value: V) -> usize {
        self.shift_insert(at, key, value);
        at
    }
}

keyed!(
    [K: Mutate + Eq + Hash, V: Mutate, S: BuildHasher + Default + 'static] IndexMap<K, V, S>,
    map (K, V)
);

impl<T: Mutate + Eq + Hash, S: BuildHasher + Default + 'static> MapLike for IndexSet<T, S> {
    set_of!(T, |all| all.into_iter().collect());
    const ARRANGED: bool = true;

    fn length(&self) -> usize {
        self.len()
    }
    fn key(&self, at: usize) -> Option<&T> {
        self.get_index(at)
    }
    fn keys(&self) -> Keys<'_, T> {
        self.iter().collect()
    }
    fn holds(&self, key: &T) -> bool {
        self.contains(key)
    }
    fn take(&mut self, at: usize) -> Option<(T, ())> {
        self.shift_remove_index(at).map(|element| (element, ()))
    }
    fn put(&mut self, at: usize, key: T, (): ()) -> usize {
        self.shift_insert(at, key);
        at
    }
}

keyed!([T: Mutate + Eq + Hash, S: BuildHasher + Default + 'static] IndexSet<T, S>, set T);
