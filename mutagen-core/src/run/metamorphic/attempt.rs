//! Runs a test in a context, and turns what ended it into an outcome: what a call found, what is
//! not admitted, and a panic, which is run once more to learn the arguments of the call.

use crate::run::argument::NotCloneable;
use crate::run::metamorphic::context::Context;
use crate::run::metamorphic::finding;
use crate::run::metamorphic::specification::{Found, Specification};
use crate::run::outcome::Outcome;
use crate::run::panics;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

thread_local! {
    static EXPANDED: Cell<u64> = const { Cell::new(0) };
    /// How many calls of the last test were no bases.
    static IMPLEMENTED: Cell<u32> = const { Cell::new(0) };
}

/// How many calls of expanded terms this thread has run.
pub fn expanded_calls() -> u64 {
    EXPANDED.get()
}

/// How many calls of the last test on this thread were no bases.
pub(crate) fn implemented() -> u32 {
    IMPLEMENTED.get()
}

/// Runs one test. `test` gets the context that all of its calls share.
///
/// # Panics
/// When an argument of an input cannot be copied.
pub fn run(specification: &'static Specification, test: impl Fn(&Context) -> Outcome) -> Outcome {
    run_in(|| Context::new(specification), test)
}

/// Runs one test in contexts that `new` makes.
pub(super) fn run_in(new: impl Fn() -> Context, test: impl Fn(&Context) -> Outcome) -> Outcome {
    let context = new();
    let attempted = attempt(&context, &test);
    EXPANDED.set(EXPANDED.get() + context.expanded_calls());
    IMPLEMENTED.set(context.implemented());
    match attempted {
        Ok(outcome) => outcome,
        Err(panic) => {
            let place = context.place();
            // Once more, to learn the arguments of the call that panics.
            let traced = new().traced();
            let _ = attempt(&traced, &test);
            let trace = if traced.place() == place { traced.take_trace() } else { Vec::new() };
            finding::panicked(context.specification(), place, trace.last(), &panic)
        }
    }
}

/// What came of a test, for its source.
pub(super) enum Shows {
    /// A failure that a test of its own can show.
    Found(Found),
    /// It passes.
    Agreement,
    /// It is discarded, or the specification is wrong.
    Nothing,
}

/// What a test shows.
pub(super) fn shows(
    specification: &'static Specification,
    test: impl Fn(&Context) -> Outcome,
) -> Shows {
    panics::install_hook();
    let context = Context::new(specification);
    let outcome = panics::quietly(|| attempt(&context, &test));
    match outcome {
        Ok(Ok(Outcome::Passed)) => Shows::Agreement,
        Ok(Ok(_)) => context.take_found().map_or(Shows::Nothing, Shows::Found),
        Ok(Err(_)) => Shows::Found(Found::Panics(context.place())),
        Err(_) => Shows::Nothing,
    }
}

/// The outcome of a test, or its panic.
fn attempt(
    context: &Context,
    test: &impl Fn(&Context) -> Outcome,
) -> Result<Outcome, panics::Panic> {
    match catch_unwind(AssertUnwindSafe(|| test(context))) {
        // A body may have caught what was to end the test.
        Ok(outcome) => Ok(context.take_end().unwrap_or(outcome)),
        Err(payload) => match context.take_end() {
            Some(outcome) => {
                panics::forget_leaving();
                Ok(outcome)
            }
            None if payload.is::<NotCloneable>() => resume_unwind(payload),
            None => Err(panics::said(payload)),
        },
    }
}
