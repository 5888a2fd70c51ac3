//! `quickcheck::Arbitrary`; quickcheck has no derive. The size is divided between the two subtrees,
//! and a tree without size left is empty: without a size, the expected size of a tree would be
//! infinite. Nothing is shrunk.

use crate::tree::{Colour, Tree};
use quickcheck::{Arbitrary, Gen};

impl Arbitrary for Colour {
    fn arbitrary(g: &mut Gen) -> Colour {
        if bool::arbitrary(g) { Colour::R } else { Colour::B }
    }
}

impl Arbitrary for Tree {
    fn arbitrary(g: &mut Gen) -> Tree {
        random_tree(g, g.size())
    }
}

fn random_tree(g: &mut Gen, size: usize) -> Tree {
    if size == 0 || bool::arbitrary(g) {
        return Tree::E;
    }
    let colour = Colour::arbitrary(g);
    let left = random_tree(g, size / 2);
    let (key, value) = (i32::arbitrary(g), i32::arbitrary(g));
    Tree::node(colour, left, key, value, random_tree(g, size / 2))
}
