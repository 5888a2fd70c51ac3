//! Insertion.

use crate::mutant::{Mutant, is};
use crate::tree::Tree::{self, E, T};
use std::cmp::Ordering;

impl Tree {
    /// The tree with this value for the key. An existing value of the key is replaced.
    pub fn insert(self, key: i32, value: i32) -> Tree {
        match self {
            E => Tree::leaf(key, value),
            T(..) if is(Mutant::Insert1) => Tree::leaf(key, value),
            T(left, here, old, right) => match key.cmp(&here) {
                Ordering::Less => T(Box::new(left.insert(key, value)), here, old, right),
                Ordering::Greater if !is(Mutant::Insert2) => {
                    T(left, here, old, Box::new(right.insert(key, value)))
                }
                Ordering::Equal if is(Mutant::Insert3) => T(left, here, old, right),
                Ordering::Greater | Ordering::Equal => T(left, here, value, right),
            },
        }
    }
}
