//! Okasaki's insertion.

use crate::balance::balance;
use crate::mutant::{Mutant, is};
use crate::tree::Colour::{B, R};
use crate::tree::Tree::{self, E, T};
use std::cmp::Ordering;

impl Tree {
    /// The tree with this value for the key. An existing value of the key is replaced.
    pub fn insert(self, key: i32, value: i32) -> Tree {
        ins(self, key, value).blacken()
    }
}

/// Insertion that may leave a red root with a red child.
fn ins(tree: Tree, key: i32, value: i32) -> Tree {
    match tree {
        E if is(Mutant::MiscolorInsert) => Tree::node(B, E, key, value, E),
        E => Tree::node(R, E, key, value, E),
        T(..) if is(Mutant::Insert1) => Tree::node(R, E, key, value, E),
        T(colour, left, here, old, right) => match key.cmp(&here) {
            Ordering::Less => {
                let left = ins(*left, key, value);
                if is(Mutant::NoBalanceInsert1) {
                    T(colour, Box::new(left), here, old, right)
                } else {
                    balance(colour, left, here, old, *right)
                }
            }
            Ordering::Greater if is(Mutant::NoBalanceInsert2) => {
                T(colour, left, here, old, Box::new(right.insert(key, value)))
            }
            Ordering::Greater if !is(Mutant::Insert2) => {
                balance(colour, *left, here, old, ins(*right, key, value))
            }
            Ordering::Equal if is(Mutant::Insert3) => T(colour, left, here, old, right),
            Ordering::Greater | Ordering::Equal => T(colour, left, here, value, right),
        },
    }
}
