//! The valid body nearest to any sequence of instructions, by the algorithm that validates: a stack
//! of types and a stack of labels. Where validation would fail, operands are added or taken away.

use super::{around, element, signature};
use crate::instruction::{BlockType, BulkOp, Instr, RefConst, RefOp};
use crate::module::{Func, Module};
use crate::operator::TableOp;
use crate::types::{FuncType, Idx, RefType, ValType};
use std::ops::ControlFlow::{self, Break, Continue};

const I32: ValType = ValType::I32;

/// What the code of a module can name.
#[derive(Clone, Copy)]
pub(super) struct Scope<'m> {
    /// The module, with its tables, variables and segments.
    pub(super) module: &'m Module,
    pub(super) types: &'m [FuncType],
    /// The types of the functions.
    pub(super) own: &'m [&'m FuncType],
}

/// A body that is being repaired.
struct Body<'m> {
    scope: Scope<'m>,
    /// The index of the function.
    at: usize,
    locals: Vec<ValType>,
    results: &'m [ValType],
    stack: Vec<ValType>,
    /// What a branch to each label takes, the innermost last.
    labels: Vec<Vec<ValType>>,
    /// The height of the stack below the innermost block.
    base: usize,
    accesses: bool,
}

impl Scope<'_> {
    /// The body of the function at this index, and whether it needs a memory.
    pub(super) fn body(self, func: &Func, at: usize) -> (Vec<Instr>, bool) {
        let ty = self.own[at];
        let locals = [&ty.params[..], &func.locals[..]].concat();
        let labels = vec![ty.results.clone()];
        let results = &ty.results;
        let stack = Vec::new();
        let mut body =
            Body { scope: self, at, locals, results, stack, labels, base: 0, accesses: false };
        let code = body.sequence(&func.body, results);
        (code, body.accesses)
    }
}

