//! wain as released, without limits, repairs and planted bugs: a tree walking interpreter with a
//! validator of its own.

use wain_ast::ValType;
use wain_exec::trap::TrapReason;
use wain_exec::{ImportInvalidError, ImportInvokeError, Importer, Memory, Runtime, Stack};
use wain_syntax_binary::parse;
use wasm_face::about::{About, ENGINES};
use wasm_face::engine::{run_caught, verdict};
use wasm_face::{Call, Engine, Outcome, Run, State, Value, Verdict};

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
    run.instance = Outcome::Returned(Vec::new());
    for call in calls {
        let args: Option<Vec<wain_exec::Value>> = call.args.iter().map(|arg| given(*arg)).collect();
        run.calls.push(match args.map(|args| runtime.invoke(call.name, &args)) {
            None => Outcome::Invalid,
            Some(Ok(result)) => Outcome::Returned(result.iter().map(taken).collect()),
            Some(Err(trap)) => outcome_of(&trap.reason),
        });
    }
    if looks {
        run.state = Some(state_of(&runtime));
    }
}

/// wain gives the memory also when it is not exported.
fn state_of(runtime: &Runtime<'_, '_, NoImports>) -> State {
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

fn outcome_of(reason: &TrapReason) -> Outcome {
    match reason {
        TrapReason::WrongInvokeTarget { .. } | TrapReason::InvokeInvalidArgs { .. } => {
            Outcome::Invalid
        }
        _ => Outcome::Trapped,
    }
}

/// wain has no references.
fn given(value: Value) -> Option<wain_exec::Value> {
    Some(match value {
        Value::I32(value) => wain_exec::Value::I32(value),
        Value::I64(value) => wain_exec::Value::I64(value),
        Value::F32(bits) => wain_exec::Value::F32(f32::from_bits(bits)),
        Value::F64(bits) => wain_exec::Value::F64(f64::from_bits(bits)),
        Value::Func(_) | Value::Extern(_) => return None,
    })
}

fn taken(value: &wain_exec::Value) -> Value {
    match value {
        wain_exec::Value::I32(value) => Value::I32(*value),
        wain_exec::Value::I64(value) => Value::I64(*value),
        wain_exec::Value::F32(value) => Value::F32(value.to_bits()),
        wain_exec::Value::F64(value) => Value::F64(value.to_bits()),
    }
}

/// The host: it has nothing to import.
struct NoImports;

impl Importer for NoImports {
    fn validate(&self, _: &str, _: &[ValType], _: Option<ValType>) -> Option<ImportInvalidError> {
        Some(ImportInvalidError::NotFound)
    }

    fn call(&mut self, name: &str, _: &mut Stack, _: &mut Memory) -> Result<(), ImportInvokeError> {
        Err(ImportInvokeError::Fatal { message: format!("there is no function {name}") })
    }
}
