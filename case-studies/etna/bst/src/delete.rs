//! Deletion.

use crate::mutant::{Mutant, is};
use crate::tree::Tree::{self, E, T};
use std::cmp::Ordering;

impl Tree {
    /// The tree without the key `key`.
    pub fn delete(self, key: i32) -> Tree {
        match self {
            E => E,
            T(left, here, value, right) => match side(key, here) {
                Ordering::Less if is(Mutant::Delete4) => left.delete(key),
                Ordering::Greater if is(Mutant::Delete4) => right.delete(key),
                Ordering::Less => T(Box::new(left.delete(key)), here, value, right),
                Ordering::Greater => T(left, here, value, Box::new(right.delete(key))),
                Ordering::Equal => join(*left, *right),
            },
        }
    }
}

/// The side of the node with the key `here` on which the key must be.
fn side(key: i32, here: i32) -> Ordering {
    if is(Mutant::Delete5) { here.cmp(&key) } else { key.cmp(&here) }
}

/// The union of two trees, where every key of `left` is smaller than every key of `right`.
fn join(left: Tree, right: Tree) -> Tree {
    match (left, right) {
        (E, other) | (other, E) => other,
        (T(a, key, value, b), T(c, right_key, right_value, d)) => {
            let right = T(Box::new(join(*b, *c)), right_key, right_value, d);
            T(a, key, value, Box::new(right))
        }
    }
}
