//! The WebAssembly study: does an engine accept exactly the valid WebAssembly modules?
//!
//! A module (crate `wasm-syntax`) is encoded and passed to the engine under test (crate
//! `wasm-engine`) and to the [`mod@reference`]. [`mod@compare`] checks whether they agree; the
//! properties in `tests/properties.rs` run the comparisons. [`mod@kind`] names the ways to fail,
//! and [`mod@edits`] damages encodings. For experiments, [`mod@record`] counts distinct valid
//! modules and [`mod@tally`] what came of the tests. This crate is not instrumented, so that the
//! code of the reference has no coverage points.
#![forbid(unsafe_code)]

pub mod compare;
pub mod edits;
pub mod kind;
pub mod record;
pub mod reference;
pub mod tally;

pub use compare::{Comparison, Disagreement, accepts, accepts_bytes, compare, compare_bytes};
pub use edits::{Edit, Edits};
