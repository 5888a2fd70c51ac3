//! Runs tests that are given as text, such as the regressions of a property, one after the other.
//! The supervisor knows by the shared page which of them has ended the process.

use super::Worker;
use super::lines::ReachedLines;
use super::tell::MESSAGE;
use crate::run::cut::cut;
use crate::run::execute::printed;
use crate::run::failure_key::key_of;
use crate::run::outcome::Outcome;
use crate::run::panics;
use crate::run::protocol::{DEBUG, Event, Order, Phase, ProtocolError, Replayed, Replaying};
use crate::search::address::Address;
use crate::value::node::Node;
use crate::value::walk;

/// What stands for the address of a test that was given as text.
const NO_ADDRESS: Address = Address::Generated { number: 0, size: 0 };

impl Worker<'_> {
    /// Reads and runs each test.
    pub(super) fn replay(&mut self, replaying: &Replaying) -> Result<(), ProtocolError> {
        if replaying.show {
            panics::print_all();
            // The supervisor answers to the event that the worker has started.
            self.wait_for_order()?;
        }
        let mut lines = replaying.lines_below.as_deref().map(ReachedLines::below);
        for (at, text) in replaying.tests.iter().enumerate().skip(replaying.done) {
            if self.page.stop_requested() {
                break;
            }
            let test = at as u64 + 1;
            self.page.announce(test, NO_ADDRESS);
            self.page.enter(Phase::Making);
            let result = match self.property.read(text) {
                Ok((value, notes)) => {
                    notes
                        .into_iter()
                        .try_for_each(|text| self.channel.send(&Event::Note { text }))?;
                    self.replay_one(test, value, replaying, lines.as_mut())?
                }
                Err(error) => Replayed::Unreadable(error),
            };
            self.page.enter(Phase::Idle);
            self.channel.send(&Event::Replayed { test, result })?;
        }
        Ok(())
    }

    fn replay_one(
        &mut self,
        test: u64,
        value: Box<dyn Node>,
        replaying: &Replaying,
        lines: Option<&mut ReachedLines>,
    ) -> Result<Replayed, ProtocolError> {
        // A failure can be that of the copy.
        self.page.enter(Phase::Copying);
        drop(value.copy_node());
        self.page.enter(Phase::Idle);
        if replaying.show {
            let (text, nodes) = (self.text(test, NO_ADDRESS, &*value), walk::size(&*value));
            self.channel.send(&Event::Text { test, text, nodes })?;
            self.tell_debug(&*value)?;
            // What the property prints is to follow the value.
            self.wait_for_order()?;
        }
        if replaying.emit {
            self.page.enter(Phase::Printing);
            let source = self.property.emitted_test(&*value).map_err(|error| error.to_string());
            self.page.enter(Phase::Idle);
            self.channel.send(&Event::Emitted { test, source })?;
        }
        if lines.is_some() {
            // The counters of edges that never count are left alone otherwise.
            self.executor.coverage().clear();
        }
        let result = match replaying.run.then(|| self.run_alone(test, NO_ADDRESS, &*value)) {
            None => Replayed::Read,
            Some(Outcome::Passed) => {
                if let Some(lines) = lines {
                    let lines = lines.take(self.executor.coverage());
                    let implemented = self.property.implemented_calls();
                    self.channel.send(&Event::Reached { test, lines, implemented })?;
                }
                Replayed::Passed
            }
            Some(Outcome::Discarded) => match self.executor.silenced.take_last() {
                None => Replayed::Discarded,
                Some(failure) => {
                    let kind = self.executor.silenced.kind_of(&failure).to_owned();
                    Replayed::Silenced { kind, message: cut(&failure.message, MESSAGE) }
                }
            },
            Some(Outcome::Failed(message)) => {
                let (key, message) = (key_of(&message), cut(&message, MESSAGE));
                if !replaying.show {
                    self.tell_debug(&*value)?;
                }
                Replayed::Failed { key, message }
            }
        };
        self.page.enter(Phase::Dropping);
        drop(value);
        Ok(result)
    }

    fn wait_for_order(&mut self) -> Result<(), ProtocolError> {
        self.channel.receive::<Order>().map(|_| ())
    }

    /// Tells a value as `{:#?}` prints it.
    pub(super) fn tell_debug(&mut self, value: &dyn Node) -> Result<(), ProtocolError> {
        self.page.enter(Phase::Printing);
        let (text, cut) = printed(self.property, value, DEBUG);
        self.page.enter(Phase::Idle);
        self.channel.send(&Event::Debug { text, cut })
    }
}
