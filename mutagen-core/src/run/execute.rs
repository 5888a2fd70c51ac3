//! Runs a property on one value: clears the counters right before, catches a panic, and turns what
//! came back into an outcome. Everything between the opening of the window and the reading of the
//! counters is the property itself; this file is compiled without counters.

use crate::coverage::Coverage;
use crate::run::argument::NotCloneable;
use crate::run::outcome::{self, Outcome};
use crate::run::property::Property;
use crate::run::random_run::RandomRun;
use crate::value::node::Node;
use crate::value::text;
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

/// The time in which edges count: opened right before the property is called, and over when it has
/// returned.
pub struct Window<'c> {
    /// Where the edges are; none where nobody asks for them.
    coverage: Option<&'c mut Coverage>,
}

impl Window<'_> {
    /// Forgets all edges hit so far that can count.
    #[inline]
    pub fn open(&mut self) {
        if let Some(coverage) = &mut self.coverage {
            coverage.open();
        }
    }

    /// Ends it where more code of the user's runs before the call comes back to the executor.
    pub fn close(&mut self) {
        if let Some(coverage) = &mut self.coverage {
            coverage.hold();
        }
    }
}

/// Runs tests of one property.
pub struct Executor<'p> {
    property: &'p Property,
    coverage: Coverage,
}

impl<'p> Executor<'p> {
    /// An executor for a property. Installs the panic hook that keeps panics of tests quiet.
    pub fn new(property: &'p Property) -> Executor<'p> {
        install_hook();
        Executor { property, coverage: Coverage::acquire() }
    }

    /// The counters of the process.
    pub fn coverage(&mut self) -> &mut Coverage {
        &mut self.coverage
    }

    /// Runs the property once. A panic is a failure whose text has the message and the place.
    ///
    /// # Panics
    /// When an argument could not be copied: then the property was not run.
    pub fn run(&mut self, value: &dyn Node) -> Outcome {
        let outcome = caught(|window| self.property.call(value, window), Some(&mut self.coverage));
        self.coverage.end();
        outcome
    }

    /// Runs generated tests until the sweep ends or a test fails, and gives how that failed. Panics are
    /// caught once for all tests, and no edges are looked at.
    pub(crate) fn sweep(&mut self, sweep: &mut RandomRun) -> Option<String> {
        let swept = caught(
            |window| {
                self.property.sweep(sweep, window);
                Outcome::Passed
            },
            None,
        );
        match swept {
            Outcome::Failed(why) => Some(why),
            Outcome::Passed | Outcome::Discarded => sweep.take_failure(),
        }
    }
}

/// What `run` gives; a panic in it is a failure.
fn caught(
    run: impl FnOnce(&mut Window<'_>) -> Outcome,
    coverage: Option<&mut Coverage>,
) -> Outcome {
    let mut window = Window { coverage };
    match quietly(|| run(&mut window)) {
        Ok(outcome) => outcome,
        Err(payload) => {
            if let Some(NotCloneable(ty)) = payload.downcast_ref() {
                panic!("a `{ty}` was made that cannot be copied, see its `Mutate::copy`");
            }
            Outcome::Failed(said(payload).unwrap_or_else(|| "the property panicked".to_owned()))
        }
    }
}

/// What `run` gives, or its panic, which is not shown.
#[inline]
fn quietly<R>(run: impl FnOnce() -> R) -> Result<R, Box<dyn Any + Send>> {
    // What an earlier test left, because it caught its own panic or discarded and then panicked,
    // says nothing about this one.
    forget();
    IN_TEST.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(run));
    IN_TEST.set(false);
    result
}

/// What the first panic said of which this is left.
#[cold]
fn said(payload: Box<dyn Any + Send>) -> Option<String> {
    // What a panic carries may itself panic when dropped.
    std::mem::forget(payload);
    take_panic()
}

/// The arguments as [`Property::print`] gives them; where their own `Debug` panics, as mutagen writes values.
pub(crate) fn printed(property: &Property, value: &dyn Node) -> String {
    install_hook();
    quietly(|| property.print(value)).unwrap_or_else(|payload| {
        let said = said(payload).unwrap_or_else(|| "panicked".to_owned());
        format!("{}\n(its own `Debug` {said})", text::print(value))
    })
}

/// Forgets what a test left of a panic that it caught, or of a discard.
#[inline]
pub(crate) fn forget() {
    if PANICKED.get() {
        take_panic();
    }
    outcome::forget_discard();
}

/// What the first panic since the last call said.
#[cold]
fn take_panic() -> Option<String> {
    PANICKED.set(false);
    PANIC.with_borrow_mut(std::mem::take)
}

thread_local! {
    static IN_TEST: Cell<bool> = const { Cell::new(false) };
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
    /// Whether there is something in `PANIC`, which takes longer to look at.
    static PANICKED: Cell<bool> = const { Cell::new(false) };
}

/// Makes panics inside a test quiet and keeps what they say; all others go where they went before.
fn install_hook() {
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
