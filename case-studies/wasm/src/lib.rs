//! The execution part of the WebAssembly study: does an engine compute what the [`mod@reference`]
//! computes?
//!
//! It is a package of its own, because the reference takes long to build, and the first command of
//! the README needs it not. Like the reference it is not instrumented.
#![forbid(unsafe_code)]

pub mod reference;

pub use reference::{FUEL, Reference};
