//! The execution part of the WebAssembly study: does an engine compute what the [`mod@reference`]
//! computes? In the order in which they build on each other:
//!
//! - [`mod@reference`]: wasmi 1.0.9, with fuel.
//! - [`mod@argument`], [`mod@stub`]: what functions are called with, and the paper's module.
//! - [`mod@difference`]: how two runs differ, and the kind of the failure.
//! - [`mod@execute`]: runs a module on both sides.
//! - [`mod@fixed`]: what tells a release with a bug from one without.
//! - [`mod@properties`]: what is tested. `tests/properties.rs` takes the engine that the
//!   environment names.
//!
//! It is a package of its own, because the reference takes long to build, and the first command of
//! the README does not need it. Like the reference it is not instrumented.
#![forbid(unsafe_code)]

pub mod argument;
pub mod difference;
pub mod execute;
pub mod fixed;
pub mod properties;
pub mod reference;
pub mod stub;

pub use argument::{Argument, Calls, Invocation, Material, Round};
pub use execute::{Execution, execute};
pub use reference::{FUEL, Reference};
pub use stub::{Function, stub};
