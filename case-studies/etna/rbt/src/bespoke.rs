//! A hand-written generator of valid trees. ETNA compares derived generators with it.
//!
//! It has its own insertion, because the tested insertion may contain a planted bug.

use crate::tree::Colour::{self, B, R};
use crate::tree::Tree::{self, E, T};
use rand::Rng;
use std::cmp::Ordering;

/// A valid tree, built by inserting random keys one by one.
pub fn bespoke(random: &mut impl Rng) -> Tree {
    etna_common::bespoke::tree(random, E, |tree, key, value| insert(tree, key, value).blacken())
}

/// Okasaki's insertion, before the root is blackened.
fn insert(tree: Tree, key: i32, value: i32) -> Tree {
    match tree {
        E => Tree::node(R, E, key, value, E),
        T(colour, left, here, old, right) => match key.cmp(&here) {
            Ordering::Less => balance(colour, insert(*left, key, value), here, old, *right),
            Ordering::Greater => balance(colour, *left, here, old, insert(*right, key, value)),
            Ordering::Equal => T(colour, left, here, value, right),
        },
    }
}

/// Turns a black node with a red child that has a red child into a red node with two black
/// children.
fn balance(colour: Colour, left: Tree, key: i32, value: i32, right: Tree) -> Tree {
    match (colour, left, right) {
        (B, T(R, a, x, xv, b), d) if a.is_red() => {
            Tree::node(R, a.blacken(), x, xv, Tree::node(B, *b, key, value, d))
        }
        (B, T(R, a, x, xv, b), d) if b.is_red() => {
            let T(_, b, y, yv, c) = *b else { unreachable!("it is red") };
            Tree::node(R, T(B, a, x, xv, b), y, yv, Tree::node(B, *c, key, value, d))
        }
        (B, a, T(R, b, z, zv, d)) if b.is_red() => {
            let T(_, b, y, yv, c) = *b else { unreachable!("it is red") };
            Tree::node(R, Tree::node(B, a, key, value, *b), y, yv, T(B, c, z, zv, d))
        }
        (B, a, T(R, b, y, yv, c)) if c.is_red() => {
            Tree::node(R, Tree::node(B, a, key, value, *b), y, yv, c.blacken())
        }
        (colour, left, right) => Tree::node(colour, left, key, value, right),
    }
}
