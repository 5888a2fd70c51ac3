//! `proptest::Arbitrary`. proptest's own derive does not compile for a recursive type (E0275). This
//! implementation uses `prop_recursive`, which proptest's book shows for such types, with the
//! numbers of the book.

use crate::tree::Tree;
use proptest::prelude::*;

/// Levels of recursion.
const DEPTH: u32 = 8;

/// The target size in constructors.
const SIZE: u32 = 256;

impl Arbitrary for Tree {
    type Parameters = ();
    type Strategy = BoxedStrategy<Tree>;

    fn arbitrary_with((): ()) -> BoxedStrategy<Tree> {
        Just(Tree::E)
            .prop_recursive(DEPTH, SIZE, 2, |inner| {
                let node = (inner.clone(), any::<i32>(), any::<i32>(), inner);
                prop_oneof![
                    Just(Tree::E),
                    node.prop_map(|(left, key, value, right)| {
                        Tree::node(left, key, value, right)
                    }),
                ]
            })
            .boxed()
    }
}
