//! The states of two runs, and the copy scheme of making them.

use mutagen_core::context::Context;
use mutagen_core::mutate::{Kind, Mutants, Node};
use mutagen_core::text::{Form, ParseError, Parser};
use mutagen_core::types::{TypeIndex, Types};
use mutagen_core::{Generator, Mutate};
use std::fmt;

/// The states of two runs.
#[derive(Debug, Clone, PartialEq, Eq, Mutate)]
pub struct Pair<T> {
    /// The state of the first run.
    pub left: T,
    /// The state of the second run.
    pub right: T,
}

/// A pair by the copy scheme: generated as a value and its duplicate, mutated as any pair. Two values
/// generated apart are hardly ever indistinguishable; a duplicate always is, and what makes the
/// difference is mutation.
///
/// It is transparent: its node is that of the pair.
#[derive(Clone, PartialEq, Eq)]
pub struct Copied<T>(pub Pair<T>);

impl<T: fmt::Debug> fmt::Debug for Copied<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: Mutate + Clone> Mutate for Copied<T> {
    fn generate(generator: &mut Generator) -> Self {
        let left = T::generate(generator);
        Copied(Pair { right: left.clone(), left })
    }

    // All else is the pair's.
    fn smallest() -> Self {
        Copied(Pair::smallest())
    }
    fn describe(types: &mut Types) -> TypeIndex {
        types.transparent::<Self>(Pair::<T>::describe)
    }
    fn copy(this: &Self) -> Option<Self> {
        Mutate::copy(&this.0).map(Copied)
    }
    fn node(this: &Self) -> &dyn Node {
        Mutate::node(&this.0)
    }
    fn node_mut(this: &mut Self) -> &mut dyn Node {
        Mutate::node_mut(&mut this.0)
    }
    fn from_node(node: Box<dyn Node>) -> Result<Self, Box<dyn Node>> {
        Pair::from_node(node).map(Copied)
    }
    fn form(this: &Self) -> Form {
        Mutate::form(&this.0)
    }
    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        Pair::parse(parser).map(Copied)
    }
    fn fingerprint(this: &Self) -> u64 {
        Mutate::fingerprint(&this.0)
    }
    fn kind(this: &Self) -> Kind {
        Mutate::kind(&this.0)
    }
    fn constructor(this: &Self) -> usize {
        Mutate::constructor(&this.0)
    }
    fn children(this: &Self) -> usize {
        Mutate::children(&this.0)
    }
    fn child(this: &Self, index: usize) -> &dyn Node {
        Mutate::child(&this.0, index)
    }
    fn child_mut(this: &mut Self, index: usize) -> &mut dyn Node {
        Mutate::child_mut(&mut this.0, index)
    }
    fn all_children<'v>(this: &'v Self, into: &mut Vec<&'v dyn Node>) {
        Mutate::all_children(&this.0, into);
    }
    fn mutants(this: &Self) -> Mutants {
        Mutate::mutants(&this.0)
    }
    fn regrowths(this: &Self) -> u64 {
        Mutate::regrowths(&this.0)
    }
    fn mutate(this: &mut Self, mutant: u64, context: &mut Context) {
        Mutate::mutate(&mut this.0, mutant, context);
    }
    fn restore(this: &mut Self, mutant: u64, context: &mut Context) {
        Mutate::restore(&mut this.0, mutant, context);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mutagen_core::{batch::Batch, seed, text};

    #[test]
    fn a_pair_is_generated_equal() {
        for size in 0..20 {
            let mut generator = Generator::new(seed::random(size), 10);
            let Copied(pair) = Copied::<Vec<i64>>::generate(&mut generator);
            assert_eq!(pair.left, pair.right);
        }
    }

    #[test]
    fn a_mutant_changes_one_side() {
        let pair = Copied(Pair { left: vec![true, false], right: vec![true, false] });
        assert_eq!(text::print(&pair), "Pair { left: [true, false], right: [true, false] }");
        let mut context = Context::new(1, 1);
        let mut batch = Batch::new(Box::new(pair), 0, 1);
        let (mut left, mut right) = (0, 0);
        while batch.serve(&mut context).is_some() {
            let text = text::print(batch.value());
            left += usize::from(text.ends_with("right: [true, false] }"));
            right += usize::from(text.starts_with("Pair { left: [true, false],"));
            batch.restore(&mut context);
        }
        assert!(left > 4 && left == right, "{left} {right}");
    }
}
