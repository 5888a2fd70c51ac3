//! The work of a fresh process for one test: to make it again, print it and run it. And the work to
//! find a value that ends the process when it is made, copied or dropped.

use super::Worker;
use crate::coverage::is_library_file;
use crate::run::execute::printed;
use crate::run::outcome::Outcome;
use crate::run::protocol::{DEBUG, Event, Journal, Phase, ProtocolError, frame_base};
use crate::search::address::Address;
use crate::search::interface::Search;
use crate::value::walk;
use std::ffi::c_void;

/// A part of the paths of the engine's files.
const ENGINE: &str = "mutagen-core";

/// A part of the name of the function that calls a property.
const CALLS: &str = "::Test>::run::{closure";

/// A part of the paths of the crate that walks a stack.
const WALKER: &str = "/backtrace-";

/// The starts of paths of the C library's files.
const SYSTEM: [&str; 8] =
    ["./nptl", "./stdlib", "./signal", "./sysdeps", "./malloc", "./debug", "./libio", "./posix"];

impl Worker<'_> {
    /// Tells one test of the campaign as text, runs it if `run`, and prints its arguments.
    pub(super) fn confirm(
        &mut self,
        search: &dyn Search,
        (test, address): (u64, Address),
        run: bool,
        stack: &[u64],
    ) -> Result<(), ProtocolError> {
        if !stack.is_empty() {
            let (frames, own) = named(stack);
            self.send(&Event::Frames { frames, own })?;
        }
        self.page.enter(Phase::Resuming);
        let journal = Journal::read(&self.task.log)?;
        let goes_on = &mut || {
            self.page.alive();
            !self.page.stop_requested()
        };
        let Some(value) = search.remake(&journal, address, goes_on)? else { return Ok(()) };
        drop(journal);
        let (text, nodes) = (self.text(test, address, &*value), walk::size(&*value));
        self.send(&Event::Text { test, text, nodes })?;
        if run {
            let failed = match self.run_alone(test, address, &*value) {
                Outcome::Failed(message) => Some(message),
                Outcome::Passed | Outcome::Discarded => None,
            };
            self.send(&Event::Confirmed { failed })?;
        }
        self.page.enter(Phase::Printing);
        let (text, cut) = printed(self.property, &*value, DEBUG);
        self.page.enter(Phase::Idle);
        self.send(&Event::Debug { text, cut })?;
        self.page.enter(Phase::Dropping);
        drop(value);
        self.page.enter(Phase::Idle);
        Ok(())
    }

    /// Makes, copies and drops values, and tells each one before.
    pub(super) fn examine(
        &mut self,
        search: &dyn Search,
        values: u64,
        first: Option<Address>,
    ) -> Result<(), ProtocolError> {
        let journal = Journal::read(&self.task.log).unwrap_or_default();
        let size = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        let most = self.task.options.max_size;
        let generated =
            (0..values).map(|number| Address::Generated { number, size: size(number).min(most) });
        for (number, address) in (1..).zip(first.into_iter().chain(generated)) {
            self.page.announce(number, address);
            self.page.enter(Phase::Making);
            let Ok(Some(value)) = search.remake(&journal, address, &mut || true) else { continue };
            let text = self.text(number, address, &*value);
            self.send(&Event::Text { test: number, text, nodes: walk::size(&*value) })?;
            self.page.enter(Phase::Copying);
            let copy = value.copy_node();
            self.page.enter(Phase::Dropping);
            drop((copy, value));
            self.page.alive();
        }
        self.page.enter(Phase::Idle);
        Ok(())
    }
}

/// The functions of a stack from the innermost one of the code under test to the outermost one, and
/// the innermost one. All functions if none is of the code under test.
fn named(stack: &[u64]) -> (Vec<String>, Option<String>) {
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

/// Whether a source file is neither one of std, the engine or the system's library, nor one of the
/// crate that walks the stack.
fn is_of_the_code_under_test(file: &str) -> bool {
    let is_of_the_system = SYSTEM.iter().any(|start| file.starts_with(start));
    !is_library_file(file) && !is_of_the_system && !file.contains(WALKER)
}
