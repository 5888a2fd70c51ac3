//! The first source of tests: values generated one after the other, at a size that starts at 0 and
//! grows.

use super::{Subject, Verdict};
use crate::address::Address;
use crate::generate::Generator;
use crate::mutate::Node;
use crate::seed::{self, Purpose};

/// Generates tests.
#[derive(Debug, Default)]
pub(super) struct Generation {
    /// Values generated so far.
    number: u64,
    /// Tests passed and discarded since the last reset: what the size grows with.
    passed: u64,
    discarded: u64,
}

impl Generation {
    /// The address of the next generated test.
    pub(super) fn next(&mut self, max_size: u32) -> Address {
        let number = self.number;
        self.number += 1;
        Address::Generated { number, size: self.size(max_size) }
    }

    /// The size of the next generated test: it grows with every passed test and with every tenth
    /// discarded one. This is the published tool's formula, but counted from the last reset: the
    /// smallest value is often the only one that generation finds valid, and everything else grows
    /// from its mutants, so each reset must start with it again.
    fn size(&self, max_size: u32) -> u32 {
        let most = u64::from(max_size);
        let grown = self.passed % most.max(1) + self.discarded / 10;
        u32::try_from(grown.min(most)).unwrap_or(max_size)
    }

    /// Takes note of what came of a test.
    pub(super) fn observe(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Passed => self.passed += 1,
            Verdict::Discarded => self.discarded += 1,
            Verdict::Failed => {}
        }
    }

    /// Starts at size 0 again.
    pub(super) fn restart(&mut self) {
        (self.passed, self.discarded) = (0, 0);
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
