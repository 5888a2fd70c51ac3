//! The first source of tests: values generated one after the other, at a size that starts at 0 and
//! grows.

use crate::coverage::Verdict;
use crate::search::address::Address;
use crate::search::interface::Subject;
use crate::value::generate::Generator;
use crate::value::node::Node;
use crate::value::seed::{self, Purpose};

/// How the size of generated tests grows: with every passed test and with every tenth discarded
/// one. This is the published tool's formula, but counted from the last reset unless `keep_size` is
/// set: the smallest value is often the only one that generation finds valid, and everything else
/// grows from its mutants, so each reset must start with it again.
#[derive(Debug, Default)]
pub(crate) struct Growth {
    passed: u64,
    discarded: u64,
    /// Passed tests up to the last that brought the size back to 0: the remainder is asked for
    /// before every test, and a division takes as long as generating a small value.
    rounds: u64,
}

impl Growth {
    /// The size of the next generated test.
    #[inline]
    pub(crate) fn size(&mut self, max_size: u32) -> u32 {
        let most = u64::from(max_size);
        if self.passed - self.rounds >= most.max(1) {
            self.rounds = self.passed - self.passed % most.max(1);
        }
        let grown = self.passed - self.rounds + self.discarded / 10;
        u32::try_from(grown.min(most)).unwrap_or(max_size)
    }

    /// Takes note of what came of a test.
    #[inline]
    pub(crate) fn observe(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Passed => self.passed += 1,
            Verdict::Discarded => self.discarded += 1,
            Verdict::Failed => {}
        }
    }

    /// Tests that passed and that were discarded.
    pub(crate) fn counts(&self) -> (u64, u64) {
        (self.passed, self.discarded)
    }
}

/// Generates tests.
#[derive(Debug, Default)]
pub(super) struct Generation {
    /// Values generated so far.
    number: u64,
    growth: Growth,
}

impl Generation {
    /// The address of the next generated test.
    pub(super) fn next(&mut self, max_size: u32) -> Address {
        let number = self.number;
        self.number += 1;
        Address::Generated { number, size: self.growth.size(max_size) }
    }

    /// Takes note of what came of a test.
    pub(super) fn observe(&mut self, verdict: Verdict) {
        self.growth.observe(verdict);
    }

    /// Starts at size 0 again.
    pub(super) fn restart(&mut self) {
        self.growth = Growth::default();
    }

    /// Counts generated tests from here: an earlier process made less than so many.
    pub(super) fn start_at(&mut self, number: u64) {
        self.number = self.number.max(number);
    }

    /// Takes note of a test that an earlier process generated: it is not generated again.
    pub(super) fn passed_by(&mut self, address: Address) {
        if let Address::Generated { number, .. } = address {
            self.number = self.number.max(number + 1);
        }
    }
}

/// The `number`-th generated value of a campaign.
pub(super) fn generate(subject: &dyn Subject, seed: u64, number: u64, size: u32) -> Box<dyn Node> {
    let random = seed::random(seed::derive(seed, Purpose::Generation, [number, 0, 0]));
    subject.generate(&mut Generator::new(random, size))
}
