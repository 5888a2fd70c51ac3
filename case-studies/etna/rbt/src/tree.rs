//! The red-black tree, and the functions that the properties use. This file has no planted bug.

#![cfg_attr(
    any(feature = "arbitrary", feature = "bolero", feature = "crabcheck"),
    allow(unused_qualifications, reason = "their derives name in full what is in scope")
)]

use std::cmp::Ordering;

/// The colour of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, mutagen_core::Mutate)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
#[cfg_attr(feature = "bolero", derive(bolero_generator::TypeGenerator))]
#[cfg_attr(feature = "crabcheck", derive(crabcheck::Arbitrary))]
#[cfg_attr(feature = "mutatis", derive(serde::Serialize, serde::Deserialize))]
pub enum Colour {
    /// Red: a red node has no red child.
    R,
    /// Black: every path from the root to an empty tree has the same number of black nodes.
    B,
}

/// A binary tree with a colour, a key and a value at each node. The type guarantees neither the
/// order nor the balance.
#[derive(Debug, Clone, PartialEq, Eq, Hash, mutagen_core::Mutate)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
#[cfg_attr(feature = "bolero", derive(bolero_generator::TypeGenerator))]
#[cfg_attr(feature = "crabcheck", derive(crabcheck::Arbitrary))]
#[cfg_attr(feature = "mutatis", derive(serde::Serialize, serde::Deserialize))]
pub enum Tree {
    /// The empty tree.
    E,
    /// The colour, the left subtree, the key, its value, the right subtree.
    T(Colour, Box<Tree>, i32, i32, Box<Tree>),
}

use Colour::{B, R};
use Tree::{E, T};

impl Tree {
    /// The tree with this root and these subtrees.
    pub fn node(colour: Colour, left: Tree, key: i32, value: i32, right: Tree) -> Tree {
        T(colour, Box::new(left), key, value, Box::new(right))
    }

    /// Whether the root is a red node.
    pub fn is_red(&self) -> bool {
        matches!(self, T(R, ..))
    }

    /// Whether the root is a black node.
    pub fn is_black(&self) -> bool {
        matches!(self, T(B, ..))
    }

    /// The tree with a black root.
    pub(crate) fn blacken(self) -> Tree {
        match self {
            E => E,
            T(_, left, key, value, right) => T(B, left, key, value, right),
        }
    }

    /// The value of a key, looked up by search order.
    pub fn find(&self, key: i32) -> Option<i32> {
        match self {
            E => None,
            T(_, left, here, value, right) => match key.cmp(here) {
                Ordering::Less => left.find(key),
                Ordering::Greater => right.find(key),
                Ordering::Equal => Some(*value),
            },
        }
    }

    /// The keys with their values, from left to right.
    pub fn to_list(&self) -> Vec<(i32, i32)> {
        let mut list = Vec::new();
        self.append_to(&mut list);
        list
    }

    fn append_to(&self, list: &mut Vec<(i32, i32)>) {
        if let T(_, left, key, value, right) = self {
            left.append_to(list);
            list.push((*key, *value));
            right.append_to(list);
        }
    }

    /// Whether both trees are the same map: the same keys with the same values, in any shape.
    pub fn same_map(&self, other: &Tree) -> bool {
        self.to_list() == other.to_list()
    }
}
