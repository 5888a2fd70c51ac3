//! Union, and the functions that take the part of a tree below or above a key.

use crate::mutant::{Mutant, is};
use crate::tree::Tree::{self, E, T};
use std::cmp::Ordering;

impl Tree {
    /// The tree with the keys of both. Where both have a key, the value of `self` is taken.
    pub fn union(self, other: Tree) -> Tree {
        match (self, other) {
            (E, tree) | (tree, E) => tree,
            (T(left, key, value, right), other) => {
                if is(Mutant::Union6) {
                    unsplit(*left, key, value, *right, other)
                } else if is(Mutant::Union7) || is(Mutant::Union8) {
                    by_roots(*left, key, value, *right, other)
                } else {
                    let below = other.clone().below(key);
                    Tree::node(left.union(below), key, value, right.union(other.above(key)))
                }
            }
        }
    }

    /// The part of the tree with keys strictly below this one.
    pub fn below(self, key: i32) -> Tree {
        match self {
            E => E,
            T(left, here, value, right) => {
                if key <= here {
                    left.below(key)
                } else {
                    T(left, here, value, Box::new(right.below(key)))
                }
            }
        }
    }

    /// The part of the tree with keys strictly above this one.
    pub fn above(self, key: i32) -> Tree {
        match self {
            E => E,
            T(left, here, value, right) => {
                if key >= here {
                    right.above(key)
                } else {
                    T(Box::new(left.above(key)), here, value, right)
                }
            }
        }
    }
}

/// The mutant `union_6`: puts `other` below the root without splitting it.
fn unsplit(left: Tree, key: i32, value: i32, right: Tree, other: Tree) -> Tree {
    match other {
        E => Tree::node(left, key, value, right),
        T(other_left, other_key, other_value, other_right) => {
            let below = right.union(*other_left);
            Tree::node(left, key, value, T(Box::new(below), other_key, other_value, other_right))
        }
    }
}

/// The mutants `union_7` and `union_8`, which behave differently depending on which root has the
/// smaller key.
fn by_roots(left: Tree, key: i32, value: i32, right: Tree, other: Tree) -> Tree {
    let T(other_left, other_key, other_value, other_right) = other else {
        return Tree::node(left, key, value, right);
    };
    match key.cmp(&other_key) {
        Ordering::Equal => {
            Tree::node(left.union(*other_left), key, value, right.union(*other_right))
        }
        Ordering::Less if is(Mutant::Union7) => {
            let other = T(other_left, other_key, other_value, other_right);
            unsplit(left, key, value, right, other)
        }
        Ordering::Less => {
            let below = other_left.clone().below(key);
            let above = Tree::node(other_left.above(key), other_key, other_value, *other_right);
            Tree::node(left.union(below), key, value, right.union(above))
        }
        Ordering::Greater => {
            let this = Tree::node(left, key, value, right);
            T(other_left, other_key, other_value, other_right).union(this)
        }
    }
}
