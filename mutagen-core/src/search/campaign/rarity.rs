//! What the campaign knows of each edge beside that it was hit: how many tests that were new in any
//! way hit it, and what the cheapest of them cost. A campaign that is resumed knows it of retained
//! tests alone. Where nearly every test is new in the set of its edges, as those of a machine with
//! a large state are, the tests that are new are nearly all of a kind; the rarest edge of a test
//! says which few are of another, and the cheapest test of an edge is the one whose edits hit what
//! matters.

use crate::coverage::{Novelty, Tier};

/// How often edges were hit by tests that were new, and at what cost.
#[derive(Debug, Clone, Default)]
pub(super) struct Rarity {
    edges: Vec<Edge>,
}

#[derive(Debug, Clone, Copy)]
struct Edge {
    tests: u32,
    least_cost: u64,
}

/// An edge that no new test has hit.
const UNMET: Edge = Edge { tests: 0, least_cost: u64::MAX };

/// In place of the rarest edge of a test that hit a new one.
const NEW: u32 = u32::MAX;

/// How a test that was new compares with those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rank {
    /// The most telling tier in which it is new.
    pub(super) tier: Tier,
    /// The edge of its run that the fewest tests hit; of one that is new only in being cheaper, the
    /// rarest edge for which it is; of one that hit a new edge, none in particular.
    pub(super) rarest: u32,
}

impl Rarity {
    /// Ranks a test that was new in this tier, and that cost so much.
    pub(super) fn rank(&self, novelty: &Novelty, tier: Tier, cost: u64) -> Rank {
        let hit = edges(novelty);
        // What hit a new edge is rare enough: the cheap ones among all of those are worth more.
        if tier == Tier::Edge {
            return Rank { tier, rarest: NEW };
        }
        if tier > Tier::Cheaper
            && let Some(rarest) = self.cheaper(hit, cost)
        {
            return Rank { tier: Tier::Cheaper, rarest };
        }
        Rank { tier, rarest: self.rarest(hit.iter().copied()).unwrap_or_default() }
    }

    /// Takes in a test that was new, and that cost so much.
    pub(super) fn enter(&mut self, novelty: &Novelty, cost: u64) {
        // Where only new edges were looked for, what the run cost is not known.
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

    /// How many tests that were new hit this edge.
    pub(super) fn frequency(&self, edge: u32) -> u32 {
        self.of(edge).tests
    }

    /// The edge that the fewest tests hit, the first of equals.
    fn rarest(&self, hit: impl IntoIterator<Item = u32>) -> Option<u32> {
        hit.into_iter().min_by_key(|&edge| self.frequency(edge))
    }

    /// The rarest of the edges that no test of so little cost has hit.
    fn cheaper(&self, hit: &[u32], cost: u64) -> Option<u32> {
        let cheaper = |edge: &u32| {
            let Edge { least_cost, .. } = self.of(*edge);
            // By less than a hundredth is not worth it.
            cost < least_cost - least_cost / 100
        };
        self.rarest(hit.iter().copied().filter(cheaper))
    }

    fn of(&self, edge: u32) -> Edge {
        self.edges.get(edge as usize).copied().unwrap_or(UNMET)
    }
}

/// All edges of the run, or the new ones where only those were looked for.
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
}
