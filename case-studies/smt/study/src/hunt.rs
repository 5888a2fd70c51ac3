//! Experiments with a budget of CPU time: variants of HistFuzz on an old release, slice by slice.
//! A slice has its own seed, so an experiment that is stopped goes on with the next one.

mod known;
mod slice;
mod variant;

pub use known::{Bug, Releases};
pub use slice::{Found, Hunt, Slice};
pub use variant::{Plan, Variant};
