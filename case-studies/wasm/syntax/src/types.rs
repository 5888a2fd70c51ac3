//! The types of values, functions, tables, memories and globals.

use mutagen_core::Mutate;
use wasm_face::features::{no_floats, no_multi_value, no_reference_types};

/// An index into any of the index spaces: types, functions, tables, memories, globals, segments,
/// locals, labels. All index spaces share this type, so that a mutant that changes the instruction
/// keeps the index.
pub type Idx = u32;

/// The type of an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
#[allow(missing_docs, reason = "named as in the specification")]
pub enum ValType {
    I32,
    I64,
    #[mutate(skip = no_floats())]
    F32,
    #[mutate(skip = no_floats())]
    F64,
    /// A reference.
    #[mutate(skip = no_reference_types())]
    Ref(RefType),
}

/// The type of a reference, and of the elements of a table. Version 1.0 has tables of functions
/// only, and no references elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
pub enum RefType {
    /// `funcref`: a function or null.
    Func,
    /// `externref`: something of the embedder or null.
    #[mutate(skip = no_reference_types())]
    Extern,
}

/// The type of a function. WebAssembly 1.0 allows one result.
#[derive(Debug, Clone, PartialEq, Eq, Mutate)]
pub struct FuncType {
    /// Types of the parameters.
    pub params: Vec<ValType>,
    /// Types of the results.
    #[mutate(max_len = most_results())]
    pub results: Vec<ValType>,
}

/// How many results a function may have.
fn most_results() -> usize {
    if no_multi_value() { 1 } else { usize::MAX }
}

/// The size of a table, in elements, or of a memory, in pages of 64 KiB.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
pub struct Limits {
    /// The initial size.
    pub min: u32,
    /// The maximum size; unbounded if absent.
    pub max: Option<u32>,
}

/// The type of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
pub struct TableType {
    /// Type of its elements.
    pub element: RefType,
    /// Its size.
    pub size: Limits,
}

/// The type of a global variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
pub struct GlobalType {
    /// Type of its value.
    pub value: ValType,
    /// Whether it can be set.
    pub mutable: bool,
}
