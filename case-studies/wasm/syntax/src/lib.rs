//! WebAssembly modules as values that can be generated and mutated: version 1.0 and what version
//! 2.0 added, but for vectors. In the order in which a module passes through them:
//!
//! - [`mod@types`], [`mod@operator`], [`mod@instruction`], [`mod@module`]: the module, its parts.
//! - [`mod@needs`]: which features of engines a module uses.
//! - [`mod@repair`]: the valid module nearest to any module.
//! - [`mod@export`]: the module with everything exported.
//! - [`mod@encode`]: the binary format, from a module.
//! - [`mod@read`]: the module, from the binary format.
//! - [`mod@wat`]: the text format, for reports.
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
pub mod export;
pub mod instruction;
pub mod module;
pub mod needs;
mod opcode;
pub mod operator;
pub mod read;
pub mod repair;
pub mod types;
pub mod wat;

pub use encode::{Nans, encode, encode_with};
pub use export::ExportNames;
pub use instruction::*;
pub use module::*;
pub use operator::*;
pub use read::{ReadError, read};
pub use types::*;
pub use wasm_face::{Features, features};
