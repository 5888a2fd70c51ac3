//! What all maps and sets share. The mutants of a map of n entries, in order: drop each entry; add
//! the smallest key with the smallest value, unless the key is there; change a key, for each entry
//! by all pure mutants of all nodes of its key. The random ones: for each entry a copy of its value
//! under a freshly generated key (for a set: one fresh element), and change a key, for each entry by
//! all random mutants of its key. A value is a child node with mutants of its own.
//!
//! A pure mutant of a key that is a key of the map already is no mutant of the map and has no number.
//! A random one is drawn again, up to 16 times, and if all were taken an entry is dropped. A
//! key that cannot be copied has its random mutants only.
//!
//! A heap is a set that may hold an element several times: nothing is ever taken, and each element is
//! also duplicated, after the smallest is added. A map that keeps its entries in an order of its own
//! has, at the same place, each two neighbours swapped.

mod edit;
mod free;
mod implement;

pub(in crate::impls) use edit::{mutants, mutate, restore};
pub(in crate::impls) use implement::{keyed, map_of, set_of};

use crate::value::generate::{Elements, Generator};
use crate::value::mutate::Mutate;
use crate::value::node::{Node, no_child};
use crate::value::seed::scramble;
use crate::value::text::{ParseError, Parser};
use crate::value::types::has_no_value;
use crate::value::walk::structural_hash;
use proc_macro2::Delimiter;
use smallvec::SmallVec;

/// A map or a set as its mutants see it. Entries have numbers from 0 in an order of the type's own,
/// which is the same in every run.
pub(in crate::impls) trait MapLike: Mutate {
    /// A map's keys or a set's elements.
    type Key: Mutate;
    /// A map's values, a set's units.
    type Value: Mutate;
    /// Whether a key may be there more than once.
    const MULTIPLE: bool = false;
    /// Whether the order of the entries is part of the value, and free.
    const ARRANGED: bool = false;

    /// The number of entries.
    fn length(&self) -> usize;
    /// The key of an entry.
    fn key(&self, at: usize) -> Option<&Self::Key>;
    /// All keys, in order.
    fn keys(&self) -> Keys<'_, Self::Key>;
    /// The value of an entry; a set has none.
    fn value(&self, at: usize) -> Option<&Self::Value>;
    /// All values, in order.
    fn values(&self) -> impl Iterator<Item = &Self::Value>;
    /// [`MapLike::value`], mutable.
    fn value_mut(&mut self, at: usize) -> Option<&mut Self::Value>;
    /// Whether the key is taken.
    fn holds(&self, key: &Self::Key) -> bool;
    /// Takes an entry out.
    fn take(&mut self, at: usize) -> Option<(Self::Key, Self::Value)>;
    /// Adds an entry whose key is not taken and gives its number, which is `at` where the type
    /// leaves that open.
    fn put(&mut self, at: usize, key: Self::Key, value: Self::Value) -> usize;
    /// A map of these entries; of those with one key, the last.
    fn gather(entries: impl Iterator<Item = (Self::Key, Self::Value)>) -> Self;
    /// A deep copy, see [`Mutate::copy`].
    fn copied(&self) -> Option<Self>;
    /// Generates the next entry.
    fn draw(generator: &mut Generator, left: &mut Elements) -> Option<(Self::Key, Self::Value)>;
}

/// Keys, without an allocation for the maps that most tests have.
pub(in crate::impls) type Keys<'m, K> = SmallVec<[&'m K; 16]>;

/// Whether there is no value that could be a key, or none that could stand under one.
fn is_never_filled<M: MapLike>() -> bool {
    has_no_value::<M::Key>() || has_no_value::<M::Value>()
}

pub(in crate::impls) fn generate<M: MapLike>(generator: &mut Generator) -> M {
    if is_never_filled::<M>() {
        return M::smallest();
    }
    let mut elements = generator.length();
    M::gather(std::iter::from_fn(|| M::draw(generator, &mut elements)))
}

pub(in crate::impls) fn child<M: MapLike>(map: &M, at: usize) -> &dyn Node {
    map.value(at).map_or_else(|| no_child(at), Mutate::node)
}

pub(in crate::impls) fn child_mut<M: MapLike>(map: &mut M, at: usize) -> &mut dyn Node {
    map.value_mut(at).map_or_else(|| no_child(at), Mutate::node_mut)
}

pub(in crate::impls) fn key_at<M: MapLike>(map: &M, at: usize) -> &dyn Node {
    map.key(at).map_or_else(|| no_child(at), Mutate::node)
}

/// Changes every key; of two that become equal, the first stays.
pub(in crate::impls) fn change_keys<M: MapLike>(
    map: &mut M,
    change: &mut dyn FnMut(&mut dyn Node),
) {
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

/// A hash of the keys, in order.
pub(in crate::impls) fn fingerprint<M: MapLike>(map: &M) -> u64 {
    fingerprint_of(&map.keys())
}

fn fingerprint_of<K: Mutate>(keys: &[&K]) -> u64 {
    let next = |hash, key: &&K| scramble(hash ^ structural_hash(Mutate::node(*key)));
    keys.iter().fold(keys.len() as u64, next)
}

/// Takes off the entries after the first `length`.
pub(in crate::impls) fn cut<M: MapLike>(map: &mut M, length: usize) -> M {
    let mut end = M::smallest();
    while map.length() > length {
        let Some((key, value)) = map.take(map.length() - 1) else { break };
        end.put(0, key, value);
    }
    end
}

/// Puts back what [`cut`] took off.
pub(in crate::impls) fn join<M: MapLike>(map: &mut M, mut end: M) {
    while let Some((key, value)) = (end.length() > 0).then(|| end.take(0)).flatten() {
        map.put(map.length(), key, value);
    }
}

/// Reads entries between braces: `value` reads what comes after a key.
pub(in crate::impls) fn parse<M: MapLike>(
    parser: &mut Parser,
    mut value: impl FnMut(&mut Parser) -> Result<M::Value, ParseError>,
) -> Result<M, ParseError> {
    let Some(mut inside) = parser.group(Delimiter::Brace) else {
        return Err(parser.expected("`{` and the entries"));
    };
    let entries = inside.list(|parser| Ok((M::Key::parse(parser)?, value(parser)?)))?;
    let length = entries.len();
    let map = M::gather(entries.into_iter());
    if map.length() < length {
        parser.back();
        return Err(parser.expected("entries of which no two have the same key"));
    }
    Ok(map)
}

/// Reads the colon and the value of an entry of a map.
pub(in crate::impls) fn parse_value<V: Mutate>(parser: &mut Parser) -> Result<V, ParseError> {
    if !parser.punctuation(':') {
        return Err(parser.expected("`:` and the value"));
    }
    V::parse(parser)
}

/// Nothing stands after an element of a set.
pub(in crate::impls) fn parse_unit(_: &mut Parser) -> Result<(), ParseError> {
    Ok(())
}
