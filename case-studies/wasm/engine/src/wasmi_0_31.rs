//! wasmi 0.31.2: a stack machine; its validator is that of wasmparser.

use wasm_face::Outcome;
use wasm_face::about::ENGINES;
use wasmi::core::{F32, F64, TrapCode};
use wasmi::errors::{MemoryError, TableError};
use wasmi::{Config, Error, Instance, Linker, Module, Store, StoreLimits, Value as Val};
use wasmi_0_31 as wasmi;

crate::wasmi_adapter!(
    /// The adapter.
    Wasmi031,
    &ENGINES[4]
);

/// It has no more switches.
fn configure(_: &mut Config) {}

fn refuel(store: &mut Store<StoreLimits>, fuel: u64) {
    store.add_fuel(fuel).expect("fuel is consumed");
}

fn start(store: &mut Store<StoreLimits>, module: &Module) -> Result<Instance, Error> {
    Linker::new(module.engine()).instantiate(&mut *store, module)?.start(store)
}

fn outcome_of(error: &Error) -> Outcome {
    let code = match error {
        Error::Trap(trap) => trap.trap_code(),
        _ => None,
    };
    match (code, error) {
        (
            Some(TrapCode::OutOfFuel | TrapCode::StackOverflow | TrapCode::GrowthOperationLimited),
            _,
        )
        // Only a memory or table that starts too large, since there is no growing from outside.
        | (
            _,
            Error::Memory(MemoryError::OutOfBoundsAllocation | MemoryError::OutOfBoundsGrowth)
            | Error::Table(TableError::GrowOutOfBounds { .. }),
        ) => Outcome::Exhausted,
        (_, Error::Func(_)) => Outcome::Invalid,
        _ => Outcome::Trapped,
    }
}
