//! Tests that the encoder makes the NaNs of float operations canonical, on request.

use crate::samples::{everything, func_type, mutants, validate, validate_bytes};
use wasm_syntax::*;

fn canonical(module: &Module) -> Vec<u8> {
    let mut bytes = Vec::new();
    encode_with(module, Nans::Canonical, &mut bytes);
    bytes
}

/// The body of the only function after its NaNs are made canonical. It has one parameter and one
/// local variable, so that variables 2 and 3 are new.
fn body_of(body: Vec<Instr>) -> Vec<Instr> {
    let mut module = Module::of_function(func_type(&[ValType::I32], &[]), body);
    module.funcs[0].locals = vec![ValType::F64];
    let read = read(&canonical(&module)).unwrap_or_else(|error| panic!("{error}"));
    let func = read.funcs.into_iter().next().expect("there is a function");
    assert_eq!(func.locals, [ValType::F64, ValType::F32, ValType::F64]);
    func.body
}

/// What follows an operation: `tee t; nan; t; t; eq; select`.
fn sequence(width: Width) -> Vec<Instr> {
    let (local, nan) = match width {
        Width::W32 => (2, Instr::F32Const(f32::from_bits(0x7fc0_0000))),
        Width::W64 => (3, Instr::F64Const(f64::from_bits(0x7ff8_0000_0000_0000))),
    };
    vec![
        Instr::LocalTee(local),
        nan,
        Instr::LocalGet(local),
        Instr::LocalGet(local),
        Instr::FloatRel(width, FloatRelOp::Eq),
        Instr::Select,
    ]
}

/// As text, because a NaN differs from itself.
fn text(body: &[Instr]) -> String {
    format!("{body:?}")
}

#[test]
fn each_operation_that_may_give_a_nan_of_any_payload_is_followed_by_the_sequence() {
    let mut operations = Vec::new();
    for width in Width::ALL {
        for op in FloatUnOp::ALL {
            let computes = !matches!(op, FloatUnOp::Abs | FloatUnOp::Neg);
            operations.push((Instr::FloatUn(width, *op), computes.then_some(width)));
        }
        for op in FloatBinOp::ALL {
            let computes = *op != FloatBinOp::Copysign;
            operations.push((Instr::FloatBin(width, *op), computes.then_some(width)));
        }
    }
    for op in ConvertOp::ALL {
        let width = match op {
            ConvertOp::F32DemoteF64 => Some(Width::W32),
            ConvertOp::F64PromoteF32 => Some(Width::W64),
            _ => None,
        };
        operations.push((Instr::Convert(*op), width));
    }
    operations.push((Instr::F32Const(f32::NAN), None));
    operations.push((Instr::Load(LoadOp::F64, MemArg { align: 0, offset: 0 }), None));
    for (operation, width) in operations {
        let mut expected = vec![operation.clone()];
        expected.extend(width.map(sequence).unwrap_or_default());
        assert_eq!(text(&body_of(vec![operation])), text(&expected));
    }
}

#[test]
fn nothing_changes_in_code_inside_of_blocks_but_for_the_sequence() {
    let add = Instr::FloatBin(Width::W32, FloatBinOp::Add);
    let body = vec![Instr::Block(BlockType::Empty, vec![Instr::Nop, add.clone(), Instr::Drop])];
    let inner = [vec![Instr::Nop, add], sequence(Width::W32), vec![Instr::Drop]].concat();
    assert_eq!(text(&body_of(body)), text(&[Instr::Block(BlockType::Empty, inner)]));
}

#[test]
fn a_valid_module_stays_valid() {
    let mut valid = 0;
    for module in mutants(&everything(), 2_000) {
        if validate(&module, Features::all()).is_ok() {
            valid += 1;
            assert_eq!(validate_bytes(&canonical(&module), Features::all()), Ok(()), "{module:?}");
        }
    }
    assert!(valid > 100, "{valid} mutants are valid");
}
