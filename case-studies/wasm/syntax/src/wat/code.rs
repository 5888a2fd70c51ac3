//! Prints instructions in the linear form of the text format.

use super::literal::{Float32, Float64};
use crate::instruction::{BlockType, BulkOp, Instr, MemArg, RefConst, RefOp};
use crate::module::ConstExpr;
use crate::operator::Width;
use crate::types::{Idx, RefType};
use std::fmt::{self, Display, Formatter, Write};

/// Spaces before the instructions of a function.
const INDENT: usize = 4;

/// Blocks nested deeper than this are not indented further, so that the length of the text stays
/// proportional to that of the module.
const DEEPEST: usize = 40;

/// Exponents of alignments from here on have another meaning in the binary format, or none, and
/// texts of them cannot be read.
const LEAST_INEXACT_ALIGN: u8 = 64;

/// Prints instructions, each in a line of its own or all in one line.
pub(super) struct Lines<'a> {
    out: &'a mut String,
    inexact: &'a mut Option<String>,
    /// How many blocks are open; `None` if all is printed in one line.
    depth: Option<usize>,
}

impl<'a> Lines<'a> {
    /// A line for each instruction.
    pub(super) fn indented(out: &'a mut String, inexact: &'a mut Option<String>) -> Lines<'a> {
        Lines { out, inexact, depth: Some(0) }
    }

    /// One line for all.
    pub(super) fn in_one(out: &'a mut String, inexact: &'a mut Option<String>) -> Lines<'a> {
        Lines { out, inexact, depth: None }
    }

    /// Instructions in turn.
    pub(super) fn sequence(&mut self, instructions: &[Instr]) -> fmt::Result {
        instructions.iter().try_for_each(|instr| self.instruction(instr))
    }

    /// The instructions of a constant expression.
    pub(super) fn constant(&mut self, expr: &ConstExpr) -> fmt::Result {
        match expr {
            ConstExpr::I32(value) => self.line(format_args!("i32.const {value}")),
            ConstExpr::I64(value) => self.line(format_args!("i64.const {value}")),
            ConstExpr::F32(value) => self.line(format_args!("f32.const {}", Float32(*value))),
            ConstExpr::F64(value) => self.line(format_args!("f64.const {}", Float64(*value))),
            ConstExpr::Global(index) => self.line(format_args!("global.get {index}")),
            ConstExpr::Ref(constant) => self.line(format_args!("{constant}")),
            ConstExpr::Other(instructions) => self.sequence(instructions),
        }
    }

    fn line(&mut self, text: fmt::Arguments<'_>) -> fmt::Result {
        match self.depth {
            Some(depth) => {
                let indent = INDENT + 2 * depth.min(DEEPEST);
                write!(self.out, "\n{:indent$}", "")?;
            }
            None => self.out.push(' '),
        }
        self.out.write_fmt(text)
    }

    fn instruction(&mut self, instr: &Instr) -> fmt::Result {
        match instr {
            Instr::Unreachable => self.line(format_args!("unreachable")),
            Instr::Nop => self.line(format_args!("nop")),
            Instr::Return => self.line(format_args!("return")),
            Instr::Drop => self.line(format_args!("drop")),
            Instr::Select => self.line(format_args!("select")),
            Instr::Block(ty, body) => self.block("block", ty, body, &[]),
            Instr::Loop(ty, body) => self.block("loop", ty, body, &[]),
            Instr::If(ty, then, otherwise) => self.block("if", ty, then, otherwise),
            Instr::Br(label) => self.line(format_args!("br {label}")),
            Instr::BrIf(label) => self.line(format_args!("br_if {label}")),
            Instr::BrTable(labels, default) => {
                self.line(format_args!("br_table"))?;
                labels.iter().chain([default]).try_for_each(|label| write!(self.out, " {label}"))
            }
            Instr::Call(func) => self.line(format_args!("call {func}")),
            Instr::CallIndirect(ty) => self.line(format_args!("call_indirect (type {ty})")),
            Instr::LocalGet(local) => self.line(format_args!("local.get {local}")),
            Instr::LocalSet(local) => self.line(format_args!("local.set {local}")),
            Instr::LocalTee(local) => self.line(format_args!("local.tee {local}")),
            Instr::GlobalGet(global) => self.line(format_args!("global.get {global}")),
            Instr::GlobalSet(global) => self.line(format_args!("global.set {global}")),
            Instr::Load(op, at) => self.access(op.name(), at, op.natural_align()),
            Instr::Store(op, at) => self.access(op.name(), at, op.natural_align()),
            Instr::MemorySize => self.line(format_args!("memory.size")),
            Instr::MemoryGrow => self.line(format_args!("memory.grow")),
            Instr::I32Const(value) => self.line(format_args!("i32.const {value}")),
            Instr::I64Const(value) => self.line(format_args!("i64.const {value}")),
            Instr::F32Const(value) => self.line(format_args!("f32.const {}", Float32(*value))),
            Instr::F64Const(value) => self.line(format_args!("f64.const {}", Float64(*value))),
            Instr::IntTest(width) => self.operator('i', *width, "eqz"),
            Instr::IntUn(width, op) => self.operator('i', *width, op.name()),
            Instr::IntBin(width, op) => self.operator('i', *width, op.name()),
            Instr::IntRel(width, op) => self.operator('i', *width, op.name()),
            Instr::FloatUn(width, op) => self.operator('f', *width, op.name()),
            Instr::FloatBin(width, op) => self.operator('f', *width, op.name()),
            Instr::FloatRel(width, op) => self.operator('f', *width, op.name()),
            Instr::Convert(op) => self.line(format_args!("{}", op.name())),
            Instr::Extend(op) => self.line(format_args!("{}", op.name())),
            Instr::Saturate(op) => self.line(format_args!("{}", op.name())),
            Instr::Bulk(op) => self.bulk(*op),
            Instr::Ref(op) => self.reference(*op),
        }
    }

    fn block(
        &mut self,
        word: &str,
        ty: &BlockType,
        body: &[Instr],
        otherwise: &[Instr],
    ) -> fmt::Result {
        match ty {
            BlockType::Empty => self.line(format_args!("{word}"))?,
            BlockType::Value(ty) => self.line(format_args!("{word} (result {ty})"))?,
            BlockType::Index(index) => self.line(format_args!("{word} (type {index})"))?,
        }
        self.nested(body)?;
        if !otherwise.is_empty() {
            self.line(format_args!("else"))?;
            self.nested(otherwise)?;
        }
        self.line(format_args!("end"))
    }

    fn nested(&mut self, body: &[Instr]) -> fmt::Result {
        let outside = self.depth;
        self.depth = outside.map(|depth| depth + 1);
        self.sequence(body)?;
        self.depth = outside;
        Ok(())
    }

    fn operator(&mut self, kind: char, width: Width, name: &str) -> fmt::Result {
        let bits = match width {
            Width::W32 => 32,
            Width::W64 => 64,
        };
        self.line(format_args!("{kind}{bits}.{name}"))
    }

    fn access(&mut self, name: &str, at: &MemArg, natural_align: u8) -> fmt::Result {
        self.line(format_args!("{name}"))?;
        if at.offset != 0 {
            write!(self.out, " offset={}", at.offset)?;
        }
        if at.align >= LEAST_INEXACT_ALIGN {
            let align = at.align;
            self.inexact.get_or_insert_with(|| format!("no text has an alignment of 2^{align}"));
            write!(self.out, " (; align=2^{align} ;)")?;
        } else if at.align != natural_align {
            write!(self.out, " align={}", 1_u64 << at.align)?;
        }
        Ok(())
    }

    fn bulk(&mut self, op: BulkOp) -> fmt::Result {
        match op {
            BulkOp::MemoryCopy => self.line(format_args!("memory.copy")),
            BulkOp::MemoryFill => self.line(format_args!("memory.fill")),
            BulkOp::MemoryInit(data) => self.line(format_args!("memory.init {data}")),
            BulkOp::DataDrop(data) => self.line(format_args!("data.drop {data}")),
            BulkOp::TableCopy { to, from } => self.line(format_args!("table.copy {to} {from}")),
            BulkOp::TableInit { table, elem } => {
                self.line(format_args!("table.init {table} {elem}"))
            }
            BulkOp::ElemDrop(elem) => self.line(format_args!("elem.drop {elem}")),
        }
    }

    fn reference(&mut self, op: RefOp) -> fmt::Result {
        match op {
            RefOp::Const(constant) => self.line(format_args!("{constant}")),
            RefOp::IsNull => self.line(format_args!("ref.is_null")),
            RefOp::Select(ty) => self.line(format_args!("select (result {ty})")),
            RefOp::Table(op, table) => self.line(format_args!("{} {table}", op.name())),
            RefOp::CallIndirect { ty, table } => self.call_indirect(ty, table),
        }
    }

    fn call_indirect(&mut self, ty: Idx, table: Idx) -> fmt::Result {
        self.line(format_args!("call_indirect {table} (type {ty})"))
    }
}

/// The word for what a reference refers to.
pub(super) struct Heap(pub(super) RefType);

impl Display for Heap {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            RefType::Func => "func",
            RefType::Extern => "extern",
        })
    }
}

impl Display for RefConst {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            RefConst::Null(ty) => write!(f, "ref.null {}", Heap(*ty)),
            RefConst::Func(func) => write!(f, "ref.func {func}"),
        }
    }
}
