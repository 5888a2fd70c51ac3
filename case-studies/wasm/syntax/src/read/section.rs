//! Reads the entries of each section but the code.

use super::ReadError;
use super::code::constant;
use crate::instruction::RefConst;
use crate::module::{
    ConstExpr, Data, DataMode, Elem, ElemExpr, ElemItems, ElemMode, Export, ExportDesc, Global,
    Import, ImportDesc,
};
use crate::types::{FuncType, GlobalType, Limits, RefType, TableType, ValType};
use wasmparser::{
    CompositeInnerType, DataKind, DataSectionReader, ElementKind, ElementSectionReader,
    ExportSectionReader, ExternalKind, GlobalSectionReader, ImportSectionReader,
    MemorySectionReader, SubType, TableInit, TableSectionReader, TypeRef, TypeSectionReader,
};

pub(super) fn types(section: TypeSectionReader<'_>) -> Result<Vec<FuncType>, ReadError> {
    let mut types = Vec::new();
    for entry in section.into_iter_with_offsets() {
        let (offset, group) = entry?;
        if group.is_explicit_rec_group() {
            return Err(ReadError::unsupported(offset, "a group of recursive types"));
        }
        for ty in group.types() {
            types.push(func_type(ty, offset)?);
        }
    }
    Ok(types)
}

fn func_type(ty: &SubType, offset: u64) -> Result<FuncType, ReadError> {
    let is_plain = ty.is_final && ty.supertype_idxs.is_empty() && !ty.composite_type.shared;
    let CompositeInnerType::Func(func) = &ty.composite_type.inner else {
        return Err(ReadError::unsupported(offset, "a type that is no function type"));
    };
    if !is_plain {
        return Err(ReadError::unsupported(offset, "a shared type or one with subtypes"));
    }
    let list = |types: &[wasmparser::ValType]| -> Result<Vec<ValType>, ReadError> {
        types.iter().map(|ty| val_type(*ty, offset)).collect()
    };
    Ok(FuncType { params: list(func.params())?, results: list(func.results())? })
}

pub(super) fn val_type(ty: wasmparser::ValType, offset: u64) -> Result<ValType, ReadError> {
    match ty {
        wasmparser::ValType::I32 => Ok(ValType::I32),
        wasmparser::ValType::I64 => Ok(ValType::I64),
        wasmparser::ValType::F32 => Ok(ValType::F32),
        wasmparser::ValType::F64 => Ok(ValType::F64),
        wasmparser::ValType::V128 => Err(ReadError::unsupported(offset, "the type v128")),
        wasmparser::ValType::Ref(ty) => Ok(ValType::Ref(ref_type(ty, offset)?)),
    }
}

pub(super) fn ref_type(ty: wasmparser::RefType, offset: u64) -> Result<RefType, ReadError> {
    match ty {
        wasmparser::RefType::FUNCREF => Ok(RefType::Func),
        wasmparser::RefType::EXTERNREF => Ok(RefType::Extern),
        _ => Err(ReadError::unsupported(offset, format!("the type {ty}"))),
    }
}

fn limits(min: u64, max: Option<u64>, offset: u64) -> Result<Limits, ReadError> {
    let narrow = |size: u64| {
        let wide = |_| ReadError::unsupported(offset, "a size of more than 32 bits");
        u32::try_from(size).map_err(wide)
    };
    Ok(Limits { min: narrow(min)?, max: max.map(narrow).transpose()? })
}

fn table(ty: wasmparser::TableType, offset: u64) -> Result<TableType, ReadError> {
    if ty.table64 || ty.shared {
        return Err(ReadError::unsupported(offset, "a shared table or one with 64-bit indices"));
    }
    let size = limits(ty.initial, ty.maximum, offset)?;
    Ok(TableType { element: ref_type(ty.element_type, offset)?, size })
}

fn memory(ty: wasmparser::MemoryType, offset: u64) -> Result<Limits, ReadError> {
    if ty.memory64 || ty.shared || ty.page_size_log2.is_some() {
        let construct = "a memory that is shared, has 64-bit addresses, or pages of another size";
        return Err(ReadError::unsupported(offset, construct));
    }
    limits(ty.initial, ty.maximum, offset)
}

fn global_type(ty: wasmparser::GlobalType, offset: u64) -> Result<GlobalType, ReadError> {
    if ty.shared {
        return Err(ReadError::unsupported(offset, "a shared global"));
    }
    Ok(GlobalType { value: val_type(ty.content_type, offset)?, mutable: ty.mutable })
}

