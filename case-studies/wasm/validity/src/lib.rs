//! The WebAssembly study: does wain's validator accept exactly the valid WebAssembly modules?
//!
//! A module (crate `wasm-syntax`) is encoded and passed to the engine under test (crate
//! `wasm-engine`) and to the [`mod@reference`]. [`compare`](compare::compare) checks whether they
//! agree. The property `prop_validator` in `tests/properties.rs` runs the comparison.
//! [`mod@record`] counts distinct valid modules for experiments. This crate is not instrumented, so
//! that the code of the reference has no coverage points.
#![forbid(unsafe_code)]

pub mod compare;
pub mod record;
pub mod reference;

pub use compare::{Comparison, Disagreement, compare};
