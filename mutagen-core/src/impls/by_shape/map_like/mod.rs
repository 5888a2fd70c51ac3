//! The code shared by maps and sets. The pure mutants of a map are, in order: drop each entry; add
//! the smallest key with the smallest value, unless the key exists; change the key of each entry by
//! all pure mutants of all nodes of the key. The random mutants are: for each entry, add a copy of
//! its value under a freshly generated key (for a set: add one fresh element); and change the key
//! of each entry by all random mutants of the key. A value is a child node with mutants of its own.
//!
//! A pure mutant of a key that already exists in the map is no mutant of the map and has no number.
//! A random mutant is drawn again, up to 16 times. If all draws give existing keys, an entry is
//! dropped. A key that cannot be copied has only its random mutants.
//!
//! A heap is a set that may hold an element several times. Every key is free, and after the mutant
//! that adds the smallest element come mutants that duplicate each element. A map with a free order
//! of entries has, at the same place, mutants that swap each 2 neighbours.

mod edit;
mod free;
mod implement;

pub(in crate::impls) use edit::{mutants, mutate, restore};
pub(in crate::impls) use implement::{keyed, map_of, set_of};

use crate::value::node::no_child;
use crate::value::seed::scramble;
use crate::value::text::Delimiter;
use crate::value::types::has_no_value;
use crate::value::walk::structural_hash;
use crate::value::{Form, Generator, Mutate, Node, ParseError, Parser, TypeIndex, Types};
use smallvec::SmallVec;

/// A map or a set as its mutants see it. Entries have numbers from 0, in an order that the type
/// chooses and that is the same in every run.
pub(in crate::impls) trait MapLike: Mutate + Default {
    /// The type of a map's keys or a set's elements.
    type Key: Mutate;
    /// The type of a map's values. `()` for a set.
    type Value: Mutate;
    /// Whether this is a set, so that the values are not shown.
    const IS_SET: bool = false;
    /// Whether a key may occur more than once.
    const MULTIPLE: bool = false;
    /// Whether the order of the entries is free and part of the value.
    const ARRANGED: bool = false;

    /// The number of entries.
    fn length(&self) -> usize;
    /// All entries, in order.
    fn entries(&self) -> impl Iterator<Item = (&Self::Key, &Self::Value)>;
    /// The value of an entry, mutable; a set has none.
    fn value_mut(&mut self, at: usize) -> Option<&mut Self::Value>;
    /// Whether the key exists and cannot be added again.
    fn holds(&self, key: &Self::Key) -> bool;
    /// Removes an entry.
    fn take(&mut self, at: usize) -> Option<(Self::Key, Self::Value)>;
    /// Adds an entry with a free key and returns the entry's number, which is `at` if the type
    /// leaves the order free.
    fn put(&mut self, at: usize, key: Self::Key, value: Self::Value) -> usize;
    /// A map of these entries. If a key occurs several times, the last entry is kept.
    fn gather(entries: impl Iterator<Item = (Self::Key, Self::Value)>) -> Self;
    /// A deep copy, see [`Mutate::copy`].
    fn copied(&self) -> Option<Self>;

    /// The key of an entry.
    fn key(&self, at: usize) -> Option<&Self::Key> {
        self.entries().nth(at).map(|(key, _)| key)
    }
    /// All keys, in order.
    fn keys(&self) -> Keys<'_, Self::Key> {
        self.entries().map(|(key, _)| key).collect()
    }
    /// The value of an entry; a set has none.
    fn value(&self, at: usize) -> Option<&Self::Value> {
        if Self::IS_SET { None } else { self.entries().nth(at).map(|(_, value)| value) }
    }
}

/// Keys, without an allocation for maps of a typical size.
pub(in crate::impls) type Keys<'m, K> = SmallVec<[&'m K; 16]>;

/// Whether the type of the keys or of the values has no value.
fn is_never_filled<M: MapLike>() -> bool {
    has_no_value::<M::Key>() || has_no_value::<M::Value>()
}

pub(in crate::impls) fn smallest<M: MapLike>() -> M {
    M::default()
}

pub(in crate::impls) fn generate<M: MapLike>(generator: &mut Generator) -> M {
    if is_never_filled::<M>() {
        return M::default();
    }
    let mut elements = generator.length();
    M::gather(std::iter::from_fn(|| match M::IS_SET {
        true => generator.element(&mut elements).map(|key| (key, M::Value::smallest())),
        false => generator.element(&mut elements),
    }))
}

pub(in crate::impls) fn describe<M: MapLike>(types: &mut Types) -> TypeIndex {
    let element = if M::IS_SET { M::Key::describe } else { <(M::Key, M::Value)>::describe };
    types.sequence::<M>(element)
}

