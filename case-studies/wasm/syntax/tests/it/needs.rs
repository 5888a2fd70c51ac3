//! Tests which features a module needs, against a validator that is told which features there are.

use crate::samples::{elem, first_memory, first_table, func_type, mutants, table, validate};
use wasm_syntax::*;

fn function(params: &[ValType], results: &[ValType], body: Vec<Instr>) -> Module {
    Module::of_function(func_type(params, results), body)
}

fn with_global(value: ValType, init: ConstExpr) -> Module {
    let global = Global { ty: GlobalType { value, mutable: false }, init };
    Module { globals: vec![global], ..Module::EMPTY }
}

/// Modules that are valid with exactly the features that are told, and need no other.
fn witnesses() -> Vec<(Features, Module)> {
    use Instr::*;
    use ValType::{F32, F64, I32, I64};
    let memory = vec![Limits { min: 1, max: None }];
    let tables = vec![table(RefType::Func, 1)];
    let three = || vec![I32Const(0), I32Const(0), I32Const(0)];
    let with_memory = |body| Module { memories: memory.clone(), ..function(&[], &[], body) };
    let with_table = |body| Module { tables: tables.clone(), ..function(&[], &[], body) };
    let passive = |items| Module { elems: vec![elem(ElemMode::Passive, items)], ..Module::EMPTY };
    let reference = ValType::Ref(RefType::Extern);
    let null = ConstExpr::Ref(RefConst::Null(RefType::Extern));
    let sum = vec![I32Const(1), I32Const(2), IntBin(Width::W32, IntBinOp::Add)];
    let data = Data { mode: DataMode::Passive, init: vec![] };
    let declared = elem(ElemMode::Declared, ElemItems::Funcs(vec![0]));
    let null_funcref = Ref(RefOp::Const(RefConst::Null(RefType::Func)));
    vec![
        (Features::empty(), function(&[I32], &[I64], vec![I64Const(1)])),
        (
            Features::empty(),
            Module {
                elems: vec![elem(first_table(ConstExpr::I32(0)), ElemItems::Funcs(vec![]))],
                datas: vec![Data { mode: first_memory(ConstExpr::I32(0)), init: vec![] }],
                memories: memory.clone(),
                ..with_table(vec![I32Const(0), CallIndirect(0)])
            },
        ),
        (Features::FLOATS, function(&[F32], &[], vec![])),
        (Features::FLOATS, function(&[], &[F64], vec![Unreachable])),
        (Features::FLOATS, function(&[], &[], vec![F32Const(0.0), Drop])),
        (Features::FLOATS, function(&[], &[], vec![F64Const(0.0), Drop])),
        (
            Features::FLOATS,
            with_memory(vec![I32Const(0), Load(LoadOp::F32, MemArg { align: 0, offset: 0 }), Drop]),
        ),
        (
            Features::FLOATS,
            with_memory(vec![Unreachable, Store(StoreOp::F64, MemArg { align: 0, offset: 0 })]),
        ),
        (
            Features::FLOATS,
            function(&[], &[], vec![I32Const(0), Convert(ConvertOp::F32ReinterpretI32), Drop]),
        ),
        (Features::FLOATS, with_global(F64, ConstExpr::F64(0.0))),
        (
            Features::FLOATS,
            function(&[], &[], vec![Unreachable, FloatRel(Width::W32, FloatRelOp::Eq), Drop]),
        ),
        (
            Features::FLOATS,
            function(&[], &[], vec![Block(BlockType::Value(F32), vec![Unreachable]), Drop]),
        ),
        (
            Features::SIGN_EXTENSION,
            function(&[], &[], vec![I32Const(0), Extend(ExtendOp::I32Extend16S), Drop]),
        ),
        (
            Features::SATURATING_TRUNCATION | Features::FLOATS,
            function(&[], &[], vec![F64Const(0.0), Saturate(SaturateOp::I64TruncSatF64U), Drop]),
        ),
        (Features::MULTI_VALUE, function(&[], &[I32, I32], vec![I32Const(0), I32Const(1)])),
        (Features::MULTI_VALUE, function(&[], &[], vec![Loop(BlockType::Index(0), vec![])])),
        (Features::BULK_MEMORY, with_memory([three(), vec![Bulk(BulkOp::MemoryCopy)]].concat())),
        (Features::BULK_MEMORY, with_memory([three(), vec![Bulk(BulkOp::MemoryFill)]].concat())),
        (Features::BULK_MEMORY, Module { datas: vec![data.clone()], ..Module::EMPTY }),
        (
            Features::BULK_MEMORY,
            Module { datas: vec![data], ..function(&[], &[], vec![Bulk(BulkOp::DataDrop(0))]) },
        ),
        (Features::BULK_MEMORY, passive(ElemItems::Funcs(vec![]))),
        (
            Features::BULK_MEMORY,
            with_table([three(), vec![Bulk(BulkOp::TableCopy { to: 0, from: 0 })]].concat()),
        ),
        (
            Features::BULK_MEMORY | Features::REFERENCE_TYPES,
            passive(ElemItems::Exprs(RefType::Func, vec![ElemExpr::Null])),
        ),
        (
            Features::BULK_MEMORY | Features::REFERENCE_TYPES,
            Module {
                elems: vec![declared],
                ..function(&[], &[], vec![Ref(RefOp::Const(RefConst::Func(0))), Drop])
            },
        ),
        (Features::REFERENCE_TYPES, function(&[reference], &[], vec![])),
        (Features::REFERENCE_TYPES, with_global(reference, null)),
        (Features::REFERENCE_TYPES, function(&[], &[], vec![null_funcref.clone(), Drop])),
        (
            Features::REFERENCE_TYPES,
            function(&[], &[], vec![null_funcref, Ref(RefOp::IsNull), Drop]),
        ),
        (
            Features::REFERENCE_TYPES,
            function(
                &[],
                &[],
                vec![I32Const(0), I32Const(0), I32Const(0), Ref(RefOp::Select(I32)), Drop],
            ),
        ),
        (Features::REFERENCE_TYPES, with_table(vec![Ref(RefOp::Table(TableOp::Size, 0)), Drop])),
        (Features::REFERENCE_TYPES, Module { tables: vec![tables[0]; 2], ..Module::EMPTY }),
        (
            Features::REFERENCE_TYPES,
            Module { tables: vec![table(RefType::Extern, 0)], ..Module::EMPTY },
        ),
        (
            Features::REFERENCE_TYPES,
            Module {
                tables: vec![tables[0]; 2],
                ..function(
                    &[],
                    &[],
                    vec![I32Const(0), Ref(RefOp::CallIndirect { ty: 0, table: 1 })],
                )
            },
        ),
        (
            Features::REFERENCE_TYPES,
            Module {
                tables,
                elems: vec![elem(
                    first_table(ConstExpr::I32(0)),
                    ElemItems::Exprs(RefType::Func, vec![ElemExpr::Null]),
                )],
                ..Module::EMPTY
            },
        ),
        (Features::EXTENDED_CONST, with_global(I32, ConstExpr::Other(sum))),
    ]
}

