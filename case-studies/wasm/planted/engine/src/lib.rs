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
use wasm_face::{Call, Engine, Outcome, Run, State, Value, Verdict};
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

type Runtime<'m, 's> = exec::Runtime<'m, 's, NoImports>;

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
    run.instance = Outcome::Returned(Vec::new());
    for call in calls {
        let args: Option<Vec<exec::Value>> = call.args.iter().map(|arg| given(*arg)).collect();
        let outcome = match args.map(|args| runtime.invoke(call.name, &args)) {
            None => Outcome::Invalid,
            Some(Ok(result)) => Outcome::Returned(result.iter().map(taken).collect()),
            Some(Err(trap)) => outcome_of(&trap.reason),
        };
        let is_last = outcome == Outcome::Exhausted;
        run.calls.push(outcome);
        if is_last {
            return;
        }
    }
    if looks {
        run.state = Some(state_of(&runtime));
    }
}

fn outcome_of(reason: &TrapReason) -> Outcome {
    match reason {
        TrapReason::Exhausted => Outcome::Exhausted,
        TrapReason::WrongInvokeTarget { .. } | TrapReason::InvokeInvalidArgs { .. } => {
            Outcome::Invalid
        }
        _ => Outcome::Trapped,
    }
}

/// wain gives the memory also when it is not exported.
fn state_of(runtime: &Runtime<'_, '_>) -> State {
    let exports = &runtime.module().exports;
    let is_memory =
        |export: &wain_ast::Export<'_>| matches!(export.kind, wain_ast::ExportKind::Memory(_));
    let mut state = State::default();
    if exports.iter().any(is_memory) {
        state = State::of_memory(runtime.memory().data());
    }
    let globals = exports.iter().filter_map(|export| {
        let value = runtime.get_global(&export.name.0)?;
        Some((export.name.0.to_string(), taken(&value)))
    });
    state.globals = globals.collect();
    state
}

/// wain has no references.
fn given(value: Value) -> Option<exec::Value> {
    Some(match value {
        Value::I32(value) => exec::Value::I32(value),
        Value::I64(value) => exec::Value::I64(value),
        Value::F32(bits) => exec::Value::F32(f32::from_bits(bits)),
        Value::F64(bits) => exec::Value::F64(f64::from_bits(bits)),
        Value::Func(_) | Value::Extern(_) => return None,
    })
}

fn taken(value: &exec::Value) -> Value {
    match value {
        exec::Value::I32(value) => Value::I32(*value),
        exec::Value::I64(value) => Value::I64(*value),
        exec::Value::F32(value) => Value::F32(value.to_bits()),
        exec::Value::F64(value) => Value::F64(value.to_bits()),
    }
}

/// The host: it has nothing to import.
struct NoImports;

impl exec::Importer for NoImports {
    fn validate(
        &self,
        _: &str,
        _: &[wain_ast::ValType],
        _: Option<wain_ast::ValType>,
    ) -> Option<exec::ImportInvalidError> {
        Some(exec::ImportInvalidError::NotFound)
    }

    fn call(
        &mut self,
        name: &str,
        _: &mut exec::Stack,
        _: &mut exec::Memory,
    ) -> Result<(), exec::ImportInvokeError> {
        Err(exec::ImportInvokeError::Fatal { message: format!("there is no function {name}") })
    }
}
