//! Each repair on a smallest module: wain as released differs from the reference, and the planted
//! engine with all bugs off does not.

use crate::reference::{self, FUEL};
use crate::{ARGS, PLENTY, bytes_of, released};
use crate::{run, validate};
use wasm_face::{Call, Outcome, Verdict};
use wasm_switch::with;

/// The module is valid. wain as released refuses it.
#[track_caller]
fn is_accepted_again(text: &str) {
    let bytes = bytes_of(text);
    assert!(reference::accepts(&bytes), "the reference refuses {text}");
    assert!(!released::accepts(&bytes), "wain as released accepts {text}");
    assert_eq!(with(None, || validate(&bytes)), Verdict::Valid, "{text}");
}

/// The module does not run as it should in wain as released.
#[track_caller]
fn runs_again(text: &str, calls: &[Call<'_>]) {
    let bytes = bytes_of(text);
    let expected = reference::run(&bytes, calls, FUEL);
    let before = released::run(&bytes, calls);
    assert!(!expected.agrees(&before), "wain as released gives {before:?} on {text}");
    assert_eq!(with(None, || run(&bytes, calls, PLENTY)), expected, "{text}");
}

#[test]
fn an_export_may_be_called_start_whatever_its_type() {
    is_accepted_again("(module (func (export \"_start\") (param i32)))");
}

#[test]
fn an_unknown_operand_is_dropped_where_the_code_ends() {
    is_accepted_again("(module (func unreachable select unreachable))");
    is_accepted_again("(module (func (result i32) unreachable select unreachable i32.const 0))");
}

#[test]
fn global_set_takes_its_operand_from_the_stack() {
    let text = "(module (global (mut i32) (i32.const 0))
        (func (export \"f\") (param i32 f32) (result i32)
            i32.const 5 local.get 0 global.set 0))";
    runs_again(text, &[Call { name: "f", args: &ARGS }]);
}

#[test]
fn the_offset_of_a_segment_has_no_sign() {
    for text in [
        "(module (memory 1) (data (i32.const -1) \"a\"))",
        "(module (table 1 funcref) (elem (i32.const -1) 0) (func))",
    ] {
        runs_again(text, &[]);
        let found = with(None, || run(&bytes_of(text), &[], PLENTY));
        assert_eq!(found.instance, Outcome::Trapped);
    }
}
