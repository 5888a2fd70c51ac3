//! What a worker tells about failed tests. The first failure of each kind is told at once: first
//! the reason, then the value, then whether the test fails again. Later failures of the kind are
//! counted, and the smallest is told.

use super::{Worker, limits};
use crate::coverage::{Tier, Verdict};
use crate::run::cut::cut;
use crate::run::failure_key::key_of;
use crate::run::outcome::Outcome;
use crate::run::panics;
use crate::run::protocol::{Event, Phase, ProtocolError};
use crate::search::address::Address;
use crate::search::interface::Test;
use crate::value::node::Node;
use crate::value::{text, walk};

/// The most bytes of a message.
pub(super) const MESSAGE: usize = 64 << 10;

/// The most bytes of the text of a retained test.
const RETAINED: usize = 256 << 10;

/// The most bytes of a value as text.
const TEXT: usize = 32 << 20;

impl Worker<'_> {
    /// Tells a counterexample, unless one like it is known that is no larger. Returns whether it
    /// was told.
    #[cold]
    pub(super) fn fail(
        &mut self,
        number: u64,
        test: &Test<'_>,
        message: &str,
    ) -> Result<bool, ProtocolError> {
        let key = key_of(message);
        let search_nanoseconds = self.stopwatch.nanoseconds();
        let address = *test.address;
        let nodes = walk::size(test.value);
        let (is_first, is_smallest) = self.failures.count(&key, nodes);
        if is_first {
            let message = cut(message, MESSAGE);
            self.page.fail(number, &message);
            self.channel.send(&Event::Failure {
                test: number,
                address,
                key,
                message,
                is_full: limits::is_full(),
                search_nanoseconds,
            })?;
            if !self.must_not_print(number) {
                let text = self.text(number, address, test.value);
                self.channel.send(&Event::Text { test: number, text, nodes })?;
            }
            self.repeat(number, address, test.value)?;
            return Ok(true);
        }
        let is_told = is_smallest && !self.must_not_print(number);
        if is_told {
            let text = self.text(number, address, test.value);
            self.channel.send(&Event::Smaller { key, test: number, address, text, nodes })?;
        }
        Ok(is_told)
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
            self.channel.send(&Event::Note { text: text.to_owned() })?;
        }
        self.channel.send(&Event::Again { test: number, failed })
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

    /// Whether the text of a test may be told once the search has judged it: the test is new. An
    /// input is told to other workers only, and a test of another worker to nobody. Other workers
    /// get tests with a new edge only, and the corpus gets tests that cover more than it does.
    /// Tests that are new in finer tiers are up to 7 % of all tests, and to print and to read one
    /// takes as long as to run many.
    #[inline]
    pub(super) fn tells(&self, number: u64, test: &Test<'_>, verdict: Verdict) -> bool {
        let novelty = &self.executor.observation().novelty;
        let is_given = self.gives() && novelty.tier == Some(Tier::Edge);
        let is_due = match test.address {
            Address::Received { .. } => false,
            Address::Input { .. } => is_given,
            _ => {
                let is_kept = || self.covered.lacks(verdict, novelty);
                is_given || self.task.tell_retained && novelty.is_new() && is_kept()
            }
        };
        is_due && verdict != Verdict::Failed && !self.must_not_print(number)
    }

    /// The text of a test, unless the text is long or has a part that cannot be read back.
    #[cold]
    pub(super) fn told_text(&self, number: u64, test: &Test<'_>) -> Option<String> {
        let text = self.text(number, *test.address, test.value);
        (text.len() <= RETAINED && text::is_whole(&text)).then_some(text)
    }

    /// Tells what came of a test, if it is an input.
    #[cold]
    pub(super) fn tell_input(
        &mut self,
        address: Address,
        verdict: Verdict,
        is_retained: bool,
    ) -> Result<(), ProtocolError> {
        match address {
            Address::Input { number: input } => {
                self.channel.send(&Event::InputRan { input, verdict, is_retained })
            }
            _ => Ok(()),
        }
    }

    /// Tells how often tests have failed in each way, at most once a second unless `all`.
    pub(super) fn tell_counts(&mut self, all: bool) -> Result<(), ProtocolError> {
        let counts = self.failures.counts(all);
        counts
            .into_iter()
            .try_for_each(|(key, count)| self.channel.send(&Event::Count { key, count }))
    }
}
