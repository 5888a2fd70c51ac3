//! A hand-written generator of valid trees. ETNA compares derived generators with it.
//!
//! It has its own insertion, because the tested insertion may contain a planted bug.

use crate::tree::Tree::{self, E, T};
use rand::Rng;
use std::cmp::Ordering;

/// A valid tree, built by inserting random keys one by one.
pub fn bespoke(random: &mut impl Rng) -> Tree {
    etna_common::bespoke::tree(random, E, insert)
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
