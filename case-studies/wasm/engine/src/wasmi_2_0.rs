//! wasmi 2.0.0: a register machine with threaded code; its validator is that of wasmparser.

use wasm_face::Outcome;
use wasm_face::about::ENGINES;
use wasmi::errors::{ErrorKind, InstantiationError};
use wasmi::{
    CompilationMode, Config, Error, F32, F64, Instance, Linker, Module, Store, StoreLimits,
    TrapCode, Val,
};
use wasmi_2_0 as wasmi;

crate::wasmi_adapter!(
    /// The adapter.
    Wasmi20,
    &ENGINES[2]
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
            Some(
                TrapCode::OutOfFuel
                | TrapCode::StackOverflow
                | TrapCode::GrowthOperationLimited
                | TrapCode::OutOfSystemMemory,
            ),
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
