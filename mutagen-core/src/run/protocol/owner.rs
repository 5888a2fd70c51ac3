//! Tells a worker from processes that its property has forked. A forked child has everything that
//! the worker has: the page, the journal and the socket. It must not use them, and must not go on
//! with the campaign when the property returns in it.

#![allow(unsafe_code)]

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether this process is a fork of a worker.
static IS_FORK: AtomicBool = AtomicBool::new(false);

extern "C" fn mark() {
    IS_FORK.store(true, Ordering::Relaxed);
}

/// Makes this process the one that works. Processes that it forks from now on are foreign.
pub(crate) fn own() {
    static WATCHED: Once = Once::new();
    // SAFETY: the handler only stores to an atomic, which is permitted in a forked child.
    WATCHED.call_once(|| unsafe {
        libc::pthread_atfork(None, None, Some(mark));
    });
    IS_FORK.store(false, Ordering::Relaxed);
}

/// Whether this process is a fork that does not own the worker's files.
#[inline]
pub(crate) fn is_foreign() -> bool {
    IS_FORK.load(Ordering::Relaxed)
}

/// Ends this process at once if it is foreign: without destructors, exit handlers or output, which
/// belong to the worker. It is called where the property returns or panics.
#[inline]
pub(crate) fn end_foreign() {
    if is_foreign() {
        end();
    }
}

#[cold]
fn end() -> ! {
    // SAFETY: it only ends the process.
    unsafe { libc::_exit(0) }
}
