//! WebAssembly 1.0 modules as values that can be generated and mutated: the types
//! ([`mod@types`]), the instructions ([`mod@instruction`]), the module with its sections
//! ([`mod@module`]), the binary format ([`mod@encode`]) and, for reports, the text ([`mod@wat`]).
//!
//! Any value can be encoded, including invalid modules, because the study tests validity. Content
//! that the binary format cannot express is not representable. The smallest value of [`Module`] is
//! the empty module, which is valid. Each smallest part was chosen so that adding it keeps a module
//! valid where possible: an `unreachable` fits any stack, a constant expression is `i32.const 0`,
//! limits are `0` without a maximum.
//!
//! This crate is not instrumented: neither the framework's code for these types nor the encoder may
//! look like behaviour of the engine under test.
#![forbid(unsafe_code)]

pub mod encode;
pub mod instruction;
pub mod module;
pub mod types;
pub mod wat;

pub use encode::encode;
pub use instruction::*;
pub use module::*;
pub use types::*;
