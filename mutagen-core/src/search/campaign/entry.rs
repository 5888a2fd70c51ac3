//! A test of the corpus of edits, and the tests that an edit takes subtrees from.

use super::corpus::Corpus;
use super::nodes_by_type::NodesByType;
use crate::value::edit::{Donors, TypeTag};
use crate::value::generate::Generator;
use crate::value::node::Node;
use crate::value::operands::Operands;

/// How many tests are searched for a subtree of a type.
const TRIES: usize = 4;

/// A test of the corpus.
pub(super) struct Entry {
    pub(super) number: u64,
    pub(super) value: Box<dyn Node>,
    pub(super) nodes: NodesByType,
    pub(super) operands: Operands,
    /// What its edits have found and what they have cost, including the credit of a new test.
    pub(super) wins: f64,
    pub(super) cost: f64,
}

/// The donors of an edit: all tests of the parent's pool except the parent.
pub(super) struct Others<'c> {
    pub(super) corpus: &'c Corpus<Entry>,
    /// The number of the parent's journal entry.
    pub(super) parent: u64,
}

impl Donors for Others<'_> {
    /// A subtree of this type from a random test. Only a few tests are tried.
    fn subterm(&self, ty: TypeTag, generator: &mut Generator) -> Option<Box<dyn Node>> {
        for _ in 0..TRIES {
            let Some(Entry { number, value, nodes, .. }) = self.corpus.any(generator) else {
                continue;
            };
            if *number == self.parent {
                continue;
            }
            let count = nodes.count(ty);
            if count > 0 {
                return nodes.copy(&**value, ty, generator.below(count));
            }
        }
        None
    }
}
