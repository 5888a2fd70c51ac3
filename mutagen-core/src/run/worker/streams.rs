//! The end of a worker's process. The property may have closed the standard streams, and may have
//! opened files of its own that have their numbers. Nothing is written there. An error of the
//! worker itself is told in the page, so that the supervisor never takes it for a failure of the
//! property.

#![allow(unsafe_code)]

use crate::run::protocol::{
    OWN_ERROR, Phase, ProtocolError, identity, keep_stack, owner, page_of_process,
};
use std::io::{self, Write};
use std::os::fd::{AsFd, BorrowedFd};

/// Which files the standard output and the standard error stream are.
#[derive(Debug)]
pub(super) struct Streams {
    out: Option<(u64, u64)>,
    error: Option<(u64, u64)>,
}

impl Streams {
    /// Remembers the streams at the start of the process.
    pub(super) fn remember() -> Streams {
        // SAFETY: the handler is a function that lives as long as the process.
        unsafe { libc::atexit(on_exit) };
        Streams::now()
    }

    fn now() -> Streams {
        let identity = |stream: BorrowedFd<'_>| identity(stream).ok();
        Streams { out: identity(io::stdout().as_fd()), error: identity(io::stderr().as_fd()) }
    }

    /// Ends the process after a panic, which the panic hook has printed, as a test binary would.
    pub(super) fn panicked(self) -> ! {
        // SAFETY: it only ends the process.
        unsafe { libc::_exit(101) }
    }

    /// Ends the process: without what the test harness would print, and without destructors of the
    /// property's statics, which can end a process that has done its work.
    pub(super) fn end(self, result: Result<(), ProtocolError>) -> ! {
        let message = result.err().inspect(mark).map(|error| format!("{OWN_ERROR}{error}\n"));
        let now = Streams::now();
        if self.out.is_some() && self.out == now.out {
            let _ = io::stdout().flush();
        }
        if let Some(message) = &message
            && self.error.is_some()
            && self.error == now.error
        {
            let _ = io::stderr().write_all(message.as_bytes());
        }
        // SAFETY: it only ends the process.
        unsafe { libc::_exit(if message.is_none() { 0 } else { 2 }) }
    }
}

/// Keeps the stack of the thread that calls `exit`, which the worker itself never does: it tells
/// the function that ended the process, and whether the testing thread did.
extern "C" fn on_exit() {
    if let Some(page) = page_of_process().filter(|_| !owner::is_foreign()) {
        keep_stack(page, 0);
    }
}

/// Marks in the page that the worker ends because of this error of its own, and why. Without the
/// socket, the page keeps why the last test failed, because nothing else tells it.
fn mark(error: &ProtocolError) {
    let Some(page) = page_of_process().filter(|_| !owner::is_foreign()) else { return };
    page.enter(Phase::GivenUp);
    if !matches!(error, ProtocolError::Channel(_)) {
        page.say(&format!("{OWN_ERROR}{error}"));
    }
}
