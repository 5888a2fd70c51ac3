//! Instructions. There is one constructor for each way to be typed and encoded, and the operators
//! of one shape are in small enums. A node therefore has about 40 mutants instead of the 200 that
//! one constructor per opcode would give, and a mutant that changes the width keeps the operator.

use crate::types::{Idx, ValType};
use mutagen_core::Mutate;

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
    /// Index of a type; the table is always table 0.
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
    F32Const(f32),
    F64Const(f64),
    /// `eqz`
    IntTest(Width),
    IntUn(Width, IntUnOp),
    IntBin(Width, IntBinOp),
    IntRel(Width, IntRelOp),
    FloatUn(Width, FloatUnOp),
    FloatBin(Width, FloatBinOp),
    FloatRel(Width, FloatRelOp),
    Convert(ConvertOp),
    /// The sign extension operators. They are not in WebAssembly 1.0, but the engine claims to
    /// support them.
    Extend(ExtendOp),
}

/// The result of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
pub enum BlockType {
    /// No result.
    Empty,
    /// One result.
    Value(ValType),
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

/// The width of the operands, in bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Width {
    W32,
    W64,
}

/// The loaded type, in the order of the opcodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
#[allow(missing_docs, reason = "type, then how much is read and how it is extended")]
pub enum LoadOp {
    I32,
    I64,
    F32,
    F64,
    I32From8S,
    I32From8U,
    I32From16S,
    I32From16U,
    I64From8S,
    I64From8U,
    I64From16S,
    I64From16U,
    I64From32S,
    I64From32U,
}

/// The stored type, in the order of the opcodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
#[allow(missing_docs, reason = "type, then how much of it is written")]
pub enum StoreOp {
    I32,
    I64,
    F32,
    F64,
    I32To8,
    I32To16,
    I64To8,
    I64To16,
    I64To32,
}

/// Integer operators with one operand, in the order of the opcodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
#[allow(missing_docs, reason = "named as in the specification")]
pub enum IntUnOp {
    Clz,
    Ctz,
    Popcnt,
}

/// Integer operators with two operands, in the order of the opcodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
#[allow(missing_docs, reason = "named as in the specification")]
pub enum IntBinOp {
    Add,
    Sub,
    Mul,
    DivS,
    DivU,
    RemS,
    RemU,
    And,
    Or,
    Xor,
    Shl,
    ShrS,
    ShrU,
    Rotl,
    Rotr,
}

/// Integer comparisons, in the order of the opcodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
#[allow(missing_docs, reason = "named as in the specification")]
pub enum IntRelOp {
    Eq,
    Ne,
    LtS,
    LtU,
    GtS,
    GtU,
    LeS,
    LeU,
    GeS,
    GeU,
}

/// Float operators with one operand, in the order of the opcodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
#[allow(missing_docs, reason = "named as in the specification")]
pub enum FloatUnOp {
    Abs,
    Neg,
    Ceil,
    Floor,
    Trunc,
    Nearest,
    Sqrt,
}

/// Float operators with two operands, in the order of the opcodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
#[allow(missing_docs, reason = "named as in the specification")]
pub enum FloatBinOp {
    Add,
    Sub,
    Mul,
    Div,
    Min,
    Max,
    Copysign,
}

/// Float comparisons, in the order of the opcodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
#[allow(missing_docs, reason = "named as in the specification")]
pub enum FloatRelOp {
    Eq,
    Ne,
    Lt,
    Gt,
    Le,
    Ge,
}

/// Conversions between types, in the order of the opcodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
#[allow(missing_docs, reason = "named as in the specification")]
pub enum ConvertOp {
    I32WrapI64,
    I32TruncF32S,
    I32TruncF32U,
    I32TruncF64S,
    I32TruncF64U,
    I64ExtendI32S,
    I64ExtendI32U,
    I64TruncF32S,
    I64TruncF32U,
    I64TruncF64S,
    I64TruncF64U,
    F32ConvertI32S,
    F32ConvertI32U,
    F32ConvertI64S,
    F32ConvertI64U,
    F32DemoteF64,
    F64ConvertI32S,
    F64ConvertI32U,
    F64ConvertI64S,
    F64ConvertI64U,
    F64PromoteF32,
    I32ReinterpretF32,
    I64ReinterpretF64,
    F32ReinterpretI32,
    F64ReinterpretI64,
}

/// Sign extensions inside a type, in the order of the opcodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
#[allow(missing_docs, reason = "named as in the specification")]
pub enum ExtendOp {
    I32Extend8S,
    I32Extend16S,
    I64Extend8S,
    I64Extend16S,
    I64Extend32S,
}
