//! Defines the novelty of a run and the coverage that the tests of one outcome have shown. A run
//! may show a new edge, a new bucket of a hit count, a new set of edges, or a new set with buckets.
//! New edges alone soon run out: a valid tree that has grown by one node hits no edge that a
//! smaller tree did not hit, but it hits edges more often and in new combinations.

use super::seen_edges::SeenEdges;
use super::sets::RecentHashes;
use crate::value::operands::Comparison;
use serde::{Deserialize, Serialize};

/// The kind of a run's novelty, most informative first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Tier {
    /// An edge that no test of the outcome has hit.
    Edge,
    /// A known edge with a count in a new bucket. The buckets are 1, 2, 3, 4 to 7, 8 to 15, 16 to
    /// 31, 32 to 127, and 128 to 255.
    Bucket,
    /// A known edge, hit by a cheaper test than any before. Only the campaign finds this tier,
    /// because only the campaign knows the cost of a test.
    Cheaper,
    /// A set of edges that no test has hit exactly.
    Set,
    /// A set of edges with their buckets that no test has hit exactly.
    BucketedSet,
}

/// The novelty of a run compared with the log of its outcome.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Novelty {
    /// The new edges, ascending.
    pub edges: Vec<u32>,
    /// The most informative tier in which the run was new; `None` if it was not new.
    pub tier: Option<Tier>,
    /// The sum of the counts of all edges that count, a measure of the work done. 0 if it was not
    /// asked for.
    pub load: u64,
    /// The different comparisons of the run in which the test was repeated, the last one first, if
    /// the build traces comparisons.
    pub comparisons: Vec<Comparison>,
    /// The literals of the functions of the new edges, each the first time.
    pub literals: Vec<u32>,
    /// The places of the new edges.
    pub(super) places: Vec<u32>,
    /// The new buckets: the place of an edge and the bit of the bucket. The buckets of new edges
    /// are included.
    pub(super) buckets: Vec<(u32, u8)>,
    /// All edges of the run that count, ascending. They are present if all tiers were judged and
    /// the run was new, or if they were asked for.
    pub(crate) hit: Vec<u32>,
    /// The number of requested edges that the run did not hit; 0 if none were requested.
    pub missed: usize,
    /// The hashes of the set and of the set with buckets, if they were computed.
    pub(super) sets: Option<[u64; 2]>,
}

impl Novelty {
    /// The novelty of edges that do not come from counters.
    pub fn of_edges(edges: &[u32]) -> Novelty {
        let mut edges = edges.to_vec();
        edges.sort_unstable();
        edges.dedup();
        let tier = (!edges.is_empty()).then_some(Tier::Edge);
        Novelty { places: edges.clone(), edges, tier, ..Novelty::default() }
    }

    /// The novelty of known edges with counts in new buckets.
    #[cfg(test)]
    pub(crate) fn of_buckets(buckets: &[(u32, u8)]) -> Novelty {
        Novelty { buckets: buckets.to_vec(), tier: Some(Tier::Bucket), ..Novelty::default() }
    }

    /// Whether anything was new.
    pub fn is_new(&self) -> bool {
        self.tier.is_some()
    }

    /// The new edges and buckets: the place of an edge, and the bit of a bucket or 0 for the edge.
    pub(crate) fn features(&self) -> impl Iterator<Item = (u32, u8)> + '_ {
        self.places.iter().map(|place| (*place, 0)).chain(self.buckets.iter().copied())
    }

    /// Resets this to no novelty and keeps the memory.
    pub fn clear(&mut self) {
        self.edges.clear();
        self.places.clear();
        self.buckets.clear();
        self.hit.clear();
        self.missed = 0;
        self.tier = None;
        self.load = 0;
        self.comparisons.clear();
        self.literals.clear();
        self.sets = None;
    }
}

