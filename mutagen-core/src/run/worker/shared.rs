//! What a worker does with the other workers of its campaign: it gives them the tests that it
//! retains, and takes theirs.

use super::Worker;
use crate::coverage::Verdict;
use crate::run::exchange::{Exchange, Mailbox, SharedFile, texts};
use crate::run::protocol::{Event, Mode, Phase, ProtocolError};
use crate::search::address::Address;
use crate::search::interface::Search;
use crate::search::journal::JournalEntry;
use crate::search::share::{SharedBatch, SharedTest};
use std::io;
use std::path::Path;
use std::rc::Rc;

impl Worker<'_> {
    /// Opens the mailbox, if the campaign has several workers or the run of one is repeated.
    pub(super) fn open_mailbox(&mut self) -> Result<(), ProtocolError> {
        let Some(path) = self.task.received.as_deref() else { return Ok(()) };
        let worker = self.task.share.worker;
        let open = |exchange: &Path| -> io::Result<Box<dyn Exchange>> {
            Ok(Box::new(SharedFile::open(exchange, worker)?))
        };
        let mailbox = match &self.task.exchange {
            Some(exchange) if self.task.resume => {
                open(exchange).and_then(|exchange| Mailbox::resume(path, exchange))
            }
            Some(exchange) => open(exchange).and_then(|exchange| Mailbox::create(path, exchange)),
            None => Mailbox::repeat(path),
        };
        self.mailbox = Some(mailbox.map_err(|error| unusable(path, error))?);
        Ok(())
    }

    /// The texts of the tests that the worker has received, for a process that makes one of them
    /// again. They live as long as the process.
    pub(super) fn received(&self) -> Result<&'static [Rc<str>], ProtocolError> {
        let Some(path) = &self.task.received else { return Ok(&[]) };
        if self.task.mode == Mode::Run {
            return Ok(&[]);
        }
        match texts(path) {
            Ok(texts) => Ok(Vec::leak(texts)),
            // The worker died before it made the file.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(&[]),
            Err(error) => Err(unusable(path, error)),
        }
    }

    /// Whether the other workers get what this one retains.
    #[inline]
    pub(super) fn gives(&self) -> bool {
        self.mailbox.as_ref().is_some_and(Mailbox::is_open)
    }

    /// Whether something is to be received before the test with this number.
    #[inline]
    pub(super) fn receives(&self, number: u64) -> bool {
        self.mailbox.as_ref().is_some_and(|mailbox| mailbox.is_due(number))
    }

    /// Takes what the other workers have given before the test with this number.
    #[cold]
    #[inline(never)]
    pub(super) fn receive<S: Search + ?Sized>(
        &mut self,
        search: &mut S,
        number: u64,
    ) -> Result<(), ProtocolError> {
        self.page.enter(Phase::Resuming);
        let Some(mailbox) = &mut self.mailbox else { return Ok(()) };
        match mailbox.receive(number) {
            Ok((first, tests)) => {
                (first..).zip(tests).for_each(|(at, test)| search.receive(at, test));
                Ok(())
            }
            Err(error) => self.tell_closed(&error),
        }
    }

    /// Tells a retained test to the corpus and to the other workers, if its text is known.
    #[cold]
    pub(super) fn hand_on(
        &mut self,
        entry: &JournalEntry,
        verdict: Verdict,
        text: Option<String>,
    ) -> Result<(), ProtocolError> {
        if entry.tier.is_none() {
            return Ok(());
        }
        let novelty = &self.executor.observation().novelty;
        // A test that cannot be told is not told later either, when another one covers the same.
        let is_kept = self.task.tell_retained && self.covered.enter(verdict, novelty);
        let Some(text) = text else { return Ok(()) };
        let is_input = matches!(entry.address, Address::Input { .. });
        if is_kept && !is_input {
            self.channel.send(&Event::Retained { text: text.clone() })?;
        }
        let Some(mailbox) = self.mailbox.as_mut().filter(|_| entry.has_new_edge()) else {
            return Ok(());
        };
        let edges = self.executor.observation().novelty.edges.clone();
        let batch = entry.batch.and_then(SharedBatch::of);
        match mailbox.give(&SharedTest { text, passed: entry.passed, edges, batch }) {
            Ok(()) => Ok(()),
            Err(error) => self.tell_closed(&error),
        }
    }

    /// Prepares a spare that takes over to receive what its worker has received since the fork.
    pub(super) fn receive_again(&mut self) -> Result<(), ProtocolError> {
        match self.mailbox.as_mut().map(Mailbox::go_back) {
            Some(Err(error)) => self.tell_closed(&error),
            Some(Ok(())) | None => Ok(()),
        }
    }

    /// Tells that nothing is exchanged any more.
    fn tell_closed(&mut self, error: &io::Error) -> Result<(), ProtocolError> {
        let text = format!(
            "worker {} goes on without what the others find, and they without what it finds: \
             {error}",
            self.task.share.worker + 1
        );
        self.channel.send(&Event::Note { text })
    }
}

fn unusable(path: &Path, error: io::Error) -> ProtocolError {
    ProtocolError::Exchange { path: path.to_owned(), error }
}
