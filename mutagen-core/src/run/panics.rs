//! Panics of tests: a panic inside a test is quiet, and the first one's message and place are kept.

use crate::run::outcome;
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static IN_TEST: Cell<bool> = const { Cell::new(false) };
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
    /// Whether there is something in `PANIC`, which takes longer to look at.
    static PANICKED: Cell<bool> = const { Cell::new(false) };
}

/// What `run` gives, or its panic, which is not shown.
#[inline]
pub(crate) fn quietly<R>(run: impl FnOnce() -> R) -> Result<R, Box<dyn Any + Send>> {
    // What an earlier test left, because it caught its own panic or discarded and then panicked,
    // says nothing about this one.
    forget();
    IN_TEST.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(run));
    IN_TEST.set(false);
    result
}

/// The message of the first panic; `payload` may belong to a later one.
#[cold]
pub(crate) fn said(payload: Box<dyn Any + Send>) -> Option<String> {
    // What a panic carries may itself panic when dropped.
    std::mem::forget(payload);
    take_panic()
}

/// Forgets what a test left of a panic that it caught, or of a discard.
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

/// Makes panics inside a test quiet and keeps what they say; all others go where they went before.
pub(crate) fn install_hook() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IN_TEST.get() {
                return before(info);
            }
            let payload = info.payload();
            let message = payload
                .downcast_ref::<&str>()
                .map(|text| (*text).to_owned())
                .or_else(|| payload.downcast_ref::<String>().cloned())
                .unwrap_or_else(|| "a value that is not a text".to_owned());
            let place = info.location().map(|at| format!(" at {at}")).unwrap_or_default();
            let said = format!("panicked{place}: {message}");
            PANICKED.set(true);
            // The first panic is the cause; one in a destructor on the way out is not.
            PANIC.with_borrow_mut(|kept| {
                kept.get_or_insert(said);
            });
        }));
    });
}
