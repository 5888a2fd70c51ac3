//! Encodes instructions in the binary format. Opcodes of one group are consecutive and the enums
//! list their operators in that order, so an opcode is the first opcode of the group plus the
//! operator's index.

use super::leb128::{signed, unsigned};
use super::val_type;
use crate::instruction::{BlockType, Instr, MemArg, Width};

/// Instructions, then the final `end`.
pub(super) fn expression(instructions: &[Instr], out: &mut Vec<u8>) {
    sequence(instructions, out);
    instruction_end(out);
}

/// The `end` of a block or an expression.
pub(super) fn instruction_end(out: &mut Vec<u8>) {
    out.push(0x0b);
}

fn sequence(instructions: &[Instr], out: &mut Vec<u8>) {
    for each in instructions {
        instruction(each, out);
    }
}

fn instruction(instr: &Instr, out: &mut Vec<u8>) {
    match instr {
        Instr::Unreachable => out.push(0x00),
        Instr::Nop => out.push(0x01),
        Instr::Block(ty, body) => {
            block_start(0x02, ty, out);
            expression(body, out);
        }
        Instr::Loop(ty, body) => {
            block_start(0x03, ty, out);
            expression(body, out);
        }
        Instr::If(ty, then, otherwise) => {
            block_start(0x04, ty, out);
            sequence(then, out);
            if !otherwise.is_empty() {
                out.push(0x05);
                sequence(otherwise, out);
            }
            instruction_end(out);
        }
        Instr::Br(label) => indexed(0x0c, *label, out),
        Instr::BrIf(label) => indexed(0x0d, *label, out),
        Instr::BrTable(labels, default) => {
            indexed(0x0e, labels.len() as u32, out);
            for label in labels {
                unsigned(out, *label);
            }
            unsigned(out, *default);
        }
        Instr::Return => out.push(0x0f),
        Instr::Call(func) => indexed(0x10, *func, out),
        Instr::CallIndirect(ty) => {
            indexed(0x11, *ty, out);
            out.push(0);
        }
        Instr::Drop => out.push(0x1a),
        Instr::Select => out.push(0x1b),
        Instr::LocalGet(local) => indexed(0x20, *local, out),
        Instr::LocalSet(local) => indexed(0x21, *local, out),
        Instr::LocalTee(local) => indexed(0x22, *local, out),
        Instr::GlobalGet(global) => indexed(0x23, *global, out),
        Instr::GlobalSet(global) => indexed(0x24, *global, out),
        Instr::Load(op, at) => access(0x28 + *op as u8, at, out),
        Instr::Store(op, at) => access(0x36 + *op as u8, at, out),
        Instr::MemorySize => out.extend_from_slice(&[0x3f, 0]),
        Instr::MemoryGrow => out.extend_from_slice(&[0x40, 0]),
        Instr::I32Const(value) => {
            out.push(0x41);
            signed(out, i64::from(*value));
        }
        Instr::I64Const(value) => {
            out.push(0x42);
            signed(out, *value);
        }
        Instr::F32Const(value) => {
            out.push(0x43);
            out.extend_from_slice(&value.to_bits().to_le_bytes());
        }
        Instr::F64Const(value) => {
            out.push(0x44);
            out.extend_from_slice(&value.to_bits().to_le_bytes());
        }
        Instr::IntTest(width) => out.push(of_width(*width, 0x45, 0x50)),
        Instr::IntRel(width, op) => out.push(of_width(*width, 0x46, 0x51) + *op as u8),
        Instr::FloatRel(width, op) => out.push(of_width(*width, 0x5b, 0x61) + *op as u8),
        Instr::IntUn(width, op) => out.push(of_width(*width, 0x67, 0x79) + *op as u8),
        Instr::IntBin(width, op) => out.push(of_width(*width, 0x6a, 0x7c) + *op as u8),
        Instr::FloatUn(width, op) => out.push(of_width(*width, 0x8b, 0x99) + *op as u8),
        Instr::FloatBin(width, op) => out.push(of_width(*width, 0x92, 0xa0) + *op as u8),
        Instr::Convert(op) => out.push(0xa7 + *op as u8),
        Instr::Extend(op) => out.push(0xc0 + *op as u8),
    }
}

fn of_width(width: Width, w32: u8, w64: u8) -> u8 {
    match width {
        Width::W32 => w32,
        Width::W64 => w64,
    }
}

fn block_start(opcode: u8, ty: &BlockType, out: &mut Vec<u8>) {
    out.push(opcode);
    match ty {
        BlockType::Empty => out.push(0x40),
        BlockType::Value(ty) => val_type(ty, out),
    }
}

fn indexed(opcode: u8, index: u32, out: &mut Vec<u8>) {
    out.push(opcode);
    unsigned(out, index);
}

fn access(opcode: u8, at: &MemArg, out: &mut Vec<u8>) {
    out.push(opcode);
    unsigned(out, u32::from(at.align));
    unsigned(out, at.offset);
}
