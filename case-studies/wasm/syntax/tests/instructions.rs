//! Tests every instruction against its name in the specification. The printer derives the name from
//! the opcode, and a decoder checks the operands.

use wasm_syntax::*;

const AT: MemArg = MemArg { align: 0, offset: 0 };

/// Every encodable instruction, one for each opcode.
fn every_instruction() -> Vec<(Instr, String)> {
    use Instr::*;
    let value = BlockType::Value(ValType::F32);
    let mut all: Vec<(Instr, String)> = [
        (Unreachable, "unreachable"),
        (Nop, "nop"),
        (Return, "return"),
        (Drop, "drop"),
        (Select, "select"),
        (Block(BlockType::Empty, vec![]), "block"),
        (Loop(value, vec![Unreachable]), "loop (result f32)"),
        (If(BlockType::Empty, vec![Nop], vec![]), "if"),
        (Br(0), "br 0"),
        (BrIf(0), "br_if 0"),
        (BrTable(vec![0, 0], 0), "br_table 0 0 0"),
        (Call(0), "call 0"),
        (CallIndirect(1), "call_indirect (type 1)"),
        (LocalGet(1), "local.get 1"),
        (LocalSet(1), "local.set 1"),
        (LocalTee(1), "local.tee 1"),
        (GlobalGet(1), "global.get 1"),
        (GlobalSet(1), "global.set 1"),
        (MemorySize, "memory.size"),
        (MemoryGrow, "memory.grow"),
        (I32Const(-65), "i32.const -65"),
        (I32Const(i32::MIN), "i32.const -2147483648"),
        (I64Const(i64::MAX), "i64.const 9223372036854775807"),
        (F32Const(-0.0), "f32.const -0x0p+0"),
        (F64Const(1.5), "f64.const 0x1.8p+0"),
        (IntTest(Width::W32), "i32.eqz"),
        (IntTest(Width::W64), "i64.eqz"),
    ]
    .map(|(instr, text)| (instr, text.to_owned()))
    .into();
    let mut add = |instr: Instr, text: String| all.push((instr, text));
    for (op, name) in LOADS {
        add(Load(op, AT), name.to_owned());
    }
    for (op, name) in STORES {
        add(Store(op, AT), name.to_owned());
    }
    for (width, int, float) in [(Width::W32, "i32", "f32"), (Width::W64, "i64", "f64")] {
        for (op, name) in INT_UN {
            add(IntUn(width, op), format!("{int}.{name}"));
        }
        for (op, name) in INT_BIN {
            add(IntBin(width, op), format!("{int}.{name}"));
        }
        for (op, name) in INT_REL {
            add(IntRel(width, op), format!("{int}.{name}"));
        }
        for (op, name) in FLOAT_UN {
            add(FloatUn(width, op), format!("{float}.{name}"));
        }
        for (op, name) in FLOAT_BIN {
            add(FloatBin(width, op), format!("{float}.{name}"));
        }
        for (op, name) in FLOAT_REL {
            add(FloatRel(width, op), format!("{float}.{name}"));
        }
    }
    for (op, name) in CONVERSIONS {
        add(Convert(op), name.to_owned());
    }
    for (op, name) in EXTENSIONS {
        add(Extend(op), name.to_owned());
    }
    all
}

/// A module in which each instruction above is valid between two `unreachable`s.
fn around(instr: Instr) -> Module {
    let nullary = FuncType { params: vec![], results: vec![] };
    let binary = FuncType { params: vec![ValType::I32, ValType::F64], results: vec![ValType::I64] };
    let global =
        Global { ty: GlobalType { value: ValType::I32, mutable: true }, init: ConstExpr::I32(0) };
    let body = vec![Instr::Unreachable, instr, Instr::Unreachable];
    Module {
        types: vec![nullary, binary],
        funcs: vec![Func { ty: 0, locals: vec![ValType::I32; 2], body }],
        tables: vec![Limits { min: 0, max: None }],
        memories: vec![Limits { min: 0, max: None }],
        globals: vec![global.clone(), global],
        ..Module::EMPTY
    }
}

#[test]
fn there_is_one_instruction_of_every_opcode_of_version_1_and_of_sign_extension() {
    let mut opcodes: Vec<u8> = every_instruction()
        .iter()
        .map(|(instr, _)| {
            let ty = FuncType { params: vec![], results: vec![] };
            let mut bytes = Vec::new();
            encode(&Module::of_function(ty, vec![instr.clone()]), &mut bytes);
            // magic, type section, function section, code section up to the empty locals
            bytes[8 + 6 + 4 + 5]
        })
        .collect();
    opcodes.sort_unstable();
    opcodes.dedup();
    let expected: Vec<u8> = [0x00..=0x04, 0x0c..=0x11, 0x1a..=0x1b, 0x20..=0x24, 0x28..=0xc4]
        .into_iter()
        .flatten()
        .collect();
    assert_eq!(opcodes, expected);
}

