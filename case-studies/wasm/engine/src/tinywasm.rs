//! tinywasm 0.10.0: a stack machine with a code of its own; its validator is that of wasmparser,
//! and it tracks operands itself.

use std::collections::BTreeMap;
use tinywasm::engine::Config;
use tinywasm::parser::{Parser, ParserOptions};
use tinywasm::types::{ExternRef, FuncRef, WasmValue};
use tinywasm::{
    Engine as Tiny, Error, ExecProgress, ExternItem, Function, Module, ModuleInstance, Store, Trap,
};
use wasm_face::about::{About, ENGINES};
use wasm_face::engine::{run_caught, verdict};
use wasm_face::outcome::Reference as Known;
use wasm_face::{Call, Engine, Outcome, Run, State, Value, Verdict};

/// The adapter.
///
/// The engine does not say how much fuel a call has left, so the start function and each call have
/// all of it. A memory or table may grow as far as the specification lets it.
pub struct Tinywasm;

impl Engine for Tinywasm {
    fn about(&self) -> &'static About {
        &ENGINES[5]
    }

    fn validate(&self, bytes: &[u8]) -> Verdict {
        verdict(|| parsed(bytes).is_ok())
    }

    fn explain(&self, bytes: &[u8]) -> Option<String> {
        parsed(bytes).err()
    }

    fn run(&self, bytes: &[u8], calls: &[Call<'_>], fuel: u64, looks: bool) -> Run {
        run_caught(|run| {
            if let Ok(module) = parsed(bytes) {
                interpret(&module, calls, fuel, looks, run);
            }
        })
    }
}

/// On one thread: with more, a panic of another is not caught, and threads cost more than modules.
fn parsed(bytes: &[u8]) -> Result<Module, String> {
    let options = ParserOptions::default().with_parser_threads(1);
    Parser::with_options(options).parse_module_bytes(bytes).map_err(|error| error.to_string())
}

fn interpret(module: &Module, calls: &[Call<'_>], fuel: u64, looks: bool, run: &mut Run) {
    let limits = ENGINES[5].limits;
    if module.memory_types.iter().any(|ty| ty.page_count_initial() > u64::from(limits.pages))
        || module.table_types.iter().any(|ty| ty.size_initial > u64::from(limits.entries))
    {
        run.instance = Outcome::Exhausted;
        return;
    }
    let mut store = Store::new(Tiny::new(Config::new().with_trap_on_oom(true)));
    let started = ModuleInstance::instantiate_no_start(&mut store, module, None);
    let start = started.and_then(|instance| Ok((instance.start_func(&store)?, instance)));
    let instance = match start {
        Err(error) => {
            run.instance = outcome_of(&error);
            return;
        }
        Ok((None, instance)) => {
            run.instance = Outcome::Returned(Vec::new());
            instance
        }
        Ok((Some(start), instance)) => {
            run.instance = completed(&mut store, &start, &[], fuel);
            instance
        }
    };
    if !matches!(run.instance, Outcome::Returned(_)) {
        return;
    }
    for call in calls {
        let outcome = called(&mut store, &instance, call, fuel);
        let is_last = outcome == Outcome::Exhausted;
        run.calls.push(outcome);
        if is_last {
            return;
        }
    }
    if looks {
        run.state = Some(state_of(&store, &instance));
    }
}

fn called(store: &mut Store, instance: &ModuleInstance, call: &Call<'_>, fuel: u64) -> Outcome {
    let Ok(function) = instance.func_untyped(store, call.name) else {
        return Outcome::Invalid;
    };
    let args: Option<Vec<WasmValue>> = call.args.iter().map(|arg| given(*arg)).collect();
    args.map_or(Outcome::Invalid, |args| completed(store, &function, &args, fuel))
}

fn completed(store: &mut Store, function: &Function, args: &[WasmValue], fuel: u64) -> Outcome {
    let mut execution = match function.call_resumable(store, args) {
        Ok(execution) => execution,
        // The number or the types of the arguments.
        Err(Error::Other(_)) => return Outcome::Invalid,
        Err(error) => return outcome_of(&error),
    };
    match execution.resume_with_fuel(u32::try_from(fuel).unwrap_or(u32::MAX)) {
        Ok(ExecProgress::Completed(results)) => {
            Outcome::Returned(results.iter().map(taken).collect())
        }
        Ok(ExecProgress::Suspended) => Outcome::Exhausted,
        Err(error) => outcome_of(&error),
    }
}

fn outcome_of(error: &Error) -> Outcome {
    match error {
        Error::Trap(Trap::CallStackOverflow | Trap::ValueStackOverflow | Trap::OutOfMemory) => {
            Outcome::Exhausted
        }
        _ => Outcome::Trapped,
    }
}

fn state_of(store: &Store, instance: &ModuleInstance) -> State {
    let mut state = State::default();
    let mut globals = BTreeMap::new();
    for (name, item) in instance.exports() {
        match item {
            ExternItem::Memory(memory) => {
                let length = memory.len(store).expect("it is of this store");
                let bytes = memory.read_vec(store, 0, length).expect("it is as long as it says");
                state = State::of_memory(&bytes);
            }
            ExternItem::Global(global) => {
                let value = global.get(store).expect("it is of this store");
                globals.insert(name.to_owned(), taken(&value));
            }
            ExternItem::Func(_) | ExternItem::Table(_) => {}
        }
    }
    State { globals, ..state }
}

/// Only null references can be given.
fn given(value: Value) -> Option<WasmValue> {
    Some(match value {
        Value::I32(value) => WasmValue::I32(value),
        Value::I64(value) => WasmValue::I64(value),
        Value::F32(bits) => WasmValue::F32(f32::from_bits(bits)),
        Value::F64(bits) => WasmValue::F64(f64::from_bits(bits)),
        Value::Func(Known::Null) => WasmValue::RefFunc(FuncRef::null()),
        Value::Extern(Known::Null) => WasmValue::RefExtern(ExternRef::null()),
        Value::Func(Known::Some) | Value::Extern(Known::Some) => return None,
    })
}

fn taken(value: &WasmValue) -> Value {
    let known = |is_null| if is_null { Known::Null } else { Known::Some };
    match value {
        WasmValue::I32(value) => Value::I32(*value),
        WasmValue::I64(value) => Value::I64(*value),
        WasmValue::F32(value) => Value::F32(value.to_bits()),
        WasmValue::F64(value) => Value::F64(value.to_bits()),
        WasmValue::RefFunc(function) => Value::Func(known(function.is_null())),
        WasmValue::RefExtern(of_embedder) => Value::Extern(known(of_embedder.is_null())),
        WasmValue::V128(_) => panic!("no feature of the study has vectors"),
    }
}
