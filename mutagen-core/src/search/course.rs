//! A digest of a campaign in one number: its tests, their order and their verdicts. Two runs with
//! equal digests ran the same tests.

use crate::coverage::Verdict;
use derive_more::Display;
use serde::{Deserialize, Serialize};

/// The digest of all tests so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Display, Serialize, Deserialize)]
#[display("{_0:016x}")]
pub struct Course(u64);

/// A different odd factor for each word of an address, so that the order of words matters.
const FACTORS: [u64; 4] =
    [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f, 0x1656_67b1_9e37_79f9, 0xd6e8_feb8_6659_fd93];

impl Course {
    /// Adds a test to the digest: the first words of its address, and its verdict. Only the last of
    /// its multiplications depends on the test before.
    #[inline]
    pub fn record(&mut self, first: &[u64; 4], verdict: Verdict) {
        let words = first.iter().zip(FACTORS);
        let test = words.fold(verdict as u64 + 1, |test, (word, factor)| {
            test.wrapping_add((word ^ word >> 32).wrapping_mul(factor))
        });
        self.0 = (self.0.rotate_left(23) ^ test).wrapping_mul(FACTORS[0]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::address::Address;
    use std::collections::BTreeSet;

    fn course(tests: &[(Address, Verdict)]) -> Course {
        let mut course = Course::default();
        for &(address, verdict) in tests {
            course.record(&address.first_words(), verdict);
        }
        course
    }

    #[test]
    fn another_address_verdict_or_order_is_another_course() {
        let mutant = |position| Address::Mutant { parent: 1, position, mutant: 4 };
        let generated = Address::Generated { number: 7, size: 3 };
        let courses = [
            course(&[]),
            course(&[(generated, Verdict::Passed)]),
            course(&[(generated, Verdict::Discarded)]),
            course(&[(generated, Verdict::Passed), (mutant(2), Verdict::Passed)]),
            course(&[(mutant(2), Verdict::Passed), (generated, Verdict::Passed)]),
            course(&[(generated, Verdict::Passed), (mutant(3), Verdict::Passed)]),
            course(&[(generated, Verdict::Passed), (mutant(2), Verdict::Failed)]),
        ];
        let distinct: BTreeSet<String> = courses.iter().map(Course::to_string).collect();
        assert_eq!(distinct.len(), courses.len());
        assert_eq!(course(&[(generated, Verdict::Passed)]), courses[1]);
    }
}
