//! `HashMap` and `HashSet`, with any hasher that has a default: mutated as described in
//! `by_shape::map_like`. The entries have the order of `by_shape::order`: numbers by value and
//! texts by characters. The order never depends on the hasher, whose seed may differ in every
//! process. Finding one entry reads all entries. The map itself iterates in the hasher's order. A
//! property whose verdict depends on that order cannot be replayed.

use crate::impls::by_shape::map_like::{MapLike, keyed, map_of, set_of};
use crate::impls::by_shape::order;
use crate::value::Mutate;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hash};

impl<K: Mutate + Eq + Hash, V: Mutate, S: BuildHasher + Default + 'static> MapLike
    for HashMap<K, V, S>
{
    map_of!(K, V, order::sort);

    fn take(&mut self, at: usize) -> Option<(K, V)> {
        let key: *const K = self.key(at)?;
        self.extract_if(|other, _| std::ptr::eq(other, key)).next()
    }
    fn put(&mut self, _: usize, key: K, value: V) -> usize {
        let at = order::rank(self.keys(), &key);
        self.insert(key, value);
        at
    }
}

keyed!([K: Mutate + Eq + Hash, V: Mutate, S: BuildHasher + Default + 'static] HashMap<K, V, S>);

impl<T: Mutate + Eq + Hash, S: BuildHasher + Default + 'static> MapLike for HashSet<T, S> {
    set_of!(T, order::sort);

    fn take(&mut self, at: usize) -> Option<(T, ())> {
        let key: *const T = self.key(at)?;
        self.extract_if(|other| std::ptr::eq(other, key)).next().map(|element| (element, ()))
    }
    fn put(&mut self, _: usize, key: T, (): ()) -> usize {
        let at = order::rank(self.iter(), &key);
        self.insert(key);
        at
    }
}

keyed!([T: Mutate + Eq + Hash, S: BuildHasher + Default + 'static] HashSet<T, S>);
