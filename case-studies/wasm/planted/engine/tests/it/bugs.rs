//! Each planted bug on its smallest witness: with the bug on, the engine differs from the
//! reference; with it off, it does not.

use crate::reference::{self, FUEL};
use crate::{ARGS, PLENTY, bytes_of, stub};
use crate::{run, validate};
use std::collections::BTreeSet;
use std::path::Path;
use wasm_face::{Call, Outcome, Value, Verdict};
use wasm_switch::{Bug, with};

/// Defines a test for each bug, and the list of the bugs that have one.
macro_rules! bugs {
    ($($id:literal: $name:ident, $check:ident($witness:expr);)*) => {
        $(
            #[test]
            fn $name() {
                $check(Bug::of($id), $witness);
            }
        )*

        const TESTED: &[&str] = &[$($id),*];
    };
}

bugs! {
    "1": the_else_branch_may_leave_any_operands, is_accepted(
        "(module (func i32.const 0 (if (then) (else i32.const 0))))"
    );
    "2": operands_may_be_left_over, is_accepted("(module (func i32.const 0))");
    "3": the_body_may_have_another_type, is_accepted("(module (func (result i32)))");
    "4": there_may_be_two_memories, is_accepted("(module (memory 0) (memory 0))");
    "5": an_export_may_name_no_function, is_accepted("(module (export \"\" (func 0)))");
    "6": i64_eqz_needs_no_operand, is_accepted("(module (func i64.eqz return))");
    "6b": i64_eqz_yields_an_i64, is_accepted(
        "(module (func (result i64) i64.const 0 i64.eqz))"
    );
    "7": a_binary_operation_needs_one_operand, is_accepted(
        "(module (func i32.const 0 i32.add return))"
    );
    "7b": a_binary_operation_takes_an_i64, is_accepted(
        "(module (func i32.const 0 i64.const 0 i32.add return))"
    );
    "8": memory_size_needs_no_memory, is_accepted("(module (func memory.size return))");
    "8b": a_load_needs_no_memory, is_accepted(
        "(module (func i32.const 0 f32.load return))"
    );
    "9": i64_const_yields_an_i32, is_accepted("(module (func (result i32) i64.const 0))");
    "10": i32_load_needs_no_memory, is_accepted("(module (func i32.const 0 i32.load return))");
    "10b": i32_load_may_have_any_alignment, is_accepted(
        "(module (memory 0) (func i32.const 0 i32.load align=8 return))"
    );
    "T1": i64_load32_u_may_have_the_alignment_of_i64, is_accepted(
        "(module (memory 0) (func i32.const 0 i64.load32_u align=8 return))"
    );
    "11": i32_sub_adds, computes("i32.const 0 local.get 0 i32.sub");
    "12": i32_lt_u_holds_for_equal_operands, computes("local.get 0 local.get 0 i32.lt_u");
    "12b": i32_lt_u_compares_signed_integers, computes("i32.const -1 local.get 0 i32.lt_u");
    "13": i32_shr_u_exchanges_its_operands, computes("i32.const 0 local.get 0 i32.shr_u");
    "13b": i32_shr_u_copies_the_sign, computes("i32.const -1 local.get 0 i32.shr_u");
    "14": locals_do_not_start_as_zero, computes("(local i32) local.get 2");
    "15": i32_load8_s_extends_the_sign_of_its_address, computes(
        "i32.const -1 i32.load8_s offset=1"
    );
    "15b": i32_load8_s_takes_256_from_small_bytes, computes("i32.const 0 i32.load8_s");
    "T3": arguments_may_be_missing_or_extra, is_called_with(
        &[&[], &[Value::I32(1)], &[Value::I32(1), Value::F32(0), Value::I32(2)]]
    );
    "T4": the_address_of_a_store_wraps_around, computes(
        "i32.const -1 i32.const 0 i32.store8 offset=1 i32.const 0"
    );
}

/// The validator accepts this module with the bug on alone, and the reference does not.
#[track_caller]
fn is_accepted(bug: Bug, text: &str) {
    let bytes = bytes_of(text);
    assert!(!reference::accepts(&bytes), "the reference accepts {text}");
    assert_eq!(with(None, || validate(&bytes)), Verdict::Invalid, "{text}");
    assert_eq!(with(Some(bug), || validate(&bytes)), Verdict::Valid, "{text}");
}

/// The function of the stub with this body gives another outcome than the reference with the bug
/// on alone.
#[track_caller]
fn computes(bug: Bug, body: &str) {
    let bytes = stub(body);
    differs(bug, &bytes, &[Call { name: "f", args: &ARGS }]);
}

/// The stub is called with each of these arguments, which the reference refuses.
#[track_caller]
fn is_called_with(bug: Bug, all: &[&[Value]]) {
    let bytes = stub("local.get 0");
    for args in all {
        let call = Call { name: "f", args };
        let expected = reference::run(&bytes, &[call], FUEL);
        assert_eq!(expected.calls, [Outcome::Invalid], "{args:?}");
        differs(bug, &bytes, &[call]);
    }
}

#[track_caller]
fn differs(bug: Bug, bytes: &[u8], calls: &[Call<'_>]) {
    let expected = reference::run(bytes, calls, FUEL);
    let (off, on) =
        (with(None, || run(bytes, calls, PLENTY)), with(Some(bug), || run(bytes, calls, PLENTY)));
    assert_eq!(expected.calls.len(), 1);
    assert_ne!(expected.calls[0], Outcome::Exhausted, "the reference tells nothing");
    assert_eq!(off, expected, "the engine differs with the bug off");
    assert!(!on.calls[0].agrees(&expected.calls[0]), "the engine gives {on:?} with the bug on");
    // A wrong result, not a broken engine.
    assert!(!matches!(on.calls[0], Outcome::Panicked(_)), "{on:?}");
}

#[test]
fn each_bug_of_the_switch_is_planted_and_has_a_test() {
    let ids = |ids: &mut dyn Iterator<Item = &'static str>| ids.collect::<BTreeSet<_>>();
    let all = ids(&mut Bug::all().map(Bug::id));
    assert_eq!(ids(&mut TESTED.iter().copied()), all);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bugs.toml");
    let text = std::fs::read_to_string(&path).expect("bugs.toml is there");
    let plan = wasm_plant::Plan::parse(&text, &path).expect("bugs.toml is well formed");
    assert_eq!(plan.bugs().collect::<BTreeSet<_>>(), all);
}

#[test]
fn a_bug_leaves_alone_what_it_does_not_concern() {
    // No bug concerns an instruction of this function.
    let bytes = stub("local.get 0 i32.eqz");
    let call = Call { name: "f", args: &ARGS };
    let expected = reference::run(&bytes, &[call], FUEL);
    for bug in Bug::all() {
        let found = with(Some(bug), || run(&bytes, &[call], PLENTY));
        assert_eq!(found, expected, "with bug {bug}");
    }
}
