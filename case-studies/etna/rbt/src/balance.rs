//! Rotations: `balance` after an insertion, `bal_left` and `bal_right` after a deletion.

use crate::mutant::{Mutant, is};
use crate::tree::Colour::{self, B, R};
use crate::tree::Tree::{self, E, T};

/// A node, rotated if it is black and has a red child with a red child. The result is then a red
/// node with two black children.
pub(crate) fn balance(colour: Colour, left: Tree, key: i32, value: i32, right: Tree) -> Tree {
    match (colour, left, right) {
        (B, T(R, outer, y, yv, c), d) if outer.is_red() => {
            let upper = if is(Mutant::SwapCd) {
                Tree::node(B, d, key, value, *c)
            } else {
                Tree::node(B, *c, key, value, d)
            };
            Tree::node(R, outer.blacken(), y, yv, upper)
        }
        (B, T(R, a, x, xv, inner), d) if inner.is_red() => {
            let Parts(b, y, yv, c) = parts(*inner);
            let lower = Tree::node(B, *a, x, xv, b);
            Tree::node(R, lower, y, yv, Tree::node(B, c, key, value, d))
        }
        (B, a, T(R, inner, z, zv, d)) if inner.is_red() => {
            let Parts(b, y, yv, c) = parts(*inner);
            let (b, c) = if is(Mutant::SwapBc) { (c, b) } else { (b, c) };
            let lower = Tree::node(B, a, key, value, b);
            Tree::node(R, lower, y, yv, Tree::node(B, c, z, zv, *d))
        }
        (B, a, T(R, b, y, yv, outer)) if outer.is_red() => {
            let lower = Tree::node(B, a, key, value, *b);
            Tree::node(R, lower, y, yv, outer.blacken())
        }
        (colour, left, right) => Tree::node(colour, left, key, value, right),
    }
}

/// Rebalances a node whose left side has one black node less; `None` if the sides do not fit.
pub(crate) fn bal_left(left: Tree, key: i32, value: i32, right: Tree) -> Option<Tree> {
    match right {
        right if left.is_red() => Some(Tree::node(R, left.blacken(), key, value, right)),
        T(B, c, z, zv, d) => Some(balance(B, left, key, value, T(R, c, z, zv, d))),
        T(R, inner, z, zv, outer) if inner.is_black() => {
            let Parts(b, y, yv, c) = parts(*inner);
            let outer = if is(Mutant::MiscolorBalLeft) { *outer } else { redden(*outer)? };
            let lower = Tree::node(B, left, key, value, b);
            Some(Tree::node(R, lower, y, yv, balance(B, c, z, zv, outer)))
        }
        E | T(..) => None,
    }
}

/// Rebalances a node whose right side has one black node less; `None` if the sides do not fit.
pub(crate) fn bal_right(left: Tree, key: i32, value: i32, right: Tree) -> Option<Tree> {
    match left {
        left if right.is_red() => Some(Tree::node(R, left, key, value, right.blacken())),
        T(B, a, x, xv, b) => Some(balance(B, T(R, a, x, xv, b), key, value, right)),
        T(R, outer, x, xv, inner) if inner.is_black() => {
            let Parts(b, y, yv, c) = parts(*inner);
            let outer = if is(Mutant::MiscolorBalRight) { *outer } else { redden(*outer)? };
            let upper = Tree::node(B, c, key, value, right);
            Some(Tree::node(R, balance(B, outer, x, xv, b), y, yv, upper))
        }
        E | T(..) => None,
    }
}

/// Paints a black node red; `None` for anything else, which deletion must not meet.
fn redden(tree: Tree) -> Option<Tree> {
    match tree {
        T(B, left, key, value, right) => Some(T(R, left, key, value, right)),
        E | T(R, ..) => None,
    }
}

/// Left subtree, key, value, right subtree.
struct Parts(Tree, i32, i32, Tree);

/// The parts of a node. The caller has checked its colour, so the tree is not empty.
fn parts(tree: Tree) -> Parts {
    match tree {
        T(_, left, key, value, right) => Parts(*left, key, value, *right),
        E => unreachable!("the empty tree has no colour"),
    }
}
