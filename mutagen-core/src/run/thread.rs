//! The thread that a property runs on. It has a large stack, since values can be deep and derived
//! code such as `Clone` recurses once per level.

use crate::value::text::know_stack;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{Builder, Scope, ScopedJoinHandle};
use std::time::Duration;

/// The stack size of that thread, in bytes. It is reserved address space: only the used part takes
/// memory.
pub const STACK: usize = 256 << 20;

/// Whether a thread with a stack of this many bytes can be started. An error says why not, and what
/// to do.
pub(crate) fn can_have_stack(bytes: usize) -> Result<(), String> {
    let thread = Builder::new().stack_size(bytes).spawn(|| ());
    // Until the thread has ended, its stack counts.
    thread.map(|thread| drop(thread.join())).map_err(|error| no_stack(bytes, &error))
}

fn no_stack(bytes: usize, error: &std::io::Error) -> String {
    format!("no thread with a stack of {bytes} bytes: {error}; ask for a smaller stack")
}

/// Runs `work` on a thread with a stack of this many bytes.
///
/// # Errors
/// The payload of the panic, when `work` panics.
///
/// # Panics
/// When the thread cannot be started.
pub fn on_big_stack<R: Send>(
    bytes: usize,
    work: impl FnOnce() -> R + Send,
) -> std::thread::Result<R> {
    std::thread::scope(|scope| start(scope, Builder::new(), bytes, work).join())
}

/// Like [`on_big_stack`], with a name for the thread. Calls `late` once, on this thread, when
/// `work` takes longer than `patience`.
///
/// # Errors
/// As [`on_big_stack`].
///
/// # Panics
/// As [`on_big_stack`].
pub(crate) fn on_watched_stack<R: Send>(
    name: &str,
    bytes: usize,
    patience: Duration,
    late: &dyn Fn(),
    work: impl FnOnce() -> R + Send,
) -> std::thread::Result<R> {
    std::thread::scope(|scope| {
        let (end, ended) = mpsc::channel::<()>();
        let thread = start(scope, Builder::new().name(name.to_owned()), bytes, move || {
            // Dropped when the work ends or panics.
            let _end = end;
            work()
        });
        if ended.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
            late();
        }
        thread.join()
    })
}

fn start<'s, R: Send + 's>(
    scope: &'s Scope<'s, '_>,
    builder: Builder,
    bytes: usize,
    work: impl FnOnce() -> R + Send + 's,
) -> ScopedJoinHandle<'s, R> {
    let thread = builder.stack_size(bytes).spawn_scoped(scope, move || {
        know_stack(bytes);
        work()
    });
    thread.unwrap_or_else(|error| panic!("{}", no_stack(bytes, &error)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn a_stack_that_is_larger_than_memory_has_addresses_is_refused_in_words() {
        assert_eq!(can_have_stack(1 << 20), Ok(()));
        let why = can_have_stack(1 << 60).unwrap_err();
        assert!(why.contains("ask for a smaller stack"), "{why}");
    }

    #[test]
    fn only_work_that_takes_too_long_is_said_to_be_late_and_once() {
        let run = |takes: u64, patience: u64| {
            let late = AtomicU32::new(0);
            let count = || {
                late.fetch_add(1, Ordering::Relaxed);
            };
            let patience = Duration::from_millis(patience);
            let name = on_watched_stack("laws::adds", 1 << 20, patience, &count, || {
                std::thread::sleep(Duration::from_millis(takes));
                std::thread::current().name().map(str::to_owned)
            });
            assert_eq!(name.unwrap().as_deref(), Some("laws::adds"));
            late.into_inner()
        };
        assert_eq!((run(0, 60_000), run(100, 5)), (0, 1));
        let panics = on_watched_stack("p", 1 << 20, Duration::MAX, &|| (), || panic!("stop"));
        assert_eq!(panics.unwrap_err().downcast_ref(), Some(&"stop"));
    }
}
