//! The second source of tests: batches of mutants. Each mutant of a test that hit a new edge is
//! served once (algorithms 1 to 4 of the paper). Batches of passed tests come before batches of
//! discarded tests.

use crate::search::batch::Batch;
use crate::search::journal::{Place, Position};
use crate::search::queue::{Order, Queue};
use crate::value::context::Context;
use crate::value::literals::Literals;
use crate::value::node::Node;

/// The waiting batches.
pub(super) struct Batches {
    /// The batches of passed tests, and those of discarded tests.
    queues: [Queue; 2],
    context: Context,
    /// The queue whose first batch has a mutant in place. The mutant is undone when the next one is
    /// made, because the next one is nearly always of the same node.
    to_undo: Option<Served>,
}

/// The index of the queue that a mutant comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Served(usize);

impl Served {
    /// Whether the parent of the mutant passed.
    pub(super) fn is_of_passed(self) -> bool {
        self.0 == 0
    }
}

impl Batches {
    pub(super) fn new(order: Order, context: Context) -> Batches {
        Batches { queues: [(); 2].map(|()| Queue::new(order)), context, to_undo: None }
    }

    /// Makes random mutants also draw from these literals.
    pub(super) fn set_literals(&mut self, literals: Option<&'static Literals>) {
        self.context.set_literals(literals);
    }

    /// Makes the next mutant, if any batch has one left. Returns its parent, position and number.
    pub(super) fn next(&mut self) -> Option<([u64; 3], Served)> {
        for (at, queue) in self.queues.iter_mut().enumerate() {
            while let Some(batch) = queue.first_mut() {
                // The first batch changes only when a batch is added or when this one has no mutant
                // left.
                debug_assert!(self.to_undo.is_none_or(|to_undo| to_undo == Served(at)));
                let parent = batch.number();
                if let Some((position, mutant)) = batch.serve(&mut self.context) {
                    self.to_undo = Some(Served(at));
                    return Some(([parent, position, mutant], Served(at)));
                }
                self.to_undo = None;
                queue.pop();
            }
        }
        None
    }

    /// The mutant being tested. It is valid until the next one is made or a batch is added.
    pub(super) fn value(&self, Served(at): Served) -> &dyn Node {
        match self.queues[at].first() {
            Some(batch) => batch.value(),
            None => unreachable!("the batch being served stays the first of its queue"),
        }
    }

    /// Adds the batch of a test that found `new_edges` new edges.
    pub(super) fn push(&mut self, batch: Batch, passed: bool, new_edges: u64) -> Place {
        // The last mutant is undone before another batch becomes the first.
        if let Some(Served(at)) = self.to_undo.take()
            && let Some(first) = self.queues[at].first_mut()
        {
            first.restore(&mut self.context);
        }
        let (queue, number) = (&mut self.queues[usize::from(!passed)], batch.number());
        let first = queue.first().map(Batch::next_position);
        queue.push(batch, new_edges);
        let is_first = queue.first().is_some_and(|first| first.number() == number);
        match first {
            None => Place::Alone,
            Some(first) if is_first => Place::Before(first),
            Some(_) => Place::Later,
        }
    }

    /// The waiting batches of passed or of discarded tests, in the order in which they were added.
    pub(super) fn waiting(&self, passed: bool) -> Vec<(u64, &Batch)> {
        self.queues[usize::from(!passed)].waiting()
    }

    /// The next mutants of the first batches.
    pub(super) fn first(&self) -> [Option<Position>; 2] {
        self.queues.each_ref().map(|queue| queue.first().map(Batch::next_position))
    }

    /// Gives up the batch that is served, without dropping it.
    pub(super) fn give_up(&mut self) {
        self.to_undo = None;
        if let Some(queue) = self.queues.iter_mut().find(|queue| !queue.is_empty()) {
            std::mem::forget(queue.pop());
        }
    }

    /// Whether no batch waits.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.queues.iter().all(Queue::is_empty)
    }

    /// How many batches wait.
    pub(super) fn len(&self) -> usize {
        self.queues.iter().map(Queue::len).sum()
    }
}
