//! The queue of batches: the batch whose test found the most new edges comes first, and among
//! equals the newest (algorithm 4 of the paper). A sequence number breaks ties, so that the order
//! never depends on the layout of the heap.

use crate::search::batch::Batch;
use priority_queue::PriorityQueue;
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// In which order batches are served.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Order {
    /// By priority, and last in, first out within a priority: the paper's heuristic.
    #[default]
    PriorityLifo,
    /// First in, first out, without regard to priority: the paper's ablation "no LIFO".
    Fifo,
}

/// The rank of a batch: the greatest is served first.
type Rank = (u64, u64);

/// Batches waiting to be served.
#[derive(Default)]
pub struct Queue {
    order: Order,
    /// The batch to serve next. It is a separate field because every test needs it and it rarely
    /// changes.
    first: Option<(Rank, Batch)>,
    /// The ranks of the other batches. With a random key, its table would grow at other times in
    /// each process, and where the allocations of a test lie could differ.
    ranks: PriorityQueue<u64, Rank, FxBuildHasher>,
    others: BTreeMap<u64, Batch>,
    sequence: u64,
}

impl Queue {
    /// An empty queue.
    pub fn new(order: Order) -> Queue {
        Queue { order, ..Queue::default() }
    }

    /// Adds a batch whose test found `new_edges` new edges.
    pub fn push(&mut self, batch: Batch, new_edges: u64) {
        self.sequence += 1;
        let rank = match self.order {
            Order::PriorityLifo => (new_edges, self.sequence),
            Order::Fifo => (0, u64::MAX - self.sequence),
        };
        let mut later = (rank, batch);
        match &mut self.first {
            None => return self.first = Some(later),
            Some(first) if rank > first.0 => std::mem::swap(first, &mut later),
            Some(_) => {}
        }
        let (rank, mut batch) = later;
        batch.rest();
        self.ranks.push(batch.number(), rank);
        self.others.insert(batch.number(), batch);
    }

    /// All batches in the order in which they were added, each with the number of new edges that
    /// its test found if the order depends on it.
    pub fn waiting(&self) -> Vec<(u64, &Batch)> {
        let others = self.ranks.iter().filter_map(|(number, rank)| {
            let batch = self.others.get(number)?;
            Some((*rank, batch))
        });
        let first = self.first.iter().map(|(rank, batch)| (*rank, batch));
        let mut waiting: Vec<(Rank, &Batch)> = first.chain(others).collect();
        waiting.sort_by_key(|((_, sequence), _)| match self.order {
            Order::PriorityLifo => *sequence,
            Order::Fifo => u64::MAX - sequence,
        });
        waiting.into_iter().map(|((new_edges, _), batch)| (new_edges, batch)).collect()
    }

    /// The batch to serve next. It stays in the queue until [`Queue::pop`].
    pub fn first(&self) -> Option<&Batch> {
        self.first.as_ref().map(|(_, batch)| batch)
    }

    /// [`Queue::first`], mutable.
    pub fn first_mut(&mut self) -> Option<&mut Batch> {
        self.first.as_mut().map(|(_, batch)| batch)
    }

    /// Takes the batch to serve next.
    pub fn pop(&mut self) -> Option<Batch> {
        let next = self.ranks.pop();
        let next = next.and_then(|(number, rank)| Some((rank, self.others.remove(&number)?)));
        std::mem::replace(&mut self.first, next).map(|(_, batch)| batch)
    }

    /// How many batches wait.
    pub fn len(&self) -> usize {
        self.ranks.len() + usize::from(self.first.is_some())
    }

    /// Whether no batch waits.
    pub fn is_empty(&self) -> bool {
        self.first.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(order: Order, priorities: &[(u64, u64)]) -> Vec<u64> {
        let mut queue = Queue::new(order);
        for &(number, priority) in priorities {
            queue.push(Batch::new(Box::new(0_u8), number, 1), priority);
        }
        std::iter::from_fn(|| {
            let number = queue.first()?.number();
            queue.pop();
            Some(number)
        })
        .collect()
    }

    #[test]
    fn more_new_edges_come_first_and_the_newest_among_equals() {
        let pushed = [(0, 2), (1, 5), (2, 2), (3, 5), (4, 1)];
        assert_eq!(order(Order::PriorityLifo, &pushed), [3, 1, 2, 0, 4]);
    }

    #[test]
    fn without_the_heuristic_batches_come_in_the_order_they_were_found() {
        let pushed = [(0, 2), (1, 5), (2, 2), (3, 5), (4, 1)];
        assert_eq!(order(Order::Fifo, &pushed), [0, 1, 2, 3, 4]);
    }
}