#[test]
fn every_instruction_is_printed_under_its_name() {
    for (instr, expected) in every_instruction() {
        let text = wat::wat(&around(instr.clone()));
        let printed = text.lines().map(str::trim).skip_while(|line| *line != "unreachable").nth(1);
        let printed = printed.unwrap_or_else(|| panic!("{instr:?}: {text}"));
        let printed = printed.split(" ;; ").next().unwrap_or(printed);
        let matches = printed == expected
            || printed
                .strip_prefix(&expected)
                .is_some_and(|rest| rest.starts_with(" align=1") || rest.starts_with(" (;"));
        assert!(matches, "{instr:?} is printed as `{printed}`, not `{expected}`");
    }
}

#[test]
fn every_instruction_is_valid_between_two_that_fit_any_stack() {
    let features = wasmparser::WasmFeatures::WASM1 | wasmparser::WasmFeatures::SIGN_EXTENSION;
    for (instr, name) in every_instruction() {
        let mut bytes = Vec::new();
        encode(&around(instr), &mut bytes);
        let verdict = wasmparser::Validator::new_with_features(features).validate_all(&bytes);
        assert!(verdict.is_ok(), "{name}: {:?}", verdict.err());
    }
}

#[test]
fn an_access_has_its_alignment_and_offset() {
    let at = MemArg { align: 3, offset: 300 };
    let text = wat::wat(&around(Instr::Store(StoreOp::I64, at)));
    assert!(text.contains("i64.store offset=300\n"), "{text}");
    let at = MemArg { align: 1, offset: 0 };
    let text = wat::wat(&around(Instr::Load(LoadOp::I64, at)));
    assert!(text.contains("i64.load align=2\n"), "{text}");
}

#[test]
fn both_arms_of_an_if_are_there_and_nested_blocks_keep_their_order() {
    let inner = Instr::Block(BlockType::Empty, vec![Instr::I32Const(1), Instr::Drop]);
    let text = wat::wat(&around(Instr::If(BlockType::Empty, vec![inner], vec![Instr::Nop])));
    let lines: Vec<&str> =
        text.lines().map(|line| line.split(" ;; ").next().unwrap_or("").trim()).collect();
    let start = lines.iter().position(|line| line.starts_with("if")).expect("there is an if");
    let expected = ["i32.const 1", "drop", "end", "else", "nop", "end", "unreachable"];
    assert_eq!(lines[start + 2..start + 9], expected, "{text}");
}

const LOADS: [(LoadOp, &str); 14] = [
    (LoadOp::I32, "i32.load"),
    (LoadOp::I64, "i64.load"),
    (LoadOp::F32, "f32.load"),
    (LoadOp::F64, "f64.load"),
    (LoadOp::I32From8S, "i32.load8_s"),
    (LoadOp::I32From8U, "i32.load8_u"),
    (LoadOp::I32From16S, "i32.load16_s"),
    (LoadOp::I32From16U, "i32.load16_u"),
    (LoadOp::I64From8S, "i64.load8_s"),
    (LoadOp::I64From8U, "i64.load8_u"),
    (LoadOp::I64From16S, "i64.load16_s"),
    (LoadOp::I64From16U, "i64.load16_u"),
    (LoadOp::I64From32S, "i64.load32_s"),
    (LoadOp::I64From32U, "i64.load32_u"),
];

const STORES: [(StoreOp, &str); 9] = [
    (StoreOp::I32, "i32.store"),
    (StoreOp::I64, "i64.store"),
    (StoreOp::F32, "f32.store"),
    (StoreOp::F64, "f64.store"),
    (StoreOp::I32To8, "i32.store8"),
    (StoreOp::I32To16, "i32.store16"),
    (StoreOp::I64To8, "i64.store8"),
    (StoreOp::I64To16, "i64.store16"),
    (StoreOp::I64To32, "i64.store32"),
];

const INT_UN: [(IntUnOp, &str); 3] =
    [(IntUnOp::Clz, "clz"), (IntUnOp::Ctz, "ctz"), (IntUnOp::Popcnt, "popcnt")];

const INT_BIN: [(IntBinOp, &str); 15] = [
    (IntBinOp::Add, "add"),
    (IntBinOp::Sub, "sub"),
    (IntBinOp::Mul, "mul"),
    (IntBinOp::DivS, "div_s"),
    (IntBinOp::DivU, "div_u"),
    (IntBinOp::RemS, "rem_s"),
    (IntBinOp::RemU, "rem_u"),
    (IntBinOp::And, "and"),
    (IntBinOp::Or, "or"),
    (IntBinOp::Xor, "xor"),
    (IntBinOp::Shl, "shl"),
    (IntBinOp::ShrS, "shr_s"),
    (IntBinOp::ShrU, "shr_u"),
    (IntBinOp::Rotl, "rotl"),
    (IntBinOp::Rotr, "rotr"),
];

