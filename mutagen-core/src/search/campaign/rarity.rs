//! The rarity of edges: for each edge, how many new tests hit it and what the cheapest of them
//! cost. A resumed campaign knows this only from retained tests. For programs with a large state,
//! nearly every test has a new set of edges, and most of these tests are alike. The rarest edge
//! finds the few that differ. The cheapest test of an edge is a good one to edit, because its edits
//! are more likely to change what matters.

use crate::coverage::{Novelty, Tier};
use serde::{Deserialize, Serialize};

/// How often new tests hit each edge, and at what cost.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Rarity {
    edges: Vec<Edge>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Edge {
    tests: u32,
    least_cost: u64,
}

/// An edge that no new test has hit.
const UNMET: Edge = Edge { tests: 0, least_cost: u64::MAX };

/// Stands for the rarest edge of a test that hit an edge first.
const NEW: u32 = u32::MAX;

/// How a new test compares with the tests before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rank {
    /// The most telling tier in which it is new.
    pub(super) tier: Tier,
    /// The edge of its run that the fewest new tests hit. In the tier `Cheaper`, the rarest edge
    /// for which the test is the cheapest. For the first test that hit an edge, no particular edge.
    pub(super) rarest: u32,
}

impl Rarity {
    /// Ranks a test that is new in this tier and has this cost.
    pub(super) fn rank(&self, novelty: &Novelty, tier: Tier, cost: u64) -> Rank {
        let hit = edges(novelty);
        // A test with an edge that no test had hit is rare enough. As one group, such tests are
        // chosen by cost. After a reset, an edge can be new a second time.
        if tier == Tier::Edge && novelty.edges.iter().any(|&edge| self.frequency(edge) == 0) {
            return Rank { tier, rarest: NEW };
        }
        if tier > Tier::Cheaper
            && let Some(rarest) = self.cheaper(hit, cost)
        {
            return Rank { tier: Tier::Cheaper, rarest };
        }
        Rank { tier, rarest: self.rarest(hit.iter().copied()).unwrap_or_default() }
    }

    /// Records a new test with this cost.
    pub(super) fn enter(&mut self, novelty: &Novelty, cost: u64) {
        // If only new edges were observed, the cost of the run is unknown.
        let cost = if novelty.hit.is_empty() { u64::MAX } else { cost };
        for &edge in edges(novelty) {
            let at = edge as usize;
            if self.edges.len() <= at {
                self.edges.resize(at + 1, UNMET);
            }
            let known = &mut self.edges[at];
            known.tests = known.tests.saturating_add(1);
            known.least_cost = known.least_cost.min(cost);
        }
    }

    /// How many new tests hit this edge.
    pub(super) fn frequency(&self, edge: u32) -> u32 {
        self.of(edge).tests
    }

    /// The edge that the fewest new tests hit; the first of equals.
    fn rarest(&self, hit: impl IntoIterator<Item = u32>) -> Option<u32> {
        hit.into_iter().min_by_key(|&edge| self.frequency(edge))
    }

    /// The rarest of the edges for which this cost is lower than any before.
    fn cheaper(&self, hit: &[u32], cost: u64) -> Option<u32> {
        let cheaper = |edge: &u32| {
            let Edge { least_cost, .. } = self.of(*edge);
            // A saving of less than 1 % does not count.
            cost < least_cost - least_cost / 100
        };
        self.rarest(hit.iter().copied().filter(cheaper))
    }

    fn of(&self, edge: u32) -> Edge {
        self.edges.get(edge as usize).copied().unwrap_or(UNMET)
    }
}

/// All edges of the run, or only the new edges if no others were observed.
fn edges(novelty: &Novelty) -> &[u32] {
    if novelty.hit.is_empty() { &novelty.edges } else { &novelty.hit }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn novelty(hit: &[u32]) -> Novelty {
        let mut novelty = Novelty::of_edges(&[]);
        novelty.hit = hit.to_vec();
        novelty
    }

    #[test]
    fn the_rarest_edge_is_the_one_that_the_fewest_tests_hit() {
        let mut rarity = Rarity::default();
        let rarest = |rarity: &Rarity, hit: &[u32]| {
            let Rank { tier, rarest } = rarity.rank(&novelty(hit), Tier::Bucket, 10);
            assert_eq!(tier, Tier::Bucket, "a more telling tier stays");
            rarest
        };
        assert_eq!(rarest(&rarity, &[7, 3]), 7, "the first of equals");
        rarity.enter(&novelty(&[3, 7]), 10);
        rarity.enter(&novelty(&[3]), 10);
        assert_eq!(rarest(&rarity, &[3, 7]), 7);
        assert_eq!(rarest(&rarity, &[3, 7, 900]), 900);
        assert_eq!((rarity.frequency(3), rarity.frequency(900)), (2, 0));
    }

    #[test]
    fn a_test_is_cheaper_where_no_other_cost_as_little() {
        let mut rarity = Rarity::default();
        let rank = |rarity: &Rarity, hit: &[u32], cost| {
            let Rank { tier, rarest } = rarity.rank(&novelty(hit), Tier::Set, cost);
            (tier == Tier::Cheaper, rarest)
        };
        assert_eq!(rank(&rarity, &[3, 7], 5000), (true, 3), "nothing is known yet");
        rarity.enter(&novelty(&[3, 7]), 1000);
        rarity.enter(&novelty(&[3]), 500);
        assert_eq!(rank(&rarity, &[3, 7], 700), (true, 7));
        assert_eq!(rank(&rarity, &[3, 7], 995), (false, 7), "too little less");
        assert_eq!(rank(&rarity, &[3, 7], 400), (true, 7), "the rarer of both");
    }

    #[test]
    fn a_test_of_which_only_new_edges_are_known_is_not_the_cheapest_of_them() {
        let mut rarity = Rarity::default();
        let new = Novelty::of_edges(&[4, 5]);
        assert_eq!(rarity.rank(&new, Tier::Edge, 1), Rank { tier: Tier::Edge, rarest: NEW });
        rarity.enter(&new, 1);
        let rank = rarity.rank(&novelty(&[4]), Tier::Set, 1000);
        assert_eq!((rank.tier, rarity.frequency(4)), (Tier::Cheaper, 1));
    }

    #[test]
    fn an_edge_that_is_new_again_after_a_reset_makes_a_test_rare_only_by_its_rarest_edge() {
        let mut rarity = Rarity::default();
        let mut again = novelty(&[2, 4, 5]);
        again.edges = vec![4, 5];
        rarity.enter(&Novelty::of_edges(&[4, 5]), 1);
        assert_eq!(rarity.rank(&again, Tier::Edge, 1), Rank { tier: Tier::Edge, rarest: 2 });
        again.edges.push(6);
        assert_eq!(rarity.rank(&again, Tier::Edge, 1), Rank { tier: Tier::Edge, rarest: NEW });
    }
}
