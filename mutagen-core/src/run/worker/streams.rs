//! The end of a worker's process. The property may have closed the standard streams, and may have
//! opened files of its own that have their numbers. Nothing is written there.

#![allow(unsafe_code)]

use crate::run::protocol::identity;
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
        let identity = |stream: BorrowedFd<'_>| identity(stream).ok();
        Streams { out: identity(io::stdout().as_fd()), error: identity(io::stderr().as_fd()) }
    }

    /// Ends the process: without what the test harness would print, and without destructors of the
    /// property's statics, which can end a process that has done its work.
    pub(super) fn end(self, result: Result<(), String>) -> ! {
        let now = Streams::remember();
        if self.out.is_some() && self.out == now.out {
            let _ = io::stdout().flush();
        }
        if let Err(message) = &result
            && self.error.is_some()
            && self.error == now.error
        {
            let _ = io::stderr().write_all(message.as_bytes());
        }
        // SAFETY: it only ends the process.
        unsafe { libc::_exit(if result.is_ok() { 0 } else { 2 }) }
    }
}
