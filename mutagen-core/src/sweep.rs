//! A run of generated tests in one go: the numbers, sizes and verdicts that a loop over a property's own
//! types needs, which boxes no value and catches panics once. It is what plain random testing under
//! `cargo test` is made of; a test that failed is made again from its number.

use crate::campaign::{Growth, Verdict};
use crate::execute;
use crate::generate::Generator;
use crate::outcome::Outcome;
use crate::seed::{self, Purpose};

/// Generated tests are numbered from here, apart from those of the campaign beside it.
const FIRST: u64 = 1 << 32;

/// A sweep, which can be taken up again.
pub(crate) struct Sweep {
    seed: u64,
    max_size: u32,
    generator: Generator,
    growth: Growth,
    /// Tests begun so far.
    tests: u64,
    /// The test before which the sweep ends.
    end: u64,
    size: u32,
    failure: Option<String>,
}

impl Sweep {
    /// The sweep of a campaign with this seed, before its first test.
    pub(crate) fn new(seed: u64, max_size: u32) -> Sweep {
        Sweep {
            seed,
            max_size,
            generator: Generator::new(seed::random(0), max_size),
            growth: Growth::default(),
            tests: 0,
            end: 0,
            size: 0,
            failure: None,
        }
    }

    /// Goes on for so many more tests.
    pub(crate) fn extend(&mut self, tests: u64) {
        self.end = self.tests + tests;
    }

    /// The generator for the next test, unless it was the last.
    pub(crate) fn begin(&mut self) -> Option<&mut Generator> {
        if self.tests == self.end {
            return None;
        }
        self.size = self.growth.size(self.max_size);
        let words = [FIRST + self.tests, 0, 0];
        self.tests += 1;
        let random = seed::random(seed::derive(self.seed, Purpose::Generation, words));
        self.generator.restart(random, self.size);
        Some(&mut self.generator)
    }

    /// Takes the outcome of the test; one that failed is the last.
    pub(crate) fn end(&mut self, outcome: Outcome) {
        let verdict = match outcome {
            Outcome::Passed => Verdict::Passed,
            Outcome::Discarded => Verdict::Discarded,
            Outcome::Failed(why) => {
                self.failure = Some(why);
                self.end = self.tests;
                Verdict::Failed
            }
        };
        self.growth.observe(verdict);
        execute::forget();
    }

    /// Number and size of the test begun last, as generation takes them.
    pub(crate) fn last(&self) -> (u64, u32) {
        (FIRST + self.tests - 1, self.size)
    }

    /// Whether so few tests passed that it is worth staying with those that do.
    pub(crate) fn is_sparse(&self) -> bool {
        let (passed, discarded) = self.growth.counts();
        passed * 9 < discarded
    }

    /// How many tests were begun.
    pub(crate) fn tests(&self) -> u64 {
        self.tests
    }

    /// Why the last test failed, if it did.
    pub(crate) fn take_failure(&mut self) -> Option<String> {
        self.failure.take()
    }
}
