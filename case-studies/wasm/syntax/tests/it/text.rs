//! Tests that texts are read back by an independent tool to the bytes of the encoder.

use crate::samples::{encoded, everything, mutants_of_mutants, validate};
use wasm_syntax::wat::{INEXACT, wat};
use wasm_syntax::*;

/// Mutants whose text is tested.
const MUTANTS: usize = 10_000;

fn returns(module: &Module, text: &str) -> bool {
    ::wat::parse_str(text).is_ok_and(|bytes| bytes == encoded(module))
}

#[test]
fn the_text_of_a_module_with_everything_comes_back() {
    let text = wat(&everything());
    let bytes = ::wat::parse_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(bytes, encoded(&everything()), "{text}");
}

#[test]
fn the_texts_of_ten_thousand_mutants_come_back_unless_they_say_that_they_cannot() {
    let mutants = mutants_of_mutants(MUTANTS);
    let invalid = mutants.iter().filter(|m| validate(m, Features::all()).is_err()).count();
    let mut back = 0;
    for module in &mutants {
        let text = wat(module);
        if returns(module, &text) {
            back += 1;
        } else {
            assert!(text.contains(INEXACT), "{:?}\n{text}", ::wat::parse_str(&text).err());
        }
    }
    println!("{back} of {MUTANTS} texts come back, {invalid} modules are invalid");
    assert!(2 * invalid >= MUTANTS, "only {invalid} of {MUTANTS} are invalid");
    assert!(100 * back >= 99 * MUTANTS, "only {back} of {MUTANTS} texts come back");
}

#[test]
fn a_text_that_comes_back_does_not_say_that_it_cannot() {
    for align in [0, 1, 31, 32, 62, 63, 64, 65, 200, 255] {
        let load = Instr::Load(LoadOp::I32, MemArg { align, offset: u32::MAX });
        let ty = FuncType { params: vec![], results: vec![] };
        let module = Module::of_function(ty, vec![load]);
        let text = wat(&module);
        assert_eq!(returns(&module, &text), !text.contains(INEXACT), "{text}");
    }
}

#[test]
fn floats_come_back_with_sign_and_payload() {
    let bits32 = [0, 1, 0x7f_ffff, 0x80_0000, 0x3dcc_cccd, 0x7f7f_ffff, 0x7f80_0000];
    let bits64 = [0, 1, 0xf_ffff_ffff_ffff, 0x3fb9_9999_9999_999a, 0x7fef_ffff_ffff_ffff];
    let nans32 = [0x7f80_0001, 0x7fa0_0000, 0x7fc0_0000, 0x7fc0_0001, 0x7fff_ffff];
    let nans64 = [0x7ff0_0000_0000_0001, 0x7ff8_0000_0000_0000, 0x7fff_ffff_ffff_ffff];
    let mut body = Vec::new();
    for bits in bits32.into_iter().chain(nans32) {
        body.push(Instr::F32Const(f32::from_bits(bits)));
        body.push(Instr::F32Const(f32::from_bits(bits | 1 << 31)));
    }
    for bits in bits64.into_iter().chain(nans64) {
        body.push(Instr::F64Const(f64::from_bits(bits)));
        body.push(Instr::F64Const(f64::from_bits(bits | 1 << 63)));
    }
    let module = Module::of_function(FuncType { params: vec![], results: vec![] }, body);
    let text = wat(&module);
    assert!(returns(&module, &text), "{text}");
}

#[test]
fn deep_blocks_come_back() {
    let mut body = vec![Instr::Nop];
    for _ in 0..500 {
        body = vec![Instr::Block(BlockType::Empty, body)];
    }
    let module = Module::of_function(FuncType { params: vec![], results: vec![] }, body);
    let text = wat(&module);
    assert!(returns(&module, &text) && text.len() < 200_000, "{}", text.len());
}
