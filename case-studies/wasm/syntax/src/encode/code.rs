//! Encodes instructions in the binary format, and on request canonicalises the NaNs of float
//! operations.

use super::leb128::{signed, unsigned};
use super::{ref_type, val_type};
use crate::instruction::{BlockType, BulkOp, Instr, MemArg, RefConst, RefOp};
use crate::module::{ConstExpr, Func, Module};
use crate::opcode::{self, of_width};
use crate::operator::{ConvertOp, FloatBinOp, FloatUnOp, TableOp, Width};
use crate::types::ValType;

/// The local variables of a function through which NaNs are canonicalised.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scratch {
    /// Index of the variable of type `f32`; the one of type `f64` follows it.
    first: u32,
}

impl Scratch {
    /// Their types.
    pub(super) const TYPES: [ValType; 2] = [ValType::F32, ValType::F64];

    /// Those after the local variables that the function has.
    pub(super) fn after(module: &Module, func: &Func) -> Scratch {
        let params = module.types.get(func.ty as usize).map_or(0, |ty| ty.params.len());
        Scratch { first: (params + func.locals.len()) as u32 }
    }
}

/// Instructions being written.
pub(super) struct Code<'a> {
    out: &'a mut Vec<u8>,
    scratch: Option<Scratch>,
    names_data: bool,
}

