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

/// How many tests a stack of edits gives in the mean, in hundredths: one for each of its edits.
const TESTS_OF_STACK: u32 = 277;

/// Draws the source of the next tests, once there are tests to edit: one test of a batch or of a
/// drift, or all tests of a stack of edits. The shares are those of tests, so a stack is drawn less
/// often.
pub(super) fn draw(options: &Options, generator: &mut Generator) -> TestSource {
    let drift = if options.drifts() { options.edits * DRIFTED } else { 0 };
    let weights = [
        (TestSource::Batches, (100 - options.edits) * 100 * TESTS_OF_STACK),
        (TestSource::Drift, drift * TESTS_OF_STACK),
        (TestSource::Edits, (options.edits * 100 - drift) * 100),
    ];
    let mut drawn = generator.below(weights.iter().map(|(_, weight)| weight).sum());
    for (source, weight) in weights {
        match drawn.checked_sub(weight) {
            Some(less) => drawn = less,
            None => return source,
        }
    }
    TestSource::Batches
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::seed;

    /// How many of 10,000 tests come from batches, edits and drift.
    fn shares(options: &Options) -> [u32; 3] {
        let mut generator = Generator::new(seed::random(3), 10);
        let mut counts = [0; 3];
        while counts.iter().sum::<u32>() < 1_000_000 {
            let source = draw(options, &mut generator);
            counts[source as usize] +=
                if source == TestSource::Edits { TESTS_OF_STACK } else { 100 };
        }
        counts.map(|count| count / 100)
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
