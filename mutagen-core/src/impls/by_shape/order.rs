//! Defines an order of values that is the same in every run, for containers without an order of
//! their own, and a hash of a key that is also the same in every run. Numbers are ordered by value,
//! texts by characters, and constructors by declaration. After that the parts are compared from
//! left to right.

use crate::value::seed::scramble;
use crate::value::{Mutate, Node};
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// Compares 2 values of one type by their structure. Opaque parts are equal.
pub(in crate::impls) fn structural(left: &dyn Node, right: &dyn Node) -> Ordering {
    let mut open: SmallVec<[(&dyn Node, &dyn Node); 8]> = SmallVec::new();
    open.push((left, right));
    while let Some((left, right)) = open.pop() {
        let order = head(left, right);
        if order != Ordering::Equal {
            return order;
        }
        open.extend((0..left.children()).rev().map(|at| (left.child(at), right.child(at))));
    }
    Ordering::Equal
}

/// Compares 2 nodes, and of their children only the number.
fn head(left: &dyn Node, right: &dyn Node) -> Ordering {
    if let (Some(left), Some(right)) =
        (left.downcast_ref::<String>(), right.downcast_ref::<String>())
    {
        return left.cmp(right);
    }
    let constructors = left.constructor().cmp(&right.constructor());
    // A node without an integer value, such as NaN, comes after all others.
    let number = |node: &dyn Node| node.number().map_or((1, 0), |number| (0, number));
    constructors
        .then_with(|| number(left).cmp(&number(right)))
        .then_with(|| left.fingerprint().cmp(&right.fingerprint()))
        .then_with(|| left.children().cmp(&right.children()))
}

/// A key with an order, for a container that has none. Keys are ordered by structure. If opaque
/// parts leave a tie, the key's own hash decides, under a hasher that is the same in every run.
struct Ranked<'k, K> {
    /// Decides most comparisons: the constructor, and the number or the start of the text.
    head: (usize, u128),
    key: &'k K,
}

impl<'k, K: Mutate + Hash> Ranked<'k, K> {
    fn new(key: &'k K) -> Ranked<'k, K> {
        let node = Mutate::node(key);
        let start = match node.downcast_ref::<String>() {
            Some(text) => {
                let mut start = [0; 16];
                let length = text.len().min(16);
                start[..length].copy_from_slice(&text.as_bytes()[..length]);
                u128::from_be_bytes(start)
            }
            // Shifted so that the least number is 0. A node without a number comes last.
            None => node.number().map_or(u128::MAX, |number| (number as u128) ^ (1 << 127)),
        };
        Ranked { head: (node.constructor(), start), key }
    }

    fn compare(&self, other: &Self) -> Ordering {
        let hash = |key: &K| {
            let mut hasher = Portable(0);
            key.hash(&mut hasher);
            hasher.finish()
        };
        self.head
            .cmp(&other.head)
            .then_with(|| structural(Mutate::node(self.key), Mutate::node(other.key)))
            .then_with(|| hash(self.key).cmp(&hash(other.key)))
    }
}

/// The number that a new key would have among these.
pub(in crate::impls) fn rank<'k, K: Mutate + Hash>(
    keys: impl Iterator<Item = &'k K>,
    key: &K,
) -> usize {
    let new = Ranked::new(key);
    keys.filter(|other| Ranked::new(*other).compare(&new).is_lt()).count()
}

/// Sorts entries by their keys.
pub(in crate::impls) fn sort<'k, K: Mutate + Hash, E>(
    entries: impl Iterator<Item = (&'k K, E)>,
) -> impl Iterator<Item = (&'k K, E)> {
    let mut all: SmallVec<[(Ranked<'k, K>, E); 16]> =
        entries.map(|(key, entry)| (Ranked::new(key), entry)).collect();
    all.sort_by(|left, right| left.0.compare(&right.0));
    all.into_iter().map(|(key, entry)| (key.key, entry))
}

/// A hasher without a seed. It sees numbers and not their byte order in memory.
struct Portable(u64);

macro_rules! words {
    ($($name:ident $ty:ty),*) => {$(
        fn $name(&mut self, word: $ty) {
            self.0 = scramble(self.0 ^ word as u64);
        }
    )*};
}

impl Hasher for Portable {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u8(*byte));
    }
    words!(
        write_u8 u8, write_u16 u16, write_u32 u32, write_u64 u64, write_usize usize,
        write_i8 i8, write_i16 i16, write_i32 i32, write_i64 i64, write_isize isize
    );
    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_by_value_and_texts_by_their_characters() {
        let numbers = [i64::MIN, -3, 0, 2, 10, i64::MAX];
        assert!(numbers.is_sorted_by(|a, b| structural(a, b) == Ordering::Less));
        let texts = ["", "a", "aa", "b"].map(str::to_owned);
        assert!(texts.is_sorted_by(|a, b| structural(a, b) == Ordering::Less));
    }

    #[test]
    fn parts_are_compared_from_left_to_right() {
        let values = [(1_u8, None), (1, Some(0_u8)), (1, Some(7)), (2, None)];
        assert!(values.is_sorted_by(|a, b| structural(a, b) == Ordering::Less));
    }
}