/// The coverage that the tests of one outcome have shown: edges, buckets of their counts, and sets
/// of edges. A campaign has one for tests that passed and one for tests that were discarded.
///
/// A set is known by a 64-bit hash. Only the last 131,072 hashes are kept, so an older set may be
/// reported as new again.
#[derive(Debug, Clone, Default)]
pub struct SeenCoverage {
    pub(super) edges: SeenEdges,
    /// A byte per edge: a bit per bucket.
    buckets: Vec<u8>,
    /// The hashes of sets of edges.
    pub(super) sets: RecentHashes,
    /// The hashes of sets of edges with buckets.
    pub(super) bucketed_sets: RecentHashes,
}

impl SeenCoverage {
    /// An empty log.
    pub fn new() -> SeenCoverage {
        SeenCoverage::default()
    }

    /// Forgets edges, buckets and sets, but not which edges never count.
    pub fn clear(&mut self) {
        self.edges.clear();
        self.buckets.fill(0);
        self.sets.clear();
        self.bucketed_sets.clear();
    }

    /// Records the novelty of a run, so that it is not new again.
    pub fn enter(&mut self, novelty: &Novelty) {
        self.edges.insert_all(&novelty.places);
        for &(edge, bucket) in &novelty.buckets {
            let at = edge as usize;
            if self.buckets.len() <= at {
                self.buckets.resize(at + 1, 0);
            }
            self.buckets[at] |= bucket;
        }
        if let Some([set, bucketed]) = novelty.sets {
            self.sets.insert(set);
            self.bucketed_sets.insert(bucketed);
        }
    }

    /// The number of edges in the log, without those that never count.
    pub fn len(&self) -> usize {
        self.edges.len()
    }

    /// Whether no edge was entered since the last [`clear`](SeenCoverage::clear).
    pub fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }

    /// The seen buckets of the first `edges` edges, a byte each.
    pub(super) fn buckets(&mut self, edges: usize) -> &[u8] {
        if self.buckets.len() < edges {
            self.buckets.resize(edges, 0);
        }
        &self.buckets[..edges]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiers_are_ordered_from_the_most_telling_to_the_least() {
        let all = [Tier::Edge, Tier::Bucket, Tier::Cheaper, Tier::Set, Tier::BucketedSet];
        assert!(all.is_sorted() && Tier::Edge < Tier::BucketedSet);
    }

    #[test]
    fn what_was_entered_is_not_new_until_the_log_is_cleared() {
        let mut log = SeenCoverage::new();
        let novelty = Novelty {
            buckets: vec![(3, 4), (9, 1)],
            sets: Some([11, 12]),
            ..novelty_of(&log, &[9, 3, 3])
        };
        assert_eq!((&novelty.edges[..], novelty.tier), (&[3, 9][..], Some(Tier::Edge)));
        log.enter(&novelty);
        assert!(!novelty_of(&log, &[9, 3]).is_new());
        assert_eq!((log.len(), log.edges.edges(), log.buckets(10)[3]), (2, vec![3, 9], 4));
        assert!(log.sets.contains(11) && log.bucketed_sets.contains(12));
        assert!(!log.sets.contains(12) && !log.bucketed_sets.contains(11));
        log.clear();
        assert!(log.is_empty() && !log.sets.contains(11) && !log.bucketed_sets.contains(12));
        assert_eq!(log.buckets(10), [0; 10]);
        assert_eq!(novelty_of(&log, &[9]), Novelty::of_edges(&[9]));
    }

    /// The novelty of a run that hit these edges.
    fn novelty_of(log: &SeenCoverage, hit: &[u32]) -> Novelty {
        Novelty::of_edges(&log.edges.novelty_of(hit))
    }

    #[test]
    fn no_edges_are_no_novelty() {
        assert!(!Novelty::of_edges(&[]).is_new());
        let mut novelty = Novelty { load: 7, ..Novelty::of_edges(&[4]) };
        novelty.clear();
        assert_eq!(novelty, Novelty::default());
    }
}
