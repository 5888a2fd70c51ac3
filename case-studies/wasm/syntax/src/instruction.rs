//! Instructions. There is one constructor for each way to be typed and encoded, and the operators
//! of one shape are in small enums. A node therefore has about 40 mutants instead of the 200 that
//! one constructor per opcode would give, and a mutant that changes the width keeps the operator.
//! What version 1.0 lacks is grouped by the feature that brought it, under one constructor each.

use crate::operator::{
    ConvertOp, ExtendOp, FloatBinOp, FloatRelOp, FloatUnOp, IntBinOp, IntRelOp, IntUnOp, LoadOp,
    SaturateOp, StoreOp, TableOp, Width,
};
use crate::types::{Idx, RefType, ValType};
use mutagen_core::Mutate;
use wasm_face::features::{
    no_bulk_memory, no_floats, no_multi_value, no_reference_types, no_saturating_truncation,
    no_sign_extension,
};

/// An instruction. The first constructor is the smallest value, which mutants insert. After
/// `unreachable` any stack type-checks, so it is valid in more places than any other instruction.
#[derive(Debug, Clone, PartialEq, Mutate)]
#[allow(missing_docs, reason = "named as in the specification")]
pub enum Instr {
    Unreachable,
    Nop,
    Return,
    Drop,
    Select,
    Block(BlockType, Vec<Instr>),
    Loop(BlockType, Vec<Instr>),
    /// Encoded without an `else` when the last part is empty, which means the same.
    If(BlockType, Vec<Instr>, Vec<Instr>),
    Br(Idx),
    BrIf(Idx),
    /// The labels and the default label.
    BrTable(Vec<Idx>, Idx),
    Call(Idx),
    /// Index of a type. The table is table 0; [`RefOp::CallIndirect`] names another one.
    CallIndirect(Idx),
    LocalGet(Idx),
    LocalSet(Idx),
    LocalTee(Idx),
    GlobalGet(Idx),
    GlobalSet(Idx),
    Load(LoadOp, MemArg),
    Store(StoreOp, MemArg),
    MemorySize,
    MemoryGrow,
    I32Const(i32),
    I64Const(i64),
    #[mutate(skip = no_floats())]
    F32Const(f32),
    #[mutate(skip = no_floats())]
    F64Const(f64),
    /// `eqz`
    IntTest(Width),
    IntUn(Width, IntUnOp),
    IntBin(Width, IntBinOp),
    IntRel(Width, IntRelOp),
    #[mutate(skip = no_floats())]
    FloatUn(Width, FloatUnOp),
    #[mutate(skip = no_floats())]
    FloatBin(Width, FloatBinOp),
    #[mutate(skip = no_floats())]
    FloatRel(Width, FloatRelOp),
    Convert(ConvertOp),
    /// The sign extension operators.
    #[mutate(skip = no_sign_extension())]
    Extend(ExtendOp),
    /// Saturating truncation.
    #[mutate(skip = no_saturating_truncation() || no_floats())]
    Saturate(SaturateOp),
    /// The bulk memory operations.
    #[mutate(skip = no_bulk_memory())]
    Bulk(BulkOp),
    /// The instructions of the reference types.
    #[mutate(skip = no_reference_types())]
    Ref(RefOp),
}

/// The type of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
pub enum BlockType {
    /// No result.
    Empty,
    /// One result.
    Value(ValType),
    /// The parameters and results of the type at this index.
    #[mutate(skip = no_multi_value())]
    Index(Idx),
}

/// The memory operand of an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
pub struct MemArg {
    /// The promised alignment, as a power of two. Its type differs from the offset's type, so that
    /// neither is a mutant of the other.
    pub align: u8,
    /// Added to the address.
    pub offset: u32,
}

/// The bulk memory operations. The memory is memory 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
#[allow(missing_docs, reason = "named as in the specification")]
pub enum BulkOp {
    MemoryCopy,
    MemoryFill,
    /// Index of a data segment.
    MemoryInit(Idx),
    DataDrop(Idx),
    TableCopy {
        /// The table that is written.
        to: Idx,
        /// The table that is read.
        from: Idx,
    },
    TableInit {
        /// The table that is written.
        table: Idx,
        /// The element segment that is read.
        elem: Idx,
    },
    ElemDrop(Idx),
}

/// The instructions of the reference types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
pub enum RefOp {
    /// `ref.null` and `ref.func`.
    Const(RefConst),
    /// `ref.is_null`
    IsNull,
    /// `select` with the type of its result.
    Select(ValType),
    /// Instructions on the table at this index.
    Table(TableOp, Idx),
    /// `call_indirect` with a table.
    CallIndirect {
        /// The type of the called function.
        ty: Idx,
        /// The table with the function. A reader gives [`Instr::CallIndirect`] for table 0.
        table: Idx,
    },
}

/// An instruction that gives a reference and is constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
pub enum RefConst {
    /// `ref.null`
    Null(RefType),
    /// `ref.func`
    Func(Idx),
}
