//! The failures of a campaign, told apart by their keys: how often each happened, and how small the
//! smallest test is.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// How often the counts are told.
const PAUSE: Duration = Duration::from_secs(1);

/// The failures of a campaign by their keys.
#[derive(Debug, Default)]
pub(super) struct Failures {
    known: BTreeMap<String, Known>,
    told: Option<Instant>,
}

#[derive(Debug, Default)]
struct Known {
    count: u64,
    /// The count that was told last.
    told: u64,
    /// How many nodes the smallest value has.
    nodes: u64,
}

impl Failures {
    /// The failures that earlier workers of the campaign have told.
    pub(super) fn new(known: &[(String, u64)]) -> Failures {
        let known = known.iter().map(|(key, count)| {
            // The size of the smallest value is not known; the first one here is told.
            (key.clone(), Known { count: *count, told: *count, nodes: u64::MAX })
        });
        Failures { known: known.collect(), told: None }
    }

    /// Whether no test has failed.
    pub(super) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Counts a failure. Returns whether it is the first of its key, and whether it is the
    /// smallest.
    pub(super) fn count(&mut self, key: &str, nodes: u64) -> (bool, bool) {
        let known = self.known.entry(key.to_owned()).or_default();
        known.count += 1;
        let is_first = known.count == 1;
        let is_smallest = is_first || nodes < known.nodes;
        if is_smallest {
            known.nodes = nodes;
        }
        if is_first {
            known.told = 1;
        }
        (is_first, is_smallest)
    }

    /// The counts that have changed since the last call; none if that is not long ago, unless
    /// `all`.
    pub(super) fn counts(&mut self, all: bool) -> Vec<(String, u64)> {
        let is_due = self.told.is_none_or(|told| told.elapsed() >= PAUSE);
        if self.is_empty() || !(all || is_due) {
            return Vec::new();
        }
        self.told = Some(Instant::now());
        let changed = self.known.iter_mut().filter(|(_, known)| known.count != known.told);
        changed
            .map(|(key, known)| {
                known.told = known.count;
                (key.clone(), known.count)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_and_ever_smaller_failures_of_a_key_are_told() {
        let mut failures = Failures::default();
        assert!(failures.is_empty());
        assert_eq!(failures.count("a", 5), (true, true));
        assert_eq!(failures.count("a", 5), (false, false));
        assert_eq!(failures.count("b", 9), (true, true));
        assert_eq!(failures.count("a", 4), (false, true));
        assert_eq!(failures.count("a", 5), (false, false));
        assert_eq!(Failures::new(&[("a".into(), 7)]).count("a", 100), (false, true));
    }
}
