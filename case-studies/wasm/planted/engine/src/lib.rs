//! wain with planted bugs as an engine under test, behind functions that are not generic.
//!
//! `wasm-switch` says which bug is on. With none, it is wain with limits and repairs: it agrees
//! with the references. wain is generic, and generic code is compiled in the crate that calls it,
//! which is this crate. So all three crates must be instrumented: this one,
//! `wasm-planted-validate` and `wasm-planted-exec`. The parser is wain's as released.
#![forbid(unsafe_code)]

mod outcome;

pub use outcome::{Outcome, Value, Verdict};
pub use wasm_planted_exec::meter::{DEPTH, ENTRIES, PAGES};

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use wain_syntax_binary::parse;
use wasm_planted_exec as exec;
use wasm_planted_exec::meter::Meter;
use wasm_planted_exec::trap::TrapReason;
use wasm_planted_validate as validator;

/// A call of an exported function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call<'a> {
    /// The name under which the function is exported.
    pub name: &'a str,
    /// The arguments. If their number or types are wrong, the call is refused.
    pub args: &'a [Value],
}

/// What came of a module and of the calls of its functions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// What came of the module: [`Outcome::Returned`] without values if it is valid, has been
    /// instantiated, and its start function has returned.
    pub instance: Outcome,
    /// What came of each call, in order. They end with the first that panicked or was exhausted,
    /// since the state after it is not defined. There are none without an instance.
    pub calls: Vec<Outcome>,
}

/// The state of an instance after its calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// The bytes of the memory; none if the module has no memory.
    pub memory: Vec<u8>,
    /// The values of the exported globals, by the names of their exports.
    pub globals: BTreeMap<String, Value>,
}

/// Whether the engine accepts a module in the binary format. Error texts are not built.
///
/// # Panics
/// When the switch names no bug.
pub fn validate(bytes: &[u8]) -> Verdict {
    wasm_switch::selected();
    let accepts = || parse(bytes).is_ok_and(|root| validator::validate(&root).is_ok());
    match caught(accepts) {
        Ok(true) => Verdict::Valid,
        Ok(false) => Verdict::Invalid,
        Err(message) => Verdict::Panicked(message),
    }
}

/// The engine's error text for a module; `None` if the engine accepts the module.
///
/// # Panics
/// When the engine panics, and when the switch names no bug.
pub fn explain(bytes: &[u8]) -> Option<String> {
    match parse(bytes) {
        Err(error) => Some(error.to_string()),
        Ok(root) => validator::validate(&root).err().map(|error| error.to_string()),
    }
}

/// Validates and instantiates a module and calls its functions in turn. Nothing can be imported:
/// instantiating a module that has an import is a trap, as every failed instantiation is.
///
/// `fuel` is the number of instructions that may be executed, in the start function and all calls
/// together. Calls and blocks may be [`DEPTH`] deep, a memory may start with [`PAGES`] pages and a
/// table with [`ENTRIES`] entries. A page by which a memory grows costs 1024 instructions. What
/// needs more ends as [`Outcome::Exhausted`].
///
/// # Panics
/// When the switch names no bug.
pub fn run(bytes: &[u8], calls: &[Call<'_>], fuel: u64) -> Run {
    run_and_look(bytes, calls, fuel, &mut |_| ())
}

/// Does what [`run`] does, and also gives the state after the last call. There is none without an
/// instance, or if a call panicked or was exhausted.
///
/// # Panics
/// When the switch names no bug.
pub fn run_to_state(bytes: &[u8], calls: &[Call<'_>], fuel: u64) -> (Run, Option<State>) {
    let mut state = None;
    let run = run_and_look(bytes, calls, fuel, &mut |runtime| state = Some(state_of(runtime)));
    (run, state)
}

type Runtime<'m, 's> = exec::Runtime<'m, 's, NoImports>;

/// Runs a module and calls `look` with the instance after the last call.
fn run_and_look(
    bytes: &[u8],
    calls: &[Call<'_>],
    fuel: u64,
    look: &mut dyn FnMut(&Runtime<'_, '_>),
) -> Run {
    wasm_switch::selected();
    let mut run = Run { instance: Outcome::Invalid, calls: Vec::with_capacity(calls.len()) };
    if let Err(message) = caught(|| interpret(bytes, calls, fuel, &mut run, look)) {
        let panicked = Outcome::Panicked(message);
        match run.instance {
            Outcome::Returned(_) => run.calls.push(panicked),
            _ => run.instance = panicked,
        }
    }
    run
}

fn interpret(
    bytes: &[u8],
    calls: &[Call<'_>],
    fuel: u64,
    run: &mut Run,
    look: &mut dyn FnMut(&Runtime<'_, '_>),
) {
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
        let args: Vec<exec::Value> = call.args.iter().map(|arg| exec::Value::from(*arg)).collect();
        let outcome = match runtime.invoke(call.name, &args) {
            Ok(result) => Outcome::Returned(result.iter().map(Value::from).collect()),
            Err(trap) => outcome_of(&trap.reason),
        };
        let is_last = outcome == Outcome::Exhausted;
        run.calls.push(outcome);
        if is_last {
            return;
        }
    }
    look(&runtime);
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

fn state_of(runtime: &Runtime<'_, '_>) -> State {
    let exports = runtime.module().exports.iter();
    let globals = exports.filter_map(|export| {
        let value = runtime.get_global(&export.name.0)?;
        Some((export.name.0.to_string(), Value::from(&value)))
    });
    State { memory: runtime.memory().data().to_vec(), globals: globals.collect() }
}

/// The result of the engine, or the message of its panic.
fn caught<T>(engine: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(engine)).map_err(|payload| message(&*payload))
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("(no message)")
        .to_owned()
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
