//! makepad-stitch: threaded code, with a validator of its own.
//!
//! One instruction calls the next, and only an optimising compiler turns these calls into jumps.
//! Without, every instruction takes some of the stack of the process.

use crate::sizes::Sizes;
use makepad_stitch::{
    Engine as Stitch, Error, ExternRef, ExternVal, Func, FuncRef, Instance, Linker, Module, Store,
    Val,
};
use wasm_face::about::{About, ENGINES};
use wasm_face::engine::{run_caught, verdict};
use wasm_face::outcome::Reference;
use wasm_face::{Call, Engine, Outcome, Run, State, Value, Verdict};

/// The adapter.
pub struct MakepadStitch;

impl Engine for MakepadStitch {
    fn about(&self) -> &'static About {
        &ENGINES[6]
    }

    fn validate(&self, bytes: &[u8]) -> Verdict {
        verdict(|| Module::new(&Stitch::new(), bytes).is_ok())
    }

    fn explain(&self, bytes: &[u8]) -> Option<String> {
        Module::new(&Stitch::new(), bytes).err().map(|error| error.to_string())
    }

    fn run(&self, bytes: &[u8], calls: &[Call<'_>], _: u64, looks: bool) -> Run {
        run_caught(|run| interpret(bytes, calls, looks, run))
    }
}

fn interpret(bytes: &[u8], calls: &[Call<'_>], looks: bool, run: &mut Run) {
    let engine = Stitch::new();
    let Ok(module) = Module::new(&engine, bytes) else { return };
    if !Sizes::of(bytes).are_within(&MakepadStitch.about().limits) {
        run.instance = Outcome::Exhausted;
        return;
    }
    let mut store = Store::new(engine);
    let instance = match Linker::new().instantiate(&mut store, &module) {
        Ok(instance) => instance,
        Err(error) => {
            run.instance = outcome_of(&error);
            return;
        }
    };
    if run.make_calls(calls, |call| called(&mut store, &instance, call)) && looks {
        run.state = Some(state_of(&store, &instance));
    }
}

fn called(store: &mut Store, instance: &Instance, call: &Call<'_>) -> Outcome {
    let Some(function) = instance.exported_func(call.name) else {
        return Outcome::Invalid;
    };
    let Some(args) = call.args.iter().map(|arg| given(*arg)).collect::<Option<Vec<Val>>>() else {
        return Outcome::Invalid;
    };
    let mut results = results_of(store, function);
    match function.call(store, &args, &mut results) {
        Ok(()) => Outcome::Returned(results.iter().map(|value| taken(*value)).collect()),
        Err(error) => outcome_of(&error),
    }
}

fn results_of(store: &Store, function: Func) -> Vec<Val> {
    function.type_(store).results().iter().map(|ty| Val::default(*ty)).collect()
}

fn outcome_of(error: &Error) -> Outcome {
    match error {
        Error::Func(_) => Outcome::Invalid,
        // The type of the trap is private.
        Error::Trap(trap) if trap.to_string() == "stack overflow" => Outcome::Exhausted,
        _ => Outcome::Trapped,
    }
}

fn state_of(store: &Store, instance: &Instance) -> State {
    let mut state = State::default();
    for (name, value) in instance.exports() {
        match value {
            ExternVal::Memory(memory) => state.set_memory(memory.bytes(store)),
            ExternVal::Global(global) => {
                state.globals.insert(name.to_owned(), taken(global.get(store)));
            }
            ExternVal::Func(_) | ExternVal::Table(_) => {}
        }
    }
    state
}

/// Only null references can be given.
fn given(value: Value) -> Option<Val> {
    Some(match value {
        Value::I32(value) => Val::I32(value),
        Value::I64(value) => Val::I64(value),
        Value::F32(bits) => Val::F32(f32::from_bits(bits)),
        Value::F64(bits) => Val::F64(f64::from_bits(bits)),
        Value::Func(Reference::Null) => Val::FuncRef(FuncRef::null()),
        Value::Extern(Reference::Null) => Val::ExternRef(ExternRef::null()),
        Value::Func(Reference::Some) | Value::Extern(Reference::Some) => return None,
    })
}

fn taken(value: Val) -> Value {
    let known = |is_null| if is_null { Reference::Null } else { Reference::Some };
    match value {
        Val::I32(value) => Value::I32(value),
        Val::I64(value) => Value::I64(value),
        Val::F32(value) => Value::F32(value.to_bits()),
        Val::F64(value) => Value::F64(value.to_bits()),
        Val::FuncRef(function) => Value::Func(known(function.is_null())),
        Val::ExternRef(of_embedder) => Value::Extern(known(of_embedder.is_null())),
    }
}
