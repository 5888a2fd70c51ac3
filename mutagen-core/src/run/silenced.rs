//! Kinds of failures that are known and silenced. A test that fails in one of them is no
//! counterexample: to the search it is a discarded test, and it is counted apart.

use crate::run::failure_key;
use crate::run::outcome::Outcome;

/// The silenced kinds of a property, and how many tests failed in each.
#[derive(Debug, Default)]
pub(crate) struct Silenced {
    kinds: Vec<String>,
    counts: Vec<u64>,
    /// What the last run failed in, if it was one of them.
    last: Option<SilencedFailure>,
}

/// A failure of a silenced kind.
#[derive(Debug)]
pub(crate) struct SilencedFailure {
    /// The place of the kind.
    kind: usize,
    /// Why the test failed.
    pub(crate) message: String,
}

impl Silenced {
    /// These kinds, without those that are there already.
    pub(crate) fn of<'k>(kinds: impl IntoIterator<Item = &'k str>) -> Silenced {
        let mut silenced = Silenced::default();
        silenced.add(kinds);
        silenced
    }

    /// Silences these kinds as well.
    pub(crate) fn add<'k>(&mut self, kinds: impl IntoIterator<Item = &'k str>) {
        for kind in kinds.into_iter().map(failure_key::kind) {
            if !self.kinds.iter().any(|known| known == kind) {
                self.kinds.push(kind.to_owned());
                self.counts.push(0);
            }
        }
    }

    /// The kinds, in the order in which they were named.
    pub(crate) fn kinds(&self) -> &[String] {
        &self.kinds
    }

    /// How many tests failed in each of the kinds.
    pub(crate) fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The outcome of a run as the rest of the engine takes it: a failure of a silenced kind is a
    /// discarded test. Call it before the next run.
    #[inline]
    pub(crate) fn judge(&mut self, outcome: Outcome) -> Outcome {
        self.last = None;
        match outcome {
            Outcome::Failed(message) if !self.kinds.is_empty() => self.judge_failure(message),
            other => other,
        }
    }

    #[cold]
    fn judge_failure(&mut self, message: String) -> Outcome {
        let kind = failure_key::kind_of(&message);
        match kind.and_then(|kind| self.kinds.iter().position(|known| *known == kind)) {
            Some(kind) => {
                self.last = Some(SilencedFailure { kind, message });
                Outcome::Discarded
            }
            None => Outcome::Failed(message),
        }
    }

    /// What the last run failed in, if it was a silenced kind. It is forgotten then.
    #[inline]
    pub(crate) fn take_last(&mut self) -> Option<SilencedFailure> {
        self.last.take()
    }

    /// Sets what the last run failed in.
    #[inline]
    pub(crate) fn set_last(&mut self, last: Option<SilencedFailure>) {
        self.last = last;
    }

    /// Counts the last run as a test, if it failed in a silenced kind. Returns whether it did.
    #[inline]
    pub(crate) fn count(&mut self) -> bool {
        let Some(last) = &self.last else { return false };
        self.counts[last.kind] += 1;
        true
    }

    /// The kind of a failure.
    pub(crate) fn kind_of(&self, failure: &SilencedFailure) -> &str {
        &self.kinds[failure.kind]
    }

    /// How many tests failed in all of the kinds.
    pub(crate) fn tests(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The kinds with their counts in words, if there are any tests.
    pub(crate) fn said(&self) -> Option<String> {
        said(self.kinds.iter().map(String::as_str).zip(self.counts.iter().copied()))
    }
}

/// The kind in the key of a failure that the worker has told, if the property has named one.
pub fn kind_of_key(key: &str) -> Option<&str> {
    failure_key::kind_of_key(key)
}

/// How many tests failed in each of these silenced kinds, in words. `None` if none did.
pub fn said<'k>(counts: impl Iterator<Item = (&'k str, u64)>) -> Option<String> {
    let counts: Vec<(&str, u64)> = counts.filter(|(_, tests)| *tests > 0).collect();
    let all: u64 = counts.iter().map(|(_, tests)| tests).sum();
    let tests = if all == 1 { "test" } else { "tests" };
    match &counts[..] {
        [] => None,
        [(kind, _)] => Some(format!("{all} {tests} failed in the silenced kind `{kind}`")),
        _ => {
            let each = counts.iter().map(|(kind, tests)| format!("{tests} in `{kind}`"));
            let each = each.collect::<Vec<String>>().join(", ");
            Some(format!("{all} {tests} failed in silenced kinds: {each}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_failures_of_a_silenced_kind_are_discarded_tests() {
        let mut silenced = Silenced::of(["trap", "value", "trap"]);
        assert_eq!(silenced.kinds(), ["trap", "value"]);
        assert_eq!(silenced.judge(Outcome::failed_as("trap", "7")), Outcome::Discarded);
        assert!(silenced.count());
        let last = silenced.take_last().unwrap();
        assert_eq!((silenced.kind_of(&last), &*last.message), ("trap", "7"));
        let others = [
            Outcome::failed_as("no trap", "7"),
            Outcome::failed("trap"),
            Outcome::Failed("trap".to_owned()),
            Outcome::Passed,
            Outcome::Discarded,
        ];
        for outcome in others {
            assert_eq!(silenced.judge(outcome.clone()), outcome);
            assert!(!silenced.count(), "{outcome:?}");
        }
        assert_eq!((silenced.counts(), silenced.tests()), (&[1, 0][..], 1));
        silenced.add(["no trap"]);
        assert_eq!(silenced.judge(Outcome::failed_as("no trap\nat 3", "7")), Outcome::Discarded);
        assert!(silenced.count());
        assert_eq!(silenced.counts(), [1, 0, 1]);
    }

    #[test]
    fn counts_are_said_by_kind_and_none_is_said_of_no_test() {
        let said = |counts: &[(&str, u64)]| said(counts.iter().copied());
        assert_eq!(said(&[]), None);
        assert_eq!(said(&[("a", 0)]), None);
        let one = said(&[("a", 0), ("b", 1)]);
        assert_eq!(one.as_deref(), Some("1 test failed in the silenced kind `b`"));
        let two = said(&[("a", 2), ("b", 1)]);
        assert_eq!(two.as_deref(), Some("3 tests failed in silenced kinds: 2 in `a`, 1 in `b`"));
    }
}
