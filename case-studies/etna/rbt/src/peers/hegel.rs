//! `hegel::DefaultGenerator`. hegel's own derive does not compile for a recursive type (E0277:
//! `Box<Tree>` has no default generator). This implementation uses hegel's `recursive` with its
//! default limits.

use crate::tree::{Colour, Tree};
use hegel::generators::{self as gs, BoxedGenerator, DefaultGenerator, Generator};

impl DefaultGenerator for Colour {
    type Generator = BoxedGenerator<'static, Colour>;

    fn default_generator() -> Self::Generator {
        gs::sampled_from(vec![Colour::R, Colour::B]).boxed()
    }
}

impl DefaultGenerator for Tree {
    type Generator = BoxedGenerator<'static, Tree>;

    fn default_generator() -> Self::Generator {
        let tree = gs::recursive(gs::just(Tree::E), |subtree| {
            hegel::tuples!(
                Colour::default_generator(),
                subtree.clone(),
                gs::integers::<i32>(),
                gs::integers::<i32>(),
                subtree
            )
            .map(|(colour, left, key, value, right)| Tree::node(colour, left, key, value, right))
        });
        tree.boxed()
    }
}
