//! A run of generated tests in one go: the random numbers, sizes and verdicts that a loop over a
//! property's own types needs, which boxes no value and catches panics once. It is what plain
//! random testing under `cargo test` is made of. The tests of one stretch share a stream of random
//! numbers, seeded by the stretch's number; where the stream was before the last test is kept, so
//! that one that failed can be made again.

use crate::run::clock::Clock;
use crate::run::outcome::Outcome;
use crate::run::panics;
use crate::search::campaign::Growth;
use crate::value::generate::Generator;
use crate::value::mutate::Mutate;
use crate::value::seed::{self, Purpose, Random};

/// Stretches are numbered from here, apart from the generated tests of the campaign beside it.
const FIRST: u64 = 1 << 32;

/// A run of generated tests, which can be taken up again.
pub(crate) struct RandomRun {
    seed: u64,
    max_size: u32,
    generator: Generator,
    growth: Growth,
    clock: Clock,
    /// Stretches and tests begun so far, and tests that were run elsewhere.
    stretches: u64,
    tests: u64,
    others: u64,
    /// The test before which to look whether to go on, and the one before which the stretch ends.
    pause: u64,
    end: u64,
    over: bool,
    /// The size of the last test, and the random numbers as they were before it.
    size: u32,
    before: Random,
    failure: Option<String>,
}

impl RandomRun {
    /// The random run of a campaign with this seed, before its first test.
    pub(crate) fn new(seed: u64, max_size: u32, clock: Clock) -> RandomRun {
        RandomRun {
            seed,
            max_size,
            generator: Generator::new(seed::random(0), max_size),
            growth: Growth::default(),
            clock,
            stretches: 0,
            tests: 0,
            others: 0,
            pause: 0,
            end: 0,
            over: false,
            size: 0,
            before: seed::random(0),
            failure: None,
        }
    }

    /// Begins a stretch of so many tests, after so many tests that were run elsewhere.
    pub(crate) fn extend(&mut self, tests: u64, others: u64) {
        let words = [FIRST + self.stretches, 0, 0];
        self.generator.reseed(seed::random(seed::derive(self.seed, Purpose::Generation, words)));
        self.stretches += 1;
        self.others = others;
        self.pause = self.tests;
        self.end = self.tests + tests;
    }

    /// Runs tests until the stretch ends: one loop that knows the type, so that nothing is boxed
    /// and no value is asked what it is. `reuses`: a test may be made in the memory of the one
    /// before.
    // A function of its own, whose name says that it is the engine's.
    #[inline(never)]
    pub(crate) fn run<A: Mutate>(&mut self, reuses: bool, mut test: impl FnMut(&A) -> Outcome) {
        let mut kept: Option<A> = None;
        while let Some(generator) = self.begin() {
            let arguments = match &mut kept {
                Some(arguments) if reuses => {
                    A::regenerate(arguments, generator);
                    arguments
                }
                kept => kept.insert(A::generate(generator)),
            };
            self.end(test(arguments));
        }
    }

    /// The generator for the next test, unless it was the last.
    #[inline]
    pub(crate) fn begin(&mut self) -> Option<&mut Generator> {
        if self.tests == self.pause && !self.goes_on() {
            return None;
        }
        self.tests += 1;
        self.size = self.growth.size(self.max_size);
        self.before = self.generator.go_on(self.size);
        Some(&mut self.generator)
    }

    /// Whether there is a test left in the stretch, and time for it; and when to look again.
    fn goes_on(&mut self) -> bool {
        if self.tests == self.end || self.is_over(self.others) {
            return false;
        }
        self.pause = self.end.min(self.clock.next() - self.others);
        true
    }

    /// Whether the time is over, after so many tests that were run elsewhere.
    pub(crate) fn is_over(&mut self, others: u64) -> bool {
        self.over |= self.clock.is_over(self.tests + others);
        self.over
    }

    /// Takes the outcome of the test; one that failed is the last.
    #[inline]
    pub(crate) fn end(&mut self, outcome: Outcome) {
        self.growth.observe(outcome.verdict());
        if let Outcome::Failed(why) = outcome {
            self.failure = Some(why);
            (self.pause, self.end) = (self.tests, self.tests);
        }
        panics::forget();
    }

    /// A generator that makes the test begun last again.
    pub(crate) fn last(&self) -> Generator {
        Generator::new(self.before.clone(), self.size)
    }

    /// Whether so few tests passed that it is worth staying with those that do.
    pub(crate) fn is_sparse(&self) -> bool {
        let (passed, discarded) = self.verdicts();
        passed * 9 < discarded
    }

    /// How many tests passed, and how many were discarded.
    pub(crate) fn verdicts(&self) -> (u64, u64) {
        self.growth.counts()
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
