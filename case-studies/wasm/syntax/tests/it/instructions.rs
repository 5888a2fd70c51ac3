//! Tests every instruction against its name in the specification: an independent tool reads the
//! name back as the opcode of the encoder, and a decoder checks the operands.

use crate::samples::{encoded, func_type, table, validate};
use wasm_syntax::wat::wat;
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
        (Block(BlockType::Index(1), vec![Unreachable]), "block (type 1)"),
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
        (F32Const(-0.0), "f32.const -0.0"),
        (F64Const(1.5), "f64.const 1.5"),
        (IntTest(Width::W32), "i32.eqz"),
        (IntTest(Width::W64), "i64.eqz"),
    ]
    .map(|(instr, text)| (instr, text.to_owned()))
    .into();
    let mut add = |instr: Instr, text: String| all.push((instr, text));
    for op in LoadOp::ALL {
        add(Load(*op, AT), op.name().to_owned());
    }
    for op in StoreOp::ALL {
        add(Store(*op, AT), op.name().to_owned());
    }
    for (width, int, float) in [(Width::W32, "i32", "f32"), (Width::W64, "i64", "f64")] {
        for op in IntUnOp::ALL {
            add(IntUn(width, *op), format!("{int}.{}", op.name()));
        }
        for op in IntBinOp::ALL {
            add(IntBin(width, *op), format!("{int}.{}", op.name()));
        }
        for op in IntRelOp::ALL {
            add(IntRel(width, *op), format!("{int}.{}", op.name()));
        }
        for op in FloatUnOp::ALL {
            add(FloatUn(width, *op), format!("{float}.{}", op.name()));
        }
        for op in FloatBinOp::ALL {
            add(FloatBin(width, *op), format!("{float}.{}", op.name()));
        }
        for op in FloatRelOp::ALL {
            add(FloatRel(width, *op), format!("{float}.{}", op.name()));
        }
    }
    for op in ConvertOp::ALL {
        add(Convert(*op), op.name().to_owned());
    }
    for op in ExtendOp::ALL {
        add(Extend(*op), op.name().to_owned());
    }
    for op in SaturateOp::ALL {
        add(Saturate(*op), op.name().to_owned());
    }
    for (op, name) in [
        (BulkOp::MemoryCopy, "memory.copy"),
        (BulkOp::MemoryFill, "memory.fill"),
        (BulkOp::MemoryInit(1), "memory.init 1"),
        (BulkOp::DataDrop(1), "data.drop 1"),
        (BulkOp::TableCopy { to: 0, from: 2 }, "table.copy 0 2"),
        (BulkOp::TableInit { table: 2, elem: 1 }, "table.init 2 1"),
        (BulkOp::ElemDrop(1), "elem.drop 1"),
    ] {
        add(Bulk(op), name.to_owned());
    }
    for (op, name) in [
        (RefOp::Const(RefConst::Null(RefType::Func)), "ref.null func"),
        (RefOp::Const(RefConst::Null(RefType::Extern)), "ref.null extern"),
        (RefOp::Const(RefConst::Func(0)), "ref.func 0"),
        (RefOp::IsNull, "ref.is_null"),
        (RefOp::Select(ValType::Ref(RefType::Func)), "select (result funcref)"),
        (RefOp::CallIndirect { ty: 1, table: 2 }, "call_indirect 2 (type 1)"),
    ] {
        add(Ref(op), name.to_owned());
    }
    for op in TableOp::ALL {
        add(Ref(RefOp::Table(*op, 1)), format!("{} 1", op.name()));
    }
    all
}

