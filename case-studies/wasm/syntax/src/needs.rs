//! Which features a module uses. A module that needs a feature is invalid without it, or means
//! something else, or cannot be decoded. The first half says what each constructor needs by itself;
//! the second half adds what only the whole module shows.

use crate::instruction::{BlockType, BulkOp, Instr, RefOp};
use crate::module::{
    ConstExpr, Data, DataMode, Elem, ElemExpr, ElemItems, ElemMode, ImportDesc, Module,
};
use crate::operator::{ConvertOp, IntBinOp, LoadOp, StoreOp};
use crate::types::{FuncType, Idx, RefType, TableType, ValType};
use wasm_face::Features;

impl ValType {
    /// The features that the type needs.
    pub fn needs(self) -> Features {
        match self {
            ValType::I32 | ValType::I64 => Features::empty(),
            ValType::F32 | ValType::F64 => Features::FLOATS,
            ValType::Ref(_) => Features::REFERENCE_TYPES,
        }
    }
}

impl RefType {
    /// The features that a table of such elements needs.
    pub fn needs(self) -> Features {
        match self {
            RefType::Func => Features::empty(),
            RefType::Extern => Features::REFERENCE_TYPES,
        }
    }
}

impl BlockType {
    /// The features that the type needs.
    pub fn needs(self) -> Features {
        match self {
            BlockType::Empty => Features::empty(),
            BlockType::Value(ty) => ty.needs(),
            BlockType::Index(_) => Features::MULTI_VALUE,
        }
    }
}

impl LoadOp {
    /// The features that the operator needs.
    pub fn needs(self) -> Features {
        match self {
            LoadOp::F32 | LoadOp::F64 => Features::FLOATS,
            _ => Features::empty(),
        }
    }
}

impl StoreOp {
    /// The features that the operator needs.
    pub fn needs(self) -> Features {
        match self {
            StoreOp::F32 | StoreOp::F64 => Features::FLOATS,
            _ => Features::empty(),
        }
    }
}

impl ConvertOp {
    /// The features that the operator needs.
    pub fn needs(self) -> Features {
        match self {
            ConvertOp::I32WrapI64 | ConvertOp::I64ExtendI32S | ConvertOp::I64ExtendI32U => {
                Features::empty()
            }
            _ => Features::FLOATS,
        }
    }
}

impl RefOp {
    /// The features that the instruction needs.
    pub fn needs(self) -> Features {
        match self {
            RefOp::Select(ty) => Features::REFERENCE_TYPES | ty.needs(),
            _ => Features::REFERENCE_TYPES,
        }
    }
}

impl Instr {
    /// The features that the instruction needs by itself: those of its parts are left out, and so
    /// is what its surroundings decide.
    pub fn needs(&self) -> Features {
        match self {
            Instr::Block(ty, _) | Instr::Loop(ty, _) | Instr::If(ty, _, _) => ty.needs(),
            Instr::Load(op, _) => op.needs(),
            Instr::Store(op, _) => op.needs(),
            Instr::F32Const(_)
            | Instr::F64Const(_)
            | Instr::FloatUn(..)
            | Instr::FloatBin(..)
            | Instr::FloatRel(..) => Features::FLOATS,
            Instr::Convert(op) => op.needs(),
            Instr::Extend(_) => Features::SIGN_EXTENSION,
            Instr::Saturate(_) => Features::SATURATING_TRUNCATION | Features::FLOATS,
            Instr::Bulk(op) => op.needs(),
            Instr::Ref(op) => op.needs(),
            _ => Features::empty(),
        }
    }
}

impl BulkOp {
    /// The features that the instruction needs. Any table but table 0 needs several tables.
    pub fn needs(self) -> Features {
        match self {
            BulkOp::TableCopy { to: 0, from: 0 } | BulkOp::TableInit { table: 0, .. } => {
                Features::BULK_MEMORY
            }
            BulkOp::TableCopy { .. } | BulkOp::TableInit { .. } => {
                Features::BULK_MEMORY | Features::REFERENCE_TYPES
            }
            _ => Features::BULK_MEMORY,
        }
    }
}

impl Module {
    /// The features that the module uses, whether or not it is valid.
    pub fn needs(&self) -> Features {
        let imports = self.imports.iter().fold(Features::empty(), |needs, import| {
            needs
                | match &import.desc {
                    ImportDesc::Func(_) | ImportDesc::Memory(_) => Features::empty(),
                    ImportDesc::Table(ty) => ty.element.needs(),
                    ImportDesc::Global(ty) => ty.value.needs(),
                }
        });
        let funcs = self.funcs.iter().fold(Features::empty(), |needs, func| {
            let results = self.results(func.ty);
            let labels = Labels { types: results, outer: None };
            needs | of_types(&func.locals) | self.of_body(&func.body, &labels)
        });
        let globals = self.globals.iter().fold(Features::empty(), |needs, global| {
            needs | global.ty.value.needs() | self.of_constant(&global.init)
        });
        imports
            | funcs
            | globals
            | self.types.iter().fold(Features::empty(), |needs, ty| needs | of_func_type(ty))
            | self.of_tables()
            | self.elems.iter().fold(Features::empty(), |needs, elem| needs | self.of_elem(elem))
            | self.datas.iter().fold(Features::empty(), |needs, data| needs | self.of_data(data))
    }

