//! A test of the corpus of edits, what a test costs, and the tests that an edit takes subtrees
//! from.

use super::corpus::{Corpus, Stored};
use super::nodes_by_type::NodesByType;
use crate::search::donated::{Call, Donated};
use crate::value::edit::{Donors, TypeTag};
use crate::value::generate::Generator;
use crate::value::node::Node;
use crate::value::operands::Operands;
use std::cell::RefCell;

/// How many tests are searched for a subtree of a type.
const TRIES: usize = 4;

/// The fixed cost of a test, in units of the cost of a node: choosing it, making its first edit,
/// judging its edges.
const TEST: f64 = 32.0;

/// How many hits of edges cost as much as a node. A node costs more, because edits must know its
/// place and what fits there. A higher cost of hits would favour tests that compare little, such as
/// machine states of which the observer sees nothing.
const HITS: f64 = 32.0;

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

impl Stored for Entry {
    fn nodes(&self) -> u64 {
        self.nodes.len()
    }
}

/// The cost of an edited test, in units of the cost of a node.
pub(super) fn cost(nodes: u64, load: u64) -> f64 {
    TEST + nodes as f64 + load as f64 / HITS
}

/// The donors of a stack of edits: all tests of the parent's pool except the parent.
pub(super) struct Others<'c> {
    corpus: &'c Corpus<Entry>,
    /// The number of the parent's journal entry.
    parent: u64,
    /// What the stack has taken so far.
    donated: RefCell<&'c mut Donated>,
}

impl<'c> Others<'c> {
    pub(super) fn new(
        corpus: &'c Corpus<Entry>,
        parent: u64,
        donated: &'c mut Donated,
    ) -> Others<'c> {
        Others { corpus, parent, donated: RefCell::new(donated) }
    }
}

impl Donors for Others<'_> {
    /// A subtree of this type from a random test. Only a few tests are tried.
    fn subterm(&self, ty: TypeTag, generator: &mut Generator) -> Option<Box<dyn Node>> {
        let mut donated = self.donated.borrow_mut();
        if self.corpus.is_empty() || !donated.has_room() {
            return None;
        }
        let mut draws = 0;
        for _ in 0..TRIES {
            draws += 1;
            let Some(Entry { number, value, nodes, .. }) = self.corpus.any(generator) else {
                continue;
            };
            if *number == self.parent {
                continue;
            }
            let count = nodes.count(ty);
            if count > 0 {
                draws += 1;
                let place = nodes.place(ty, generator.below(count))?;
                // A test so large that the address cannot name its node gives nothing.
                let found = Donated::can_name(*number, place as u32).then_some(place);
                donated.push(Call { draws, found: found.map(|place| (*number, place as u32)) });
                return nodes.copy(&**value, found?);
            }
        }
        donated.push(Call { draws, found: None });
        None
    }
}
