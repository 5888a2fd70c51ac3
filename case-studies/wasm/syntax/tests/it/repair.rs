//! Tests that any module is repaired to a valid one, and that a valid one keeps its code.

use crate::samples::{all_features, everything, func_type, mutants_of_mutants, validate};
use mutagen_core::internal::value::seed;
use mutagen_core::{Generator, Mutate};
use wasm_syntax::*;

const MODULES: usize = 5_000;

fn is_valid(module: &Module) {
    let (exporting, _) = module.repaired().exporting_all();
    let verdict = validate(&exporting, Features::WASM2);
    assert_eq!(verdict, Ok(()), "{module:?}\n{}", wat::wat(&exporting));
}

#[test]
fn mutants_and_generated_modules_become_valid() {
    mutants_of_mutants(MODULES).iter().for_each(is_valid);
    for size in 0..20 {
        let mut generator = Generator::new(seed::random(1), size);
        for _ in 0..MODULES / 20 {
            is_valid(&Module::generate(&mut generator));
        }
    }
}

/// The code of a function of this type after the repair.
fn body(ty: FuncType, body: Vec<Instr>) -> Vec<Instr> {
    all_features();
    Module::of_function(ty, body).repaired().funcs.remove(0).body
}

#[test]
fn valid_code_stays_as_it_is() {
    use Instr::*;
    use ValType::{F32, I32};
    let remainder = IntBin(Width::W32, IntBinOp::RemS);
    let condition = vec![LocalGet(0), IntTest(Width::W32), LocalTee(0), BrIf(0)];
    for code in [
        vec![LocalGet(1), F32Const(0.5), LocalGet(0), I32Const(-1), remainder, Select],
        vec![LocalGet(1), Loop(BlockType::Empty, condition)],
    ] {
        assert_eq!(body(func_type(&[I32, F32], &[F32]), code.clone()), code);
    }
}

#[test]
fn what_is_missing_is_added_and_what_is_left_is_kept_in_a_variable() {
    use Instr::*;
    use ValType::{F32, I32};
    let add = IntBin(Width::W32, IntBinOp::Add);
    let ty = || func_type(&[F32, I32, I32], &[I32]);
    // Operands are different variables of the right type.
    assert_eq!(body(ty(), vec![add.clone()]), [LocalGet(1), LocalGet(2), add.clone()]);
    assert_eq!(body(ty(), vec![I32Const(7), add.clone()]), [I32Const(7), LocalGet(2), add]);
    // A constant where there is no variable, and indices count round.
    let eqz = IntTest(Width::W64);
    assert_eq!(body(ty(), vec![eqz.clone()]), [I64Const(1), eqz]);
    assert_eq!(body(ty(), vec![LocalGet(4)]), [LocalGet(1)]);
    // The variables of the types of numbers are i32, i64, f32 and f64.
    let left = body(ty(), vec![LocalGet(2), LocalGet(0)]);
    assert_eq!(left, [LocalGet(2), LocalGet(0), GlobalSet(2)]);
    // What cannot be reached is left out.
    assert_eq!(body(ty(), vec![Unreachable, Return, Nop]), [LocalGet(1), Return]);
}

#[test]
fn a_function_that_can_return_its_variables_does() {
    use Instr::*;
    use ValType::{F32, I32};
    // The first result is its own.
    let ty = || func_type(&[F32, I32, I32], &[I32, F32, I32, I32]);
    let variables = [LocalGet(0), LocalGet(1), LocalGet(2)];
    let set = vec![LocalGet(2), LocalSet(1)];
    let code = [&set[..], &[LocalGet(1)], &variables].concat();
    assert_eq!(body(ty(), set), code);
    let size = [&[MemorySize], &variables[..]].concat();
    assert_eq!(body(ty(), vec![MemorySize]), size);
    // What is valid stays as it is, and a block returns what is missing as ever.
    let all = [MemorySize, LocalGet(0), LocalGet(2), LocalGet(1)];
    assert_eq!(body(ty(), all.to_vec()), all);
    let one = || func_type(&[I32], &[I32]);
    assert_eq!(body(one(), vec![I32Const(7)]), [I32Const(7)]);
    let block = |body| vec![Block(BlockType::Value(I32), body)];
    assert_eq!(body(one(), block(vec![])), block(vec![LocalGet(0)]));
}

#[test]
fn imports_and_what_does_not_fit_are_left_out() {
    all_features();
    let module = everything().repaired();
    assert!(module.imports.is_empty() && module.exports.is_empty());
    assert_eq!(module.funcs.len(), everything().funcs.len());
    assert_eq!(Module::EMPTY.repaired(), Module::EMPTY);
}