    fn of_tables(&self) -> Features {
        let is_table = |desc: &ImportDesc| matches!(desc, ImportDesc::Table(_));
        let imported = self.imports.iter().filter(|import| is_table(&import.desc)).count();
        let several = if imported + self.tables.len() > 1 {
            Features::REFERENCE_TYPES
        } else {
            Features::empty()
        };
        let element = |table: &TableType| table.element.needs();
        self.tables.iter().map(element).fold(several, Features::union)
    }

    fn of_elem(&self, elem: &Elem) -> Features {
        let mode = match &elem.mode {
            ElemMode::Active { table: 0, offset } => self.of_constant(offset),
            // The first number of a segment was the table in 1.0, and became a set of flags.
            ElemMode::Active { offset, .. } => Features::REFERENCE_TYPES | self.of_constant(offset),
            ElemMode::Passive => Features::BULK_MEMORY,
            ElemMode::Declared => Features::BULK_MEMORY | Features::REFERENCE_TYPES,
        };
        match &elem.items {
            ElemItems::Funcs(_) => mode,
            ElemItems::Exprs(_, exprs) => exprs
                .iter()
                .map(|expr| match expr {
                    ElemExpr::Null | ElemExpr::Func(_) => Features::empty(),
                    ElemExpr::Other(expr) => self.of_constant(expr),
                })
                .fold(mode | Features::REFERENCE_TYPES, Features::union),
        }
    }

    fn of_data(&self, data: &Data) -> Features {
        match &data.mode {
            DataMode::Active { memory: 0, offset } => self.of_constant(offset),
            // The first number of a segment was the memory in 1.0, and became a set of flags.
            DataMode::Active { offset, .. } => Features::BULK_MEMORY | self.of_constant(offset),
            DataMode::Passive => Features::BULK_MEMORY,
        }
    }

    fn of_constant(&self, expr: &ConstExpr) -> Features {
        match expr {
            ConstExpr::I32(_) | ConstExpr::I64(_) | ConstExpr::Global(_) => Features::empty(),
            ConstExpr::F32(_) | ConstExpr::F64(_) => Features::FLOATS,
            ConstExpr::Ref(_) => Features::REFERENCE_TYPES,
            ConstExpr::Other(instructions) => {
                let computes = |instr: &Instr| {
                    use IntBinOp::{Add, Mul, Sub};
                    matches!(instr, Instr::IntBin(_, Add | Sub | Mul))
                };
                let extended = if instructions.iter().any(computes) {
                    Features::EXTENDED_CONST
                } else {
                    Features::empty()
                };
                let labels = Labels { types: &[], outer: None };
                extended | self.of_body(instructions, &labels)
            }
        }
    }

    fn of_body(&self, body: &[Instr], labels: &Labels<'_>) -> Features {
        let mut needs = Features::empty();
        for instr in body {
            needs |= instr.needs();
            match instr {
                Instr::Block(ty, body) => needs |= self.of_block(self.end(ty), body, labels),
                Instr::Loop(ty, body) => needs |= self.of_block(self.start(ty), body, labels),
                Instr::If(ty, then, otherwise) => {
                    needs |= self.of_block(self.end(ty), then, labels);
                    needs |= self.of_block(self.end(ty), otherwise, labels);
                }
                // 1.0 demands the same type of all labels (3.3.5.8). Since there are reference
                // types, one unknown operand fits labels of several types.
                Instr::BrTable(targets, default) => {
                    let default = labels.get(*default);
                    if targets.iter().any(|target| labels.get(*target) != default) {
                        needs |= Features::REFERENCE_TYPES;
                    }
                }
                _ => {}
            }
        }
        needs
    }

    fn of_block(&self, label: &[ValType], body: &[Instr], outer: &Labels<'_>) -> Features {
        self.of_body(body, &Labels { types: label, outer: Some(outer) })
    }

    /// The operands that a branch to the start of such a block takes.
    fn start(&self, ty: &BlockType) -> &[ValType] {
        match ty {
            BlockType::Index(index) => match self.types.get(*index as usize) {
                Some(ty) => &ty.params,
                None => &[],
            },
            BlockType::Empty | BlockType::Value(_) => &[],
        }
    }

    /// The operands that a branch to the end of such a block takes.
    fn end<'a>(&'a self, ty: &'a BlockType) -> &'a [ValType] {
        match ty {
            BlockType::Empty => &[],
            BlockType::Value(ty) => std::slice::from_ref(ty),
            BlockType::Index(index) => self.results(*index),
        }
    }

    fn results(&self, ty: Idx) -> &[ValType] {
        self.types.get(ty as usize).map_or(&[], |ty| &ty.results)
    }
}

fn of_types(types: &[ValType]) -> Features {
    types.iter().fold(Features::empty(), |needs, ty| needs | ty.needs())
}

fn of_func_type(ty: &FuncType) -> Features {
    let several = if ty.results.len() > 1 { Features::MULTI_VALUE } else { Features::empty() };
    several | of_types(&ty.params) | of_types(&ty.results)
}

/// The labels around an instruction, from the innermost outwards. They are on the stack, so that
/// the question costs no allocation.
struct Labels<'a> {
    types: &'a [ValType],
    outer: Option<&'a Labels<'a>>,
}

impl Labels<'_> {
    /// The operands of a branch to this label; `None` if there is no such label.
    fn get(&self, label: Idx) -> Option<&[ValType]> {
        let mut labels = self;
        for _ in 0..label {
            labels = labels.outer?;
        }
        Some(labels.types)
    }
}
