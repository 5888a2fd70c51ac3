//! Modules of `wasm-smith`, a generator of valid modules made by hand, as values of properties: the
//! baseline of the WebAssembly study. All of it is behind the feature `smith`.
#![forbid(unsafe_code)]

#[cfg(feature = "smith")]
mod smith;

#[cfg(feature = "smith")]
pub use smith::{INVALID, MOST, Smart, VALID, calls, execution, is_of_the_bug, module};
