//! The references: wasmparser for validity, wasmi for execution. Neither is instrumented.

use std::collections::BTreeMap;
use wasm_planted::{Call, Outcome, Run, State, Value};
use wasmi::errors::ErrorKind;
use wasmi::{
    CompilationMode, Config, Engine, Error, Extern, F32, F64, Instance, Linker, Module, Store,
    TrapCode, Val,
};
use wasmparser::{Validator, WasmFeatures};

/// The fuel of wasmi for a module and its calls.
pub const FUEL: u64 = 3000;

/// What wain claims to support: WebAssembly 1.0 and the sign extension operators.
const FEATURES: WasmFeatures = WasmFeatures::WASM1.union(WasmFeatures::SIGN_EXTENSION);

/// Why the module is not valid; `None` if it is.
pub fn explain(bytes: &[u8]) -> Option<String> {
    let mut validator = Validator::new_with_features(FEATURES);
    validator.validate_all(bytes).err().map(|error| error.to_string())
}

/// Whether a function has more locals than engines allow.
pub fn has_too_many_locals(bytes: &[u8]) -> bool {
    explain(bytes).is_some_and(|reason| reason.contains("too many locals"))
}

/// Whether the module is valid.
pub fn accepts(bytes: &[u8]) -> bool {
    explain(bytes).is_none()
}

/// What comes of a module and of the calls of its functions, and the state after them, in which
/// the memory is empty unless it is exported.
pub fn run(bytes: &[u8], calls: &[Call<'_>], fuel: u64) -> (Run, Option<State>) {
    let mut run = Run { instance: Outcome::Invalid, calls: Vec::new() };
    if !accepts(bytes) {
        return (run, None);
    }
    let mut config = Config::default();
    // Otherwise fuel is needed for the translation of each function.
    config.consume_fuel(true).compilation_mode(CompilationMode::Eager);
    let engine = Engine::new(&config);
    let module = Module::new(&engine, bytes).expect("it is valid");
    let mut store = Store::new(&engine, ());
    store.set_fuel(fuel).expect("fuel is consumed");
    let instance = match Linker::new(&engine).instantiate_and_start(&mut store, &module) {
        Ok(instance) => instance,
        Err(error) => {
            run.instance = outcome_of(&error);
            return (run, None);
        }
    };
    run.instance = Outcome::Returned(Vec::new());
    for call in calls {
        let outcome = called(&mut store, instance, call);
        let is_last = outcome == Outcome::Exhausted;
        run.calls.push(outcome);
        if is_last {
            return (run, None);
        }
    }
    let state = state_of(&store, instance);
    (run, Some(state))
}

fn called(store: &mut Store<()>, instance: Instance, call: &Call<'_>) -> Outcome {
    let Some(function) = instance.get_func(&*store, call.name) else {
        return Outcome::Invalid;
    };
    let args: Vec<Val> = call.args.iter().map(|arg| given(*arg)).collect();
    let ty = function.ty(&*store);
    let mut results: Vec<Val> = ty.results().iter().map(|ty| Val::default(*ty)).collect();
    match function.call(&mut *store, &args, &mut results) {
        Ok(()) => Outcome::Returned(results.iter().map(taken).collect()),
        Err(error) => outcome_of(&error),
    }
}

fn outcome_of(error: &Error) -> Outcome {
    match (error.as_trap_code(), error.kind()) {
        (Some(TrapCode::OutOfFuel | TrapCode::StackOverflow), _) => Outcome::Exhausted,
        (_, ErrorKind::Func(_)) => Outcome::Invalid,
        _ => Outcome::Trapped,
    }
}

fn state_of(store: &Store<()>, instance: Instance) -> State {
    let mut state = State { memory: Vec::new(), globals: BTreeMap::new() };
    for export in instance.exports(store) {
        let name = export.name().to_owned();
        match export.into_extern() {
            Extern::Memory(memory) => state.memory = memory.data(store).to_vec(),
            Extern::Global(global) => {
                state.globals.insert(name, taken(&global.get(store)));
            }
            _ => {}
        }
    }
    state
}

fn given(value: Value) -> Val {
    match value {
        Value::I32(value) => Val::I32(value),
        Value::I64(value) => Val::I64(value),
        Value::F32(bits) => Val::F32(F32::from_bits(bits)),
        Value::F64(bits) => Val::F64(F64::from_bits(bits)),
    }
}

fn taken(value: &Val) -> Value {
    match value {
        Val::I32(value) => Value::I32(*value),
        Val::I64(value) => Value::I64(*value),
        Val::F32(value) => Value::F32(value.to_bits()),
        Val::F64(value) => Value::F64(value.to_bits()),
        other => panic!("WebAssembly 1.0 has no such value: {other:?}"),
    }
}