/// A module in which each instruction above is valid between two `unreachable`s.
fn around(instr: Instr) -> Module {
    let global =
        Global { ty: GlobalType { value: ValType::I32, mutable: true }, init: ConstExpr::I32(0) };
    let body = vec![Instr::Unreachable, instr, Instr::Unreachable];
    let elem = Elem { mode: ElemMode::Passive, items: ElemItems::Funcs(vec![0]) };
    Module {
        types: vec![func_type(&[], &[]), func_type(&[ValType::I32, ValType::F64], &[ValType::I64])],
        funcs: vec![Func { ty: 0, locals: vec![ValType::I32; 2], body }],
        tables: [RefType::Func, RefType::Extern, RefType::Func].map(|ty| table(ty, 0)).into(),
        memories: vec![Limits { min: 0, max: None }],
        globals: vec![global.clone(), global],
        elems: vec![elem.clone(), elem],
        datas: vec![Data { mode: DataMode::Passive, init: vec![] }; 2],
        ..Module::EMPTY
    }
}

#[test]
fn there_is_one_instruction_of_every_opcode_but_for_vectors() {
    let mut opcodes: Vec<(u8, u8)> = every_instruction()
        .iter()
        .map(|(instr, _)| {
            let bytes = encoded(&Module::of_function(func_type(&[], &[]), vec![instr.clone()]));
            // magic, type section, function section
            let mut at = 8 + 6 + 4;
            if bytes[at] == 12 {
                at += 3; // data count section
            }
            // code section up to the empty locals
            let opcode = &bytes[at + 5..];
            (opcode[0], if opcode[0] == 0xfc { opcode[1] } else { 0 })
        })
        .collect();
    opcodes.sort_unstable();
    opcodes.dedup();
    let single = [0x00..=0x04, 0x0c..=0x11, 0x1a..=0x1c, 0x20..=0x26, 0x28..=0xc4, 0xd0..=0xd2];
    let single = single.into_iter().flatten().map(|opcode| (opcode, 0));
    let expected: Vec<(u8, u8)> = single.chain((0..=17).map(|opcode| (0xfc, opcode))).collect();
    assert_eq!(opcodes, expected);
}

#[test]
fn every_instruction_is_printed_under_its_name_and_read_back() {
    for (instr, expected) in every_instruction() {
        let module = around(instr.clone());
        let text = wat(&module);
        let printed = text.lines().map(str::trim).skip_while(|line| *line != "unreachable").nth(1);
        let printed = printed.unwrap_or_else(|| panic!("{instr:?}: {text}"));
        let is_printed = printed == expected
            || printed.strip_prefix(&expected).is_some_and(|rest| rest == " align=1");
        assert!(is_printed, "{instr:?} is printed as `{printed}`, not `{expected}`");
        let bytes = ::wat::parse_str(&text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(bytes, encoded(&module), "{instr:?}");
        assert_eq!(read(&bytes), Ok(module), "{instr:?}");
    }
}

#[test]
fn every_instruction_is_valid_between_two_that_fit_any_stack() {
    for (instr, name) in every_instruction() {
        assert_eq!(validate(&around(instr), Features::WASM2), Ok(()), "{name}");
    }
}

#[test]
fn an_access_has_its_alignment_and_offset() {
    let at = MemArg { align: 3, offset: 300 };
    let text = wat(&around(Instr::Store(StoreOp::I64, at)));
    assert!(text.contains("i64.store offset=300\n"), "{text}");
    let at = MemArg { align: 1, offset: 0 };
    let text = wat(&around(Instr::Load(LoadOp::I64, at)));
    assert!(text.contains("i64.load align=2\n"), "{text}");
}

#[test]
fn both_arms_of_an_if_are_there_and_nested_blocks_keep_their_order() {
    let inner = Instr::Block(BlockType::Empty, vec![Instr::I32Const(1), Instr::Drop]);
    let text = wat(&around(Instr::If(BlockType::Empty, vec![inner], vec![Instr::Nop])));
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let start = lines.iter().position(|line| line.starts_with("if")).expect("there is an if");
    let expected = ["i32.const 1", "drop", "end", "else", "nop", "end", "unreachable"];
    assert_eq!(lines[start + 2..start + 9], expected, "{text}");
}
