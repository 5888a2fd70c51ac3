//! The second source of tests: all mutants of tests that hit a new edge, each once, in batches
//! (algorithms 1 to 4 of the paper). Batches of passed tests go before those of discarded ones.

use crate::search::address::Address;
use crate::search::batch::Batch;
use crate::search::queue::{Order, Queue};
use crate::value::context::Context;
use crate::value::node::Node;

/// The batches that wait.
pub(super) struct Batches {
    passed: Queue,
    discarded: Queue,
    context: Context,
    /// The first batch of which queue has a mutant that is still to be undone: it is when the next
    /// one is made, because that is nearly always of the same node.
    to_undo: Option<Served>,
}

/// A mutant being tested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Served {
    /// Whether its parent passed.
    pub(super) of_passed: bool,
}

impl Batches {
    pub(super) fn new(order: Order, context: Context) -> Batches {
        Batches { passed: Queue::new(order), discarded: Queue::new(order), context, to_undo: None }
    }

    /// Makes the next mutant, if any batch has one left.
    pub(super) fn next(&mut self) -> Option<(Address, Served)> {
        for of_passed in [true, false] {
            let served = Served { of_passed };
            let queue = if of_passed { &mut self.passed } else { &mut self.discarded };
            while let Some(batch) = queue.first_mut() {
                // Another batch comes first only when it is added or this one has no mutant left.
                debug_assert!(self.to_undo.is_none_or(|to_undo| to_undo == served));
                let parent = batch.number();
                if let Some((position, mutant)) = batch.serve(&mut self.context) {
                    self.to_undo = Some(served);
                    return Some((Address::Mutant { parent, position, mutant }, served));
                }
                self.to_undo = None;
                queue.pop();
            }
        }
        None
    }

    /// The mutant being tested, until the next one is made or a batch is added.
    pub(super) fn value(&self, served: Served) -> &dyn Node {
        let queue = if served.of_passed { &self.passed } else { &self.discarded };
        match queue.first() {
            Some(batch) => batch.value(),
            None => unreachable!("the batch being served stays the first of its queue"),
        }
    }

    /// Undoes the last mutant, before other batches come first.
    fn undo(&mut self) {
        if let Some(Served { of_passed }) = self.to_undo.take() {
            let queue = if of_passed { &mut self.passed } else { &mut self.discarded };
            if let Some(batch) = queue.first_mut() {
                batch.restore(&mut self.context);
            }
        }
    }

    /// Adds the batch of a test that found so many new edges.
    pub(super) fn push(&mut self, batch: Batch, passed: bool, new_edges: u64) {
        self.undo();
        let queue = if passed { &mut self.passed } else { &mut self.discarded };
        queue.push(batch, new_edges);
    }

    /// Whether no batch waits.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.passed.is_empty() && self.discarded.is_empty()
    }

    /// How many batches wait.
    pub(super) fn len(&self) -> usize {
        self.passed.len() + self.discarded.len()
    }
}
