//! What is known of each edge beside that it was hit: how many tests that were new in any way hit it, and
//! what the cheapest of them cost. Where nearly every test is new in the set of its edges, as those of a
//! machine with a large state are, the tests that are new are nearly all of a kind; the rarest edge of a
//! test says which few are of another.

/// How often edges were hit by tests that were new, and at what load.
#[derive(Debug, Clone, Default)]
pub(super) struct Rarity {
    edges: Vec<Edge>,
}

#[derive(Debug, Clone, Copy)]
struct Edge {
    tests: u32,
    least_load: u64,
}

/// An edge that no new test has hit.
const UNMET: Edge = Edge { tests: 0, least_load: u64::MAX };

impl Rarity {
    /// Takes in a test that was new: what it hit, each edge once, and its load.
    pub(super) fn enter(&mut self, hit: &[u32], load: u64) {
        for &edge in hit {
            let at = edge as usize;
            if self.edges.len() <= at {
                self.edges.resize(at + 1, UNMET);
            }
            let known = &mut self.edges[at];
            known.tests = known.tests.saturating_add(1);
            known.least_load = known.least_load.min(load);
        }
    }

    /// The edge that the fewest tests hit, the first of equals.
    pub(super) fn rarest(&self, hit: impl IntoIterator<Item = u32>) -> Option<u32> {
        hit.into_iter().min_by_key(|&edge| self.of(edge).tests)
    }

    /// The rarest of the edges that no test with so little load has hit.
    pub(super) fn cheaper(&self, hit: &[u32], load: u64) -> Option<u32> {
        let cheaper = |edge: &u32| {
            let Edge { least_load, .. } = self.of(*edge);
            // By less than a hundredth is not worth it.
            load < least_load - least_load / 100
        };
        self.rarest(hit.iter().copied().filter(cheaper))
    }

    fn of(&self, edge: u32) -> Edge {
        self.edges.get(edge as usize).copied().unwrap_or(UNMET)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rarest_edge_is_the_one_that_the_fewest_tests_hit() {
        let mut rarity = Rarity::default();
        assert_eq!(rarity.rarest([7, 3]), Some(7), "the first of equals");
        rarity.enter(&[3, 7], 10);
        rarity.enter(&[3], 10);
        assert_eq!(rarity.rarest([3, 7]), Some(7));
        assert_eq!(rarity.rarest([3, 7, 900]), Some(900));
        assert_eq!(rarity.rarest([]), None);
    }

    #[test]
    fn a_test_is_cheaper_where_no_other_cost_as_little() {
        let mut rarity = Rarity::default();
        assert_eq!(rarity.cheaper(&[3, 7], 5000), Some(3), "nothing is known yet");
        rarity.enter(&[3, 7], 1000);
        rarity.enter(&[3], 500);
        assert_eq!(rarity.cheaper(&[3, 7], 700), Some(7));
        assert_eq!(rarity.cheaper(&[3, 7], 995), None, "too little less");
        assert_eq!(rarity.cheaper(&[3, 7], 400), Some(7), "the rarer of both");
    }
}
