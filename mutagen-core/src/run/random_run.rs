//! A run of generated tests in one loop over the types of the property. The loop boxes no value and
//! catches panics once. Most tests under plain `cargo test` are run in this way. The tests of one
//! stretch share a stream of random numbers, seeded by the number of the stretch. The state of the
//! stream before the last test is kept, so that a failed test can be made again.

use crate::run::clock::Clock;
use crate::run::outcome::Outcome;
use crate::run::panics;
use crate::run::reset::reset_quietly;
use crate::run::silenced::Silenced;
use crate::search::campaign::Growth;
use crate::value::generate::Generator;
use crate::value::mutate::Mutate;
use crate::value::seed::{self, Purpose, Random};

/// The number of the first stretch, chosen to differ from the numbers of the campaign's generated
/// tests.
const FIRST: u64 = 1 << 32;

/// A run of generated tests, which can be continued.
pub(crate) struct RandomRun {
    seed: u64,
    max_size: u32,
    generator: Generator,
    growth: Growth,
    clock: Clock,
    /// The tests begun so far.
    pub(crate) tests: u64,
    /// The stretches begun so far, and the tests that were run elsewhere.
    stretches: u64,
    others: u64,
    /// The test before which to check whether to continue, and the test before which the stretch
    /// ends.
    pause: u64,
    end: u64,
    over: bool,
    /// The size of the last test, and the state of the random numbers before it.
    size: u32,
    before: Random,
    failure: Option<String>,
    /// Called before each test.
    pub(crate) reset: Option<fn()>,
    /// The kinds of failures that are silenced.
    pub(crate) silenced: Silenced,
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
            reset: None,
            silenced: Silenced::default(),
        }
    }

    /// Begins a stretch of `tests` tests. `others` tests were run elsewhere so far.
    pub(crate) fn extend(&mut self, tests: u64, others: u64) {
        let words = [FIRST + self.stretches, 0, 0];
        self.generator.reseed(seed::random(seed::derive(self.seed, Purpose::Generation, words)));
        self.stretches += 1;
        self.others = others;
        self.pause = self.tests;
        self.end = self.tests + tests;
    }

    /// Runs tests until the stretch ends. The loop knows the argument types, so it needs no boxes
    /// and no downcasts. With `reuses`, a test may be made in the memory of the one before.
    // The function is not inlined, so that its name marks it as code of the engine.
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
            if let Some(reset) = self.reset {
                panics::nested(|| reset_quietly(reset));
            }
            self.end(test(arguments));
        }
    }

    /// The generator for the next test, or `None` when the stretch ends.
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

    /// Whether the stretch has another test and there is time for it. Also sets when to check
    /// again.
    fn goes_on(&mut self) -> bool {
        if self.tests == self.end || self.is_over(self.others) {
            return false;
        }
        self.pause = self.end.min(self.clock.next - self.others);
        true
    }

    /// Whether the time limit is reached. `others` tests were run elsewhere so far.
    pub(crate) fn is_over(&mut self, others: u64) -> bool {
        self.over |= self.clock.is_over(self.tests + others);
        self.over
    }

    /// Takes the outcome of the test. A failed test ends the stretch.
    #[inline]
    pub(crate) fn end(&mut self, outcome: Outcome) {
        let outcome = self.silenced.judge(outcome);
        self.silenced.count();
        self.growth.observe(outcome.verdict());
        if let Outcome::Failed(why) = outcome {
            self.failure = Some(why);
            (self.pause, self.end) = (self.tests, self.tests);
        }
        panics::forget();
    }

    /// A generator that makes the last test again.
    pub(crate) fn last(&self) -> Generator {
        Generator::new(self.before.clone(), self.size)
    }

    /// Whether so few tests passed that mutating the passed ones is better.
    pub(crate) fn is_sparse(&self) -> bool {
        let (passed, discarded) = self.verdicts();
        passed * 9 < discarded
    }

    /// The numbers of passed and of discarded tests.
    pub(crate) fn verdicts(&self) -> (u64, u64) {
        self.growth.counts()
    }

    /// Why the last test failed, if it did.
    pub(crate) fn take_failure(&mut self) -> Option<String> {
        self.failure.take()
    }
}