pub(super) fn imports(section: ImportSectionReader<'_>) -> Result<Vec<Import>, ReadError> {
    let mut imports = Vec::new();
    for entry in section.into_imports_with_offsets() {
        let (offset, import) = entry?;
        let desc = match import.ty {
            TypeRef::Func(ty) => ImportDesc::Func(ty),
            TypeRef::Table(ty) => ImportDesc::Table(table(ty, offset)?),
            TypeRef::Memory(ty) => ImportDesc::Memory(memory(ty, offset)?),
            TypeRef::Global(ty) => ImportDesc::Global(global_type(ty, offset)?),
            TypeRef::Tag(_) | TypeRef::FuncExact(_) => {
                return Err(ReadError::unsupported(offset, "an import of another kind"));
            }
        };
        let (module, name) = (import.module.to_owned(), import.name.to_owned());
        imports.push(Import { module, name, desc });
    }
    Ok(imports)
}

pub(super) fn tables(section: TableSectionReader<'_>) -> Result<Vec<TableType>, ReadError> {
    let mut tables = Vec::new();
    for entry in section.into_iter_with_offsets() {
        let (offset, entry) = entry?;
        match entry.init {
            TableInit::RefNull => tables.push(table(entry.ty, offset)?),
            TableInit::Expr(_) => {
                return Err(ReadError::unsupported(offset, "a table with an initial value"));
            }
        }
    }
    Ok(tables)
}

pub(super) fn memories(section: MemorySectionReader<'_>) -> Result<Vec<Limits>, ReadError> {
    let mut memories = Vec::new();
    for entry in section.into_iter_with_offsets() {
        let (offset, ty) = entry?;
        memories.push(memory(ty, offset)?);
    }
    Ok(memories)
}

pub(super) fn globals(
    bytes: &[u8],
    section: GlobalSectionReader<'_>,
) -> Result<Vec<Global>, ReadError> {
    let mut globals = Vec::new();
    for entry in section.into_iter_with_offsets() {
        let (offset, global) = entry?;
        let ty = global_type(global.ty, offset)?;
        globals.push(Global { ty, init: constant(bytes, &global.init_expr)? });
    }
    Ok(globals)
}

pub(super) fn exports(section: ExportSectionReader<'_>) -> Result<Vec<Export>, ReadError> {
    let mut exports = Vec::new();
    for entry in section.into_iter_with_offsets() {
        let (offset, export) = entry?;
        let desc = match export.kind {
            ExternalKind::Func => ExportDesc::Func(export.index),
            ExternalKind::Table => ExportDesc::Table(export.index),
            ExternalKind::Memory => ExportDesc::Memory(export.index),
            ExternalKind::Global => ExportDesc::Global(export.index),
            ExternalKind::Tag | ExternalKind::FuncExact => {
                return Err(ReadError::unsupported(offset, "an export of another kind"));
            }
        };
        exports.push(Export { name: export.name.to_owned(), desc });
    }
    Ok(exports)
}

pub(super) fn elems(
    bytes: &[u8],
    section: ElementSectionReader<'_>,
) -> Result<Vec<Elem>, ReadError> {
    let mut elems = Vec::new();
    for entry in section.into_iter_with_offsets() {
        let (offset, elem) = entry?;
        let mode = match elem.kind {
            ElementKind::Active { table_index, offset_expr } => ElemMode::Active {
                table: table_index.unwrap_or(0),
                offset: constant(bytes, &offset_expr)?,
            },
            ElementKind::Passive => ElemMode::Passive,
            ElementKind::Declared => ElemMode::Declared,
        };
        let items = match elem.items {
            wasmparser::ElementItems::Functions(funcs) => {
                ElemItems::Funcs(funcs.into_iter().collect::<Result<_, _>>()?)
            }
            wasmparser::ElementItems::Expressions(ty, exprs) => {
                let ty = ref_type(ty, offset)?;
                let mut items = Vec::new();
                for expr in exprs {
                    items.push(elem_expr(constant(bytes, &expr?)?, ty));
                }
                ElemItems::Exprs(ty, items)
            }
        };
        elems.push(Elem { mode, items });
    }
    Ok(elems)
}

fn elem_expr(expr: ConstExpr, ty: RefType) -> ElemExpr {
    match expr {
        ConstExpr::Ref(RefConst::Null(null)) if null == ty => ElemExpr::Null,
        ConstExpr::Ref(RefConst::Func(func)) => ElemExpr::Func(func),
        other => ElemExpr::Other(other),
    }
}

pub(super) fn datas(bytes: &[u8], section: DataSectionReader<'_>) -> Result<Vec<Data>, ReadError> {
    let mut datas = Vec::new();
    for data in section {
        let data = data?;
        let mode = match data.kind {
            DataKind::Active { memory_index: memory, offset_expr } => {
                DataMode::Active { memory, offset: constant(bytes, &offset_expr)? }
            }
            DataKind::Passive => DataMode::Passive,
        };
        datas.push(Data { mode, init: data.data.to_vec() });
    }
    Ok(datas)
}
