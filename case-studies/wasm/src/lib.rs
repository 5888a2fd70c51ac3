//! The study: does wain's validator accept exactly the valid WebAssembly modules?
//!
//! A module (crate `wasm-syntax`) is encoded and given to the engine under test (crate
//! `wasm-engine`) and to the [`mod@reference`]; [`compare`](compare::compare) says whether they
//! agree. The property that runs it is `prop_validator` in `tests/properties.rs`; [`mod@record`]
//! counts distinct valid modules for experiments. This crate is not instrumented, so that the
//! reference does not count as behaviour.
#![forbid(unsafe_code)]

pub mod compare;
pub mod record;
pub mod reference;

pub use compare::{Comparison, Disagreement, compare};