impl Code<'_> {
    /// Appends to `out`. NaNs are canonicalised if there are variables for it.
    pub(super) fn new(out: &mut Vec<u8>, scratch: Option<Scratch>) -> Code<'_> {
        Code { out, scratch, names_data: false }
    }

    /// Whether an instruction so far names a data segment.
    pub(super) fn names_data(&self) -> bool {
        self.names_data
    }

    /// Instructions, then the final `end`.
    pub(super) fn expression(&mut self, instructions: &[Instr]) {
        self.sequence(instructions);
        self.end();
    }

    /// A constant expression with its `end`.
    pub(super) fn constant(&mut self, expr: &ConstExpr) {
        match expr {
            ConstExpr::I32(value) => self.i32_const(*value),
            ConstExpr::I64(value) => self.i64_const(*value),
            ConstExpr::F32(value) => self.f32_const(*value),
            ConstExpr::F64(value) => self.f64_const(*value),
            ConstExpr::Global(index) => self.indexed(0x23, *index),
            ConstExpr::Ref(constant) => self.ref_const(*constant),
            ConstExpr::Other(instructions) => self.sequence(instructions),
        }
        self.end();
    }

    fn end(&mut self) {
        self.out.push(0x0b);
    }

    fn sequence(&mut self, instructions: &[Instr]) {
        for each in instructions {
            self.instruction(each);
        }
    }

    fn instruction(&mut self, instr: &Instr) {
        match instr {
            Instr::Unreachable => self.out.push(0x00),
            Instr::Nop => self.out.push(0x01),
            Instr::Block(ty, body) => {
                self.block_start(0x02, ty);
                self.expression(body);
            }
            Instr::Loop(ty, body) => {
                self.block_start(0x03, ty);
                self.expression(body);
            }
            Instr::If(ty, then, otherwise) => {
                self.block_start(0x04, ty);
                self.sequence(then);
                if !otherwise.is_empty() {
                    self.out.push(0x05);
                    self.sequence(otherwise);
                }
                self.end();
            }
            Instr::Br(label) => self.indexed(0x0c, *label),
            Instr::BrIf(label) => self.indexed(0x0d, *label),
            Instr::BrTable(labels, default) => {
                self.indexed(0x0e, labels.len() as u32);
                for label in labels {
                    unsigned(self.out, *label);
                }
                unsigned(self.out, *default);
            }
            Instr::Return => self.out.push(0x0f),
            Instr::Call(func) => self.indexed(0x10, *func),
            Instr::CallIndirect(ty) => self.call_indirect(*ty, 0),
            Instr::Drop => self.out.push(0x1a),
            Instr::Select => self.out.push(0x1b),
            Instr::LocalGet(local) => self.indexed(0x20, *local),
            Instr::LocalSet(local) => self.indexed(0x21, *local),
            Instr::LocalTee(local) => self.indexed(0x22, *local),
            Instr::GlobalGet(global) => self.indexed(0x23, *global),
            Instr::GlobalSet(global) => self.indexed(0x24, *global),
            Instr::Load(op, at) => self.access(opcode::LOAD + *op as u8, at),
            Instr::Store(op, at) => self.access(opcode::STORE + *op as u8, at),
            Instr::MemorySize => self.out.extend_from_slice(&[0x3f, 0]),
            Instr::MemoryGrow => self.out.extend_from_slice(&[0x40, 0]),
            Instr::I32Const(value) => self.i32_const(*value),
            Instr::I64Const(value) => self.i64_const(*value),
            Instr::F32Const(value) => self.f32_const(*value),
            Instr::F64Const(value) => self.f64_const(*value),
            Instr::IntTest(width) => self.out.push(of_width(*width, opcode::INT_TEST)),
            Instr::IntRel(width, op) => self.operator(*width, opcode::INT_REL, *op as u8),
            Instr::FloatRel(width, op) => self.operator(*width, opcode::FLOAT_REL, *op as u8),
            Instr::IntUn(width, op) => self.operator(*width, opcode::INT_UN, *op as u8),
            Instr::IntBin(width, op) => self.operator(*width, opcode::INT_BIN, *op as u8),
            Instr::FloatUn(width, op) => {
                self.operator(*width, opcode::FLOAT_UN, *op as u8);
                if !matches!(op, FloatUnOp::Abs | FloatUnOp::Neg) {
                    self.canonicalise(*width);
                }
            }
            Instr::FloatBin(width, op) => {
                self.operator(*width, opcode::FLOAT_BIN, *op as u8);
                if !matches!(op, FloatBinOp::Copysign) {
                    self.canonicalise(*width);
                }
            }
            Instr::Convert(op) => {
                self.out.push(opcode::CONVERT + *op as u8);
                match op {
                    ConvertOp::F32DemoteF64 => self.canonicalise(Width::W32),
                    ConvertOp::F64PromoteF32 => self.canonicalise(Width::W64),
                    _ => {}
                }
            }
            Instr::Extend(op) => self.out.push(opcode::EXTEND + *op as u8),
            Instr::Saturate(op) => {
                self.out.extend_from_slice(&[0xfc, opcode::SATURATE + *op as u8])
            }
            Instr::Bulk(op) => self.bulk(*op),
            Instr::Ref(op) => self.reference(*op),
        }
    }

    /// Replaces the float on the stack by the canonical NaN if it is a NaN: only a NaN differs from
    /// itself.
    fn canonicalise(&mut self, width: Width) {
        let Some(Scratch { first }) = self.scratch else { return };
        let local = match width {
            Width::W32 => first,
            Width::W64 => first + 1,
        };
        self.indexed(0x22, local);
        match width {
            Width::W32 => self.f32_const(f32::from_bits(0x7fc0_0000)),
            Width::W64 => self.f64_const(f64::from_bits(0x7ff8_0000_0000_0000)),
        }
        self.indexed(0x20, local);
        self.indexed(0x20, local);
        self.out.push(of_width(width, opcode::FLOAT_REL));
        self.out.push(0x1b);
    }

    fn bulk(&mut self, op: BulkOp) {
        self.out.push(0xfc);
        match op {
            BulkOp::MemoryInit(data) => {
                self.names_data = true;
                self.indexed(8, data);
                self.out.push(0);
            }
            BulkOp::DataDrop(data) => {
                self.names_data = true;
                self.indexed(9, data);
            }
            BulkOp::MemoryCopy => self.out.extend_from_slice(&[10, 0, 0]),
            BulkOp::MemoryFill => self.out.extend_from_slice(&[11, 0]),
            BulkOp::TableInit { table, elem } => {
                self.indexed(12, elem);
                unsigned(self.out, table);
            }
            BulkOp::ElemDrop(elem) => self.indexed(13, elem),
            BulkOp::TableCopy { to, from } => {
                self.indexed(14, to);
                unsigned(self.out, from);
            }
        }
    }

    fn reference(&mut self, op: RefOp) {
        match op {
            RefOp::Const(constant) => self.ref_const(constant),
            RefOp::IsNull => self.out.push(0xd1),
            RefOp::Select(ty) => {
                self.out.extend_from_slice(&[0x1c, 1]);
                val_type(&ty, self.out);
            }
            RefOp::Table(op, table) => {
                let opcode = match op {
                    TableOp::Get => 0x25,
                    TableOp::Set => 0x26,
                    TableOp::Grow => self.prefixed(15),
                    TableOp::Size => self.prefixed(16),
                    TableOp::Fill => self.prefixed(17),
                };
                self.indexed(opcode, table);
            }
            RefOp::CallIndirect { ty, table } => self.call_indirect(ty, table),
        }
    }

    fn prefixed(&mut self, opcode: u8) -> u8 {
        self.out.push(0xfc);
        opcode
    }

    fn ref_const(&mut self, constant: RefConst) {
        match constant {
            RefConst::Null(ty) => {
                self.out.push(0xd0);
                ref_type(ty, self.out);
            }
            RefConst::Func(func) => self.indexed(0xd2, func),
        }
    }

    fn call_indirect(&mut self, ty: u32, table: u32) {
        self.indexed(0x11, ty);
        unsigned(self.out, table);
    }

    fn i32_const(&mut self, value: i32) {
        self.out.push(0x41);
        signed(self.out, i64::from(value));
    }

    fn i64_const(&mut self, value: i64) {
        self.out.push(0x42);
        signed(self.out, value);
    }

    fn f32_const(&mut self, value: f32) {
        self.out.push(0x43);
        self.out.extend_from_slice(&value.to_bits().to_le_bytes());
    }

    fn f64_const(&mut self, value: f64) {
        self.out.push(0x44);
        self.out.extend_from_slice(&value.to_bits().to_le_bytes());
    }

    fn operator(&mut self, width: Width, first: [u8; 2], op: u8) {
        self.out.push(of_width(width, first) + op);
    }

    fn block_start(&mut self, opcode: u8, ty: &BlockType) {
        self.out.push(opcode);
        match ty {
            BlockType::Empty => self.out.push(0x40),
            BlockType::Value(ty) => val_type(ty, self.out),
            BlockType::Index(index) => signed(self.out, i64::from(*index)),
        }
    }

    fn indexed(&mut self, opcode: u8, index: u32) {
        self.out.push(opcode);
        unsigned(self.out, index);
    }

    fn access(&mut self, opcode: u8, at: &MemArg) {
        self.out.push(opcode);
        unsigned(self.out, u32::from(at.align));
        unsigned(self.out, at.offset);
    }
}
