//! The shared parts of the hand-written generators of search trees: the number of keys in a tree,
//! and a range of keys and values that is small enough for collisions.

use rand::{Rng, RngExt};

/// The most keys that are inserted into a tree.
pub const MOST_KEYS: u32 = 24;

/// The greatest key and value; the smallest is 0.
pub const GREATEST: i32 = 31;

/// The tree after up to [`MOST_KEYS`] insertions of random keys into an empty tree.
pub fn tree<T>(random: &mut impl Rng, empty: T, insert: fn(T, i32, i32) -> T) -> T {
    let keys = random.random_range(0..=MOST_KEYS);
    (0..keys).fold(empty, |tree, _| insert(tree, number(random), number(random)))
}

/// A key or a value.
pub fn number(random: &mut impl Rng) -> i32 {
    random.random_range(0..=GREATEST)
}
