//! The adapter of a release of wasmi from 0.49 on: an instance is started when it is made.

use wasm_face::about::{About, Limits, Validator};
use wasm_face::{Features, Outcome};
use wasmi::errors::{ErrorKind, InstantiationError};
use wasmi::{
    CompilationMode, Config, Error, F32, F64, Instance, Linker, Module, Store, StoreLimits,
    TrapCode, Val,
};

static ABOUT: About = About {
    name: "wasmi",
    release: concat!("wasmi ", env!("CARGO_PKG_VERSION")),
    claims: Features::all(),
    validator: Validator::Wasmparser,
    limits: Limits { counts: true, pages: 1024, entries: 1 << 20 },
};

wasm_engine::wasmi_adapter!(
    /// The adapter.
    Release,
    &ABOUT
);

fn configure(config: &mut Config) {
    config
        .compilation_mode(CompilationMode::Eager)
        .wasm_multi_memory(false)
        .wasm_custom_page_sizes(false)
        .wasm_memory64(false)
        .wasm_wide_arithmetic(false);
}

fn refuel(store: &mut Store<StoreLimits>, fuel: u64) {
    store.set_fuel(fuel).expect("fuel is consumed");
}

fn start(store: &mut Store<StoreLimits>, module: &Module) -> Result<Instance, Error> {
    Linker::new(module.engine()).instantiate_and_start(store, module)
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
