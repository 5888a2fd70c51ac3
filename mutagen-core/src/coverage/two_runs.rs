//! Tells the two runs of one test apart: an edge that exactly one of them hits gets the greatest
//! counts, and all others get less. So a test is new in the tier of buckets if an edge is the first
//! time hit by one of the runs alone (metamorphic coverage, 2025).

use super::callbacks::{Module, Registry};

/// The least count of an edge that one run alone has hit: the last bucket.
const ALONE: u8 = 128;

/// The counts of the first run.
#[derive(Debug, Default)]
pub struct TwoRuns {
    modules: Vec<Module>,
    reports: Option<usize>,
    counts: Vec<u8>,
    now: Vec<u8>,
}

impl TwoRuns {
    /// Ends the first run: keeps its counts, and clears the counters.
    pub fn mark(&mut self) {
        let registry = Registry::of_process();
        if self.reports != Some(registry.reports()) {
            (self.modules, self.reports) = (registry.modules(), Some(registry.reports()));
        }
        let edges = self.modules.iter().map(|module| module.counters.len()).sum();
        self.counts.resize(edges, 0);
        self.now.resize(edges, 0);
        let mut rest = &mut self.counts[..];
        for Module { counters, .. } in &self.modules {
            let (own, others) = rest.split_at_mut(counters.len());
            counters.copy_to(own);
            counters.zero();
            rest = others;
        }
    }

    /// Ends the second run: the counters get the counts of both.
    pub fn join(&mut self) {
        let mut first = 0;
        for Module { counters, .. } in &self.modules {
            let own = first..first + counters.len();
            first = own.end;
            let now = &mut self.now[own.clone()];
            counters.copy_to(now);
            for (now, before) in now.iter_mut().zip(&self.counts[own]) {
                *now = joined(*before, *now);
            }
            counters.put(now);
        }
    }
}

/// The count of an edge with these counts in the runs.
#[inline]
fn joined(one: u8, other: u8) -> u8 {
    let sum = one.saturating_add(other);
    match (one == 0) == (other == 0) {
        true => sum.min(ALONE - 1),
        false => sum | ALONE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_of_one_run_alone_has_a_bucket_of_its_own() {
        assert_eq!([joined(0, 0), joined(3, 4), joined(200, 200)], [0, 7, 127]);
        assert_eq!([joined(0, 3), joined(3, 0), joined(0, 255)], [131, 131, 255]);
    }
}
