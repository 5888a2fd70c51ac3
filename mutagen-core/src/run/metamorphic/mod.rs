//! Runs one test of a specification, as `#[metamorphic]` writes it: the term with all bases, and
//! then as expanded. The first disagreement ends the test. What is not admitted, or never ends,
//! discards it.

mod context;
mod finding;
mod specification;

pub use context::{Context, Place};
pub use specification::{Implementation, Operation, Specification, Text};

use crate::run::argument::NotCloneable;
use crate::run::outcome::Outcome;
use crate::run::panics;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Runs one test. `test` gets the context that all of its calls share.
///
/// # Panics
/// When an argument of an input cannot be copied.
pub fn run(specification: &'static Specification, test: impl Fn(&Context) -> Outcome) -> Outcome {
    let context = Context::new(specification);
    match attempt(&context, &test) {
        Ok(outcome) => outcome,
        Err(panic) => {
            let place = context.place();
            // Once more, to learn the arguments of the call that panics.
            let traced = Context::new(specification).traced();
            let _ = attempt(&traced, &test);
            let trace = if traced.place() == place { traced.take_trace() } else { Vec::new() };
            finding::panicked(specification, place, trace.last(), &panic)
        }
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
