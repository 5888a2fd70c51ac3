//! A valid module that uses everything, mutants of modules, and what `wasmparser` says of them.

use mutagen_core::internal::search::batch::Batch;
use mutagen_core::internal::value::context::Context;
use wasm_syntax::*;
use wasmparser::Validator;

/// The bytes of the encoder.
pub fn encoded(module: &Module) -> Vec<u8> {
    let mut bytes = Vec::new();
    encode(module, &mut bytes);
    bytes
}

/// Whether these bytes are a valid module for an engine with these features, or why not.
pub fn validate_bytes(bytes: &[u8], features: Features) -> Result<(), String> {
    let mut validator = Validator::new_with_features(features.into());
    validator.validate_all(bytes).map(|_| ()).map_err(|error| error.to_string())
}

/// [`validate_bytes`] of a module's encoding.
pub fn validate(module: &Module, features: Features) -> Result<(), String> {
    validate_bytes(&encoded(module), features)
}

/// Values of all features are made in this process. Call it before the first is made.
pub fn all_features() {
    features::enable(Features::all()).expect("all tests enable all features first");
}

/// About `number` mutants of a module, evenly spread over all its mutants.
pub fn mutants(parent: &Module, number: usize) -> Vec<Module> {
    all_features();
    let mut context = Context::new(1, 10);
    let batch = || Batch::new(Box::new(parent.clone()), 0, 2);
    let mut counted = batch();
    let mut count = 0;
    while counted.serve(&mut context).is_some() {
        counted.restore(&mut context);
        count += 1;
    }
    let step = usize::max(count / number, 1);
    let mut served = batch();
    let mut all = Vec::new();
    for at in 0..count {
        if served.serve(&mut context).is_none() {
            break;
        }
        if at % step == 0 {
            all.extend(served.value().downcast_ref::<Module>().cloned());
        }
        served.restore(&mut context);
    }
    all
}

/// `number` mutants of mutants of [`everything`].
pub fn mutants_of_mutants(number: usize) -> Vec<Module> {
    let parents = mutants(&everything(), 20);
    let each = number / parents.len() + 1;
    let mut all: Vec<Module> = parents.iter().flat_map(|parent| mutants(parent, each)).collect();
    assert!(all.len() >= number, "only {} mutants", all.len());
    all.truncate(number);
    all
}

/// The type of a function.
pub fn func_type(params: &[ValType], results: &[ValType]) -> FuncType {
    FuncType { params: params.into(), results: results.into() }
}

/// An import from `env`.
pub fn import(name: &str, desc: ImportDesc) -> Import {
    Import { module: "env".to_owned(), name: name.to_owned(), desc }
}

/// An active or other element segment.
pub fn elem(mode: ElemMode, items: ElemItems) -> Elem {
    Elem { mode, items }
}

/// The mode of a segment of the first table.
pub fn first_table(offset: ConstExpr) -> ElemMode {
    ElemMode::Active { table: 0, offset }
}

/// The mode of a segment of the memory.
pub fn first_memory(offset: ConstExpr) -> DataMode {
    DataMode::Active { memory: 0, offset }
}

/// A table of this type without a maximum.
pub fn table(element: RefType, min: u32) -> TableType {
    TableType { element, size: Limits { min, max: None } }
}

/// A valid module with something of each feature, but for computed constants.
pub fn everything() -> Module {
    use ValType::{F32, F64, I32, I64};
    let global = |value, mutable, init| Global { ty: GlobalType { value, mutable }, init };
    let null = |ty| ConstExpr::Ref(RefConst::Null(ty));
    let export = |name: &str, desc| Export { name: name.to_owned(), desc };
    let body = [plain(), blocks(), bulk(), references()].concat();
    Module {
        types: vec![
            func_type(&[], &[]),
            func_type(&[I32, F32], &[I64]),
            func_type(&[], &[I32, I64]),
            func_type(&[I32], &[I32]),
        ],
        imports: vec![
            import("call", ImportDesc::Func(1)),
            import("base", ImportDesc::Global(GlobalType { value: I32, mutable: false })),
            import("level", ImportDesc::Global(GlobalType { value: F64, mutable: true })),
            import("\u{202e}\"\\\0é", ImportDesc::Table(table(RefType::Func, 3))),
        ],
        funcs: vec![
            Func { ty: 0, locals: vec![I64, I64, F32], body },
            Func {
                ty: 2,
                locals: vec![],
                body: vec![Instr::I32Const(1), Instr::I64Const(1 << 40)],
            },
        ],
        tables: vec![table(RefType::Extern, 2), table(RefType::Func, 10)],
        memories: vec![Limits { min: 1, max: Some(70) }],
        globals: vec![
            global(F64, true, ConstExpr::F64(-0.0)),
            global(I32, false, ConstExpr::Global(0)),
            global(ValType::Ref(RefType::Func), true, ConstExpr::Ref(RefConst::Func(1))),
            global(ValType::Ref(RefType::Extern), false, null(RefType::Extern)),
            global(F32, false, ConstExpr::F32(f32::from_bits(0xff80_0001))),
        ],
        exports: vec![
            export("f", ExportDesc::Func(2)),
            export("größe\n", ExportDesc::Table(1)),
            export("", ExportDesc::Memory(0)),
            export("g", ExportDesc::Global(2)),
        ],
        start: Some(1),
        elems: vec![
            elem(first_table(ConstExpr::I32(0)), ElemItems::Funcs(vec![0, 1, 2])),
            elem(
                ElemMode::Active { table: 1, offset: ConstExpr::Global(0) },
                ElemItems::Exprs(RefType::Extern, vec![ElemExpr::Null]),
            ),
            elem(ElemMode::Passive, ElemItems::Funcs(vec![1])),
            elem(
                ElemMode::Passive,
                ElemItems::Exprs(RefType::Func, vec![ElemExpr::Func(0), ElemExpr::Null]),
            ),
            elem(ElemMode::Declared, ElemItems::Funcs(vec![2])),
            elem(first_table(ConstExpr::I32(1)), ElemItems::Exprs(RefType::Func, vec![])),
            elem(
                ElemMode::Active { table: 2, offset: ConstExpr::I32(4) },
                ElemItems::Funcs(vec![0]),
            ),
        ],
        datas: vec![
            Data { mode: first_memory(ConstExpr::Global(0)), init: b"hi\0\"\\\xff".to_vec() },
            Data { mode: DataMode::Passive, init: vec![1, 2, 3] },
        ],
    }
}

