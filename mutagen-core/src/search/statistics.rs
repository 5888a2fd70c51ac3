//! What a campaign counts while it runs.

use serde::{Deserialize, Serialize};

/// Plain counters of one campaign; the worker publishes them in the shared page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Statistics {
    /// Tests whose verdict the campaign has taken.
    pub tests: u64,
    /// Tests that met the precondition and held.
    pub passed: u64,
    /// Tests that did not meet the precondition.
    pub discarded: u64,
    /// Tests that failed.
    pub failed: u64,
    /// Distinct edges ever logged by passed tests or by discarded ones.
    pub edges: u64,
    /// Batches that still have mutants to serve, both queues together.
    pub queued: u64,
    /// Samples of a random mutant in a batch made now (the paper's R).
    pub samples: u64,
    /// Times the logs were reset.
    pub resets: u64,
    /// Tests retained: to be edited, or to have all their mutants served.
    pub retained: u64,
    /// Edges seen once and not again when the same test was repeated.
    pub unstable: u64,
}

impl Statistics {
    /// The first of [`Statistics::to_words`]: what changes with a test that did not fail and shows nothing
    /// new.
    #[inline]
    pub fn first_words(&self) -> [u64; 2] {
        [self.tests, self.passed]
    }

    /// The counters as words for the shared page.
    pub fn to_words(self) -> [u64; 10] {
        let Statistics {
            tests,
            passed,
            discarded,
            failed,
            edges,
            queued,
            samples,
            resets,
            retained,
            unstable,
        } = self;
        [tests, passed, discarded, failed, samples, resets, edges, queued, retained, unstable]
    }

    /// Reads what [`Statistics::to_words`] wrote.
    pub fn from_words(words: [u64; 10]) -> Statistics {
        let [tests, passed, discarded, failed, samples, resets, edges, queued, retained, unstable] =
            words;
        Statistics {
            tests,
            passed,
            discarded,
            failed,
            edges,
            queued,
            samples,
            resets,
            retained,
            unstable,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_words_are_the_first_of_all() {
        let words: [u64; 10] = std::array::from_fn(|at| at as u64 + 1);
        let statistics = Statistics::from_words(words);
        assert_eq!(statistics.to_words(), words);
        assert_eq!(statistics.first_words(), words[..2]);
    }
}
