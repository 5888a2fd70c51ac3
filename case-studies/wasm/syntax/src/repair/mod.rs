//! The valid module nearest to any module: what a property about execution can run where most
//! modules would be refused.
//!
//! Modules are values of a plain type, and code for a stack machine is only valid if each
//! instruction finds its operands. Most edits of valid code are therefore invalid. The repair keeps
//! what is there as far as it can, so that an edit of a module is an edit of what runs:
//!
//! - An index counts round.
//! - An operand that is missing is a local variable of its type, or else a constant. If the last
//!   results of a function have the types of its local variables, they are these variables.
//! - A value that nothing takes is written to a global variable, so that it can be seen.
//! - A call is one of a later function, so that calls end.
//! - Code that cannot be reached is left out, and so is `unreachable` itself. Imports are left out.

mod body;
mod signature;

use crate::instruction::RefConst;
use crate::module::{
    ConstExpr, Data, DataMode, Elem, ElemExpr, ElemItems, ElemMode, Func, Global, Module,
};
use crate::types::{FuncType, GlobalType, Idx, Limits, RefType, ValType};
use wasm_face::features::no_floats;

/// The most pages that the memory starts with.
const PAGES: u32 = 2;

/// The most entries that a table starts with.
const ENTRIES: u32 = 16;

/// The largest offset of a segment.
const OFFSET: i32 = 1024;

impl Module {
    /// The valid module nearest to this one, without imports and exports.
    pub fn repaired(&self) -> Module {
        let mut types = self.types.clone();
        if types.is_empty() && !self.funcs.is_empty() {
            types.push(FuncType { params: Vec::new(), results: Vec::new() });
        }
        let ty = |func: &Func| around(func.ty, types.len()).unwrap_or(0);
        let own: Vec<&FuncType> =
            self.funcs.iter().filter_map(|func| types.get(ty(func) as usize)).collect();
        let mut module = Module {
            memories: self.memories.iter().take(1).map(|memory| sized(*memory, 1, PAGES)).collect(),
            globals: globals(&self.globals, self.funcs.len()),
            datas: self.datas.iter().map(data).collect(),
            ..Module::EMPTY
        };
        module.tables.clone_from(&self.tables);
        for table in &mut module.tables {
            table.size = sized(table.size, 0, ENTRIES);
        }
        module.elems = self.elems.iter().filter_map(|it| elem(it, &module, own.len())).collect();
        module.start = self.start.and_then(|start| around(start, own.len())).filter(|start| {
            let ty = own[*start as usize];
            ty.params.is_empty() && ty.results.is_empty()
        });
        let mut uses_memory = !module.datas.is_empty();
        let scope = body::Scope { module: &module, types: &types, own: &own };
        let funcs = self.funcs.iter().enumerate().map(|(at, func)| {
            let (body, accesses) = scope.body(func, at);
            uses_memory |= accesses;
            Func { ty: ty(func), locals: func.locals.clone(), body }
        });
        module.funcs = funcs.collect();
        if uses_memory && module.memories.is_empty() {
            module.memories.push(Limits { min: 1, max: None });
        }
        Module { types, ..module }
    }
}

/// This index counted round, if there is anything.
fn around(index: Idx, count: usize) -> Option<Idx> {
    index.checked_rem(Idx::try_from(count).ok()?)
}

fn sized(limits: Limits, least: u32, most: u32) -> Limits {
    let min = limits.min.clamp(least, most);
    Limits { min, max: limits.max.map(|max| max.clamp(min, most * 2)) }
}

/// The variables, and one that can be set of each type of number, where there is none.
fn globals(of: &[Global], funcs: usize) -> Vec<Global> {
    let mut globals: Vec<Global> =
        of.iter().map(|it| Global { ty: it.ty, init: initial(it, funcs) }).collect();
    if funcs == 0 {
        return globals;
    }
    for value in [ValType::I32, ValType::I64, ValType::F32, ValType::F64] {
        let ty = GlobalType { value, mutable: true };
        let is_lacking = no_floats() && matches!(value, ValType::F32 | ValType::F64);
        if !is_lacking && !globals.iter().any(|global| global.ty == ty) {
            globals.push(Global { ty, init: zero(value) });
        }
    }
    globals
}

fn initial(global: &Global, funcs: usize) -> ConstExpr {
    match (global.ty.value, &global.init) {
        (ValType::I32, ConstExpr::I32(_))
        | (ValType::I64, ConstExpr::I64(_))
        | (ValType::F32, ConstExpr::F32(_))
        | (ValType::F64, ConstExpr::F64(_)) => global.init.clone(),
        (ValType::Ref(RefType::Func), ConstExpr::Ref(RefConst::Func(index))) => {
            around(*index, funcs)
                .map_or(zero(global.ty.value), |index| ConstExpr::Ref(RefConst::Func(index)))
        }
        (ty, _) => zero(ty),
    }
}

fn zero(ty: ValType) -> ConstExpr {
    match ty {
        ValType::I32 => ConstExpr::I32(0),
        ValType::I64 => ConstExpr::I64(0),
        ValType::F32 => ConstExpr::F32(0.0),
        ValType::F64 => ConstExpr::F64(0.0),
        ValType::Ref(ty) => ConstExpr::Ref(RefConst::Null(ty)),
    }
}

fn offset(of: &ConstExpr) -> ConstExpr {
    match of {
        ConstExpr::I32(offset) => ConstExpr::I32(offset.rem_euclid(OFFSET)),
        _ => ConstExpr::I32(0),
    }
}

fn data(of: &Data) -> Data {
    let mode = match &of.mode {
        DataMode::Active { offset: at, .. } => DataMode::Active { memory: 0, offset: offset(at) },
        DataMode::Passive => DataMode::Passive,
    };
    Data { mode, init: of.init.clone() }
}

/// The segment, if its table is there and has its type.
fn elem(of: &Elem, module: &Module, funcs: usize) -> Option<Elem> {
    let items = match &of.items {
        ElemItems::Funcs(indices) => {
            ElemItems::Funcs(indices.iter().filter_map(|it| around(*it, funcs)).collect())
        }
        ElemItems::Exprs(ty, items) => {
            ElemItems::Exprs(*ty, items.iter().map(|it| item(it, *ty, funcs)).collect())
        }
    };
    let mode = match &of.mode {
        ElemMode::Active { table, offset: at } => {
            let table = around(*table, module.tables.len())?;
            let is_fit = module.tables[table as usize].element == element(&items);
            is_fit.then(|| ElemMode::Active { table, offset: offset(at) })?
        }
        other => other.clone(),
    };
    Some(Elem { mode, items })
}

fn item(of: &ElemExpr, ty: RefType, funcs: usize) -> ElemExpr {
    match (of, ty) {
        (ElemExpr::Func(index), RefType::Func) => {
            around(*index, funcs).map_or(ElemExpr::Null, ElemExpr::Func)
        }
        _ => ElemExpr::Null,
    }
}

/// The type of the elements of a segment.
fn element(items: &ElemItems) -> RefType {
    match items {
        ElemItems::Funcs(_) => RefType::Func,
        ElemItems::Exprs(ty, _) => *ty,
    }
}
