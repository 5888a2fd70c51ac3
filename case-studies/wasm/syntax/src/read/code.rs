//! Reads code: the flat list of operators becomes nested instructions.

use super::ReadError;
use super::section::{ref_type, val_type};
use crate::instruction::{BlockType, BulkOp, Instr, MemArg, RefConst, RefOp};
use crate::module::ConstExpr;
use crate::opcode::{self, of_width};
use crate::operator::{
    ConvertOp, ExtendOp, FloatBinOp, FloatRelOp, FloatUnOp, IntBinOp, IntRelOp, IntUnOp, LoadOp,
    SaturateOp, StoreOp, TableOp, Width,
};
use crate::types::ValType;
use wasmparser::{FunctionBody, HeapType, MemArgTarget, Operator, OperatorsReader};

/// Local variables that a function may have. Five bytes can declare four billion of them; all
/// engines have a limit, and most have this one.
const MOST_LOCALS: usize = 50_000;

/// Blocks that may be open at once. What is nested deeper cannot be encoded, compared or dropped on
/// the stack of a small thread.
const DEEPEST: usize = 1000;

/// The local variables and instructions of a function.
pub(super) fn function(
    bytes: &[u8],
    body: &FunctionBody<'_>,
) -> Result<(Vec<ValType>, Vec<Instr>), ReadError> {
    let mut locals = Vec::new();
    let mut reader = body.get_locals_reader()?;
    for _ in 0..reader.get_count() {
        let offset = reader.original_position();
        let (count, ty) = reader.read()?;
        let count = count as usize;
        if count > MOST_LOCALS - locals.len() {
            let construct = format!("a function with more than {MOST_LOCALS} local variables");
            return Err(ReadError::unsupported(offset, construct));
        }
        locals.extend(std::iter::repeat_n(val_type(ty, offset)?, count));
    }
    let operators = OperatorsReader::new(reader.get_binary_reader());
    Ok((locals, expression(bytes, operators)?))
}

/// A constant expression.
pub(super) fn constant(
    bytes: &[u8],
    expr: &wasmparser::ConstExpr<'_>,
) -> Result<ConstExpr, ReadError> {
    let instructions = expression(bytes, expr.get_operators_reader())?;
    Ok(match instructions[..] {
        [Instr::I32Const(value)] => ConstExpr::I32(value),
        [Instr::I64Const(value)] => ConstExpr::I64(value),
        [Instr::F32Const(value)] => ConstExpr::F32(value),
        [Instr::F64Const(value)] => ConstExpr::F64(value),
        [Instr::GlobalGet(global)] => ConstExpr::Global(global),
        [Instr::Ref(RefOp::Const(constant))] => ConstExpr::Ref(constant),
        _ => ConstExpr::Other(instructions),
    })
}

/// A block whose `end` is not read yet.
enum Open {
    Block(BlockType),
    Loop(BlockType),
    If(BlockType),
    /// With the instructions before the `else`.
    Else(BlockType, Vec<Instr>),
}

/// The instructions up to the final `end`.
fn expression(bytes: &[u8], mut operators: OperatorsReader<'_>) -> Result<Vec<Instr>, ReadError> {
    // The open blocks, each with the instructions before it.
    let mut open: Vec<(Open, Vec<Instr>)> = Vec::new();
    let mut current = Vec::new();
    while !operators.eof() {
        let (operator, offset) = operators.read_with_offset()?;
        let opened = match operator {
            Operator::Block { blockty } => Open::Block(block_type(blockty, offset)?),
            Operator::Loop { blockty } => Open::Loop(block_type(blockty, offset)?),
            Operator::If { blockty } => Open::If(block_type(blockty, offset)?),
            Operator::Else => {
                if let Some((block, _)) = open.last_mut()
                    && let Open::If(ty) = *block
                {
                    *block = Open::Else(ty, std::mem::take(&mut current));
                }
                continue;
            }
            Operator::End => {
                // The reader of operators has seen to it that nothing follows the last `end`.
                if let Some((block, before)) = open.pop() {
                    let body = std::mem::replace(&mut current, before);
                    current.push(match block {
                        Open::Block(ty) => Instr::Block(ty, body),
                        Open::Loop(ty) => Instr::Loop(ty, body),
                        Open::If(ty) => Instr::If(ty, body, vec![]),
                        Open::Else(ty, then) => Instr::If(ty, then, body),
                    });
                }
                continue;
            }
            other => {
                current.push(instruction(bytes, &other, offset)?);
                continue;
            }
        };
        if open.len() == DEEPEST {
            let construct = format!("code with more than {DEEPEST} nested blocks");
            return Err(ReadError::unsupported(offset, construct));
        }
        open.push((opened, std::mem::take(&mut current)));
    }
    operators.finish()?;
    Ok(current)
}

