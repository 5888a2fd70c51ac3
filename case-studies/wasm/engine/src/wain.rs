//! wain as released, without limits, repairs and planted bugs: a tree walking interpreter with a
//! validator of its own.

use wain_exec::Runtime;
use wain_exec::trap::TrapReason;
use wain_syntax_binary::parse;
use wasm_face::about::{About, ENGINES};
use wasm_face::engine::{run_caught, verdict};
use wasm_face::{Call, Engine, Outcome, Run, Verdict};

/// The adapter.
pub struct Wain;

impl Engine for Wain {
    fn about(&self) -> &'static About {
        &ENGINES[0]
    }

    fn validate(&self, bytes: &[u8]) -> Verdict {
        verdict(|| parse(bytes).is_ok_and(|root| wain_validate::validate(&root).is_ok()))
    }

    fn explain(&self, bytes: &[u8]) -> Option<String> {
        match parse(bytes) {
            Err(error) => Some(error.to_string()),
            Ok(root) => wain_validate::validate(&root).err().map(|error| error.to_string()),
        }
    }

    fn run(&self, bytes: &[u8], calls: &[Call<'_>], _: u64, looks: bool) -> Run {
        run_caught(|run| interpret(bytes, calls, looks, run))
    }
}

fn interpret(bytes: &[u8], calls: &[Call<'_>], looks: bool, run: &mut Run) {
    let Ok(root) = parse(bytes) else { return };
    if wain_validate::validate(&root).is_err() {
        return;
    }
    let mut runtime = match Runtime::instantiate(&root.module, NoImports) {
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

wasm_face::wain_instance!(wain_exec);

fn outcome_of(reason: &TrapReason) -> Outcome {
    match reason {
        TrapReason::WrongInvokeTarget { .. } | TrapReason::InvokeInvalidArgs { .. } => {
            Outcome::Invalid
        }
        _ => Outcome::Trapped,
    }
}
