//! wain with planted bugs as an engine under test, behind functions that are not generic.
//!
//! `wasm-switch` says which bug is on. With none, it is wain with limits and repairs: it agrees
//! with the references. wain is generic, and generic code is compiled in the crate that calls it,
//! which is this crate. So all three crates must be instrumented: this one,
//! `wasm-planted-validate` and `wasm-planted-exec`. The parser is wain's as released.
#![forbid(unsafe_code)]

pub use wasm_planted_exec::meter::{DEPTH, ENTRIES, PAGES};

use wain_syntax_binary::parse;
use wasm_face::about::{About, ENGINES};
use wasm_face::engine::{run_caught, verdict};
use wasm_face::{Call, Engine, Outcome, Run, Verdict};
use wasm_planted_exec as exec;
use wasm_planted_exec::meter::Meter;
use wasm_planted_exec::trap::TrapReason;
use wasm_planted_validate as validator;

/// The adapter. Its methods panic when the switch names no bug.
///
/// Beside the fuel, there are limits: calls and blocks may be [`DEPTH`] deep, a memory may start
/// with [`PAGES`] pages and a table with [`ENTRIES`] entries. A page by which a memory grows costs
/// 1024 instructions. What needs more ends as [`Outcome::Exhausted`].
pub struct Planted;

impl Engine for Planted {
    fn about(&self) -> &'static About {
        &ENGINES[1]
    }

    fn validate(&self, bytes: &[u8]) -> Verdict {
        wasm_switch::selected();
        verdict(|| parse(bytes).is_ok_and(|root| validator::validate(&root).is_ok()))
    }

    fn explain(&self, bytes: &[u8]) -> Option<String> {
        match parse(bytes) {
            Err(error) => Some(error.to_string()),
            Ok(root) => validator::validate(&root).err().map(|error| error.to_string()),
        }
    }

    fn run(&self, bytes: &[u8], calls: &[Call<'_>], fuel: u64, looks: bool) -> Run {
        wasm_switch::selected();
        run_caught(|run| interpret(bytes, calls, fuel, looks, run))
    }
}

fn interpret(bytes: &[u8], calls: &[Call<'_>], fuel: u64, looks: bool, run: &mut Run) {
    let Ok(root) = parse(bytes) else { return };
    if validator::validate(&root).is_err() {
        return;
    }
    let meter = Meter::new(fuel);
    let mut runtime = match exec::Runtime::instantiate(&root.module, NoImports, meter) {
        Ok(runtime) => runtime,
        Err(trap) => {
            run.instance = outcome_of(&trap.reason);
            return;
        }
    };
    if run.make_calls(calls, |call| called(&mut runtime, call)) && looks {
        run.state = Some(state_of(&runtime));
    }
}

wasm_face::wain_instance!(exec);

fn outcome_of(reason: &TrapReason) -> Outcome {
    match reason {
        TrapReason::Exhausted => Outcome::Exhausted,
        TrapReason::WrongInvokeTarget { .. } | TrapReason::InvokeInvalidArgs { .. } => {
            Outcome::Invalid
        }
        _ => Outcome::Trapped,
    }
}
