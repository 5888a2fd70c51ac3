//! The face that all engines of the WebAssembly study show: the trait [`Engine`] and what it takes
//! and gives. In the order in which they build on each other:
//!
//! - [`mod@features`]: what engines may have or lack.
//! - [`mod@outcome`]: values, calls, outcomes, and when two engines agree.
//! - [`mod@about`]: the engines there are, what each claims, and which one the process tests.
//! - [`mod@engine`]: the trait; [`mod@wain`]: what two of its adapters share.
//!
//! This crate is not instrumented: to compare two outcomes is no behaviour of an engine.
#![forbid(unsafe_code)]

pub mod about;
pub mod engine;
pub mod features;
pub mod outcome;
pub mod wain;

pub use about::{About, Limits, UnknownEngine, Validator, chosen};
pub use engine::Engine;
pub use features::Features;
pub use outcome::{Call, Outcome, Run, State, Value, Verdict};
