//! The set of edges that the tests of one outcome have hit. It has a byte per edge, so that the
//! vectorised pass over the counters compares many edges at a time. The set is independent of
//! counters and also accepts made-up edges.

use std::collections::BTreeMap;

/// The byte of an edge that is not new. Every bit is set, because the pass keeps the bits of a
/// counter that are clear in this byte.
const OLD: u8 = 0xff;

/// A set of edges. A campaign has one for tests that passed and one for tests that were discarded.
///
/// Some edges never count (see [`Coverage::judge`](super::Coverage::judge)). The log keeps them
/// apart, so that they are not reported as new again, even after [`clear`](SeenEdges::clear).
#[derive(Debug, Clone, Default)]
pub struct SeenEdges {
    old: Vec<u8>,
    len: usize,
    /// The edges that do not count, each with whether it was in the log before.
    uncounted: BTreeMap<u32, bool>,
    /// How many edges that did not count had been given back when `uncounted` was last cleared.
    given_back: u32,
}

impl SeenEdges {
    /// An empty log.
    pub fn new() -> SeenEdges {
        SeenEdges::default()
    }

    /// Whether an edge would not be new: it is in the log, or it never counts.
    pub fn contains(&self, edge: u32) -> bool {
        self.old.get(edge as usize).is_some_and(|&byte| byte == OLD)
    }

    /// Adds an edge.
    pub fn insert(&mut self, edge: u32) {
        self.len += usize::from(std::mem::replace(self.byte(edge), OLD) != OLD);
    }

    /// Adds several edges.
    pub fn insert_all(&mut self, edges: &[u32]) {
        edges.iter().for_each(|&edge| self.insert(edge));
    }

    /// Removes all edges, but does not forget which edges never count.
    pub fn clear(&mut self) {
        self.old.fill(0);
        self.len = 0;
        let mut uncounted = std::mem::take(&mut self.uncounted);
        for (&edge, was_old) in &mut uncounted {
            *self.byte(edge) = OLD;
            *was_old = false;
        }
        self.uncounted = uncounted;
    }

    /// The number of edges in the log, without those that never count.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether no edge was added since the last [`clear`](SeenEdges::clear).
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The edges in the log, ascending, without those that never count.
    pub fn edges(&self) -> Vec<u32> {
        let all = (0..).zip(&self.old).filter(|&(_, &byte)| byte == OLD);
        all.map(|(edge, _)| edge).filter(|edge| !self.uncounted.contains_key(edge)).collect()
    }

    /// The edges among `hit` that are new to the log, in the given order. This is what
    /// [`Coverage::judge`](super::Coverage::judge) finds, for edges that do not come from counters.
    pub fn novelty_of(&self, hit: &[u32]) -> Vec<u32> {
        hit.iter().copied().filter(|&edge| !self.contains(edge)).collect()
    }

    /// Records that an edge never counts.
    pub(super) fn never_count(&mut self, edge: u32) {
        if !self.uncounted.contains_key(&edge) {
            let was_old = std::mem::replace(self.byte(edge), OLD) == OLD;
            self.len -= usize::from(was_old);
            self.uncounted.insert(edge, was_old);
        }
    }

    /// Forgets which edges never count if one of them was given back since the last call.
    /// `given_back` is the number of edges that were given back so far. What was in the log before
    /// is in it again.
    #[inline]
    pub(super) fn reconsider(&mut self, given_back: u32) {
        if self.given_back != given_back {
            self.given_back = given_back;
            for (edge, was_old) in std::mem::take(&mut self.uncounted) {
                *self.byte(edge) = if was_old { OLD } else { 0 };
                self.len += usize::from(was_old);
            }
        }
    }

    /// The bytes of the first `edges` edges: 0 where an edge is new.
    pub(super) fn old(&mut self, edges: usize) -> &[u8] {
        if self.old.len() < edges {
            self.old.resize(edges, 0);
        }
        &self.old[..edges]
    }

    fn byte(&mut self, edge: u32) -> &mut u8 {
        let at = edge as usize;
        if self.old.len() <= at {
            self.old.resize(at + 1, 0);
        }
        &mut self.old[at]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_is_new_until_it_is_inserted_and_again_after_a_clear() {
        let mut log = SeenEdges::new();
        assert_eq!(log.novelty_of(&[7, 3]), [7, 3]);
        log.insert_all(&[3, 3, 9]);
        assert_eq!((log.len(), log.edges()), (2, vec![3, 9]));
        assert_eq!(log.novelty_of(&[7, 3]), [7]);
        log.clear();
        assert!(log.is_empty() && !log.contains(3));
        assert_eq!(log.novelty_of(&[7, 3]), [7, 3]);
    }

    #[test]
    fn an_edge_that_never_counts_is_not_new_after_a_clear_either() {
        let mut log = SeenEdges::new();
        log.insert(4);
        log.never_count(4);
        log.never_count(600);
        log.never_count(600);
        assert_eq!((log.len(), log.edges()), (0, vec![]));
        log.clear();
        assert_eq!(log.novelty_of(&[4, 5, 600]), [5]);
        log.insert(4);
        assert!(log.is_empty());
    }

    #[test]
    fn an_edge_that_is_given_back_is_in_the_log_if_it_was_there_before() {
        let mut log = SeenEdges::new();
        log.insert_all(&[4, 5]);
        log.never_count(4);
        log.never_count(6);
        log.reconsider(0);
        assert_eq!((log.len(), log.novelty_of(&[4, 5, 6])), (1, vec![]));
        log.reconsider(1);
        assert_eq!((log.len(), log.novelty_of(&[4, 5, 6])), (2, vec![6]));
        log.never_count(4);
        log.clear();
        log.reconsider(2);
        assert_eq!((log.len(), log.novelty_of(&[4, 5, 6])), (0, vec![4, 5, 6]));
    }

    #[test]
    fn two_logs_share_nothing() {
        let (mut passed, mut discarded) = (SeenEdges::new(), SeenEdges::new());
        passed.insert(1);
        discarded.never_count(2);
        assert!(passed.contains(1) && !discarded.contains(1));
        assert!(discarded.contains(2) && !passed.contains(2));
    }
}
