//! The first source of tests: random values, at a size that starts at 0 and grows.

use crate::coverage::Verdict;
use crate::search::interface::Subject;
use crate::search::share::Share;
use crate::value::generate::Generator;
use crate::value::literals::Literals;
use crate::value::node::Node;
use crate::value::seed::{self, Purpose};
use serde::{Deserialize, Serialize};

/// The growth of the size of generated tests: it grows with every passed test and with every 10th
/// discarded test. This is the formula of the published tool, but counted from the last reset
/// unless `keep_size` is set. The smallest value is often the only valid one that generation finds,
/// and all other tests come from its mutants. Each reset must therefore start with it again.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Growth {
    passed: u64,
    discarded: u64,
    /// Passed tests up to the last that brought the size back to 0. It saves a division before
    /// every test, which takes as long as generating a small value.
    rounds: u64,
}

impl Growth {
    /// The size of the next generated test.
    #[inline]
    pub(crate) fn size(&mut self, max_size: u32) -> u32 {
        let most = u64::from(max_size);
        if self.passed.saturating_sub(self.rounds) >= most.max(1) {
            self.rounds = self.passed - self.passed % most.max(1);
        }
        let grown = self.passed.saturating_sub(self.rounds).saturating_add(self.discarded / 10);
        u32::try_from(grown.min(most)).unwrap_or(max_size)
    }

    /// Records the verdict on a test.
    #[inline]
    pub(crate) fn observe(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Passed => self.passed += 1,
            Verdict::Discarded => self.discarded += 1,
            Verdict::Failed => {}
        }
    }

    /// How many tests passed, and how many were discarded.
    pub(crate) fn counts(&self) -> (u64, u64) {
        (self.passed, self.discarded)
    }
}

/// Generates tests.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Generation {
    /// Values generated so far.
    number: u64,
    /// The growth of their size since the last reset.
    pub(super) growth: Growth,
}

impl Generation {
    /// The number and the size of the next generated test of this share.
    pub(super) fn next(&mut self, max_size: u32, share: Share) -> (u64, u32) {
        self.number += 1;
        (share.generated(self.number - 1), self.growth.size(max_size))
    }

    /// How many values were generated.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Continues the numbers of generated tests after those of an earlier process, which are below
    /// `number`.
    pub(super) fn start_at(&mut self, number: u64) {
        self.number = self.number.max(number);
    }

    /// Leaves out the next numbers, which an earlier process may have used, or died with.
    pub(super) fn pass_over(&mut self, numbers: u64) {
        self.number = self.number.saturating_add(numbers);
    }
}

/// The `number`-th generated value of a campaign.
pub(crate) fn generate(
    subject: &dyn Subject,
    literals: Option<&'static Literals>,
    seed: u64,
    number: u64,
    size: u32,
) -> Box<dyn Node> {
    let random = seed::random(seed::derive(seed, Purpose::Generation, [number, 0, 0]));
    let mut generator = Generator::new(random, size);
    generator.set_literals(literals);
    subject.generate(&mut generator)
}
