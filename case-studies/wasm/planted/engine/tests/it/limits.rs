//! What ends at a limit, and what just does not.

use crate::{ARGS, PLENTY, bytes_of, stub};
use crate::{run, run_to_state};
use wasm_face::{Call, Outcome, Run, State, Value};
use wasm_planted::{DEPTH, ENTRIES, PAGES};
use wasm_switch::with;

fn call(name: &str) -> Call<'_> {
    Call { name, args: &[] }
}

/// What comes of one call of `f`, without arguments.
#[track_caller]
fn called(text: &str, fuel: u64) -> Outcome {
    let run = with(None, || run(&bytes_of(text), &[call("f")], fuel));
    assert_eq!(run.instance, Outcome::Returned(vec![]));
    run.calls[0].clone()
}

fn returned(value: i32) -> Outcome {
    Outcome::Returned(vec![Value::I32(value)])
}

#[test]
fn each_instruction_is_a_step() {
    let bytes = stub("nop block nop nop end local.get 0");
    let calls = [Call { name: "f", args: &ARGS }; 2];
    let outcomes = |fuel| with(None, || run(&bytes, &calls, fuel)).calls;
    assert_eq!(outcomes(10), [returned(1), returned(1)]);
    assert_eq!(outcomes(9), [returned(1), Outcome::Exhausted]);
    // The calls end with the first that is exhausted.
    assert_eq!(outcomes(4), [Outcome::Exhausted]);
}

#[test]
fn what_never_ends_is_exhausted() {
    assert_eq!(called("(module (func (export \"f\") loop br 0 end))", PLENTY), Outcome::Exhausted);
    assert_eq!(called("(module (func (export \"f\") call 0))", PLENTY), Outcome::Exhausted);
    let start = bytes_of("(module (func loop br 0 end) (start 0))");
    let found = with(None, || run(&start, &[], PLENTY));
    assert_eq!(found, Run { instance: Outcome::Exhausted, ..Run::default() });
}

#[test]
fn calls_and_blocks_count_as_depth_until_they_end() {
    // Each call is one deep, with the call of `f`; each round has a block that a branch leaves, one
    // that ends, and a call.
    let descent = |calls: u32| {
        format!(
            "(module (func (export \"f\") i32.const {calls} call 1)
                (func (param i32) block local.get 0 i32.eqz br_if 0
                    local.get 0 i32.const 1 i32.sub call 1 end))"
        )
    };
    // `f`, then a call and its block for each number down to zero.
    let most = (DEPTH - 1) / 2 - 1;
    assert_eq!(called(&descent(most), PLENTY), Outcome::Returned(vec![]));
    assert_eq!(called(&descent(most + 1), PLENTY), Outcome::Exhausted);
    let rounds = "(module (func (export \"f\") (result i32) (local i32)
            loop
                block br 0 end
                block block br 1 end end
                block end
                local.get 0 i32.const 7 i32.ge_s if else end
                call 1 drop
                local.get 0 i32.const 1 i32.add local.tee 0 i32.const 1000 i32.lt_s br_if 0
            end
            local.get 0)
        (func (result i32) block i32.const 3 return end unreachable))";
    assert_eq!(called(rounds, PLENTY), returned(1000));
}

#[test]
fn a_call_after_a_trap_may_be_as_deep_as_the_first() {
    let bytes = bytes_of(
        "(module (func (export \"trap\") (param i32) local.get 0 i32.eqz if unreachable end
            local.get 0 i32.const 1 i32.sub call 0))",
    );
    let deep = [Value::I32(DEPTH as i32 - 3)];
    let calls = [Call { name: "trap", args: &deep }; 3];
    let found = with(None, || run(&bytes, &calls, PLENTY));
    assert_eq!(found.calls, [Outcome::Trapped, Outcome::Trapped, Outcome::Trapped]);
}

#[test]
fn a_memory_or_table_may_not_start_too_large() {
    for (word, rest, most) in [("memory", "", PAGES), ("table", " funcref", ENTRIES)] {
        let instance = |least: u32| {
            let bytes = bytes_of(&format!("(module ({word} {least}{rest}))"));
            with(None, || run(&bytes, &[], PLENTY)).instance
        };
        assert_eq!(instance(most), Outcome::Returned(vec![]), "{word}");
        assert_eq!(instance(most + 1), Outcome::Exhausted, "{word}");
    }
}

#[test]
fn a_page_costs_steps_unless_it_is_refused() {
    let grow = |limits: &str, pages: i32| {
        format!(
            "(module (memory {limits}) (func (export \"f\") (result i32)
                i32.const {pages} memory.grow))"
        )
    };
    assert_eq!(called(&grow("1", 2), 2 + 2 * 1024), returned(1));
    assert_eq!(called(&grow("1", 2), 1 + 2 * 1024), Outcome::Exhausted);
    assert_eq!(called(&grow("1 2", 2), 2), returned(-1));
    assert_eq!(called(&grow("1", -1), 2), returned(-1));
    assert_eq!(called(&grow("1", 65534), PLENTY), Outcome::Exhausted);
}

#[test]
fn the_state_is_that_after_the_last_call() {
    let bytes = bytes_of(
        "(module (memory (export \"m\") 1) (global (export \"g\") (mut i64) (i64.const 1))
            (func (export \"f\") i64.const 7 global.set 0 i32.const 2 i32.const 3 i32.store8)
            (func (export \"trap\") i64.const 8 global.set 0 unreachable)
            (func (export \"loop\") loop br 0 end))",
    );
    let state = |names: &[&str]| {
        let calls: Vec<Call<'_>> = names.iter().map(|name| call(name)).collect();
        with(None, || run_to_state(&bytes, &calls, 1000)).state
    };
    let global = |state: &State| state.globals.get("g").copied();
    let before = state(&[]).expect("there is an instance");
    assert_eq!((before.pages, before.memory.as_slice()), (1, [].as_slice()));
    assert_eq!(global(&before), Some(Value::I64(1)));
    let after = state(&["f", "trap"]).expect("a trap leaves a state");
    assert_eq!(
        (after.memory.as_slice(), global(&after)),
        ([0, 0, 3].as_slice(), Some(Value::I64(8)))
    );
    assert_eq!(state(&["f", "loop"]), None);
}

#[test]
fn a_call_that_fits_no_function_and_an_import_are_told_apart() {
    let bytes = bytes_of("(module (func (export \"f\") (param i32)) (memory (export \"m\") 0))");
    let calls = [call("f"), call("m"), call("none"), Call { name: "f", args: &[Value::I64(0)] }];
    let found = with(None, || run(&bytes, &calls, PLENTY));
    assert_eq!(found.calls, vec![Outcome::Invalid; 4]);
    let import = bytes_of("(module (import \"a\" \"b\" (func)))");
    assert_eq!(with(None, || run(&import, &[], PLENTY)).instance, Outcome::Trapped);
    assert_eq!(with(None, || run(b"\0asm", &[], PLENTY)).instance, Outcome::Invalid);
}
