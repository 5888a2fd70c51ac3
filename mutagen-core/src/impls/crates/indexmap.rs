//! `IndexMap` and `IndexSet`, with any hasher that has a default: mutated as described in
//! `by_shape::map_like`. Entries are in the order of their indices, which is part of the value.
//! Neighbours are therefore swapped too, a changed key stays in its place, and a copy is inserted
//! after the original.

use crate::impls::by_shape::map_like::{MapLike, keyed, map_of, set_of};
use crate::value::Mutate;
use indexmap::{IndexMap, IndexSet};
use std::convert::identity;
use std::hash::{BuildHasher, Hash};

impl<K: Mutate + Eq + Hash, V: Mutate, S: BuildHasher + Default + 'static> MapLike
    for IndexMap<K, V, S>
{
    map_of!(K, V, identity);
    const ARRANGED: bool = true;

    fn take(&mut self, at: usize) -> Option<(K, V)> {
        self.shift_remove_index(at)
    }
    fn put(&mut self, at: usize, key: K, value: V) -> usize {
        self.shift_insert(at, key, value);
        at
    }
}

keyed!([K: Mutate + Eq + Hash, V: Mutate, S: BuildHasher + Default + 'static] IndexMap<K, V, S>);

impl<T: Mutate + Eq + Hash, S: BuildHasher + Default + 'static> MapLike for IndexSet<T, S> {
    set_of!(T, identity);
    const ARRANGED: bool = true;

    fn take(&mut self, at: usize) -> Option<(T, ())> {
        self.shift_remove_index(at).map(|element| (element, ()))
    }
    fn put(&mut self, at: usize, key: T, (): ()) -> usize {
        self.shift_insert(at, key);
        at
    }
}

keyed!([T: Mutate + Eq + Hash, S: BuildHasher + Default + 'static] IndexSet<T, S>);
