//! How many mutants a test is good for, as AFL computes it: more if it runs shorter than the average and
//! hits more, less if it was discarded.

/// The averages that energies are relative to.
#[derive(Debug, Default)]
pub(super) struct Energy {
    tests: u64,
    loads: u64,
    edges: u64,
}

impl Energy {
    /// Takes note of a test that has run.
    pub(super) fn observe(&mut self, hits: &[(u32, u8)]) {
        self.tests += 1;
        self.loads += load(hits);
        self.edges += hits.len() as u64;
    }

    /// The energy of a test: 100, times a factor for its run, times one for its edges, times a third if
    /// it was discarded; at least 5 and at most 1600; and ten times that.
    pub(super) fn of(&self, hits: &[(u32, u8)], discarded: bool) -> u64 {
        let tests = self.tests.max(1) as f64;
        let time = by_time(load(hits) as f64 * tests / self.loads.max(1) as f64);
        let edges = by_edges(hits.len() as f64 * tests / self.edges.max(1) as f64);
        let energy = 100.0 * time * edges * if discarded { 0.33 } else { 1.0 };
        (energy as u64).clamp(5, 1600) * 10
    }
}

/// The sum of the counts, in place of the time that the test took.
fn load(hits: &[(u32, u8)]) -> u64 {
    hits.iter().map(|&(_, count)| u64::from(count)).sum()
}

/// AFL's factor for the time of a run, relative to the average.
fn by_time(relative: f64) -> f64 {
    match relative {
        r if r > 10.0 => 0.1,
        r if r > 4.0 => 0.25,
        r if r > 2.0 => 0.5,
        r if r > 4.0 / 3.0 => 0.75,
        r if r < 0.25 => 3.0,
        r if r < 1.0 / 3.0 => 2.0,
        r if r < 0.5 => 1.5,
        _ => 1.0,
    }
}

/// AFL's factor for the number of edges, relative to the average.
fn by_edges(relative: f64) -> f64 {
    match relative {
        r if r > 10.0 / 3.0 => 3.0,
        r if r > 2.0 => 2.0,
        r if r > 4.0 / 3.0 => 1.5,
        r if r < 1.0 / 3.0 => 0.25,
        r if r < 0.5 => 0.5,
        r if r < 2.0 / 3.0 => 0.75,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_runs_over_many_edges_get_the_most_and_discarded_ones_a_third() {
        let mut energy = Energy::default();
        let average = [(0, 10), (1, 10)];
        (0..100).for_each(|_| energy.observe(&average));
        assert_eq!(energy.of(&average, false), 1000);
        assert_eq!(energy.of(&average, true), 330);
        // Twelve times the average load: a tenth; half of the edges: three quarters.
        assert_eq!(energy.of(&[(0, 250)], false), 70);
        let many: Vec<(u32, u8)> = (0..8).map(|edge| (edge, 0)).collect();
        assert_eq!(energy.of(&many, false), 9000);
    }
}