const INT_REL: [(IntRelOp, &str); 10] = [
    (IntRelOp::Eq, "eq"),
    (IntRelOp::Ne, "ne"),
    (IntRelOp::LtS, "lt_s"),
    (IntRelOp::LtU, "lt_u"),
    (IntRelOp::GtS, "gt_s"),
    (IntRelOp::GtU, "gt_u"),
    (IntRelOp::LeS, "le_s"),
    (IntRelOp::LeU, "le_u"),
    (IntRelOp::GeS, "ge_s"),
    (IntRelOp::GeU, "ge_u"),
];

const FLOAT_UN: [(FloatUnOp, &str); 7] = [
    (FloatUnOp::Abs, "abs"),
    (FloatUnOp::Neg, "neg"),
    (FloatUnOp::Ceil, "ceil"),
    (FloatUnOp::Floor, "floor"),
    (FloatUnOp::Trunc, "trunc"),
    (FloatUnOp::Nearest, "nearest"),
    (FloatUnOp::Sqrt, "sqrt"),
];

const FLOAT_BIN: [(FloatBinOp, &str); 7] = [
    (FloatBinOp::Add, "add"),
    (FloatBinOp::Sub, "sub"),
    (FloatBinOp::Mul, "mul"),
    (FloatBinOp::Div, "div"),
    (FloatBinOp::Min, "min"),
    (FloatBinOp::Max, "max"),
    (FloatBinOp::Copysign, "copysign"),
];

const FLOAT_REL: [(FloatRelOp, &str); 6] = [
    (FloatRelOp::Eq, "eq"),
    (FloatRelOp::Ne, "ne"),
    (FloatRelOp::Lt, "lt"),
    (FloatRelOp::Gt, "gt"),
    (FloatRelOp::Le, "le"),
    (FloatRelOp::Ge, "ge"),
];

const CONVERSIONS: [(ConvertOp, &str); 25] = [
    (ConvertOp::I32WrapI64, "i32.wrap_i64"),
    (ConvertOp::I32TruncF32S, "i32.trunc_f32_s"),
    (ConvertOp::I32TruncF32U, "i32.trunc_f32_u"),
    (ConvertOp::I32TruncF64S, "i32.trunc_f64_s"),
    (ConvertOp::I32TruncF64U, "i32.trunc_f64_u"),
    (ConvertOp::I64ExtendI32S, "i64.extend_i32_s"),
    (ConvertOp::I64ExtendI32U, "i64.extend_i32_u"),
    (ConvertOp::I64TruncF32S, "i64.trunc_f32_s"),
    (ConvertOp::I64TruncF32U, "i64.trunc_f32_u"),
    (ConvertOp::I64TruncF64S, "i64.trunc_f64_s"),
    (ConvertOp::I64TruncF64U, "i64.trunc_f64_u"),
    (ConvertOp::F32ConvertI32S, "f32.convert_i32_s"),
    (ConvertOp::F32ConvertI32U, "f32.convert_i32_u"),
    (ConvertOp::F32ConvertI64S, "f32.convert_i64_s"),
    (ConvertOp::F32ConvertI64U, "f32.convert_i64_u"),
    (ConvertOp::F32DemoteF64, "f32.demote_f64"),
    (ConvertOp::F64ConvertI32S, "f64.convert_i32_s"),
    (ConvertOp::F64ConvertI32U, "f64.convert_i32_u"),
    (ConvertOp::F64ConvertI64S, "f64.convert_i64_s"),
    (ConvertOp::F64ConvertI64U, "f64.convert_i64_u"),
    (ConvertOp::F64PromoteF32, "f64.promote_f32"),
    (ConvertOp::I32ReinterpretF32, "i32.reinterpret_f32"),
    (ConvertOp::I64ReinterpretF64, "i64.reinterpret_f64"),
    (ConvertOp::F32ReinterpretI32, "f32.reinterpret_i32"),
    (ConvertOp::F64ReinterpretI64, "f64.reinterpret_i64"),
];

const EXTENSIONS: [(ExtendOp, &str); 5] = [
    (ExtendOp::I32Extend8S, "i32.extend8_s"),
    (ExtendOp::I32Extend16S, "i32.extend16_s"),
    (ExtendOp::I64Extend8S, "i64.extend8_s"),
    (ExtendOp::I64Extend16S, "i64.extend16_s"),
    (ExtendOp::I64Extend32S, "i64.extend32_s"),
];