impl Body<'_> {
    /// A sequence that ends with these results on the stack.
    fn sequence(&mut self, body: &[Instr], results: &[ValType]) -> Vec<Instr> {
        let mut code = Vec::with_capacity(body.len() + 4);
        let reaches = body.iter().try_for_each(|instr| self.add(instr, &mut code));
        if reaches.is_continue() {
            self.settle(results, &mut code);
        }
        self.stack.truncate(self.base);
        self.stack.extend_from_slice(results);
        code
    }

    /// An instruction, after what it needs. Breaks if what follows cannot be reached.
    fn add(&mut self, instr: &Instr, code: &mut Vec<Instr>) -> ControlFlow<()> {
        if let Some((takes, gives)) = signature::of(instr) {
            self.accesses |= signature::accesses(instr);
            self.apply(&takes, &gives, code);
            code.push(natural(instr));
            return Continue(());
        }
        match instr {
            Instr::Drop if self.stack.len() > self.base => {
                self.stack.pop();
                code.push(Instr::Drop);
            }
            Instr::Select => {
                let ty = self.selected();
                self.apply(&[ty, ty, I32], &[ty], code);
                code.push(Instr::Select);
            }
            Instr::Block(ty, body) => {
                let (ty, params, results) = self.block_type(*ty);
                self.supply(&params, code);
                let body = self.nested(body, &params, &results, &results);
                code.push(Instr::Block(ty, body));
            }
            Instr::Loop(ty, body) => {
                let (ty, params, results) = self.block_type(*ty);
                self.supply(&params, code);
                let body = self.nested(body, &params, &results, &params);
                code.push(Instr::Loop(ty, body));
            }
            Instr::If(ty, then, other) => {
                let (ty, params, results) = self.block_type(*ty);
                self.apply(&[&params[..], &[I32]].concat(), &params, code);
                let then = self.nested(then, &params, &results, &results);
                self.stack.truncate(self.stack.len() - results.len());
                self.stack.extend_from_slice(&params);
                let other = self.nested(other, &params, &results, &results);
                code.push(Instr::If(ty, then, other));
            }
            Instr::Br(label) => {
                let (label, types) = self.label(*label);
                self.supply(&types, code);
                code.push(Instr::Br(label));
                return Break(());
            }
            Instr::BrIf(label) => {
                let (label, types) = self.label(*label);
                self.apply(&[&types[..], &[I32]].concat(), &types, code);
                code.push(Instr::BrIf(label));
            }
            Instr::BrTable(labels, default) => {
                let (default, types) = self.label(*default);
                let labels = labels.iter().map(|label| self.label(*label));
                let labels = labels.filter(|(_, of)| *of == types).map(|(label, _)| label);
                let labels = labels.collect();
                self.supply(&[&types[..], &[I32]].concat(), code);
                code.push(Instr::BrTable(labels, default));
                return Break(());
            }
            Instr::Return => {
                self.supply(self.results, code);
                code.push(Instr::Return);
                return Break(());
            }
            _ => self.named(instr, code),
        }
        Continue(())
    }

    /// An instruction that names something of the function or the module; nothing if there is none.
    fn named(&mut self, instr: &Instr, code: &mut Vec<Instr>) {
        let Scope { module, types, own } = self.scope;
        let of_table = |table: Idx| {
            let table = around(table, module.tables.len())?;
            Some((table, module.tables[table as usize].element))
        };
        let local = |index: Idx| {
            let index = around(index, self.locals.len())?;
            Some((index, self.locals[index as usize]))
        };
        let value = |index: Idx| {
            let index = around(index, module.globals.len())?;
            Some((index, module.globals[index as usize].ty))
        };
        let called = |ty: Idx, table: Idx| {
            let ty = around(ty, types.len())?;
            let (table, element) = of_table(table)?;
            let FuncType { params, results } = &types[ty as usize];
            let takes = [&params[..], &[I32]].concat();
            (element == RefType::Func).then(|| (ty, table, takes, results.clone()))
        };
        let found = match instr {
            Instr::Call(index) => around(*index, own.len() - self.at - 1).map(|index| {
                let index = index + self.at as Idx + 1;
                let FuncType { params, results } = own[index as usize];
                (Instr::Call(index), params.clone(), results.clone())
            }),
            Instr::CallIndirect(ty) => {
                called(*ty, 0).map(|(ty, _, takes, gives)| (Instr::CallIndirect(ty), takes, gives))
            }
            Instr::Ref(RefOp::CallIndirect { ty, table }) => {
                called(*ty, *table).map(|(ty, table, takes, gives)| match table {
                    0 => (Instr::CallIndirect(ty), takes, gives),
                    _ => (Instr::Ref(RefOp::CallIndirect { ty, table }), takes, gives),
                })
            }
            Instr::LocalGet(index) => {
                local(*index).map(|(index, ty)| (Instr::LocalGet(index), vec![], vec![ty]))
            }
            Instr::LocalSet(index) => {
                local(*index).map(|(index, ty)| (Instr::LocalSet(index), vec![ty], vec![]))
            }
            Instr::LocalTee(index) => {
                local(*index).map(|(index, ty)| (Instr::LocalTee(index), vec![ty], vec![ty]))
            }
            Instr::GlobalGet(index) => {
                value(*index).map(|(index, ty)| (Instr::GlobalGet(index), vec![], vec![ty.value]))
            }
            Instr::GlobalSet(index) => value(*index)
                .filter(|(_, ty)| ty.mutable)
                .map(|(index, ty)| (Instr::GlobalSet(index), vec![ty.value], vec![])),
            Instr::Bulk(op) => self.bulk(*op).map(|(op, takes)| (Instr::Bulk(op), takes, vec![])),
            Instr::Ref(op) => self.of_reference(*op).map(|(op, t, g)| (Instr::Ref(op), t, g)),
            _ => None,
        };
        if let Some((instr, takes, gives)) = found {
            self.accesses |= signature::accesses(&instr);
            self.apply(&takes, &gives, code);
            code.push(instr);
        }
    }

    fn bulk(&self, op: BulkOp) -> Option<(BulkOp, Vec<ValType>)> {
        let Module { tables, elems, datas, .. } = self.scope.module;
        let (three, none) = (vec![I32; 3], vec![]);
        Some(match op {
            BulkOp::MemoryInit(data) => (BulkOp::MemoryInit(around(data, datas.len())?), three),
            BulkOp::DataDrop(data) => (BulkOp::DataDrop(around(data, datas.len())?), none),
            BulkOp::ElemDrop(elem) => (BulkOp::ElemDrop(around(elem, elems.len())?), none),
            BulkOp::TableCopy { to, from } => {
                let [to, from] = [around(to, tables.len())?, around(from, tables.len())?];
                let fits = tables[to as usize].element == tables[from as usize].element;
                fits.then_some((BulkOp::TableCopy { to, from }, three))?
            }
            BulkOp::TableInit { table, elem } => {
                let (table, elem) = (around(table, tables.len())?, around(elem, elems.len())?);
                let fits = tables[table as usize].element == element(&elems[elem as usize].items);
                fits.then_some((BulkOp::TableInit { table, elem }, three))?
            }
            BulkOp::MemoryCopy | BulkOp::MemoryFill => (op, three),
        })
    }

    fn of_reference(&self, op: RefOp) -> Option<(RefOp, Vec<ValType>, Vec<ValType>)> {
        Some(match op {
            RefOp::Const(RefConst::Null(ty)) => (op, vec![], vec![ValType::Ref(ty)]),
            RefOp::Const(RefConst::Func(index)) => {
                let index = around(index, self.scope.own.len())?;
                let gives = vec![ValType::Ref(RefType::Func)];
                (RefOp::Const(RefConst::Func(index)), vec![], gives)
            }
            RefOp::IsNull => {
                let top = self.stack[self.base..].last().copied();
                let ty = top.filter(|ty| matches!(ty, ValType::Ref(_)));
                (op, vec![ty.unwrap_or(ValType::Ref(RefType::Func))], vec![I32])
            }
            RefOp::Select(ty) => (op, vec![ty, ty, I32], vec![ty]),
            RefOp::Table(op, table) => {
                let tables = &self.scope.module.tables;
                let table = around(table, tables.len())?;
                let ty = ValType::Ref(tables[table as usize].element);
                let (takes, gives) = match op {
                    TableOp::Get => (vec![I32], vec![ty]),
                    TableOp::Set => (vec![I32, ty], vec![]),
                    TableOp::Size => (vec![], vec![I32]),
                    TableOp::Grow => (vec![ty, I32], vec![I32]),
                    TableOp::Fill => (vec![I32, ty, I32], vec![]),
                };
                (RefOp::Table(op, table), takes, gives)
            }
            RefOp::CallIndirect { .. } => return None,
        })
    }

    /// A block whose parameters are on the stack. Its results are there afterwards.
    fn nested(
        &mut self,
        body: &[Instr],
        params: &[ValType],
        results: &[ValType],
        label: &[ValType],
    ) -> Vec<Instr> {
        let below = self.stack.len() - params.len();
        let outer = std::mem::replace(&mut self.base, below);
        self.labels.push(label.to_vec());
        let code = self.sequence(body, results);
        self.labels.pop();
        self.base = outer;
        code
    }

    fn block_type(&self, ty: BlockType) -> (BlockType, Vec<ValType>, Vec<ValType>) {
        match ty {
            BlockType::Value(value) => (ty, vec![], vec![value]),
            BlockType::Index(index) if !self.scope.types.is_empty() => {
                let index = around(index, self.scope.types.len()).unwrap_or(0);
                let FuncType { params, results } = &self.scope.types[index as usize];
                (BlockType::Index(index), params.clone(), results.clone())
            }
            BlockType::Empty | BlockType::Index(_) => (BlockType::Empty, vec![], vec![]),
        }
    }

    fn label(&self, label: Idx) -> (Idx, Vec<ValType>) {
        let label = around(label, self.labels.len()).unwrap_or(0);
        (label, self.labels[self.labels.len() - 1 - label as usize].clone())
    }

    /// The type that a `select` here would be of.
    fn selected(&self) -> ValType {
        let ty = match self.stack[self.base..] {
            [.., ty, I32] | [.., ty] => ty,
            [] => I32,
        };
        if matches!(ty, ValType::Ref(_)) { I32 } else { ty }
    }

    /// Takes operands and gives results.
    fn apply(&mut self, takes: &[ValType], gives: &[ValType], code: &mut Vec<Instr>) {
        self.supply(takes, code);
        self.stack.truncate(self.stack.len() - takes.len());
        self.stack.extend_from_slice(gives);
    }

    /// Puts those of these operands on the stack that are not there. The first ones are there if
    /// they are on top.
    fn supply(&mut self, takes: &[ValType], code: &mut Vec<Instr>) {
        let there = &self.stack[self.base..];
        let count = (0..=takes.len()).rev().find(|count| there.ends_with(&takes[..*count]));
        for (at, ty) in takes.iter().enumerate().skip(count.unwrap_or(0)) {
            let before = takes[..at].iter().filter(|other| *other == ty).count();
            code.push(self.operand(*ty, before));
            self.stack.push(*ty);
        }
    }

    /// A local variable of this type, another one for each operand of the type, or a constant.
    fn operand(&self, ty: ValType, at: usize) -> Instr {
        let of_type = || (0..).zip(&self.locals).filter(|(_, it)| **it == ty);
        let found = of_type().cycle().nth(at);
        let number = at as i32 + 1;
        match (found, ty) {
            (Some((index, _)), _) => Instr::LocalGet(index),
            (None, ValType::I32) => Instr::I32Const(number),
            (None, ValType::I64) => Instr::I64Const(number.into()),
            (None, ValType::F32) => Instr::F32Const(number as f32),
            (None, ValType::F64) => Instr::F64Const(number.into()),
            (None, ValType::Ref(ty)) => Instr::Ref(RefOp::Const(RefConst::Null(ty))),
        }
    }

    /// Takes away what is not one of the results, and adds those that are missing. If the last
    /// results of a function have the types of its local variables, those that are missing are
    /// these variables.
    fn settle(&mut self, results: &[ValType], code: &mut Vec<Instr>) {
        let lacks = self.labels.len() == 1 && self.stack[self.base..] != *results;
        let before = results.strip_suffix(&self.locals[..]).filter(|_| lacks);
        let results = before.unwrap_or(results);
        while !results.starts_with(&self.stack[self.base..]) {
            let Some(ty) = self.stack.pop() else { break };
            let is_its = |index: &usize| {
                let global = &self.scope.module.globals[*index].ty;
                global.mutable && global.value == ty
            };
            let index = (0..self.scope.module.globals.len()).rev().find(is_its);
            code.push(index.map_or(Instr::Drop, |index| Instr::GlobalSet(index as Idx)));
        }
        self.supply(results, code);
        if before.is_some() {
            code.extend((0..self.locals.len()).map(|index| Instr::LocalGet(index as Idx)));
        }
    }
}

/// The instruction with an alignment that is valid.
fn natural(instr: &Instr) -> Instr {
    let mut instr = instr.clone();
    match &mut instr {
        Instr::Load(op, at) => at.align = at.align.min(op.natural_align()),
        Instr::Store(op, at) => at.align = at.align.min(op.natural_align()),
        _ => {}
    }
    instr
}
