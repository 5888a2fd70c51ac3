//! The binary search tree, its precondition, and the functions that the properties use. This file
//! has no planted bug.

#![cfg_attr(
    any(feature = "arbitrary", feature = "bolero", feature = "crabcheck"),
    allow(unused_qualifications, reason = "their derives name in full what is in scope")
)]

use std::cmp::Ordering;

/// A binary tree with a key and a value at each node. The type does not guarantee the order.
#[derive(Debug, Clone, PartialEq, Eq, Hash, mutagen_core::Mutate)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
#[cfg_attr(feature = "bolero", derive(bolero_generator::TypeGenerator))]
#[cfg_attr(feature = "crabcheck", derive(crabcheck::Arbitrary))]
#[cfg_attr(feature = "mutatis", derive(serde::Serialize, serde::Deserialize))]
pub enum Tree {
    /// The empty tree.
    E,
    /// The left subtree, the key, its value, the right subtree.
    T(Box<Tree>, i32, i32, Box<Tree>),
}

use Tree::{E, T};

impl Tree {
    /// The tree with a single node.
    pub fn leaf(key: i32, value: i32) -> Tree {
        Tree::node(E, key, value, E)
    }

    /// The tree with this root and these subtrees.
    pub fn node(left: Tree, key: i32, value: i32, right: Tree) -> Tree {
        T(Box::new(left), key, value, Box::new(right))
    }

    /// Whether the keys are in strict search order.
    pub fn valid(&self) -> bool {
        self.ordered(None, None)
    }

    /// Whether the keys are in strict search order and strictly between these bounds, where given.
    fn ordered(&self, low: Option<i32>, high: Option<i32>) -> bool {
        match self {
            E => true,
            T(left, key, _, right) => {
                low.is_none_or(|low| low < *key)
                    && high.is_none_or(|high| *key < high)
                    && left.ordered(low, Some(*key))
                    && right.ordered(Some(*key), high)
            }
        }
    }

    /// The value of a key, looked up by search order.
    pub fn find(&self, key: i32) -> Option<i32> {
        match self {
            E => None,
            T(left, here, value, right) => match key.cmp(here) {
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
        if let T(left, key, value, right) = self {
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
