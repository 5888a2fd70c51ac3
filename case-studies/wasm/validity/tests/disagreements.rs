//! The defects found in wain-validate 0.1.5, each with the smallest module that shows it. Next to
//! each is a module that differs in one instruction or name, on which engine and reference agree.
//! The README of the study quotes the specification for each defect.

use wasm_engine::wain::Wain;
use wasm_face::Engine;
use wasm_syntax::*;
use wasm_validity::Comparison;
use wasm_validity::compare::{self, Opinion};

fn compare(module: &Module) -> Comparison {
    compare::compare(&Wain, module)
}

fn function(params: &[ValType], results: &[ValType], body: Vec<Instr>) -> Module {
    Module::of_function(FuncType { params: params.into(), results: results.into() }, body)
}

fn exported(name: &str, params: &[ValType], results: &[ValType]) -> Module {
    let export = Export { name: name.to_owned(), desc: ExportDesc::Func(0) };
    Module { exports: vec![export], ..function(params, results, vec![Instr::Unreachable]) }
}

/// Asserts that the engine rejects this valid module for a reason that contains these words.
#[track_caller]
fn assert_engine_refuses(module: &Module, words: &str) {
    match compare(module) {
        Comparison::Differ(disagreement) => {
            assert_eq!(disagreement.reference, Opinion::Accepts, "{disagreement}");
            match &disagreement.engine {
                Opinion::Rejects(why) => assert!(why.contains(words), "{disagreement}"),
                _ => panic!("{disagreement}"),
            }
        }
        agreement => panic!("{agreement:?} on {module:#?}"),
    }
}

#[track_caller]
fn assert_both_accept(module: &Module) {
    assert!(matches!(compare(module), Comparison::BothAccept), "{:?}", compare(module));
}

/// The instructions that make the following code unreachable: `unreachable`, `return` and the
/// unconditional branches.
fn endings() -> [Vec<Instr>; 4] {
    [
        vec![Instr::Unreachable],
        vec![Instr::Return],
        vec![Instr::Br(0)],
        vec![Instr::I32Const(0), Instr::BrTable(vec![0], 0)],
    ]
}

#[test]
fn an_unknown_operand_is_not_forgotten_where_the_code_ends_for_the_second_time() {
    let remains = "expected operand stack depth is 0 but actually 1";
    for ending in endings() {
        let with = |operand: Instr| {
            let body = [vec![Instr::Unreachable, operand], ending.clone()].concat();
            function(&[], &[], body)
        };
        assert_engine_refuses(&with(Instr::Select), remains);
        // Without the unknown operand, or with an operand of a known type, nothing is left over.
        assert_both_accept(&with(Instr::Nop));
        assert_both_accept(&with(Instr::I32Const(1)));
    }
}

#[test]
fn an_unknown_operand_is_not_forgotten_inside_a_block_either() {
    let body = vec![Instr::Unreachable, Instr::Select, Instr::Return];
    let blocks = [
        Instr::Block(BlockType::Empty, body.clone()),
        Instr::Loop(BlockType::Empty, body.clone()),
        Instr::If(BlockType::Empty, vec![], body),
    ];
    for (block, words) in blocks.into_iter().zip([
        "depth is 1 but actually 2",
        "depth is 1 but actually 2",
        "depth is 0 but actually 1",
    ]) {
        let module = function(&[], &[], vec![Instr::I32Const(0), block, Instr::Unreachable]);
        assert_engine_refuses(&module, words);
    }
}

#[test]
fn an_unknown_operand_is_not_forgotten_below_a_result_but_stands_in_for_a_missing_one() {
    let body = vec![Instr::Unreachable, Instr::Select, Instr::Unreachable];
    let result = [ValType::I32];
    let with_result = [body.clone(), vec![Instr::I32Const(0)]].concat();
    assert_engine_refuses(&function(&[], &result, with_result), "depth is 0 but actually 1");
    assert_both_accept(&function(&[], &result, body));
}

#[test]
fn a_function_exported_as_start_may_not_have_parameters_or_results() {
    assert_engine_refuses(&exported("_start", &[ValType::I32], &[]), "start function");
    assert_engine_refuses(&exported("_start", &[], &[ValType::F64]), "start function");
    assert_both_accept(&exported("_start", &[], &[]));
    assert_both_accept(&exported("start", &[ValType::I32], &[ValType::F64]));
}

#[test]
fn what_only_later_versions_allow_is_told_apart_and_not_compared() {
    let assert_lacks = |module: &Module, features| {
        assert!((module.needs() - Wain.about().claims).contains(features));
        let compared = compare(module);
        let is_settled = match compared {
            Comparison::Lacks(lacking) => lacking.contains(features),
            // Told that the feature is off, the reference rejects it, too.
            _ => matches!(compared, Comparison::BothReject),
        };
        assert!(is_settled, "{compared:?}");
    };
    // Labels of two types. One unknown operand fits both in version 2.0.
    let table = Instr::BrTable(vec![0], 1);
    let block = Instr::Block(BlockType::Value(ValType::I64), vec![Instr::Unreachable, table]);
    let module = function(&[], &[ValType::I32], vec![block, Instr::Unreachable]);
    assert_lacks(&module, Features::REFERENCE_TYPES);

    // The index of the table or memory, which version 2.0 and later read as flags.
    let one = Limits { min: 1, max: None };
    let mode = ElemMode::Active { table: 4, offset: ConstExpr::I32(0) };
    let elem = Elem { mode, items: ElemItems::Funcs(vec![]) };
    let tables = vec![TableType { element: RefType::Func, size: one }];
    let module = Module { tables, elems: vec![elem], ..Module::EMPTY };
    assert_lacks(&module, Features::REFERENCE_TYPES);
    let offset = ConstExpr::Other(vec![Instr::Unreachable, Instr::I32Const(0)]);
    let data = Data { mode: DataMode::Active { memory: 2, offset }, init: vec![] };
    let module = Module { memories: vec![one], datas: vec![data], ..Module::EMPTY };
    assert_lacks(&module, Features::BULK_MEMORY);
}
