//! wasmi 0.40.0: a register machine; its validator is that of wasmparser.

use wasm_face::Outcome;
use wasm_face::about::ENGINES;
use wasmi::core::{F32, F64, TrapCode};
use wasmi::errors::{ErrorKind, MemoryError, TableError};
use wasmi::{CompilationMode, Config, Error, Instance, Linker, Module, Store, StoreLimits, Val};
use wasmi_0_40 as wasmi;

crate::wasmi_adapter!(
    /// The adapter.
    Wasmi040,
    &ENGINES[3]
);

fn configure(config: &mut Config) {
    config.compilation_mode(CompilationMode::Eager).wasm_multi_memory(false);
}

fn refuel(store: &mut Store<StoreLimits>, fuel: u64) {
    store.set_fuel(fuel).expect("fuel is consumed");
}

fn start(store: &mut Store<StoreLimits>, module: &Module) -> Result<Instance, Error> {
    Linker::new(module.engine()).instantiate(&mut *store, module)?.start(store)
}

fn outcome_of(error: &Error) -> Outcome {
    match error.kind() {
        ErrorKind::TrapCode(
            TrapCode::OutOfFuel | TrapCode::StackOverflow | TrapCode::GrowthOperationLimited,
        )
        // Only a memory or table that starts too large, since there is no growing from outside.
        | ErrorKind::Memory(MemoryError::OutOfBoundsAllocation | MemoryError::OutOfBoundsGrowth)
        | ErrorKind::Table(TableError::GrowOutOfBounds { .. }) => Outcome::Exhausted,
        ErrorKind::Func(_) => Outcome::Invalid,
        _ => Outcome::Trapped,
    }
}
