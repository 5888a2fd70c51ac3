//! The test suite of the search trees: the interface of a workload, and how a property is called.

pub mod bespoke;
pub mod correct;
pub mod counterexamples;
mod small;

pub use small::Choices;

use crate::{NamedProperty, PlantedBug, Task};
use mutagen_core::{Mutate, Outcome};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fmt::Debug;

/// A workload on search trees with keys and values, described to the suite.
pub trait SearchTrees: Sized + 'static {
    /// The planted bugs.
    type Mutant: PlantedBug;
    /// The properties.
    type Property: NamedProperty;
    /// The trees.
    type Tree: Argument<Self> + Clone + Debug + PartialEq;

    /// The tasks.
    const TASKS: &'static [Task<Self::Mutant, Self::Property>];

    /// Passes the function of a property to the visitor. [`visit_property!`](crate::visit_property)
    /// expands to this function.
    fn visit<V: Visitor<Self>>(property: Self::Property, visitor: V) -> V::Output;

    /// The empty tree.
    fn empty() -> Self::Tree;
    /// The trees with this root, these subtrees and the value 0: one for each colour, if nodes have
    /// colours.
    fn nodes(left: &Self::Tree, key: i32, right: &Self::Tree) -> Vec<Self::Tree>;
    /// All valid trees of this many nodes with the keys `0..nodes`.
    fn shapes(nodes: usize) -> Vec<Self::Tree>;
    /// The tree with these keys from left to right, and this value everywhere.
    fn relabelled(tree: &Self::Tree, keys: &mut dyn Iterator<Item = i32>, value: i32)
    -> Self::Tree;
    /// One tree for every way to be invalid.
    fn invalid() -> Vec<Self::Tree>;
    /// Whether the tree is valid.
    fn valid(tree: &Self::Tree) -> bool;
    /// The keys with their values, from left to right.
    fn to_list(tree: &Self::Tree) -> Vec<(i32, i32)>;
    /// A tree from the hand-written generator.
    fn bespoke(random: &mut Xoshiro256PlusPlus) -> Self::Tree;
}

/// An argument of a property, or the tuple of all arguments. The type parameter lets a workload's
/// tests implement the trait for the tree.
pub trait Argument<W: SearchTrees>: Sized {
    /// The value that these choices build.
    fn small(choices: &mut Choices<W>) -> Self;
    /// A random value; a tree comes from the hand-written generator.
    fn random(random: &mut Xoshiro256PlusPlus) -> Self;
}

impl<W: SearchTrees> Argument<W> for i32 {
    fn small(choices: &mut Choices<W>) -> i32 {
        choices.number()
    }

    fn random(random: &mut Xoshiro256PlusPlus) -> i32 {
        crate::bespoke::number(random)
    }
}

macro_rules! tuples {
    ($(($($name:ident)+))+) => {$(
        impl<W: SearchTrees, $($name: Argument<W>),+> Argument<W> for ($($name,)+) {
            fn small(choices: &mut Choices<W>) -> Self {
                ($($name::small(choices),)+)
            }

            fn random(random: &mut Xoshiro256PlusPlus) -> Self {
                ($($name::random(random),)+)
            }
        }
    )+};
}

tuples!((A) (A B) (A B C) (A B C D) (A B C D F));

/// An operation on the function of a property, whatever the arguments of the function.
pub trait Visitor<W: SearchTrees> {
    /// The result of the operation.
    type Output;

    /// Runs the operation.
    fn visit<A: Argument<W> + Mutate>(self, property: fn(&A) -> Outcome) -> Self::Output;
}

/// Expands to [`SearchTrees::visit`] for the properties of a workload. Use it in a test file that
/// has the module `property` of the workload in scope.
#[macro_export]
macro_rules! visit_property {
    ($($name:ident = $function:ident($($argument:ident: $type:ty),*);)*) => {
        fn visit<V>(property: Property, visitor: V) -> V::Output
        where
            V: $crate::suite::trees::Visitor<Self>,
        {
            match property {
                $(Property::$name => visitor.visit(|($($argument,)*): &($($type,)*)| {
                    property::$function($($argument),*)
                }),)*
            }
        }
    };
}
