//! Joins the two subtrees of a deleted node.

use crate::balance::bal_left;
use crate::mutant::{Mutant, is};
use crate::tree::Colour::{B, R};
use crate::tree::Tree::{self, E, T};

/// The union of two trees, where every key of `left` is smaller than every key of `right`; `None`
/// if a node cannot be balanced.
pub(crate) fn join(left: Tree, right: Tree) -> Option<Tree> {
    match (left, right) {
        (E, other) | (other, E) => Some(other),
        (T(R, a, x, xv, b), T(R, c, y, yv, d)) => Some(match join(*b, *c)? {
            T(R, b, z, zv, c) => {
                let colour = if is(Mutant::MiscolorJoin1) { B } else { R };
                Tree::node(R, T(colour, a, x, xv, b), z, zv, T(colour, c, y, yv, d))
            }
            middle => T(R, a, x, xv, Box::new(T(R, Box::new(middle), y, yv, d))),
        }),
        (T(B, a, x, xv, b), T(B, c, y, yv, d)) => match join(*b, *c)? {
            T(R, b, z, zv, c) => {
                let colour = if is(Mutant::MiscolorJoin2) { R } else { B };
                Some(Tree::node(R, T(colour, a, x, xv, b), z, zv, T(colour, c, y, yv, d)))
            }
            middle => bal_left(*a, x, xv, T(B, Box::new(middle), y, yv, d)),
        },
        (left, T(R, b, y, yv, c)) => Some(T(R, Box::new(join(left, *b)?), y, yv, c)),
        (T(R, a, x, xv, b), right) => Some(T(R, a, x, xv, Box::new(join(*b, right)?))),
    }
}
