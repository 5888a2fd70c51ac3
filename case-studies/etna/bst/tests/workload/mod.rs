//! Describes the binary search trees to the test suite of `etna_common`.

use etna_bst::bespoke::bespoke;
use etna_bst::{Mutant, Property, TASKS, Task, Tree, property};
use etna_common::suite::trees::{Argument, Choices, SearchTrees};
use etna_common::visit_property;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The workload.
pub struct Bst;

impl Argument<Bst> for Tree {
    fn small(choices: &mut Choices<Bst>) -> Tree {
        choices.tree()
    }

    fn random(random: &mut Xoshiro256PlusPlus) -> Tree {
        bespoke(random)
    }
}

impl SearchTrees for Bst {
    type Mutant = Mutant;
    type Property = Property;
    type Tree = Tree;

    const TASKS: &'static [Task] = TASKS;

    etna_bst::for_each_property!(visit_property);

    fn empty() -> Tree {
        Tree::E
    }

    fn nodes(left: &Tree, key: i32, right: &Tree) -> Vec<Tree> {
        vec![Tree::node(left.clone(), key, 0, right.clone())]
    }

    fn shapes(nodes: usize) -> Vec<Tree> {
        between(0, nodes as i32)
    }

    fn relabelled(tree: &Tree, keys: &mut dyn Iterator<Item = i32>, value: i32) -> Tree {
        match tree {
            Tree::E => Tree::E,
            Tree::T(left, _, _, right) => {
                let left = Self::relabelled(left, keys, value);
                let Some(key) = keys.next() else { panic!("a tree has as many keys as nodes") };
                Tree::node(left, key, value, Self::relabelled(right, keys, value))
            }
        }
    }

    fn invalid() -> Vec<Tree> {
        let leaf = |key| Tree::leaf(key, 0);
        vec![
            Tree::node(leaf(1), 1, 0, Tree::E),
            Tree::node(Tree::E, 1, 0, leaf(1)),
            Tree::node(leaf(2), 1, 0, Tree::E),
            Tree::node(Tree::E, 1, 0, leaf(0)),
            Tree::node(Tree::node(Tree::E, 0, 0, leaf(2)), 1, 0, Tree::E),
            Tree::node(Tree::E, 1, 0, Tree::node(leaf(0), 2, 0, Tree::E)),
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

fn between(low: i32, high: i32) -> Vec<Tree> {
    if low == high {
        return vec![Tree::E];
    }
    let mut all = Vec::new();
    for key in low..high {
        for left in between(low, key) {
            for right in between(key + 1, high) {
                all.push(Tree::node(left.clone(), key, 0, right));
            }
        }
    }
    all
}
