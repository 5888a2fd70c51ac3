//! The red-black tree that mutagen and its peers generate: one type with the derived generator of each.
//! What quickcheck has no derive for is written as one would be.

mod insertion;

pub(crate) use insertion::keeps_red_black;

use bolero_generator::TypeGenerator;
use mutagen_core::Mutate;
use quickcheck::{Arbitrary, Gen};

/// The colour of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate, TypeGenerator)]
pub(crate) enum Colour {
    R,
    B,
}

/// A tree with keys and values; nothing makes a generated one ordered or balanced.
#[derive(Debug, Clone, Mutate, TypeGenerator)]
pub(crate) enum Tree {
    E,
    T(Colour, Box<Tree>, i32, i32, Box<Tree>),
}

impl Tree {
    /// How many nodes there are: constructors, colours and numbers.
    pub(crate) fn nodes(&self) -> u64 {
        match self {
            Tree::E => 1,
            Tree::T(_, left, _, _, right) => 4 + left.nodes() + right.nodes(),
        }
    }
}

impl Arbitrary for Colour {
    fn arbitrary(g: &mut Gen) -> Colour {
        *g.choose(&[Colour::R, Colour::B]).unwrap_or(&Colour::R)
    }
}

impl Arbitrary for Tree {
    fn arbitrary(g: &mut Gen) -> Tree {
        Tree::within(g, g.size())
    }
}

impl Tree {
    /// Without a bound on the depth, here the size, one tree in a few would never end.
    fn within(g: &mut Gen, depth: usize) -> Tree {
        if depth == 0 || g.choose(&[true, false]) == Some(&true) {
            return Tree::E;
        }
        Tree::T(
            Colour::arbitrary(g),
            Box::new(Tree::within(g, depth - 1)),
            i32::arbitrary(g),
            i32::arbitrary(g),
            Box::new(Tree::within(g, depth - 1)),
        )
    }
}