/// What version 1.0 and the sign extension operators have.
fn plain() -> Vec<Instr> {
    use Instr::*;
    vec![
        I32Const(-5),
        LocalGet(2),
        Call(0),
        LocalSet(1),
        I32Const(8),
        Load(LoadOp::I64From32U, MemArg { align: 2, offset: 3 }),
        LocalTee(0),
        IntTest(Width::W64),
        Extend(ExtendOp::I32Extend8S),
        GlobalGet(1),
        FloatUn(Width::W64, FloatUnOp::Sqrt),
        F64Const(f64::INFINITY),
        FloatBin(Width::W64, FloatBinOp::Min),
        GlobalSet(1),
        Drop,
        I32Const(0),
        F32Const(f32::NAN),
        Store(StoreOp::F32, MemArg { align: 0, offset: 0 }),
        MemorySize,
        MemoryGrow,
        I32Const(1),
        I32Const(2),
        Select,
        IntUn(Width::W32, IntUnOp::Clz),
        Convert(ConvertOp::F64ConvertI32U),
        F64Const(1e300),
        FloatRel(Width::W64, FloatRelOp::Le),
        I32Const(3),
        IntRel(Width::W32, IntRelOp::GtU),
        Drop,
        Nop,
    ]
}

/// Blocks of all kinds, and the saturating truncation.
fn blocks() -> Vec<Instr> {
    use Instr::*;
    vec![
        Block(BlockType::Index(2), vec![I32Const(1), I64Const(2)]),
        Drop,
        Loop(BlockType::Index(3), vec![I32Const(1), IntBin(Width::W32, IntBinOp::Add)]),
        Drop,
        F32Const(1e10),
        Saturate(SaturateOp::I32TruncSatF32S),
        If(BlockType::Value(ValType::I64), vec![I64Const(1)], vec![I64Const(i64::MIN)]),
        LocalSet(0),
        Block(
            BlockType::Empty,
            vec![
                Block(BlockType::Empty, vec![I32Const(0), BrTable(vec![0, 1], 1)]),
                I32Const(0),
                BrIf(1),
                Br(0),
            ],
        ),
        I32Const(1),
        If(BlockType::Empty, vec![Return], vec![]),
        I32Const(0),
        CallIndirect(0),
    ]
}

/// Bulk memory operations.
fn bulk() -> Vec<Instr> {
    [
        BulkOp::MemoryCopy,
        BulkOp::MemoryFill,
        BulkOp::MemoryInit(1),
        BulkOp::TableCopy { to: 0, from: 2 },
        BulkOp::TableInit { table: 2, elem: 3 },
    ]
    .into_iter()
    .flat_map(|op| [[0; 3].map(Instr::I32Const).to_vec(), vec![Instr::Bulk(op)]].concat())
    .chain([Instr::Bulk(BulkOp::DataDrop(1)), Instr::Bulk(BulkOp::ElemDrop(2))])
    .collect()
}

/// The instructions of the reference types.
fn references() -> Vec<Instr> {
    use Instr::{CallIndirect, Drop, I32Const, Ref, Unreachable};
    let null = |ty| Ref(RefOp::Const(RefConst::Null(ty)));
    let on = |op, index| Ref(RefOp::Table(op, index));
    vec![
        null(RefType::Extern),
        I32Const(0),
        on(TableOp::Get, 1),
        I32Const(1),
        Ref(RefOp::Select(ValType::Ref(RefType::Extern))),
        Ref(RefOp::IsNull),
        Drop,
        I32Const(0),
        Ref(RefOp::Const(RefConst::Func(2))),
        on(TableOp::Set, 0),
        null(RefType::Func),
        on(TableOp::Size, 0),
        on(TableOp::Grow, 2),
        null(RefType::Func),
        I32Const(1),
        on(TableOp::Fill, 2),
        I32Const(0),
        Ref(RefOp::CallIndirect { ty: 0, table: 2 }),
        Unreachable,
        CallIndirect(3),
        Drop,
    ]
}

#[test]
fn the_module_with_everything_is_valid_and_needs_all_that_it_has() {
    assert_eq!(validate(&everything(), Features::WASM2), Ok(()));
    assert_eq!(everything().needs(), Features::WASM2);
}
