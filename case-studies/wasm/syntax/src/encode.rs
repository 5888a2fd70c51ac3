//! Encodes a module in the binary format: sections in the prescribed order, without empty ones, and
//! every number in its shortest form. The encoder runs once per test, so it checks nothing and
//! allocates only when the output buffer must grow.

mod code;
mod leb128;
mod segment;

use crate::module::{ConstExpr, Export, ExportDesc, Func, Global, Import, ImportDesc, Module};
use crate::types::{FuncType, GlobalType, Limits, RefType, TableType, ValType};
use code::{Code, Scratch};
use leb128::unsigned;
use std::cell::Cell;

/// What becomes of the NaNs that float operations give. The specification leaves their sign and
/// payload open, so two engines may differ in them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nans {
    /// They are left as they come: the code is encoded as it is.
    AsTheyCome,
    /// Each float operation is followed by code that replaces any NaN by the canonical one. Each
    /// function gets two more local variables for that, after its own. A valid module stays
    /// valid. An invalid one that names a local variable too many may become valid.
    Canonical,
}

/// Writes the module into `out`, replacing the content of `out`.
///
/// The output is well formed for every module: an index is written whether or not its target
/// exists.
pub fn encode(module: &Module, out: &mut Vec<u8>) {
    encode_with(module, Nans::AsTheyCome, out);
}

/// [`encode`], with a choice of what becomes of NaNs.
pub fn encode_with(module: &Module, nans: Nans, out: &mut Vec<u8>) {
    out.clear();
    out.extend_from_slice(b"\0asm\x01\0\0\0");
    section(out, 1, &module.types, func_type);
    section(out, 2, &module.imports, import);
    section(out, 3, &module.funcs, |func, out| unsigned(out, func.ty));
    section(out, 4, &module.tables, table);
    section(out, 5, &module.memories, limits);
    section(out, 6, &module.globals, global);
    section(out, 7, &module.exports, export);
    if let Some(start) = module.start {
        out.push(8);
        sized(out, |out| unsigned(out, start));
    }
    section(out, 9, &module.elems, segment::elem);
    let at = out.len();
    let names_data = Cell::new(false);
    section(out, 10, &module.funcs, |func, out| {
        let names = code(module, func, nans, out);
        names_data.set(names_data.get() | names);
    });
    if names_data.get() {
        data_count(module.datas.len() as u32, at, out);
    }
    section(out, 11, &module.datas, segment::data);
}

/// Inserts the data count section at `at`. It is there only for code that names data segments,
/// which is not known before the code is written.
fn data_count(count: u32, at: usize, out: &mut Vec<u8>) {
    let end = out.len();
    out.push(12);
    sized(out, |out| unsigned(out, count));
    let size = out.len() - end;
    out[at..].rotate_right(size);
}

/// A section with this number, unless it would be empty.
fn section<T>(out: &mut Vec<u8>, id: u8, entries: &[T], entry: impl Fn(&T, &mut Vec<u8>)) {
    if !entries.is_empty() {
        out.push(id);
        sized(out, |out| vector(out, entries, entry));
    }
}

/// The number of entries, then the entries.
fn vector<T>(out: &mut Vec<u8>, entries: &[T], entry: impl Fn(&T, &mut Vec<u8>)) {
    unsigned(out, entries.len() as u32);
    for each in entries {
        entry(each, out);
    }
}

/// The number of bytes that `content` writes, followed by those bytes. One byte is reserved for the
/// number, which is enough for most sections; longer content is moved up afterwards.
fn sized(out: &mut Vec<u8>, content: impl FnOnce(&mut Vec<u8>)) {
    let at = out.len();
    out.push(0);
    content(out);
    let size = (out.len() - at - 1) as u32;
    let bytes = leb128::length(size);
    if bytes == 1 {
        out[at] = size as u8;
    } else {
        let end = out.len();
        out.resize(end + bytes - 1, 0);
        out.copy_within(at + 1..end, at + bytes);
        leb128::write_at(&mut out[at..at + bytes], size);
    }
}

fn func_type(ty: &FuncType, out: &mut Vec<u8>) {
    out.push(0x60);
    vector(out, &ty.params, val_type);
    vector(out, &ty.results, val_type);
}

fn val_type(ty: &ValType, out: &mut Vec<u8>) {
    match ty {
        ValType::I32 => out.push(0x7f),
        ValType::I64 => out.push(0x7e),
        ValType::F32 => out.push(0x7d),
        ValType::F64 => out.push(0x7c),
        ValType::Ref(ty) => ref_type(*ty, out),
    }
}

fn ref_type(ty: RefType, out: &mut Vec<u8>) {
    out.push(match ty {
        RefType::Func => 0x70,
        RefType::Extern => 0x6f,
    });
}

fn limits(limits: &Limits, out: &mut Vec<u8>) {
    out.push(u8::from(limits.max.is_some()));
    unsigned(out, limits.min);
    if let Some(max) = limits.max {
        unsigned(out, max);
    }
}

fn table(ty: &TableType, out: &mut Vec<u8>) {
    ref_type(ty.element, out);
    limits(&ty.size, out);
}

fn global_type(ty: &GlobalType, out: &mut Vec<u8>) {
    val_type(&ty.value, out);
    out.push(u8::from(ty.mutable));
}