fn block_type(ty: wasmparser::BlockType, offset: u64) -> Result<BlockType, ReadError> {
    Ok(match ty {
        wasmparser::BlockType::Empty => BlockType::Empty,
        wasmparser::BlockType::Type(ty) => BlockType::Value(val_type(ty, offset)?),
        wasmparser::BlockType::FuncType(index) => BlockType::Index(index),
    })
}

/// An instruction that is no block.
fn instruction(bytes: &[u8], operator: &Operator<'_>, offset: u64) -> Result<Instr, ReadError> {
    let opcode = usize::try_from(offset).ok().and_then(|at| bytes.get(at)).copied();
    Ok(match *operator {
        Operator::Unreachable => Instr::Unreachable,
        Operator::Nop => Instr::Nop,
        Operator::Return => Instr::Return,
        Operator::Drop => Instr::Drop,
        Operator::Select => Instr::Select,
        Operator::Br { relative_depth } => Instr::Br(relative_depth),
        Operator::BrIf { relative_depth } => Instr::BrIf(relative_depth),
        Operator::BrTable { ref targets } => {
            Instr::BrTable(targets.targets().collect::<Result<_, _>>()?, targets.default())
        }
        Operator::Call { function_index } => Instr::Call(function_index),
        Operator::CallIndirect { type_index, table_index: 0 } => Instr::CallIndirect(type_index),
        Operator::CallIndirect { type_index, table_index } => {
            Instr::Ref(RefOp::CallIndirect { ty: type_index, table: table_index })
        }
        Operator::LocalGet { local_index } => Instr::LocalGet(local_index),
        Operator::LocalSet { local_index } => Instr::LocalSet(local_index),
        Operator::LocalTee { local_index } => Instr::LocalTee(local_index),
        Operator::GlobalGet { global_index } => Instr::GlobalGet(global_index),
        Operator::GlobalSet { global_index } => Instr::GlobalSet(global_index),
        Operator::MemorySize { mem: 0 } => Instr::MemorySize,
        Operator::MemoryGrow { mem: 0 } => Instr::MemoryGrow,
        Operator::I32Const { value } => Instr::I32Const(value),
        Operator::I64Const { value } => Instr::I64Const(value),
        Operator::F32Const { value } => Instr::F32Const(f32::from_bits(value.bits())),
        Operator::F64Const { value } => Instr::F64Const(f64::from_bits(value.bits())),
        Operator::I32TruncSatF32S => Instr::Saturate(SaturateOp::I32TruncSatF32S),
        Operator::I32TruncSatF32U => Instr::Saturate(SaturateOp::I32TruncSatF32U),
        Operator::I32TruncSatF64S => Instr::Saturate(SaturateOp::I32TruncSatF64S),
        Operator::I32TruncSatF64U => Instr::Saturate(SaturateOp::I32TruncSatF64U),
        Operator::I64TruncSatF32S => Instr::Saturate(SaturateOp::I64TruncSatF32S),
        Operator::I64TruncSatF32U => Instr::Saturate(SaturateOp::I64TruncSatF32U),
        Operator::I64TruncSatF64S => Instr::Saturate(SaturateOp::I64TruncSatF64S),
        Operator::I64TruncSatF64U => Instr::Saturate(SaturateOp::I64TruncSatF64U),
        Operator::MemoryCopy { dst_mem: 0, src_mem: 0 } => Instr::Bulk(BulkOp::MemoryCopy),
        Operator::MemoryFill { mem: 0 } => Instr::Bulk(BulkOp::MemoryFill),
        Operator::MemoryInit { data_index, mem: 0 } => Instr::Bulk(BulkOp::MemoryInit(data_index)),
        Operator::DataDrop { data_index } => Instr::Bulk(BulkOp::DataDrop(data_index)),
        Operator::TableCopy { dst_table, src_table } => {
            Instr::Bulk(BulkOp::TableCopy { to: dst_table, from: src_table })
        }
        Operator::TableInit { elem_index, table } => {
            Instr::Bulk(BulkOp::TableInit { table, elem: elem_index })
        }
        Operator::ElemDrop { elem_index } => Instr::Bulk(BulkOp::ElemDrop(elem_index)),
        Operator::RefNull { hty } => Instr::Ref(RefOp::Const(null(hty, offset)?)),
        Operator::RefFunc { function_index } => {
            Instr::Ref(RefOp::Const(RefConst::Func(function_index)))
        }
        Operator::RefIsNull => Instr::Ref(RefOp::IsNull),
        Operator::TypedSelect { ty } => Instr::Ref(RefOp::Select(val_type(ty, offset)?)),
        Operator::TableGet { table } => Instr::Ref(RefOp::Table(TableOp::Get, table)),
        Operator::TableSet { table } => Instr::Ref(RefOp::Table(TableOp::Set, table)),
        Operator::TableSize { table } => Instr::Ref(RefOp::Table(TableOp::Size, table)),
        Operator::TableGrow { table } => Instr::Ref(RefOp::Table(TableOp::Grow, table)),
        Operator::TableFill { table } => Instr::Ref(RefOp::Table(TableOp::Fill, table)),
        _ => match (opcode.and_then(operator_of), memory_operand(operator)) {
            (Some(Simple::Operator(instr)), None) => instr,
            (Some(Simple::Load(op)), Some(memarg)) => Instr::Load(op, access(memarg, offset)?),
            (Some(Simple::Store(op)), Some(memarg)) => Instr::Store(op, access(memarg, offset)?),
            _ => {
                let construct = format!("the instruction {operator:?}");
                return Err(ReadError::unsupported(offset, construct));
            }
        },
    })
}

