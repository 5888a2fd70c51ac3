//! The mutants of the tree in figure 1 of the paper, listed and compared.

use mutagen_core::internal::search::batch::Batch;
use mutagen_core::internal::value::context::Context;
use mutagen_core::internal::value::node::{Mutants, Node};
use mutagen_core::{Generator, Mutate};

/// The figure's type: leaves carry a value.
#[derive(Debug, Clone, PartialEq, Mutate)]
enum Tree<A> {
    Leaf(A),
    Branch(Box<Tree<A>>, A, Box<Tree<A>>),
}

/// A payload that has no mutants of its own, so that only those of the tree are listed.
#[derive(Debug, Clone, PartialEq)]
struct Label(&'static str);

impl Mutate for Label {
    fn smallest() -> Self {
        Label("def")
    }
    fn generate(_: &mut Generator) -> Self {
        Label("random")
    }
    fn copy(this: &Self) -> Option<Self> {
        Some(this.clone())
    }
    mutagen_core::internal::macros::own_node!();
}

impl Node for Label {
    fn mutants(&self) -> Mutants {
        Mutants::default()
    }
}

fn leaf(name: &'static str) -> Box<Tree<Label>> {
    Box::new(Tree::Leaf(Label(name)))
}

fn branch(left: Box<Tree<Label>>, name: &'static str, right: Box<Tree<Label>>) -> Tree<Label> {
    Tree::Branch(left, Label(name), right)
}

/// The mutants of a batch, with their positions.
fn mutants<T: Mutate + Node + Clone + PartialEq + std::fmt::Debug>(value: &T) -> Vec<(u64, T)> {
    let mut context = Context::new(0, 10);
    let mut batch = Batch::new(Box::new(value.clone()), 0, 1);
    let mut all = Vec::new();
    while let Some((position, _)) = batch.serve(&mut context) {
        all.push((position, batch.value().downcast_ref::<T>().unwrap().clone()));
        batch.restore(&mut context);
        assert_eq!(batch.value().downcast_ref::<T>(), Some(value), "a mutant was not undone");
    }
    all
}

#[test]
fn a_leaf_becomes_a_branch_with_default_subtrees() {
    assert_eq!(mutants(&*leaf("x")), [(0, branch(leaf("def"), "x", leaf("def")))]);
}

#[test]
fn a_branch_has_the_six_mutants_of_the_figure_at_its_root() {
    // The figure's list, in our order: children first, then the constructors in declaration order,
    // the last field varying fastest. The formal definition (mut_s) asks for every constructor and
    // every combination of fitting fields but the identity: for this type that adds nothing, since
    // `Leaf x` and the three rearrangements of the subtrees are already in the figure.
    let (l, r) = (|| leaf("l"), || leaf("r"));
    let root: Vec<Tree<Label>> = mutants(&branch(l(), "x", r()))
        .into_iter()
        .filter(|(position, _)| *position == 0)
        .map(|(_, mutant)| mutant)
        .collect();
    assert_eq!(
        root,
        [
            *l(),
            *r(),
            *leaf("x"),
            branch(l(), "x", l()),
            branch(r(), "x", l()),
            branch(r(), "x", r()),
        ]
    );
}

#[test]
fn every_position_is_mutated_once_in_level_order() {
    let value = branch(Box::new(branch(leaf("a"), "b", leaf("c"))), "d", leaf("e"));
    let served = mutants(&value);
    // Level order: 0 root; 1 left branch, 2 "d", 3 right leaf; 4 leaf a, 5 "b", 6 leaf c, 7 "e";
    // then the labels "a" and "c". Labels have no mutants.
    let per_position = |position| served.iter().filter(|(at, _)| *at == position).count();
    let counts: Vec<usize> = (0..10).map(per_position).collect();
    assert_eq!(counts, [6, 6, 0, 1, 1, 0, 1, 0, 0, 0]);
    assert!(served.is_sorted_by_key(|(position, _)| *position));
    let grown_a = branch(
        Box::new(branch(Box::new(branch(leaf("def"), "a", leaf("def"))), "b", leaf("c"))),
        "d",
        leaf("e"),
    );
    assert_eq!(served.iter().find(|(at, _)| *at == 4).map(|(_, tree)| tree), Some(&grown_a));
}

#[derive(Debug, Clone, PartialEq, Mutate)]
enum Bits {
    Leaf,
    Branch(Box<Bits>, bool, Box<Bits>),
}

#[test]
fn the_constructor_swaps_of_the_formal_definition_fill_what_is_missing_with_defaults() {
    // A leaf without payload: the figure has no such case; mut_s gives the branch of defaults. The
    // payload is a position of its own, whose only mutant is its negation.
    let default = Bits::Branch(Box::new(Bits::Leaf), false, Box::new(Bits::Leaf));
    assert_eq!(mutants(&Bits::Leaf), [(0, default.clone())]);
    let served = mutants(&default);
    let negated = Bits::Branch(Box::new(Bits::Leaf), true, Box::new(Bits::Leaf));
    assert_eq!(served.iter().filter(|(at, _)| *at == 0).count(), 6);
    assert!(served.contains(&(2, negated)));
    let node: &dyn Node = &default;
    assert_eq!(node.children(), 3);
}
