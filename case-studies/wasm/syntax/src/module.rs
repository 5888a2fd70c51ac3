//! A module and the entries of its sections, in the order of the binary format.

use crate::instruction::{Instr, RefConst};
use crate::types::{FuncType, GlobalType, Idx, Limits, RefType, TableType, ValType};
use mutagen_core::Mutate;
use wasm_face::features::{no_bulk_memory, no_floats, no_reference_types};

/// A module. The smallest module has no sections and is valid.
#[derive(Debug, Clone, PartialEq, Mutate)]
pub struct Module {
    /// Function types, the index space of [`Func::ty`] and of `call_indirect`.
    pub types: Vec<FuncType>,
    /// Imports; they come first in their index spaces.
    pub imports: Vec<Import>,
    /// Functions, with declaration and body. The binary format keeps the two in separate sections.
    pub funcs: Vec<Func>,
    /// Tables; WebAssembly 1.0 allows one.
    pub tables: Vec<TableType>,
    /// Memories; at most one is valid.
    pub memories: Vec<Limits>,
    /// Global variables.
    pub globals: Vec<Global>,
    /// Exports.
    pub exports: Vec<Export>,
    /// The function to call at instantiation.
    pub start: Option<Idx>,
    /// Element segments: what tables are filled with.
    pub elems: Vec<Elem>,
    /// Data segments: what the memory is filled with.
    pub datas: Vec<Data>,
}

impl Module {
    /// The module without sections: the smallest value.
    pub const EMPTY: Module = Module {
        types: Vec::new(),
        imports: Vec::new(),
        funcs: Vec::new(),
        tables: Vec::new(),
        memories: Vec::new(),
        globals: Vec::new(),
        exports: Vec::new(),
        start: None,
        elems: Vec::new(),
        datas: Vec::new(),
    };

    /// A module with a single function of this type and body.
    pub fn of_function(ty: FuncType, body: Vec<Instr>) -> Module {
        let func = Func { ty: 0, locals: Vec::new(), body };
        Module { types: vec![ty], funcs: vec![func], ..Module::EMPTY }
    }
}

/// One import.
#[derive(Debug, Clone, PartialEq, Eq, Mutate)]
pub struct Import {
    /// The module that is imported from.
    pub module: String,
    /// The name of the imported item.
    pub name: String,
    /// The imported item.
    pub desc: ImportDesc,
}

/// An imported item, with its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
pub enum ImportDesc {
    /// A function of the type at this index.
    Func(Idx),
    /// A table.
    Table(TableType),
    /// A memory.
    Memory(Limits),
    /// A global variable.
    Global(GlobalType),
}

/// One function.
#[derive(Debug, Clone, PartialEq, Mutate)]
pub struct Func {
    /// Index of its type.
    pub ty: Idx,
    /// Types of the local variables after the parameters.
    pub locals: Vec<ValType>,
    /// The instructions before the final `end`.
    pub body: Vec<Instr>,
}

/// One global variable.
#[derive(Debug, Clone, PartialEq, Mutate)]
pub struct Global {
    /// Its type.
    pub ty: GlobalType,
    /// Its initial value.
    pub init: ConstExpr,
}

/// One export.
#[derive(Debug, Clone, PartialEq, Eq, Mutate)]
pub struct Export {
    /// The name. Names of exports are unique.
    pub name: String,
    /// The exported item.
    pub desc: ExportDesc,
}

/// An exported item: an index into one of the index spaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
#[allow(missing_docs, reason = "named as in the specification")]
pub enum ExportDesc {
    Func(Idx),
    Table(Idx),
    Memory(Idx),
    Global(Idx),
}

/// One element segment.
#[derive(Debug, Clone, PartialEq, Mutate)]
pub struct Elem {
    /// When it is copied into which table.
    pub mode: ElemMode,
    /// The elements.
    pub items: ElemItems,
}

/// When an element segment is copied.
#[derive(Debug, Clone, PartialEq, Mutate)]
pub enum ElemMode {
    /// At instantiation.
    Active {
        /// Index of the table.
        table: Idx,
        /// The offset in the table.
        offset: ConstExpr,
    },
    /// Where the code says so.
    #[mutate(skip = no_bulk_memory())]
    Passive,
    /// Never: it only declares the functions that the code makes references of.
    #[mutate(skip = no_reference_types())]
    Declared,
}

/// The elements of a segment.
#[derive(Debug, Clone, PartialEq, Mutate)]
pub enum ElemItems {
    /// Indices of functions.
    Funcs(Vec<Idx>),
    /// Expressions that give references of this type.
    #[mutate(skip = no_reference_types())]
    Exprs(RefType, Vec<ElemExpr>),
}

/// An expression of an element segment.
#[derive(Debug, Clone, PartialEq, Mutate)]
pub enum ElemExpr {
    /// `ref.null` of the segment's type.
    Null,
    /// `ref.func`
    Func(Idx),
    /// Any other expression.
    Other(ConstExpr),
}

/// One data segment.
#[derive(Debug, Clone, PartialEq, Mutate)]
pub struct Data {
    /// When it is copied into which memory.
    pub mode: DataMode,
    /// The bytes.
    pub init: Vec<u8>,
}

/// When a data segment is copied.
#[derive(Debug, Clone, PartialEq, Mutate)]
pub enum DataMode {
    /// At instantiation.
    Active {
        /// Index of the memory.
        memory: Idx,
        /// The offset in the memory.
        offset: ConstExpr,
    },
    /// Where the code says so.
    #[mutate(skip = no_bulk_memory())]
    Passive,
}

/// A constant expression. The valid expressions are single instructions and have their own
/// constructors, so that a new segment or global is valid at first. All others are
/// [`ConstExpr::Other`].
#[derive(Debug, Clone, PartialEq, Mutate)]
pub enum ConstExpr {
    /// `i32.const`
    I32(i32),
    /// `i64.const`
    I64(i64),
    /// `f32.const`
    #[mutate(skip = no_floats())]
    F32(f32),
    /// `f64.const`
    #[mutate(skip = no_floats())]
    F64(f64),
    /// `global.get`
    Global(Idx),
    /// `ref.null` and `ref.func`
    #[mutate(skip = no_reference_types())]
    Ref(RefConst),
    /// Any sequence of instructions, possibly empty.
    Other(Vec<Instr>),
}