fn name(name: &str, out: &mut Vec<u8>) {
    bytes(name.as_bytes(), out);
}

fn bytes(bytes: &[u8], out: &mut Vec<u8>) {
    unsigned(out, bytes.len() as u32);
    out.extend_from_slice(bytes);
}

fn import(import: &Import, out: &mut Vec<u8>) {
    name(&import.module, out);
    name(&import.name, out);
    match &import.desc {
        ImportDesc::Func(ty) => {
            out.push(0);
            unsigned(out, *ty);
        }
        ImportDesc::Table(ty) => {
            out.push(1);
            table(ty, out);
        }
        ImportDesc::Memory(size) => {
            out.push(2);
            limits(size, out);
        }
        ImportDesc::Global(ty) => {
            out.push(3);
            global_type(ty, out);
        }
    }
}

fn export(export: &Export, out: &mut Vec<u8>) {
    name(&export.name, out);
    let (kind, index) = match export.desc {
        ExportDesc::Func(index) => (0, index),
        ExportDesc::Table(index) => (1, index),
        ExportDesc::Memory(index) => (2, index),
        ExportDesc::Global(index) => (3, index),
    };
    out.push(kind);
    unsigned(out, index);
}

fn global(global: &Global, out: &mut Vec<u8>) {
    global_type(&global.ty, out);
    const_expr(&global.init, out);
}

fn const_expr(expr: &ConstExpr, out: &mut Vec<u8>) {
    Code::new(out, None).constant(expr);
}

/// One entry of the code section. Tells whether the code names data segments.
fn code(module: &Module, func: &Func, nans: Nans, out: &mut Vec<u8>) -> bool {
    let mut names_data = false;
    sized(out, |out| {
        let runs = || func.locals.chunk_by(|a, b| a == b);
        let scratch = match nans {
            Nans::AsTheyCome => None,
            Nans::Canonical => Some(Scratch::after(module, func)),
        };
        let added = scratch.map_or(0, |_| Scratch::TYPES.len());
        unsigned(out, (runs().count() + added) as u32);
        for run in runs() {
            unsigned(out, run.len() as u32);
            val_type(&run[0], out);
        }
        for ty in &Scratch::TYPES[..added] {
            unsigned(out, 1);
            val_type(ty, out);
        }
        let mut code = Code::new(out, scratch);
        code.expression(&func.body);
        names_data = code.names_data();
    });
    names_data
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instruction::{BulkOp, Instr};
    use crate::module::{Data, DataMode};

    fn encoded(module: &Module) -> Vec<u8> {
        let mut out = vec![0xaa; 3];
        encode(module, &mut out);
        out
    }

    #[test]
    fn the_empty_module_is_eight_bytes() {
        assert_eq!(encoded(&Module::EMPTY), b"\0asm\x01\0\0\0");
    }

    #[test]
    fn equal_neighbouring_locals_share_an_entry() {
        let mut module = Module::of_function(FuncType { params: vec![], results: vec![] }, vec![]);
        module.funcs[0].locals = vec![ValType::I32, ValType::I32, ValType::F64];
        let bytes = encoded(&module);
        assert!(bytes.ends_with(&[10, 8, 1, 6, 2, 2, 0x7f, 1, 0x7c, 0x0b]), "{bytes:x?}");
    }

    #[test]
    fn the_data_count_comes_before_code_that_names_data_and_is_absent_otherwise() {
        let ty = FuncType { params: vec![], results: vec![] };
        let with = |body| {
            let data = Data { mode: DataMode::Passive, init: vec![] };
            Module { datas: vec![data; 200], ..Module::of_function(ty.clone(), body) }
        };
        let drop = Instr::Block(
            crate::instruction::BlockType::Empty,
            vec![Instr::Bulk(BulkOp::DataDrop(3))],
        );
        let bytes = encoded(&with(vec![drop]));
        let code = 8 + 6 + 4;
        assert_eq!(bytes[code..code + 6], [12, 2, 0xc8, 1, 10, 10], "{bytes:x?}");
        let bytes = encoded(&with(vec![Instr::Bulk(BulkOp::MemoryFill)]));
        assert_eq!(bytes[code..code + 2], [10, 7], "{bytes:x?}");
    }

    #[test]
    fn a_section_of_more_than_127_bytes_gets_a_longer_size_in_its_shortest_form() {
        for (nops, size) in [
            (123, &[127][..]),
            (124, &[0x80, 1]),
            (16_378, &[0xff, 0x7f]),
            (16_379, &[0x80, 0x80, 1]),
        ] {
            let ty = FuncType { params: vec![], results: vec![] };
            let bytes = encoded(&Module::of_function(ty, vec![Instr::Nop; nops]));
            let code = 8 + 6 + 4;
            assert_eq!(bytes[code], 10, "{nops}");
            assert_eq!(&bytes[code + 1..code + 1 + size.len()], size, "{nops}");
            let total = code + 1 + size.len();
            assert_eq!(bytes.len() - total, nops + 3 + leb128::length(nops as u32 + 2), "{nops}");
            assert!(bytes.ends_with(&[1, 0x0b]));
        }
    }
}
