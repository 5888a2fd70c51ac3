//! How many mutants a test is good for, as AFL computes it: more if it runs shorter than the
//! average and hits more, less if it was discarded.

/// The averages that energies are relative to: of the runs of all tests, and of the edges of those
/// that were interesting.
#[derive(Debug, Default)]
pub(super) struct Energy {
    tests: u64,
    loads: u64,
    interesting: u64,
    edges: u64,
}

impl Energy {
    /// Takes note of a test that has run.
    pub(super) fn observe(&mut self, hits: &[(u32, u8)]) {
        self.tests += 1;
        self.loads += load(hits);
    }

    /// The energy of an interesting test: 100, times a factor for its run, times one for its edges,
    /// times a third if it was discarded; at least 5 and at most 1600; and ten times that. It
    /// counts for the average of the edges from now on.
    pub(super) fn of(&mut self, hits: &[(u32, u8)], discarded: bool) -> u64 {
        self.interesting += 1;
        self.edges += hits.len() as u64;
        let average = |sum: u64, count: u64| sum.max(1) as f64 / count.max(1) as f64;
        let time = by_time(load(hits) as f64 / average(self.loads, self.tests));
        let edges = by_edges(hits.len() as f64 / average(self.edges, self.interesting));
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
        for _ in 0..1000 {
            assert_eq!(energy.of(&average, false), 1000);
        }
        assert_eq!(energy.of(&average, true), 330);
        // Twelve times the average load: a tenth; half of the edges: three quarters.
        assert_eq!(energy.of(&[(0, 250)], false), 70);
        let many: Vec<(u32, u8)> = (0..8).map(|edge| (edge, 0)).collect();
        assert_eq!(energy.of(&many, false), 9000);
    }

    #[test]
    fn edges_are_compared_with_those_of_interesting_tests_and_runs_with_all() {
        let mut energy = Energy::default();
        energy.observe(&[(0, 250)]);
        let many: Vec<(u32, u8)> = (0..8).map(|edge| (edge, 1)).collect();
        (0..99).for_each(|_| energy.observe(&[]));
        // Three times the average of all edges, but the first that was interesting; a load of three
        // times the average halves it.
        assert_eq!(energy.of(&many, false), 500);
        // An eighth of the edges, nine halves on average: a quarter. Less than half of the load:
        // one and a half.
        assert_eq!(energy.of(&[(0, 1)], false), 370);
    }
}
