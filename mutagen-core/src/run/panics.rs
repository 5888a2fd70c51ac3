//! Panics of tests: a panic inside a test is not printed, and the message and place of the first
//! panic are kept.

use crate::run::outcome;
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static IN_TEST: Cell<bool> = const { Cell::new(false) };
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
    /// Whether `PANIC` holds a panic. Reading this flag is faster than reading `PANIC`.
    static PANICKED: Cell<bool> = const { Cell::new(false) };
}

/// The result of `run`, or its panic, which is not printed.
#[inline]
pub(crate) fn quietly<R>(run: impl FnOnce() -> R) -> Result<R, Box<dyn Any + Send>> {
    // An earlier test may have left a panic that it caught, or a discard before a panic. They do
    // not belong to this test.
    forget();
    IN_TEST.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(run));
    IN_TEST.set(false);
    result
}

/// Runs `run`, which may call [`quietly`], inside a test.
#[inline]
pub(crate) fn nested<R>(run: impl FnOnce() -> R) -> R {
    let result = run();
    IN_TEST.set(true);
    result
}

/// The message of the first panic; `payload` may belong to a later one.
#[cold]
pub(crate) fn said(payload: Box<dyn Any + Send>) -> Option<String> {
    // The payload of a panic may itself panic when it is dropped.
    std::mem::forget(payload);
    take_panic()
}

/// Clears a caught panic or a discard that a test left.
#[inline]
pub(crate) fn forget() {
    if PANICKED.get() {
        take_panic();
    }
    outcome::forget_discard();
}

/// The message of the first panic since the last call.
#[cold]
fn take_panic() -> Option<String> {
    PANICKED.set(false);
    PANIC.with_borrow_mut(std::mem::take)
}

/// Installs a hook that keeps the panics inside tests and does not print them. Other panics go to
/// the previous hook.
pub(crate) fn install_hook() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IN_TEST.get() {
                return before(info);
            }
            let message = info.payload_as_str().unwrap_or("a value that is not a text");
            let place = info.location().map(|at| format!(" at {at}")).unwrap_or_default();
            let said = format!("panicked{place}: {message}");
            PANICKED.set(true);
            // The first panic is the cause. A later one in a destructor is not.
            PANIC.with_borrow_mut(|kept| {
                kept.get_or_insert(said);
            });
        }));
    });
}
