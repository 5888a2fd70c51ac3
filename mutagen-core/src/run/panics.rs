//! Panics of tests: a panic inside a test is not printed, and the message and place of the first
//! panic are kept, also in the shared page of a worker, in case the process does not survive it.

use crate::run::cut::cut;
use crate::run::outcome;
use crate::run::panic_place;
use crate::run::protocol::{is_testing_thread, keep_stack, page_of_process};
use crate::run::raised;
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

thread_local! {
    static IN_TEST: Cell<bool> = const { Cell::new(false) };
    static PANIC: RefCell<Option<Panic>> = const { RefCell::new(None) };
    /// Whether `PANIC` holds a panic. Reading this flag is faster than reading `PANIC`.
    static PANICKED: Cell<bool> = const { Cell::new(false) };
    /// The stack of the first panic of a test that did not come to the hook.
    static UNHOOKED: RefCell<Option<Vec<usize>>> = const { RefCell::new(None) };
    /// Whether `UNHOOKED` holds a stack.
    static IS_UNHOOKED: Cell<bool> = const { Cell::new(false) };
    /// Whether `IS_UNHOOKED` was set because a test was left.
    static LEFT: Cell<bool> = const { Cell::new(false) };
}

/// Whether a panic of a test did not come to the hook: the property has replaced the hook.
static WAS_REPLACED: AtomicBool = AtomicBool::new(false);

/// Whether panics of tests are printed as well, as those outside tests are.
static ARE_PRINTED: AtomicBool = AtomicBool::new(false);

/// The most bytes of the text of a panic, less than those of a message. A text can have 100 MB.
const TEXT: usize = 60 << 10;

/// The first panic of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Panic {
    /// The message, with the place that it names.
    pub message: String,
    /// The place in the code under test, which tells panics apart.
    pub place: String,
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

/// Leaves a test from within. No hook is told, and nothing is printed. Whoever catches it calls
/// [`forget_leaving`].
#[cold]
pub(crate) fn leave() -> ! {
    // Whoever is told of each panic takes this one as known, and walks no stack.
    LEFT.set(!IS_UNHOOKED.replace(true));
    panic::resume_unwind(Box::new(Left))
}

/// A test was [left](leave), and goes on outside.
#[cold]
pub(crate) fn forget_leaving() {
    if LEFT.replace(false) {
        IS_UNHOOKED.set(false);
    }
}

/// The payload with which a test is left.
struct Left;

/// From now on, panics of tests are printed, with a backtrace if `RUST_BACKTRACE` asks for it.
pub(crate) fn print_all() {
    ARE_PRINTED.store(true, Ordering::Relaxed);
}

/// Runs `run`, which may call [`quietly`], inside a test.
#[inline]
pub(crate) fn nested<R>(run: impl FnOnce() -> R) -> R {
    let result = run();
    IN_TEST.set(true);
    result
}

/// The first panic, which may be another one than that of this payload. If the property has
/// replaced the panic hook, the hook is installed again. The payload is all that is known then, and
/// the place, if the worker [notices](notice_all) panics.
#[cold]
pub(crate) fn said(payload: Box<dyn Any + Send>) -> Panic {
    let panic = take_panic().unwrap_or_else(|| {
        let place = UNHOOKED.take().and_then(panic_place::of_stack).unwrap_or_default();
        install_again();
        let at = if place.is_empty() { String::new() } else { format!(" at {place}") };
        let message = match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
            (Some(text), _) => format!("panicked{at}: {}", cut(text, TEXT)),
            (_, Some(text)) => format!("panicked{at}: {}", cut(text, TEXT)),
            _ => format!("panicked{at} with a value that is not a text"),
        };
        Panic { place, message }
    });
    // The payload of a panic may itself panic when it is dropped.
    std::mem::forget(payload);
    panic
}

/// Installs the hook again if the property has replaced it.
pub(crate) fn install_again() {
    if !is_installed() {
        WAS_REPLACED.store(true, Ordering::Relaxed);
        drop(panic::take_hook());
        install();
    }
}

/// Learns the places of panics that do not come to the hook, where that is possible. For a worker,
/// which runs tests on one thread.
pub(crate) fn notice_all() {
    raised::listen(|| {
        if IN_TEST.get() && !PANICKED.get() && !IS_UNHOOKED.replace(true) {
            UNHOOKED.set(Some(panic_place::stack()));
        }
    });
}

/// Whether a panic comes to the hook. A panic that is resumed, as by `join`, does not.
fn is_installed() -> bool {
    let _ = quietly(|| panic::panic_any(()));
    take_panic().is_some()
}

/// Whether the property has replaced the panic hook since the last call.
pub(crate) fn was_replaced() -> bool {
    WAS_REPLACED.swap(false, Ordering::Relaxed)
}

/// Clears a caught panic or a discard that a test left.
#[inline]
pub(crate) fn forget() {
    if PANICKED.get() {
        take_panic();
    }
    if IS_UNHOOKED.replace(false) {
        UNHOOKED.take();
    }
    outcome::forget_discard();
}

/// The first panic since the last call.
#[cold]
fn take_panic() -> Option<Panic> {
    PANICKED.set(false);
    PANIC.with_borrow_mut(std::mem::take)
}

/// Installs a hook that keeps the panics inside tests and does not print them. Other panics go to
/// the previous hook.
pub(crate) fn install_hook() {
    static INSTALLED: Mutex<bool> = Mutex::new(false);
    let mut installed = INSTALLED.lock().unwrap_or_else(PoisonError::into_inner);
    if !std::mem::replace(&mut *installed, true) {
        install();
    }
}

fn install() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| match IN_TEST.get() {
        true => {
            keep(info);
            if ARE_PRINTED.load(Ordering::Relaxed) {
                before(info);
            }
        }
        false => {
            fall(info);
            before(info);
        }
    }));
}

fn message_of(info: &PanicHookInfo<'_>) -> String {
    let message = info.payload_as_str().unwrap_or("a value that is not a text");
    let place = info.location().map(|at| format!(" at {at}")).unwrap_or_default();
    format!("panicked{place}: {}", cut(message, TEXT))
}

#[cold]
fn keep(info: &PanicHookInfo<'_>) {
    let message = message_of(info);
    PANICKED.set(true);
    // The first panic is the cause. A later one in a destructor is not.
    PANIC.with_borrow_mut(|kept| {
        if kept.is_none() {
            // In case the process does not survive it.
            if let Some(page) = page_of_process() {
                page.say(&message);
            }
            let place = panic_place::of(info.location());
            *kept = Some(Panic { message, place });
        }
    });
}

/// Keeps a panic outside a test in the page: with its stack, if it is one of the testing thread and
/// ends the worker. A panic of another thread is counted.
#[cold]
fn fall(info: &PanicHookInfo<'_>) {
    let Some(page) = page_of_process() else { return };
    let message = message_of(info);
    if page.said().is_none() {
        page.say(&message);
    }
    match is_testing_thread() {
        true => keep_stack(page, 0),
        false => page.thread_panicked(&message),
    }
}
