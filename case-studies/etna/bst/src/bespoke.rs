//! A generator of valid trees, written by hand: what ETNA compares derived generators with. Keys and
//! values come from a range in which keys collide.
//!
//! It has an insertion of its own, because the tested one may hold a mutant.

use crate::tree::Tree::{self, E, T};
use rand::{Rng, RngExt};
use std::cmp::Ordering;

/// The most keys that are inserted into a tree.
pub const MOST_KEYS: u32 = 24;

/// The greatest key and value; the smallest is 0.
pub const GREATEST: i32 = 31;

/// A valid tree: up to [`MOST_KEYS`] random keys, inserted one after the other.
pub fn bespoke(random: &mut impl Rng) -> Tree {
    let keys = random.random_range(0..=MOST_KEYS);
    (0..keys).fold(E, |tree, _| insert(tree, number(random), number(random)))
}

/// A key or a value.
pub fn number(random: &mut impl Rng) -> i32 {
    random.random_range(0..=GREATEST)
}

fn insert(tree: Tree, key: i32, value: i32) -> Tree {
    match tree {
        E => Tree::leaf(key, value),
        T(left, here, old, right) => match key.cmp(&here) {
            Ordering::Less => T(Box::new(insert(*left, key, value)), here, old, right),
            Ordering::Greater => T(left, here, old, Box::new(insert(*right, key, value))),
            Ordering::Equal => T(left, here, value, right),
        },
    }
}
