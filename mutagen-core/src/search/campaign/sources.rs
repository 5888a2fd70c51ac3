//! The choice among the sources of tests. A given percentage of tests is generated, whatever waits.
//! Of the rest, at least a given percentage is edited, half of it by drift. The others are mutants
//! of batches, or generated if no batch waits: the fewer, the less they find.

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
    /// A generated test, although batches wait.
    Generation,
}

/// How many tests a stack of edits gives in the mean, in hundredths: one for each of its edits.
const TESTS_OF_STACK: u32 = 277;

/// The bounds for what batches find relative to edits. In a campaign of 60 million tests, 30 % of
/// them from batches, these made 280 of 90 554 new ones. Batches still serve every mutant of a test
/// that hit a new edge.
pub(super) const WORTH: [f64; 2] = [1.0 / 8.0, 1.0];

/// Draws the source of the next tests, once there are tests to edit: one test of a batch or of a
/// drift, or all tests of a stack of edits. The shares are those of tests, so a stack is drawn less
/// often. `worth` is what batches find relative to edits, within [`WORTH`].
pub(super) fn draw(options: &Options, worth: f64, generator: &mut Generator) -> TestSource {
    let drift = if options.drifts() { options.edits * DRIFTED } else { 0 };
    let batches = (f64::from((100 - options.edits) * 100) * worth) as u32;
    let others = batches + options.edits * 100;
    let weights = [
        (TestSource::Batches, batches * TESTS_OF_STACK),
        (TestSource::Drift, drift * TESTS_OF_STACK),
        (TestSource::Edits, (options.edits * 100 - drift) * 100),
        (
            TestSource::Generation,
            others * TESTS_OF_STACK / (100 - options.generated) * options.generated,
        ),
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

    /// How many of 10,000 tests come from batches, edits, drift and generation.
    fn shares(options: &Options, worth: f64) -> [u32; 4] {
        let mut generator = Generator::new(seed::random(3), 10);
        let mut counts = [0; 4];
        while counts.iter().sum::<u32>() < 1_000_000 {
            let source = draw(options, worth, &mut generator);
            counts[source as usize] +=
                if source == TestSource::Edits { TESTS_OF_STACK } else { 100 };
        }
        counts.map(|count| count / 100)
    }

    fn about(counts: [u32; 4], expected: [u32; 4]) -> bool {
        counts.iter().zip(expected).all(|(count, about)| count.abs_diff(about) < 200)
    }

    #[test]
    fn shares_are_those_of_the_options() {
        let counts = shares(&Options::default(), 1.0);
        assert!(about(counts, [1000, 4500, 4500, 0]), "{counts:?}");
        let counts = shares(&Options { drift: false, ..Options::default() }, 1.0);
        assert!(about(counts, [1000, 9000, 0, 0]), "{counts:?}");
    }

    #[test]
    fn a_share_of_generation_is_taken_from_all_others() {
        let counts = shares(&Options { generated: 30, ..Options::default() }, 1.0);
        assert!(about(counts, [700, 3150, 3150, 3000]), "{counts:?}");
        let most = Options { generated: 99, edits: 100, ..Options::default() };
        assert!(about(shares(&most, 1.0), [0, 50, 50, 9900]), "{:?}", shares(&most, 1.0));
    }

    #[test]
    fn batches_that_find_little_have_a_smaller_share() {
        let counts = shares(&Options::default(), 0.125);
        assert!(about(counts, [137, 4931, 4932, 0]), "{counts:?}");
    }
}
