//! Tests that an independent decoder reads every section of a module back, and that the text of a
//! section says what is in it.

use crate::samples::{elem, first_memory, first_table, func_type, import, table};
use wasm_syntax::*;

fn validate(module: &Module) -> Result<(), String> {
    crate::samples::validate(module, Features::WASM1)
}

/// A module with something in every section.
fn full() -> Module {
    let export = |name: &str, desc| Export { name: name.to_owned(), desc };
    let constant = GlobalType { value: ValType::I32, mutable: false };
    let variable = GlobalType { value: ValType::F64, mutable: true };
    Module {
        types: vec![func_type(&[], &[]), func_type(&[ValType::I32, ValType::F32], &[ValType::I64])],
        imports: vec![
            import("call", ImportDesc::Func(1)),
            import("base", ImportDesc::Global(constant)),
            import("level", ImportDesc::Global(variable)),
        ],
        funcs: vec![
            Func {
                ty: 0,
                locals: vec![ValType::I64, ValType::I64, ValType::F32],
                body: vec![
                    Instr::I32Const(-5),
                    Instr::LocalGet(2),
                    Instr::Call(0),
                    Instr::LocalSet(1),
                ],
            },
            Func { ty: 1, locals: vec![], body: vec![Instr::I64Const(1 << 40)] },
        ],
        tables: vec![TableType {
            element: RefType::Func,
            size: Limits { min: 10, max: Some(300) },
        }],
        memories: vec![Limits { min: 1, max: None }],
        globals: vec![
            Global { ty: variable, init: ConstExpr::F64(2.5) },
            Global { ty: constant, init: ConstExpr::Global(0) },
        ],
        exports: vec![
            export("f", ExportDesc::Func(1)),
            export("t", ExportDesc::Table(0)),
            export("m", ExportDesc::Memory(0)),
            export("größe", ExportDesc::Global(3)),
        ],
        start: Some(1),
        elems: vec![elem(first_table(ConstExpr::I32(2)), ElemItems::Funcs(vec![0, 1, 2]))],
        datas: vec![Data { mode: first_memory(ConstExpr::Global(0)), init: b"hi\0".to_vec() }],
    }
}

#[test]
fn a_module_with_every_section_is_valid_and_reads_back_whole() {
    let module = full();
    assert_eq!(validate(&module), Ok(()));
    let text = wat::wat(&module);
    for part in [
        "(type (;1;) (func (param i32 f32) (result i64)))",
        "(import \"env\" \"call\" (func (;0;) (type 1) (param i32 f32) (result i64)))",
        "(import \"env\" \"base\" (global (;0;) i32))",
        "(import \"env\" \"level\" (global (;1;) (mut f64)))",
        "(table (;0;) 10 300 funcref)",
        "(memory (;0;) 1)",
        "(global (;2;) (mut f64) f64.const 2.5",
        "(global (;3;) i32 global.get 0)",
        "(export \"f\" (func 1))",
        "(export \"t\" (table 0))",
        "(export \"m\" (memory 0))",
        "(export \"gr\\u{f6}\\u{df}e\" (global 3))",
        "(start 1)",
        "(elem (;0;) (i32.const 2) func 0 1 2)",
        "(local i64 i64 f32)",
        "i64.const 1099511627776",
        "(data (;0;) (global.get 0) \"hi\\00\")",
    ] {
        assert!(text.contains(part), "`{part}` is missing in\n{text}");
    }
}

#[test]
fn imported_tables_and_memories_have_their_limits() {
    let module = Module {
        imports: vec![
            import("t", ImportDesc::Table(table(RefType::Func, 0))),
            import("m", ImportDesc::Memory(Limits { min: 1, max: Some(65536) })),
        ],
        ..Module::EMPTY
    };
    assert_eq!(validate(&module), Ok(()));
    let text = wat::wat(&module);
    assert!(text.contains("(table (;0;) 0 funcref)"), "{text}");
    assert!(text.contains("(memory (;0;) 1 65536)"), "{text}");
}

#[test]
fn a_constant_expression_may_hold_any_instructions_and_is_then_refused() {
    let global = |init| Module {
        globals: vec![Global { ty: GlobalType { value: ValType::I32, mutable: false }, init }],
        ..Module::EMPTY
    };
    assert_eq!(validate(&global(ConstExpr::Other(vec![Instr::I32Const(7)]))), Ok(()));
    for (init, reason) in [
        (ConstExpr::Other(vec![]), "type mismatch"),
        (ConstExpr::Other(vec![Instr::I32Const(7), Instr::Nop]), "constant expression required"),
        (ConstExpr::F32(0.0), "type mismatch"),
        (ConstExpr::I64(0), "type mismatch"),
        (ConstExpr::Global(0), "unknown global"),
    ] {
        let refused = validate(&global(init.clone())).expect_err("must be invalid");
        assert!(refused.contains(reason), "{init:?}: {refused}");
    }
}

#[test]
fn every_single_change_that_breaks_a_rule_is_noticed_by_the_decoder() {
    type Change = fn(&mut Module);
    let changes: [(Change, &str); 10] = [
        (|m| m.types[1].results.push(ValType::I32), "multiple values"),
        (|m| m.imports[0].desc = ImportDesc::Func(2), "unknown type"),
        (|m| m.funcs[1].ty = 7, "unknown type"),
        (|m| m.tables.push(m.tables[0]), "multiple tables"),
        (|m| m.memories[0].min = 65537, "memory size"),
        (|m| m.exports[1].name = "f".to_owned(), "duplicate export"),
        (|m| m.start = Some(2), "start function"),
        (|m| m.elems[0].items = ElemItems::Funcs(vec![3]), "unknown function"),
        (|m| m.elems[0].mode = first_table(ConstExpr::I64(0)), "type mismatch"),
        (|m| m.datas[0].mode = first_memory(ConstExpr::Global(2)), "global"),
    ];
    for (change, reason) in changes {
        let mut module = full();
        change(&mut module);
        let refused = validate(&module).expect_err("must be invalid");
        assert!(refused.contains(reason), "{refused} does not say `{reason}`");
    }
}
