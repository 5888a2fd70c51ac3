//! Resets the state of the code under test before a run, by the function that the property names.

use crate::run::panics::{quietly, said};
use derive_more::Display;

/// The payload of a panic of a property's `reset`, with the message. It is a mistake in the set-up
/// and not a counterexample.
#[derive(Debug, Display)]
#[display("the property's `reset` function {_0}; it must succeed before each test")]
pub(crate) struct ResetPanicked(pub(crate) String);

/// Calls `reset`.
///
/// # Panics
/// When `reset` panics. The payload is a [`ResetPanicked`], and nothing is printed.
pub(crate) fn reset_quietly(reset: fn()) {
    if let Err(payload) = quietly(reset) {
        std::panic::resume_unwind(Box::new(ResetPanicked(said(payload).message)));
    }
}
