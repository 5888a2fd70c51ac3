//! What a worker tells about failed tests. The first failure of each kind is told at once: first the
//! reason, then the value, then whether the test fails again. Later failures of the kind are
//! counted, and the smallest is told.

use super::Worker;
use crate::run::execute::key_of;
use crate::run::outcome::Outcome;
use crate::run::panics;
use crate::run::protocol::{Event, Phase, ProtocolError};
use crate::search::address::Address;
use crate::search::interface::Test;
use crate::value::node::Node;
use crate::value::{text, walk};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The most bytes of a message.
const MESSAGE: usize = 64 << 10;

/// The most bytes of a value as text.
const TEXT: usize = 32 << 20;

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
    fn count(&mut self, key: &str, nodes: u64) -> (bool, bool) {
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
}

impl Worker<'_> {
    /// Tells a counterexample, unless one like it is known.
    #[cold]
    pub(super) fn fail(
        &mut self,
        number: u64,
        test: &Test<'_>,
        message: &str,
    ) -> Result<(), ProtocolError> {
        let key = key_of(message);
        let search_nanoseconds = self.stopwatch.nanoseconds();
        let address = test.address;
        let nodes = walk::size(test.value);
        let (is_first, is_smallest) = self.failures.count(&key, nodes);
        if is_first {
            let message = cut(message, MESSAGE);
            self.page.fail(number, &message);
            self.send(&Event::Failure { test: number, address, key, message, search_nanoseconds })?;
            if !self.must_not_print(number) {
                let text = self.text(number, address, test.value);
                self.send(&Event::Text { test: number, text, nodes })?;
            }
            return self.repeat(number, address, test.value);
        }
        if is_smallest && !self.must_not_print(number) {
            let text = self.text(number, address, test.value);
            self.send(&Event::Smaller { key, test: number, address, text, nodes })?;
        }
        Ok(())
    }

    /// Runs a failed test again in this process, and tells whether it fails again.
    fn repeat(
        &mut self,
        number: u64,
        address: Address,
        value: &dyn Node,
    ) -> Result<(), ProtocolError> {
        let failed = matches!(self.run_alone(number, address, value), Outcome::Failed(_));
        if panics::was_replaced() {
            let text = "the property replaces the panic hook, so that the places of its panics may \
                        be missing";
            self.send(&Event::Note { text: text.to_owned() })?;
        }
        self.send(&Event::Again { test: number, failed })
    }

    /// The value in mutagen's own form. A field that is made `via` other parts runs user code, so
    /// the printing is visible to the supervisor.
    pub(super) fn text(&self, number: u64, address: Address, value: &dyn Node) -> String {
        self.page.announce(number, address);
        self.page.enter(Phase::Printing);
        let text = cut(&text::print(value), TEXT);
        self.page.enter(Phase::Judging);
        text
    }

    /// Tells how often tests have failed in each way, at most once a second unless `all`.
    pub(super) fn tell_counts(&mut self, all: bool) -> Result<(), ProtocolError> {
        let is_due = self.failures.told.is_none_or(|told| told.elapsed() >= PAUSE);
        if self.failures.is_empty() || !(all || is_due) {
            return Ok(());
        }
        self.failures.told = Some(Instant::now());
        let mut counts = Vec::new();
        for (key, known) in &mut self.failures.known {
            if known.count != known.told {
                known.told = known.count;
                counts.push(Event::Count { key: key.clone(), count: known.count });
            }
        }
        counts.iter().try_for_each(|count| self.send(count))
    }
}

/// At most `most` bytes of a text, with a remark about the rest.
pub(super) fn cut(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let kept = &text[..text.floor_char_boundary(most)];
    format!("{kept}… ({} bytes more)", text.len() - kept.len())
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

    #[test]
    fn a_long_text_is_cut_between_characters_and_says_so() {
        assert_eq!(cut("short", 5), "short");
        assert_eq!(cut("ééé", 3), "é… (4 bytes more)");
    }
}
