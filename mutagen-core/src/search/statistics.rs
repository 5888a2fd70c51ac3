//! The counters of a campaign.

use crate::coverage::Verdict;
use serde::{Deserialize, Serialize};

/// Declares the counters once, for the struct and for the conversion to words and back.
macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// The counters of a campaign. The worker publishes them in the shared page.
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
    /// Tests with a verdict.
    tests,
    /// Tests that met the precondition and satisfied the property.
    passed,
    /// Tests that did not meet the precondition. A search also counts those of a silenced kind
    /// here, see [`Statistics::silencing`].
    discarded,
    /// Tests that failed.
    failed,
    /// Tests that failed in a silenced kind.
    #[serde(default)]
    silenced,
    /// Distinct edges that passed or discarded tests have ever hit.
    edges,
    /// Batches that still have mutants to serve, in both queues.
    queued,
    /// Samples of each random mutant in a new batch (the paper's R).
    samples,
    /// How often the seen coverage was cleared.
    resets,
    /// Retained tests: those in the corpus and those with a batch.
    retained,
    /// Edges that were not hit again when the same test was repeated.
    unstable,
}

impl Statistics {
    /// The first words of [`Statistics::to_words`]: the ones that change with a test that did not
    /// fail and shows nothing new.
    #[inline]
    pub fn first_words(&self) -> [u64; 2] {
        [self.tests, self.passed]
    }

    /// Counts one test with this verdict.
    pub fn count(&mut self, verdict: Verdict) {
        self.tests += 1;
        match verdict {
            Verdict::Passed => self.passed += 1,
            Verdict::Discarded => self.discarded += 1,
            Verdict::Failed => self.failed += 1,
        }
    }

    /// The counters of a search of which so many discarded tests are those of a silenced kind.
    pub fn silencing(self, tests: u64) -> Statistics {
        let discarded = self.discarded.saturating_sub(tests);
        Statistics { discarded, silenced: tests, ..self }
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

    #[test]
    fn tests_of_a_silenced_kind_are_not_among_the_discarded_ones() {
        let of_search = Statistics { tests: 9, passed: 2, discarded: 7, ..Statistics::default() };
        let told = of_search.silencing(4);
        assert_eq!(told, Statistics { discarded: 3, silenced: 4, ..of_search });
        assert_eq!(of_search.silencing(0), of_search);
    }
}
