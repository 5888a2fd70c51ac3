//! The red-black tree that mutagen and the other tools generate: one type with the derived
//! generator of each tool. quickcheck has no derive, so its generator is written as a derive would
//! write it.

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
    /// Without a bound on the depth, some trees would be infinite.
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
