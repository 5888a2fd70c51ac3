//! What instructions take from the stack and put there, where the instruction alone says it.

use crate::instruction::{BulkOp, Instr};
use crate::operator::Width;
use crate::types::ValType;

const I32: ValType = ValType::I32;

/// The types that an instruction takes and gives; `None` for one whose types depend on where it is.
pub(super) fn of(instr: &Instr) -> Option<(Vec<ValType>, Vec<ValType>)> {
    Some(match instr {
        Instr::Nop => (vec![], vec![]),
        Instr::Load(op, _) => (vec![I32], vec![first(op.name())]),
        Instr::Store(op, _) => (vec![I32, first(op.name())], vec![]),
        Instr::MemorySize => (vec![], vec![I32]),
        Instr::MemoryGrow => (vec![I32], vec![I32]),
        Instr::I32Const(_) => (vec![], vec![I32]),
        Instr::I64Const(_) => (vec![], vec![ValType::I64]),
        Instr::F32Const(_) => (vec![], vec![ValType::F32]),
        Instr::F64Const(_) => (vec![], vec![ValType::F64]),
        Instr::IntTest(width) => (vec![int(*width)], vec![I32]),
        Instr::IntUn(width, _) => (vec![int(*width)], vec![int(*width)]),
        Instr::IntBin(width, _) => (vec![int(*width); 2], vec![int(*width)]),
        Instr::IntRel(width, _) => (vec![int(*width); 2], vec![I32]),
        Instr::FloatUn(width, _) => (vec![float(*width)], vec![float(*width)]),
        Instr::FloatBin(width, _) => (vec![float(*width); 2], vec![float(*width)]),
        Instr::FloatRel(width, _) => (vec![float(*width); 2], vec![I32]),
        Instr::Convert(op) => converts(op.name()),
        Instr::Extend(op) => converts(op.name()),
        Instr::Saturate(op) => converts(op.name()),
        Instr::Bulk(BulkOp::MemoryCopy | BulkOp::MemoryFill) => (vec![I32; 3], vec![]),
        _ => return None,
    })
}

/// Whether an instruction needs a memory.
pub(super) fn accesses(instr: &Instr) -> bool {
    matches!(
        instr,
        Instr::Load(..)
            | Instr::Store(..)
            | Instr::MemorySize
            | Instr::MemoryGrow
            | Instr::Bulk(BulkOp::MemoryCopy | BulkOp::MemoryFill | BulkOp::MemoryInit(_))
    )
}

fn int(width: Width) -> ValType {
    match width {
        Width::W32 => I32,
        Width::W64 => ValType::I64,
    }
}

fn float(width: Width) -> ValType {
    match width {
        Width::W32 => ValType::F32,
        Width::W64 => ValType::F64,
    }
}

/// The types in the name of a conversion: first that of its result, then that of its operand, or
/// one type for both.
fn converts(name: &str) -> (Vec<ValType>, Vec<ValType>) {
    let (result, rest) = name.split_once('.').unwrap_or((name, name));
    let operand = rest.split('_').find_map(named);
    (vec![operand.unwrap_or(first(name))], vec![first(result)])
}

/// The type with which the name of an instruction starts.
fn first(name: &str) -> ValType {
    name.get(..3).and_then(named).expect("names of operators start with a type")
}

fn named(name: &str) -> Option<ValType> {
    Some(match name {
        "i32" => ValType::I32,
        "i64" => ValType::I64,
        "f32" => ValType::F32,
        "f64" => ValType::F64,
        _ => return None,
    })
}
