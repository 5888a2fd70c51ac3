//! Kahrs's deletion. On a tree that is not a red-black tree, or with a mutant, it may reach nodes
//! that it cannot balance; then it has no result.

use crate::balance::{bal_left, bal_right};
use crate::join::join;
use crate::mutant::{Mutant, is};
use crate::tree::Colour::R;
use crate::tree::Tree::{self, E, T};
use std::cmp::Ordering;

impl Tree {
    /// The tree without the key `key`.
    pub fn delete(self, key: i32) -> Option<Tree> {
        let tree = del(self, key)?;
        Some(if is(Mutant::MiscolorDelete) { tree } else { tree.blacken() })
    }
}

/// Deletion that may leave a red root. If the root was black, the tree has one black level less.
fn del(tree: Tree, key: i32) -> Option<Tree> {
    match tree {
        E => Some(E),
        T(_, left, here, value, right) => match side(key, here) {
            Ordering::Less if is(Mutant::Delete4) => del(*left, key),
            Ordering::Greater if is(Mutant::Delete4) => del(*right, key),
            Ordering::Less => del_left(*left, here, value, *right, key),
            Ordering::Greater => del_right(*left, here, value, *right, key),
            Ordering::Equal => join(*left, *right),
        },
    }
}

/// The side of the node with the key `here` on which the key must be.
fn side(key: i32, here: i32) -> Ordering {
    if is(Mutant::Delete5) { here.cmp(&key) } else { key.cmp(&here) }
}

/// The node with these parts, after `key` is deleted from its left side.
fn del_left(left: Tree, here: i32, value: i32, right: Tree, key: i32) -> Option<Tree> {
    let short = left.is_black();
    let left = del(left, key)?;
    if short {
        bal_left(left, here, value, right)
    } else {
        Some(Tree::node(R, left, here, value, right))
    }
}

/// The node with these parts, after `key` is deleted from its right side.
fn del_right(left: Tree, here: i32, value: i32, right: Tree, key: i32) -> Option<Tree> {
    let short = right.is_black();
    let right = del(right, key)?;
    if short {
        bal_right(left, here, value, right)
    } else {
        Some(Tree::node(R, left, here, value, right))
    }
}
