//! The choice among the sources of tests. A given percentage of tests are edited, half of these by
//! drift. The others are mutants of batches, or generated.

use super::Options;
use crate::value::generate::Generator;

/// The percentage of drift among edited tests.
const DRIFTED: u32 = 50;

/// The source of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TestSource {
    /// A mutant of a batch, or a generated test if no batch waits.
    Batches,
    Edits,
    Drift,
}

/// Draws the source of the next test, once there are tests to edit.
pub(super) fn draw(options: &Options, generator: &mut Generator) -> TestSource {
    if generator.below(100) >= options.edits {
        TestSource::Batches
    } else if options.drifts() && generator.below(100) < DRIFTED {
        TestSource::Drift
    } else {
        TestSource::Edits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::seed;

    /// How many of 10,000 tests come from batches, edits and drift.
    fn shares(options: &Options) -> [u32; 3] {
        let mut generator = Generator::new(seed::random(3), 10);
        let mut counts = [0; 3];
        (0..10_000).for_each(|_| counts[draw(options, &mut generator) as usize] += 1);
        counts
    }

    fn about(counts: [u32; 3], expected: [u32; 3]) -> bool {
        counts.iter().zip(expected).all(|(count, about)| count.abs_diff(about) < 200)
    }

    #[test]
    fn shares_are_those_of_the_options() {
        let counts = shares(&Options::default());
        assert!(about(counts, [3000, 3500, 3500]), "{counts:?}");
        let counts = shares(&Options { drift: false, ..Options::default() });
        assert!(about(counts, [3000, 7000, 0]), "{counts:?}");
    }
}
