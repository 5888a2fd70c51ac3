//! What a campaign counts while it runs.

use crate::coverage::Verdict;
use serde::{Deserialize, Serialize};

/// Declares the counters once: the struct, and the way to words and back in the same order.
macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// Plain counters of one campaign; the worker publishes them in the shared page.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
        pub struct Statistics {
            $($(#[$doc])* pub $name: u64,)*
        }

        impl Statistics {
            /// The number of counters.
            pub const WORDS: usize = [$(stringify!($name)),*].len();

            /// The counters as words for the shared page.
            pub fn to_words(self) -> [u64; Statistics::WORDS] {
                [$(self.$name),*]
            }

            /// Reads what [`Statistics::to_words`] wrote.
            pub fn from_words([$($name),*]: [u64; Statistics::WORDS]) -> Statistics {
                Statistics { $($name),* }
            }
        }
    };
}

counters! {
    /// Tests whose verdict the campaign has taken.
    tests,
    /// Tests that met the precondition and held.
    passed,
    /// Tests that did not meet the precondition.
    discarded,
    /// Tests that failed.
    failed,
    /// Distinct edges ever logged by passed tests or by discarded ones.
    edges,
    /// Batches that still have mutants to serve, both queues together.
    queued,
    /// Samples of a random mutant in a batch made now (the paper's R).
    samples,
    /// Times what was seen was forgotten.
    resets,
    /// Tests retained: to be edited, or to have all their mutants served.
    retained,
    /// Edges seen once and not again when the same test was repeated.
    unstable,
}

impl Statistics {
    /// The first of [`Statistics::to_words`]: what changes with a test that did not fail and shows
    /// nothing new.
    #[inline]
    pub fn first_words(&self) -> [u64; 2] {
        [self.tests, self.passed]
    }

    /// Counts one test of this verdict.
    pub fn count(&mut self, verdict: Verdict) {
        self.tests += 1;
        match verdict {
            Verdict::Passed => self.passed += 1,
            Verdict::Discarded => self.discarded += 1,
            Verdict::Failed => self.failed += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_words_are_the_first_of_all() {
        let words: [u64; Statistics::WORDS] = std::array::from_fn(|at| at as u64 + 1);
        let statistics = Statistics::from_words(words);
        assert_eq!(statistics.to_words(), words);
        assert_eq!(statistics.first_words(), words[..2]);
    }
}
