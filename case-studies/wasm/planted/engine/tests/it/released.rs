//! wain as released, without limits, repairs and planted bugs.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use wain_exec::trap::TrapReason;
use wain_exec::{ImportInvalidError, ImportInvokeError, Importer, Memory, Runtime, Stack};
use wasm_planted::{Call, Outcome, Run, State, Value};

/// Whether it accepts the module.
pub fn accepts(bytes: &[u8]) -> bool {
    explain(bytes).is_none()
}

/// Why it refuses the module; `None` if it accepts it.
pub fn explain(bytes: &[u8]) -> Option<String> {
    match wain_syntax_binary::parse(bytes) {
        Err(error) => Some(error.to_string()),
        Ok(root) => wain_validate::validate(&root).err().map(|error| error.to_string()),
    }
}

/// What comes of a module and of the calls of its functions, and the state after them.
pub fn run(bytes: &[u8], calls: &[Call<'_>]) -> (Run, Option<State>) {
    let mut run = Run { instance: Outcome::Invalid, calls: Vec::new() };
    let state = catch_unwind(AssertUnwindSafe(|| interpret(bytes, calls, &mut run)));
    let state = state.unwrap_or_else(|_| {
        let panicked = Outcome::Panicked(String::new());
        match run.instance {
            Outcome::Returned(_) => run.calls.push(panicked),
            _ => run.instance = panicked,
        }
        None
    });
    (run, state)
}

fn interpret(bytes: &[u8], calls: &[Call<'_>], run: &mut Run) -> Option<State> {
    let root = wain_syntax_binary::parse(bytes).ok()?;
    wain_validate::validate(&root).ok()?;
    let mut runtime = match Runtime::instantiate(&root.module, NoImports) {
        Ok(runtime) => runtime,
        Err(trap) => {
            run.instance = outcome_of(&trap.reason);
            return None;
        }
    };
    run.instance = Outcome::Returned(Vec::new());
    for call in calls {
        let args: Vec<wain_exec::Value> = call.args.iter().map(|arg| given(*arg)).collect();
        run.calls.push(match runtime.invoke(call.name, &args) {
            Ok(result) => Outcome::Returned(result.iter().map(taken).collect()),
            Err(trap) => outcome_of(&trap.reason),
        });
    }
    let globals = runtime.module().exports.iter().filter_map(|export| {
        let value = runtime.get_global(&export.name.0)?;
        Some((export.name.0.to_string(), taken(&value)))
    });
    let globals: BTreeMap<String, Value> = globals.collect();
    Some(State { memory: runtime.memory().data().to_vec(), globals })
}

fn outcome_of(reason: &TrapReason) -> Outcome {
    match reason {
        TrapReason::WrongInvokeTarget { .. } | TrapReason::InvokeInvalidArgs { .. } => {
            Outcome::Invalid
        }
        _ => Outcome::Trapped,
    }
}

fn given(value: Value) -> wain_exec::Value {
    match value {
        Value::I32(value) => wain_exec::Value::I32(value),
        Value::I64(value) => wain_exec::Value::I64(value),
        Value::F32(bits) => wain_exec::Value::F32(f32::from_bits(bits)),
        Value::F64(bits) => wain_exec::Value::F64(f64::from_bits(bits)),
    }
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
    fn validate(
        &self,
        _: &str,
        _: &[wain_ast::ValType],
        _: Option<wain_ast::ValType>,
    ) -> Option<ImportInvalidError> {
        Some(ImportInvalidError::NotFound)
    }

    fn call(&mut self, name: &str, _: &mut Stack, _: &mut Memory) -> Result<(), ImportInvokeError> {
        Err(ImportInvokeError::Fatal { message: format!("there is no function {name}") })
    }
}
