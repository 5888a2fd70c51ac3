//! The reference for execution: wasmi 1.0.9, which only sees modules that the reference for
//! validity accepts.

use std::collections::BTreeMap;
use wasm_face::about::{About, Limits, Validator};
use wasm_face::engine::{run_caught, verdict};
use wasm_face::outcome::Reference as Known;
use wasm_face::{Call, Engine, Features, Outcome, Run, State, Value, Verdict};
use wasm_validity::reference;
use wasmi::errors::{ErrorKind, InstantiationError};
use wasmi::{
    CompilationMode, Config, Error, Extern, F32, F64, Instance, Linker, Module, Ref, Store,
    StoreLimits, StoreLimitsBuilder, TrapCode, Val,
};

/// The fuel for a module and its calls. What needs more is discarded, so no engine without fuel
/// starts it.
pub const FUEL: u64 = 3000;

static ABOUT: About = About {
    name: "reference",
    release: "wasmparser 0.263, wasmi 1.0.9",
    claims: Features::all(),
    validator: Validator::Wasmparser,
    limits: Limits { counts: true, pages: PAGES, entries: ENTRIES },
};

/// The most pages of 64 KiB that a memory may start with or grow to.
const PAGES: u32 = 1024;

/// The most entries that a table may start with or grow to.
const ENTRIES: u32 = 1 << 20;

/// The reference, told to know exactly these features.
#[derive(Debug, Clone, Copy)]
pub struct Reference(pub Features);

impl Engine for Reference {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn validate(&self, bytes: &[u8]) -> Verdict {
        verdict(|| reference::accepts(bytes, self.0))
    }

    fn explain(&self, bytes: &[u8]) -> Option<String> {
        reference::explain(bytes, self.0)
    }

    fn run(&self, bytes: &[u8], calls: &[Call<'_>], fuel: u64, looks: bool) -> Run {
        run_caught(|run| {
            if reference::accepts(bytes, self.0) {
                interpret(bytes, calls, fuel, looks, run);
            }
        })
    }
}

fn interpret(bytes: &[u8], calls: &[Call<'_>], fuel: u64, looks: bool, run: &mut Run) {
    let mut config = Config::default();
    // Otherwise fuel is needed for the translation of each function.
    config.consume_fuel(true).compilation_mode(CompilationMode::Eager);
    // An engine keeps the code of all modules that it has compiled, so each module has its own.
    let engine = wasmi::Engine::new(&config);
    let module = Module::new(&engine, bytes).expect("wasmparser accepts it");
    let limits = StoreLimitsBuilder::new()
        .memory_size((PAGES as usize) << 16)
        .table_elements(ENTRIES as usize)
        .trap_on_grow_failure(true)
        .build();
    let mut store = Store::new(&engine, limits);
    store.limiter(|limits| limits);
    store.set_fuel(fuel).expect("fuel is consumed");
    let instance = match Linker::new(&engine).instantiate_and_start(&mut store, &module) {
        Ok(instance) => instance,
        Err(error) => {
            run.instance = outcome_of(&error);
            return;
        }
    };
    run.instance = Outcome::Returned(Vec::new());
    for call in calls {
        let outcome = called(&mut store, instance, call);
        let is_last = outcome == Outcome::Exhausted;
        run.calls.push(outcome);
        if is_last {
            return;
        }
    }
    if looks {
        run.state = Some(state_of(&store, instance));
    }
}

fn called(store: &mut Store<StoreLimits>, instance: Instance, call: &Call<'_>) -> Outcome {
    let Some(function) = instance.get_func(&*store, call.name) else {
        return Outcome::Invalid;
    };
    let Some(args) = call.args.iter().map(|arg| given(*arg)).collect::<Option<Vec<Val>>>() else {
        return Outcome::Invalid;
    };
    let ty = function.ty(&*store);
    let mut results: Vec<Val> = ty.results().iter().map(|ty| Val::default(*ty)).collect();
    match function.call(&mut *store, &args, &mut results) {
        Ok(()) => Outcome::Returned(results.iter().map(taken).collect()),
        Err(error) => outcome_of(&error),
    }
}

fn outcome_of(error: &Error) -> Outcome {
    match (error.as_trap_code(), error.kind()) {
        (
            Some(TrapCode::OutOfFuel | TrapCode::StackOverflow | TrapCode::GrowthOperationLimited),
            _,
        )
        | (
            _,
            ErrorKind::Instantiation(
                InstantiationError::FailedToInstantiateMemory(_)
                | InstantiationError::FailedToInstantiateTable(_),
            ),
        ) => Outcome::Exhausted,
        (_, ErrorKind::Func(_)) => Outcome::Invalid,
        _ => Outcome::Trapped,
    }
}

fn state_of(store: &Store<StoreLimits>, instance: Instance) -> State {
    let mut state = State::default();
    let mut globals = BTreeMap::new();
    for export in instance.exports(store) {
        let name = export.name();
        match export.into_extern() {
            Extern::Memory(memory) => state = State::of_memory(memory.data(store)),
            Extern::Global(global) => {
                globals.insert(name.to_owned(), taken(&global.get(store)));
            }
            _ => {}
        }
    }
    State { globals, ..state }
}

/// Only null references can be given.
fn given(value: Value) -> Option<Val> {
    Some(match value {
        Value::I32(value) => Val::I32(value),
        Value::I64(value) => Val::I64(value),
        Value::F32(bits) => Val::F32(F32::from_bits(bits)),
        Value::F64(bits) => Val::F64(F64::from_bits(bits)),
        Value::Func(Known::Null) => Val::FuncRef(Ref::Null),
        Value::Extern(Known::Null) => Val::ExternRef(Ref::Null),
        Value::Func(Known::Some) | Value::Extern(Known::Some) => return None,
    })
}

fn taken(value: &Val) -> Value {
    let known = |is_null| if is_null { Known::Null } else { Known::Some };
    match value {
        Val::I32(value) => Value::I32(*value),
        Val::I64(value) => Value::I64(*value),
        Val::F32(value) => Value::F32(value.to_bits()),
        Val::F64(value) => Value::F64(value.to_bits()),
        Val::FuncRef(function) => Value::Func(known(matches!(function, Ref::Null))),
        Val::ExternRef(of_embedder) => Value::Extern(known(matches!(of_embedder, Ref::Null))),
        Val::V128(_) => panic!("no feature of the study has vectors"),
    }
}
