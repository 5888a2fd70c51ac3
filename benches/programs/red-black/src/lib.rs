//! A red-black tree with insertion, and the property that insertion keeps the invariants: the small
//! program of the benchmarks.
#![forbid(unsafe_code)]

use Color::{Black, Red};
use mutagen_core::{Mutate, Outcome, assume, check};
use std::cmp::Ordering;

/// The colour of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
pub enum Color {
    /// Has no red child.
    Red,
    /// Counts for the height.
    Black,
}

/// A tree of numbers.
#[derive(Debug, Clone, PartialEq, Eq, Mutate)]
pub enum Tree {
    /// Empty, and black.
    Leaf,
    /// Colour, smaller numbers, number, greater numbers.
    Node(Color, Box<Tree>, i32, Box<Tree>),
}

use Tree::{Leaf, Node};

impl Tree {
    /// Whether the numbers are in order, no red node has a red child, the root is black, and all
    /// paths down have the same number of black nodes.
    pub fn is_red_black(&self) -> bool {
        !self.is_red() && self.black_height(None, None).is_some()
    }

    /// The number of black nodes on each path down, if the numbers lie between the bounds and the
    /// invariants hold; the root may be red.
    fn black_height(&self, above: Option<i32>, below: Option<i32>) -> Option<u32> {
        let Node(color, left, key, right) = self else { return Some(0) };
        if above.is_some_and(|above| *key <= above) || below.is_some_and(|below| *key >= below) {
            return None;
        }
        if *color == Red && (left.is_red() || right.is_red()) {
            return None;
        }
        let (left, right) =
            (left.black_height(above, Some(*key))?, right.black_height(Some(*key), below)?);
        (left == right).then_some(left + u32::from(*color == Black))
    }

    fn is_red(&self) -> bool {
        matches!(self, Node(Red, ..))
    }

    /// Whether a number is in the tree.
    pub fn contains(&self, wanted: i32) -> bool {
        match self {
            Leaf => false,
            Node(_, left, key, right) => match wanted.cmp(key) {
                Ordering::Less => left.contains(wanted),
                Ordering::Equal => true,
                Ordering::Greater => right.contains(wanted),
            },
        }
    }

    /// The tree with this number in it.
    #[must_use]
    pub fn insert(self, new: i32) -> Tree {
        match self.insert_below(new) {
            Node(_, left, key, right) => Node(Black, left, key, right),
            Leaf => Leaf,
        }
    }

    fn insert_below(self, new: i32) -> Tree {
        match self {
            Leaf => Node(Red, Box::new(Leaf), new, Box::new(Leaf)),
            Node(color, mut left, key, mut right) => match new.cmp(&key) {
                Ordering::Less => {
                    *left = left.insert_below(new);
                    Node(color, left, key, right).balance()
                }
                Ordering::Equal => Node(color, left, key, right),
                Ordering::Greater => {
                    *right = right.insert_below(new);
                    Node(color, left, key, right).balance()
                }
            },
        }
    }

    /// Turns a black node with a red child and a red grandchild into a red one with black children.
    fn balance(self) -> Tree {
        let Node(Black, mut left, key, mut right) = self else { return self };
        match (&mut *left, &mut *right) {
            (Node(Red, outer, ..), _) if outer.is_red() => {
                // The left child becomes the root, this node its right child.
                outer.blacken();
                let Node(_, outer, top, inner) = *left else { unreachable!("it is a node") };
                Node(Red, outer, top, Box::new(Node(Black, inner, key, right)))
            }
            (Node(Red, .., inner), _) if inner.is_red() => {
                let Node(_, outer, low, inner) = *left else { unreachable!("it is a node") };
                let Node(_, before, top, after) = *inner else { unreachable!("it is red") };
                let low = Node(Black, outer, low, before);
                Node(Red, Box::new(low), top, Box::new(Node(Black, after, key, right)))
            }
            (_, Node(Red, inner, ..)) if inner.is_red() => {
                let Node(_, inner, high, outer) = *right else { unreachable!("it is a node") };
                let Node(_, before, top, after) = *inner else { unreachable!("it is red") };
                let high = Node(Black, after, high, outer);
                Node(Red, Box::new(Node(Black, left, key, before)), top, Box::new(high))
            }
            (_, Node(Red, _, _, outer)) if outer.is_red() => {
                outer.blacken();
                let Node(_, inner, top, outer) = *right else { unreachable!("it is a node") };
                Node(Red, Box::new(Node(Black, left, key, inner)), top, outer)
            }
            _ => Node(Black, left, key, right),
        }
    }

    fn blacken(&mut self) {
        if let Node(color, ..) = self {
            *color = Black;
        }
    }
}

/// Insertion into a red-black tree gives a red-black tree that has the number.
pub fn insertion_keeps_the_invariants(tree: &Tree, number: i32) -> Outcome {
    assume!(tree.is_red_black());
    let larger = tree.clone().insert(number);
    check!(larger.is_red_black() && larger.contains(number))
}

/// The tree of all these numbers.
pub fn tree_of(numbers: impl IntoIterator<Item = i32>) -> Tree {
    numbers.into_iter().fold(Leaf, Tree::insert)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_of_numbers_in_any_order_are_red_black_and_have_all_of_them() {
        for (factor, count) in [(1, 40), (-1, 40), (7, 41), (12, 43)] {
            let numbers: Vec<i32> = (0..count).map(|n| n * factor % count).collect();
            let tree = tree_of(numbers.iter().copied());
            assert!(tree.is_red_black(), "{tree:?}");
            assert!(numbers.iter().all(|&n| tree.contains(n)) && !tree.contains(count));
            assert_eq!(insertion_keeps_the_invariants(&tree, 3), Outcome::Passed);
        }
    }

    #[test]
    fn each_broken_invariant_is_seen() {
        let leaf = || Box::new(Leaf);
        let node = |color, left, key, right| Box::new(Node(color, left, key, right));
        let broken = [
            Node(Red, leaf(), 1, leaf()),
            Node(Black, leaf(), 1, node(Red, leaf(), 1, leaf())),
            Node(Black, node(Red, node(Red, leaf(), 1, leaf()), 2, leaf()), 3, leaf()),
            Node(Black, leaf(), 1, node(Black, leaf(), 2, leaf())),
        ];
        for tree in broken {
            assert_eq!(insertion_keeps_the_invariants(&tree, 3), Outcome::Discarded, "{tree:?}");
        }
    }
}
