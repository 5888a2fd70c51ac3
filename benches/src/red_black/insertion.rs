//! Insertion into a red-black tree and its invariants: the property that all tools test.

use super::Colour::{B, R};
use super::{Colour, Tree};
use std::cmp::Ordering;

/// Whether insertion of a key keeps the tree red-black; `None` if the tree was not red-black
/// before.
pub(crate) fn keeps_red_black(tree: &Tree, key: i32) -> Option<bool> {
    is_red_black(tree).then(|| is_red_black(&insert(tree.clone(), key, 0)))
}

fn is_red_black(tree: &Tree) -> bool {
    is_ordered(tree, None, None) && black_height(tree).is_some()
}

fn is_ordered(tree: &Tree, least: Option<i32>, most: Option<i32>) -> bool {
    let Tree::T(_, left, key, _, right) = tree else { return true };
    least.is_none_or(|least| least < *key)
        && most.is_none_or(|most| *key < most)
        && is_ordered(left, least, Some(*key))
        && is_ordered(right, Some(*key), most)
}

/// The number of black nodes on every path, if it is the same on all and no red node has a red
/// child.
fn black_height(tree: &Tree) -> Option<u32> {
    let Tree::T(colour, left, _, _, right) = tree else { return Some(0) };
    if *colour == R && (is_red(left) || is_red(right)) {
        return None;
    }
    let height = black_height(left)?;
    (black_height(right)? == height).then_some(height + u32::from(*colour == B))
}

fn is_red(tree: &Tree) -> bool {
    matches!(tree, Tree::T(R, ..))
}

fn insert(tree: Tree, key: i32, value: i32) -> Tree {
    match inserted(tree, key, value) {
        Tree::T(_, left, key, value, right) => Tree::T(B, left, key, value, right),
        Tree::E => Tree::E,
    }
}

fn inserted(tree: Tree, new: i32, new_value: i32) -> Tree {
    let Tree::T(colour, left, key, value, right) = tree else {
        return Tree::T(R, Box::new(Tree::E), new, new_value, Box::new(Tree::E));
    };
    match new.cmp(&key) {
        Ordering::Less => balanced(colour, inserted(*left, new, new_value), (key, value), *right),
        Ordering::Greater => {
            balanced(colour, *left, (key, value), inserted(*right, new, new_value))
        }
        Ordering::Equal => Tree::T(colour, left, key, new_value, right),
    }
}

/// A node of which one subtree may be red with a red child, which is rotated away below a black
/// one.
fn balanced(colour: Colour, left: Tree, (key, value): (i32, i32), right: Tree) -> Tree {
    if colour == B {
        if let Tree::T(R, outer, _, _, inner) = &left {
            if is_red(outer) {
                let Tree::T(_, outer, k, v, inner) = left else { unreachable!("it is a node") };
                let right = Tree::T(B, inner, key, value, Box::new(right));
                return Tree::T(R, Box::new(blackened(*outer)), k, v, Box::new(right));
            }
            if is_red(inner) {
                let Tree::T(_, outer, k, v, inner) = left else { unreachable!("it is a node") };
                let Tree::T(_, a, k2, v2, b) = *inner else { unreachable!("it is red") };
                let left = Tree::T(B, outer, k, v, a);
                let right = Tree::T(B, b, key, value, Box::new(right));
                return Tree::T(R, Box::new(left), k2, v2, Box::new(right));
            }
        }
        if let Tree::T(R, inner, _, _, outer) = &right {
            if is_red(outer) {
                let Tree::T(_, inner, k, v, outer) = right else { unreachable!("it is a node") };
                let left = Tree::T(B, Box::new(left), key, value, inner);
                return Tree::T(R, Box::new(left), k, v, Box::new(blackened(*outer)));
            }
            if is_red(inner) {
                let Tree::T(_, inner, k, v, outer) = right else { unreachable!("it is a node") };
                let Tree::T(_, a, k2, v2, b) = *inner else { unreachable!("it is red") };
                let left = Tree::T(B, Box::new(left), key, value, a);
                let right = Tree::T(B, b, k, v, outer);
                return Tree::T(R, Box::new(left), k2, v2, Box::new(right));
            }
        }
    }
    Tree::T(colour, Box::new(left), key, value, Box::new(right))
}

fn blackened(tree: Tree) -> Tree {
    match tree {
        Tree::T(_, left, key, value, right) => Tree::T(B, left, key, value, right),
        Tree::E => Tree::E,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn insertion_keeps_a_tree_red_black_in_any_order() {
        for step in [1, 7, 37, 61] {
            let mut tree = Tree::E;
            for at in 0..101 {
                let key = at * step % 101;
                assert_eq!(keeps_red_black(&tree, key), Some(true), "{tree:?}, {key}");
                tree = insert(tree, key, at);
            }
            assert_eq!(tree.nodes(), 5 * 101 + 1);
        }
    }

    #[test]
    fn a_tree_out_of_order_or_out_of_balance_is_no_red_black_tree() {
        let leaf =
            |colour, key| Box::new(Tree::T(colour, Box::new(Tree::E), key, 0, Box::new(Tree::E)));
        let parent = |colour, left, right| Tree::T(colour, left, 5, 0, right);
        assert_eq!(keeps_red_black(&parent(B, leaf(R, 3), leaf(R, 7)), 4), Some(true));
        assert_eq!(keeps_red_black(&parent(B, leaf(R, 7), leaf(R, 3)), 4), None);
        assert_eq!(keeps_red_black(&parent(B, leaf(B, 3), leaf(R, 7)), 4), None);
        assert_eq!(keeps_red_black(&parent(R, leaf(R, 3), leaf(R, 7)), 4), None);
    }
}
