//! Describes the red-black trees to the test suite of `etna_common`.

use etna_common::suite::trees::{Argument, Choices, SearchTrees};
use etna_common::visit_property;
use etna_rbt::bespoke::bespoke;
use etna_rbt::{Colour, Mutant, Property, TASKS, Task, Tree, property};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The workload.
pub struct Rbt;

impl Argument<Rbt> for Tree {
    fn small(choices: &mut Choices<Rbt>) -> Tree {
        choices.tree()
    }

    fn random(random: &mut Xoshiro256PlusPlus) -> Tree {
        bespoke(random)
    }
}

impl SearchTrees for Rbt {
    type Mutant = Mutant;
    type Property = Property;
    type Tree = Tree;

    const TASKS: &'static [Task] = TASKS;

    etna_rbt::for_each_property!(visit_property);

    fn empty() -> Tree {
        Tree::E
    }

    fn nodes(left: &Tree, key: i32, right: &Tree) -> Vec<Tree> {
        let node = |colour| Tree::node(colour, left.clone(), key, 0, right.clone());
        [Colour::R, Colour::B].map(node).to_vec()
    }

    fn shapes(nodes: usize) -> Vec<Tree> {
        // A black height of h takes at least 2^h - 1 nodes.
        let heights = 0..=(nodes + 1).ilog2();
        heights.flat_map(|height| between(0, nodes as i32, height, false)).collect()
    }

    fn relabelled(tree: &Tree, keys: &mut dyn Iterator<Item = i32>, value: i32) -> Tree {
        match tree {
            Tree::E => Tree::E,
            Tree::T(colour, left, _, _, right) => {
                let left = Self::relabelled(left, keys, value);
                let Some(key) = keys.next() else { panic!("a tree has as many keys as nodes") };
                Tree::node(*colour, left, key, value, Self::relabelled(right, keys, value))
            }
        }
    }

    fn invalid() -> Vec<Tree> {
        use Colour::{B, R};
        use Tree::E;
        let leaf = |colour, key| Tree::node(colour, E, key, 0, E);
        vec![
            // A red root.
            leaf(R, 0),
            // A red node with a red child.
            Tree::node(B, Tree::node(R, leaf(R, 0), 1, 0, E), 2, 0, E),
            Tree::node(B, E, 0, 0, Tree::node(R, E, 1, 0, leaf(R, 2))),
            // Unequal numbers of black nodes.
            Tree::node(B, leaf(B, 0), 1, 0, E),
            Tree::node(B, leaf(R, 0), 1, 0, leaf(B, 2)),
            // Keys out of order.
            Tree::node(B, leaf(R, 1), 1, 0, E),
            Tree::node(B, E, 1, 0, leaf(R, 0)),
            Tree::node(B, Tree::node(B, E, 0, 0, leaf(R, 2)), 1, 0, leaf(B, 3)),
        ]
    }

    fn valid(tree: &Tree) -> bool {
        tree.valid()
    }

    fn to_list(tree: &Tree) -> Vec<(i32, i32)> {
        tree.to_list()
    }

    fn bespoke(random: &mut Xoshiro256PlusPlus) -> Tree {
        bespoke(random)
    }
}

/// The trees with the keys `low..high` and this many black nodes on each path.
fn between(low: i32, high: i32, height: u32, red_root: bool) -> Vec<Tree> {
    if low == high {
        return if height == 0 { vec![Tree::E] } else { Vec::new() };
    }
    if ((high - low) as usize) < (1 << height) - 1 {
        return Vec::new();
    }
    let mut all = Vec::new();
    let mut nodes = |colour, height, red_children| {
        for key in low..high {
            let rights = between(key + 1, high, height, red_children);
            for left in between(low, key, height, red_children) {
                let nodes = rights
                    .iter()
                    .map(|right| Tree::node(colour, left.clone(), key, 0, right.clone()));
                all.extend(nodes);
            }
        }
    };
    if red_root {
        nodes(Colour::R, height, false);
    }
    if height > 0 {
        nodes(Colour::B, height - 1, true);
    }
    all
}
