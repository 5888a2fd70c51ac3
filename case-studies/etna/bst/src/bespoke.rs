//! A generator of valid trees, written by hand: what ETNA compares derived generators with.
//!
//! It has an insertion of its own, because the tested one may hold a mutant.

use crate::tree::Tree::{self, E, T};
use rand::Rng;
use std::cmp::Ordering;

/// A valid tree: random keys, inserted one after the other.
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
