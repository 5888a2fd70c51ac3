//! `HashMap` and `HashSet`, with any hasher that has a default: mutated as described in
//! `by_shape::map_like`. The entries have the order of `by_shape::order`: numbers by value and
//! texts by characters. The order never depends on the hasher, whose seed may differ in every
//! process. Finding one entry reads all entries. The map itself iterates in the hasher's order. A
//! property whose verdict depends on that order cannot be replayed.

use crate::impls::by_shape::map_like::{Keys, MapLike, keyed, map_of, set_of};
use crate::impls::by_shape::order::{self, Ranked};
use crate::value::mutate::Mutate;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hash};

/// The number that a new key would have among these.
fn rank<'m, K: Mutate + Hash>(keys: impl Iterator<Item = &'m K>, key: &K) -> usize {
    let new = Ranked::new(key);
    keys.filter(|other| Ranked::new(*other).compare(&new).is_lt()).count()
}

/// All keys in order.
fn sorted<'m, K: Mutate + Hash>(keys: impl Iterator<Item = &'m K>) -> Keys<'m, K> {
    order::sort(keys.map(|key| (key, ()))).map(|(key, ())| key).collect()
}

/// The key with this number.
fn nth<'m, K: Mutate + Hash>(
    keys: impl ExactSizeIterator<Item = &'m K>,
    at: usize,
) -> Option<&'m K> {
    (at < keys.len()).then(|| order::nth(keys.map(|key| (key, ())), at).0)
}

impl<K: Mutate + Eq + Hash, V: Mutate, S: BuildHasher + Default + 'static> MapLike
    for HashMap<K, V, S>
{
    map_of!(K, V);

    fn length(&self) -> usize {
        self.len()
    }
    fn key(&self, at: usize) -> Option<&K> {
        nth(self.keys(), at)
    }
    fn keys(&self) -> Keys<'_, K> {
        sorted(self.keys())
    }
    fn values(&self) -> impl Iterator<Item = &V> {
        order::sort(self.iter()).map(|(_, value)| value)
    }
    fn value(&self, at: usize) -> Option<&V> {
        (at < self.len()).then(|| order::nth(self.iter(), at).1)
    }
    fn value_mut(&mut self, at: usize) -> Option<&mut V> {
        (at < self.len()).then(|| order::nth(self.iter_mut(), at).1)
    }
    fn holds(&self, key: &K) -> bool {
        self.contains_key(key)
    }
    fn take(&mut self, at: usize) -> Option<(K, V)> {
        let key: *const K = MapLike::key(self, at)?;
        self.extract_if(|other, _| std::ptr::eq(other, key)).next()
    }
    fn put(&mut self, _: usize, key: K, value: V) -> usize {
        let at = rank(self.keys(), &key);
        self.insert(key, value);
        at
    }
}

keyed!(
    [K: Mutate + Eq + Hash, V: Mutate, S: BuildHasher + Default + 'static] HashMap<K, V, S>,
    map (K, V)
);

impl<T: Mutate + Eq + Hash, S: BuildHasher + Default + 'static> MapLike for HashSet<T, S> {
    set_of!(T, |all| all.into_iter().collect());

    fn length(&self) -> usize {
        self.len()
    }
    fn key(&self, at: usize) -> Option<&T> {
        nth(self.iter(), at)
    }
    fn keys(&self) -> Keys<'_, T> {
        sorted(self.iter())
    }
    fn holds(&self, key: &T) -> bool {
        self.contains(key)
    }
    fn take(&mut self, at: usize) -> Option<(T, ())> {
        let key: *const T = MapLike::key(self, at)?;
        self.extract_if(|other| std::ptr::eq(other, key)).next().map(|element| (element, ()))
    }
    fn put(&mut self, _: usize, key: T, (): ()) -> usize {
        let at = rank(self.iter(), &key);
        self.insert(key);
        at
    }
}

keyed!([T: Mutate + Eq + Hash, S: BuildHasher + Default + 'static] HashSet<T, S>, set T);