pub(in crate::impls) fn copy<M: MapLike>(map: &M) -> Option<M> {
    map.copied()
}

pub(in crate::impls) fn form<M: MapLike>(_: &M) -> Form {
    if M::IS_SET { Form::Set } else { Form::Map }
}

pub(in crate::impls) fn children<M: MapLike>(map: &M) -> usize {
    if M::IS_SET { 0 } else { map.length() }
}

pub(in crate::impls) fn child<M: MapLike>(map: &M, at: usize) -> &dyn Node {
    map.value(at).map_or_else(|| no_child(at), Mutate::node)
}

pub(in crate::impls) fn child_mut<M: MapLike>(map: &mut M, at: usize) -> &mut dyn Node {
    map.value_mut(at).map_or_else(|| no_child(at), Mutate::node_mut)
}

pub(in crate::impls) fn all_children<'m, M: MapLike>(map: &'m M, into: &mut Vec<&'m dyn Node>) {
    if !M::IS_SET {
        into.extend(map.entries().map(|(_, value)| Mutate::node(value)));
    }
}

pub(in crate::impls) fn key_count<M: MapLike>(map: &M) -> usize {
    map.length()
}

pub(in crate::impls) fn key_at<M: MapLike>(map: &M, at: usize) -> &dyn Node {
    map.key(at).map_or_else(|| no_child(at), Mutate::node)
}

pub(in crate::impls) fn all_keys<'m, M: MapLike>(map: &'m M, into: &mut Vec<&'m dyn Node>) {
    into.extend(map.entries().map(|(key, _)| Mutate::node(key)));
}

/// Changes every key. If 2 keys become equal, the first is kept.
pub(in crate::impls) fn edit_keys<M: MapLike>(map: &mut M, change: &mut dyn FnMut(&mut dyn Node)) {
    let mut entries = Vec::new();
    while map.length() > 0 {
        entries.extend(map.take(map.length() - 1));
    }
    for (mut key, value) in entries.into_iter().rev() {
        change(Mutate::node_mut(&mut key));
        if M::MULTIPLE || !map.holds(&key) {
            map.put(map.length(), key, value);
        }
    }
}

/// The entries are in an order of their own, unless that is free.
pub(in crate::impls) fn arrange<M: MapLike>(map: &mut M, order: &[usize]) -> bool {
    let mut all = Vec::new();
    while map.length() > 0 {
        all.push(map.take(map.length() - 1));
    }
    all.reverse();
    *map = M::gather(order.iter().filter_map(|at| all.get_mut(*at)?.take()));
    true
}

pub(in crate::impls) fn append<M: MapLike>(map: &mut M, other: &mut dyn Node) -> bool {
    let Some(other) = other.downcast_mut::<M>() else { return false };
    while let Some((key, value)) = (other.length() > 0).then(|| other.take(0)).flatten() {
        if M::MULTIPLE || !map.holds(&key) {
            map.put(map.length(), key, value);
        }
    }
    true
}

/// A hash of the keys, in order.
pub(in crate::impls) fn fingerprint<M: MapLike>(map: &M) -> u64 {
    fingerprint_of(&map.keys())
}

fn fingerprint_of<K: Mutate>(keys: &[&K]) -> u64 {
    let next = |hash, key: &&K| scramble(hash ^ structural_hash(Mutate::node(*key)));
    keys.iter().fold(keys.len() as u64, next)
}

/// Removes and returns the entries after the first `length`.
pub(in crate::impls) fn cut<M: MapLike>(map: &mut M, length: usize) -> M {
    let mut end = M::default();
    while map.length() > length {
        let Some((key, value)) = map.take(map.length() - 1) else { break };
        end.put(0, key, value);
    }
    end
}

/// Adds the entries that [`cut`] removed.
pub(in crate::impls) fn join<M: MapLike>(map: &mut M, mut end: M) {
    while let Some((key, value)) = (end.length() > 0).then(|| end.take(0)).flatten() {
        map.put(map.length(), key, value);
    }
}

/// Reads entries between braces.
pub(in crate::impls) fn parse<M: MapLike>(parser: &mut Parser) -> Result<M, ParseError> {
    let Some(mut inside) = parser.group(Delimiter::Brace) else {
        return Err(parser.expected("`{` and the entries"));
    };
    let entries = inside.list(|parser| {
        let key = M::Key::parse(parser)?;
        if M::IS_SET {
            return Ok((key, M::Value::smallest()));
        }
        if !parser.punctuation(':') {
            return Err(parser.expected("`:` and the value"));
        }
        Ok((key, M::Value::parse(parser)?))
    })?;
    let length = entries.len();
    let map = M::gather(entries.into_iter());
    let all = (map.length() == length).then_some(map);
    parser.accept(all, "entries of which no two have the same key")
}
