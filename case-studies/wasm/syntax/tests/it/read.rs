//! Tests what the reader gives back, and what it refuses in which words.

use crate::samples::{encoded, everything, mutants, validate};
use wasm_syntax::*;

/// The bytes of a module in the text format.
fn bytes_of(text: &str) -> Vec<u8> {
    ::wat::parse_str(text).unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn assert_refused(bytes: &[u8], offset: u64, words: &str) {
    let error = read(bytes).expect_err("must be refused");
    let (ReadError::Malformed { offset: at, .. } | ReadError::Unsupported { offset: at, .. }) =
        &error;
    assert_eq!(*at, offset, "{error}");
    assert!(error.to_string().contains(words), "{error}");
}

#[track_caller]
fn assert_unsupported(text: &str, words: &str) {
    let error = read(&bytes_of(text)).expect_err("must be refused");
    assert!(matches!(error, ReadError::Unsupported { .. }), "{error}");
    assert!(error.to_string().contains(words), "{error}");
}

#[test]
fn a_module_with_everything_is_read_back() {
    let bytes = encoded(&everything());
    let module = read(&bytes).unwrap_or_else(|error| panic!("{error}"));
    // As text, because a NaN differs from itself.
    assert_eq!(format!("{module:?}"), format!("{:?}", everything()));
    assert_eq!(encoded(&module), bytes);
}

#[test]
fn a_valid_mutant_is_read_back_to_a_module_with_the_same_bytes() {
    let mut valid = 0;
    for module in mutants(&everything(), 3_000) {
        let bytes = encoded(&module);
        match read(&bytes) {
            Ok(again) => assert_eq!(encoded(&again), bytes, "{module:?}"),
            Err(error) => assert!(validate(&module, Features::all()).is_err(), "{error}"),
        }
        valid += usize::from(validate(&module, Features::all()).is_ok());
    }
    assert!(valid > 100, "{valid} mutants are valid");
}

#[test]
fn custom_sections_are_dropped_and_numbers_get_their_shortest_form() {
    // A custom section, and a type section whose numbers have superfluous bytes.
    let bytes = b"\0asm\x01\0\0\0\0\x03\x01xy\x01\x86\0\x81\0\x60\x80\0\0";
    let ty = FuncType { params: vec![], results: vec![] };
    assert_eq!(read(bytes), Ok(Module { types: vec![ty], ..Module::EMPTY }));
}

#[test]
fn bytes_that_are_no_module_are_refused_with_their_offset() {
    let start = b"\0asm\x01\0\0\0";
    let with = |rest: &[u8]| [start, rest].concat();
    assert_refused(b"(module)", 0, "magic");
    assert_refused(&start[..6], 4, "unexpected end");
    assert_refused(&with(b"\x01\x05\x01\x60"), 10, "unexpected end");
    assert_refused(&with(b"\x63\x00"), 10, "99");
    assert_refused(&with(b"\x03\x01\0\x01\x01\0"), 13, "out of order");
    assert_refused(&with(b"\x03\x01\0\x03\x01\0"), 13, "out of order");
    assert_refused(&with(b"\x01\x04\x01\x60\0\0\x03\x02\x01\0"), 18, "code section is absent");
    assert_refused(&with(b"\x0c\x01\x02\x0b\x01\0"), 14, "inconsistent");
    let drop = b"\x01\x04\x01\x60\0\0\x03\x02\x01\0\x0a\x07\x01\x05\0\xfc\x09\0\x0b";
    assert_refused(&with(drop), 22, "no data count");
    let cut = encoded(&everything());
    for length in [20, 60, 100, 200] {
        let error = read(&cut[..length]).expect_err("cut short").to_string();
        assert!(error.contains("offset 0x") && error.contains("whole module"), "{error}");
    }
}

#[test]
fn what_a_module_cannot_say_is_named() {
    assert_unsupported("(module (func (param v128)))", "v128");
    assert_unsupported("(module (memory i64 1))", "64-bit");
    assert_unsupported("(module (memory 1 2 shared))", "shared");
    assert_unsupported("(module (tag))", "exception tags");
    assert_unsupported("(module (func return_call 0))", "ReturnCall");
    assert_unsupported("(module (table 1 (ref null 0)) (type (func)))", "type");
    assert_unsupported("(module (type (struct)))", "no function type");
    assert_unsupported("(module (table 1 funcref (ref.null func)))", "initial value");
    assert_unsupported("(module (func (ref.null any) drop))", "anyref");
    let many = "(module (func (local".to_owned() + &" i32".repeat(50_001) + ")))";
    assert_unsupported(&many, "50000 local");
    let nest = |depth| {
        "(module (func ".to_owned() + &"block ".repeat(depth) + &"end ".repeat(depth) + "))"
    };
    assert_unsupported(&nest(1001), "1000 nested blocks");
    assert!(read(&bytes_of(&nest(1000))).is_ok());
}

#[test]
fn damaged_bytes_are_refused_or_read_as_another_module() {
    let bytes = encoded(&everything());
    let (mut refused, mut other) = (0, 0);
    for at in 0..bytes.len() {
        for value in [0, 1, 0x0b, 0x40, 0x7f, 0x80, 0xfc, 0xff] {
            let mut damaged = bytes.clone();
            damaged[at] = value;
            match read(&damaged) {
                Err(_) => refused += 1,
                Ok(module) => {
                    let again = read(&encoded(&module)).expect("what is encoded can be read");
                    assert_eq!(format!("{module:?}"), format!("{again:?}"));
                    other += 1;
                }
            }
        }
    }
    assert!(refused > 100 && other > 100, "{refused} refused, {other} read");
}