fn null(ty: HeapType, offset: u64) -> Result<RefConst, ReadError> {
    match wasmparser::RefType::new(true, ty) {
        Some(ty) => Ok(RefConst::Null(ref_type(ty, offset)?)),
        None => Err(ReadError::unsupported(offset, "a type with an index of more than 20 bits")),
    }
}

/// What an opcode alone says.
enum Simple {
    Load(LoadOp),
    Store(StoreOp),
    /// An instruction without operands of its own.
    Operator(Instr),
}

/// The instruction or access of an opcode that belongs to a group.
fn operator_of(opcode: u8) -> Option<Simple> {
    fn at<T: Copy>(all: &[T], opcode: u8, first: u8) -> Option<T> {
        all.get(usize::from(opcode.checked_sub(first)?)).copied()
    }
    if let Some(op) = at(LoadOp::ALL, opcode, opcode::LOAD) {
        return Some(Simple::Load(op));
    }
    if let Some(op) = at(StoreOp::ALL, opcode, opcode::STORE) {
        return Some(Simple::Store(op));
    }
    let of = |width: Width| {
        let first = |group: [u8; 2]| of_width(width, group);
        if opcode == first(opcode::INT_TEST) {
            return Some(Instr::IntTest(width));
        }
        let int_rel = at(IntRelOp::ALL, opcode, first(opcode::INT_REL));
        let float_rel = at(FloatRelOp::ALL, opcode, first(opcode::FLOAT_REL));
        let int_un = at(IntUnOp::ALL, opcode, first(opcode::INT_UN));
        let int_bin = at(IntBinOp::ALL, opcode, first(opcode::INT_BIN));
        let float_un = at(FloatUnOp::ALL, opcode, first(opcode::FLOAT_UN));
        let float_bin = at(FloatBinOp::ALL, opcode, first(opcode::FLOAT_BIN));
        None.or(int_rel.map(|op| Instr::IntRel(width, op)))
            .or(float_rel.map(|op| Instr::FloatRel(width, op)))
            .or(int_un.map(|op| Instr::IntUn(width, op)))
            .or(int_bin.map(|op| Instr::IntBin(width, op)))
            .or(float_un.map(|op| Instr::FloatUn(width, op)))
            .or(float_bin.map(|op| Instr::FloatBin(width, op)))
    };
    let convert = at(ConvertOp::ALL, opcode, opcode::CONVERT).map(Instr::Convert);
    let extend = at(ExtendOp::ALL, opcode, opcode::EXTEND).map(Instr::Extend);
    Width::ALL.into_iter().find_map(of).or(convert).or(extend).map(Simple::Operator)
}

/// The memory operand of a load or store of version 1.0.
fn memory_operand(operator: &Operator<'_>) -> Option<wasmparser::MemArg> {
    match *operator {
        Operator::I32Load { memarg }
        | Operator::I64Load { memarg }
        | Operator::F32Load { memarg }
        | Operator::F64Load { memarg }
        | Operator::I32Load8S { memarg }
        | Operator::I32Load8U { memarg }
        | Operator::I32Load16S { memarg }
        | Operator::I32Load16U { memarg }
        | Operator::I64Load8S { memarg }
        | Operator::I64Load8U { memarg }
        | Operator::I64Load16S { memarg }
        | Operator::I64Load16U { memarg }
        | Operator::I64Load32S { memarg }
        | Operator::I64Load32U { memarg }
        | Operator::I32Store { memarg }
        | Operator::I64Store { memarg }
        | Operator::F32Store { memarg }
        | Operator::F64Store { memarg }
        | Operator::I32Store8 { memarg }
        | Operator::I32Store16 { memarg }
        | Operator::I64Store8 { memarg }
        | Operator::I64Store16 { memarg }
        | Operator::I64Store32 { memarg } => Some(memarg),
        _ => None,
    }
}

fn access(memarg: wasmparser::MemArg, offset: u64) -> Result<MemArg, ReadError> {
    match (memarg.target, u32::try_from(memarg.offset)) {
        (MemArgTarget::Memory(0), Ok(offset)) => Ok(MemArg { align: memarg.align, offset }),
        _ => Err(ReadError::unsupported(offset, "an access beyond memory 0 or 32 bits")),
    }
}
