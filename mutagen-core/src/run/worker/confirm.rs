//! The work of a fresh process for one test: to make it again, print it and run it. And the work to
//! find a value that ends the process when it is made, copied or dropped.

use super::Worker;
use super::tell::MESSAGE;
use crate::run::cut::cut;
use crate::run::outcome::Outcome;
use crate::run::panic_place::is_of_the_code_under_test;
use crate::run::protocol::{Event, Mode, Phase, ProtocolError, frame_base, read_journal};
use crate::search::address::Address;
use crate::search::campaign::generate;
use crate::search::interface::Search;
use crate::value::literals::Literals;
use crate::value::node::Node;
use crate::value::walk;
use std::ffi::c_void;

/// A part of the paths of the engine's files.
const ENGINE: &str = "mutagen-core";

/// A part of the name of the function that calls a property.
const CALLS: &str = "::Test>::run::{closure";

impl Worker<'_> {
    /// Tells one test of the campaign as text, runs it if `run`, and prints its arguments.
    pub(super) fn confirm(
        &mut self,
        search: &dyn Search,
        (test, address): (u64, Address),
        run: bool,
    ) -> Result<(), ProtocolError> {
        let Some(value) = self.remake(search, address)? else { return Ok(()) };
        let (text, nodes) = (self.text(test, address, &*value), walk::size(&*value));
        self.channel.send(&Event::Text { test, text, nodes })?;
        if run {
            let failed = match self.run_alone(test, address, &*value) {
                Outcome::Failed(message) => {
                    let message = cut(&message, MESSAGE);
                    // In case the property has closed the socket.
                    self.page.fail(test, &message);
                    Some(message)
                }
                Outcome::Passed | Outcome::Discarded => None,
            };
            self.channel.send(&Event::Confirmed { failed })?;
        }
        self.debug(value)
    }

    /// Makes a test of the campaign again. `None` if the worker must end first.
    pub(super) fn remake(
        &mut self,
        search: &dyn Search,
        address: Address,
    ) -> Result<Option<Box<dyn Node>>, ProtocolError> {
        self.page.enter(Phase::Resuming);
        let journal = read_journal(&self.task.log)?;
        let goes_on = &mut || {
            self.page.alive();
            !self.page.stop_requested()
        };
        Ok(search.remake(&journal, address, goes_on)?)
    }

    /// Tells a value as `{:#?}` prints it, and drops it.
    fn debug(&mut self, value: Box<dyn Node>) -> Result<(), ProtocolError> {
        self.tell_debug(&*value)?;
        self.page.enter(Phase::Dropping);
        drop(value);
        self.page.enter(Phase::Idle);
        Ok(())
    }

    /// Tells the names of the functions of the task's stack.
    pub(super) fn tell_frames(&mut self) -> Result<(), ProtocolError> {
        let Mode::Confirm { stack, .. } = &self.task.mode else { return Ok(()) };
        let (frames, own) = named(stack);
        self.channel.send(&Event::Frames { frames, own })
    }

    /// Generates, copies and drops values, from small ones to large ones.
    pub(super) fn examine_generated(
        &mut self,
        values: u64,
        literals: Option<&'static Literals>,
    ) -> Result<(), ProtocolError> {
        let (seed, most) = (self.task.seed, self.task.options.max_size);
        for number in 0..values {
            let size = u32::try_from(number).unwrap_or(u32::MAX).min(most);
            let address = Address::Generated { number, size };
            self.page.announce(number + 1, address);
            self.page.enter(Phase::Making);
            let value = generate(self.property, literals, seed, number, size);
            self.examine(number + 1, address, value)?;
        }
        self.page.enter(Phase::Idle);
        Ok(())
    }

    /// Copies and drops the value of a test.
    pub(super) fn examine_first(
        &mut self,
        search: &dyn Search,
        first: Option<Address>,
    ) -> Result<(), ProtocolError> {
        let Some(address) = first else { return Ok(()) };
        let journal = read_journal(&self.task.log).unwrap_or_default();
        self.page.announce(1, address);
        self.page.enter(Phase::Making);
        if let Ok(Some(value)) = search.remake(&journal, address, &mut || true) {
            self.examine(1, address, value)?;
        }
        self.page.enter(Phase::Idle);
        Ok(())
    }

    /// Tells a value, and then copies and drops it.
    fn examine(
        &mut self,
        number: u64,
        address: Address,
        value: Box<dyn Node>,
    ) -> Result<(), ProtocolError> {
        let text = self.text(number, address, &*value);
        self.channel.send(&Event::Text { test: number, text, nodes: walk::size(&*value) })?;
        self.page.enter(Phase::Copying);
        let copy = value.copy_node();
        self.page.enter(Phase::Dropping);
        drop((copy, value));
        self.page.alive();
        Ok(())
    }
}

/// The functions of a stack from the innermost one of the code under test to the outermost one, and
/// the innermost one. All functions if none is of the code under test.
pub(super) fn named(stack: &[u64]) -> (Vec<String>, Option<String>) {
    let (mut all, mut own) = (Vec::new(), Vec::new());
    let mut is_inside = true;
    for relative in stack {
        let address = frame_base().wrapping_add(*relative) as usize;
        // A return address is after the call.
        let ip = std::ptr::without_provenance_mut::<c_void>(address.wrapping_sub(1));
        backtrace::resolve(ip, |symbol| {
            let Some(name) = symbol.name().map(|name| format!("{name:#}")) else { return };
            let file = symbol.filename().map(|file| file.to_string_lossy().into_owned());
            let is_own = file.as_deref().is_some_and(is_of_the_code_under_test);
            let line = symbol.lineno().map(|line| format!(":{line}")).unwrap_or_default();
            let place = file.as_ref().map(|file| format!(" at {file}{line}")).unwrap_or_default();
            let frame = format!("{name}{place}");
            all.push(frame.clone());
            // The engine calls the code under test.
            let is_outside = file.is_some_and(|file| is_engine(&file)) || name.contains(CALLS);
            is_inside &= own.is_empty() || !is_outside;
            if is_inside && (is_own || !own.is_empty()) {
                own.push(frame);
            }
        });
    }
    match own.first().cloned() {
        Some(first) => (own, Some(first)),
        None => (all, None),
    }
}

fn is_engine(file: &str) -> bool {
    file.contains(ENGINE)
}
