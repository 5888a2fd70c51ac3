//! Tests the derived generator and mutants of a module: where a search starts, and how far its
//! first steps lead.

use crate::samples::{all_features, table};
use mutagen_core::internal::value::seed;
use mutagen_core::{Generator, Mutate};
use wasm_syntax::*;

#[test]
fn the_smallest_module_is_empty() {
    all_features();
    assert_eq!(Module::smallest(), Module::EMPTY);
}

#[test]
fn generation_starts_with_the_empty_module_and_grows_into_every_section() {
    all_features();
    let generate = |size| {
        let mut generator = Generator::new(seed::random(1), size);
        (0..100).map(|_| Module::generate(&mut generator)).collect::<Vec<Module>>()
    };
    assert!(generate(0).contains(&Module::EMPTY));
    assert!(generate(0).iter().all(|m| Module { start: None, ..m.clone() } == Module::EMPTY));
    let filled: [fn(&Module) -> bool; 10] = [
        |m| !m.types.is_empty(),
        |m| !m.imports.is_empty(),
        |m| {
            m.funcs
                .iter()
                .any(|f| f.body.iter().any(|i| matches!(i, Instr::Block(_, b) if !b.is_empty())))
        },
        |m| !m.tables.is_empty(),
        |m| !m.memories.is_empty(),
        |m| !m.globals.is_empty(),
        |m| !m.exports.is_empty(),
        |m| m.start.is_some(),
        |m| !m.elems.is_empty(),
        |m| !m.datas.is_empty(),
    ];
    let grown = generate(5);
    for (section, filled) in filled.iter().enumerate() {
        assert!(grown.iter().any(filled), "section {section} of Module is always empty");
    }
}

#[test]
fn the_smallest_parts_are_those_that_fit_in_most_places() {
    all_features();
    assert_eq!(Instr::smallest(), Instr::Unreachable);
    assert_eq!(BlockType::smallest(), BlockType::Empty);
    assert_eq!(MemArg::smallest(), MemArg { align: 0, offset: 0 });
    assert_eq!(Limits::smallest(), Limits { min: 0, max: None });
    assert_eq!(FuncType::smallest(), FuncType { params: vec![], results: vec![] });
    assert_eq!(Func::smallest(), Func { ty: 0, locals: vec![], body: vec![] });
    assert_eq!(ConstExpr::smallest(), ConstExpr::I32(0));
    assert_eq!(ImportDesc::smallest(), ImportDesc::Func(0));
    let constant = GlobalType { value: ValType::I32, mutable: false };
    assert_eq!(Global::smallest(), Global { ty: constant, init: ConstExpr::I32(0) });
    let export = Export { name: String::new(), desc: ExportDesc::Func(0) };
    assert_eq!(Export::smallest(), export);
    let elem = Elem { mode: ElemMode::Passive, items: ElemItems::Funcs(vec![]) };
    assert_eq!(Elem::smallest(), elem);
    assert_eq!(Data::smallest(), Data { mode: DataMode::Passive, init: vec![] });
    assert_eq!(ElemExpr::smallest(), ElemExpr::Null);
    assert_eq!(TableType::smallest(), table(RefType::Func, 0));
    assert_eq!(RefOp::smallest(), RefOp::IsNull);
    assert_eq!(BulkOp::smallest(), BulkOp::MemoryCopy);
}