#[test]
fn a_module_is_valid_with_what_it_needs_and_invalid_without_any_of_it() {
    for (features, module) in witnesses() {
        assert_eq!(module.needs(), features, "{module:?}");
        assert_eq!(validate(&module, features), Ok(()), "{module:?}");
        for feature in features.iter() {
            assert!(
                validate(&module, Features::all() - feature).is_err(),
                "{feature:?} {module:?}"
            );
        }
    }
    let witnessed = witnesses().iter().fold(Features::empty(), |all, (one, _)| all | *one);
    assert_eq!(witnessed, Features::all());
}

#[test]
fn the_verdict_on_mutants_is_the_same_with_all_features_and_with_those_that_they_need() {
    let mut verdicts = [0; 2];
    for (_, witness) in witnesses() {
        for module in mutants(&witness, 300) {
            let needs = module.needs();
            let verdict = validate(&module, Features::all()).is_ok();
            for claims in Features::all().iter().chain([Features::empty()]) {
                let exact = validate(&module, needs | claims).is_ok();
                assert_eq!(verdict, exact, "{claims:?} beside {needs:?}: {module:?}");
            }
            verdicts[usize::from(verdict)] += 1;
        }
    }
    assert!(verdicts.iter().all(|count| *count > 1000), "{verdicts:?}");
}

#[test]
fn labels_of_different_types_in_a_br_table_need_reference_types() {
    let table = |labels: Vec<Idx>, default| {
        let inner = vec![Instr::Unreachable, Instr::BrTable(labels, default)];
        let block = Instr::Block(BlockType::Value(ValType::I64), inner);
        function(&[], &[ValType::I32], vec![block, Instr::Unreachable])
    };
    assert_eq!(table(vec![0], 1).needs(), Features::REFERENCE_TYPES);
    assert_eq!(table(vec![0, 1], 1).needs(), Features::REFERENCE_TYPES);
    assert_eq!(table(vec![1, 1], 1).needs(), Features::empty());
    assert_eq!(table(vec![7], 7).needs(), Features::empty());
    // The operands of a loop's label are its parameters, and a function's its results.
    let looped = |ty| {
        let inner = vec![Instr::Unreachable, Instr::BrTable(vec![0], 1)];
        function(&[], &[], vec![Instr::Loop(ty, inner), Instr::Unreachable])
    };
    assert_eq!(looped(BlockType::Value(ValType::I32)).needs(), Features::empty());
    let with_param = Module {
        types: vec![func_type(&[], &[]), func_type(&[ValType::I32], &[])],
        ..looped(BlockType::Index(1))
    };
    assert_eq!(with_param.needs(), Features::MULTI_VALUE | Features::REFERENCE_TYPES);
}

#[test]
fn an_index_that_version_1_reads_in_place_of_flags_needs_a_later_version() {
    let elem = |table| Module {
        elems: vec![elem(
            ElemMode::Active { table, offset: ConstExpr::I32(0) },
            ElemItems::Funcs(vec![]),
        )],
        ..Module::EMPTY
    };
    assert_eq!(elem(0).needs(), Features::empty());
    assert_eq!(elem(4).needs(), Features::REFERENCE_TYPES);
    let data = |memory| Module {
        datas: vec![Data {
            mode: DataMode::Active { memory, offset: ConstExpr::I32(0) },
            init: vec![],
        }],
        ..Module::EMPTY
    };
    assert_eq!(data(0).needs(), Features::empty());
    assert_eq!(data(2).needs(), Features::BULK_MEMORY);
}
