//! The adapter of a release of wasmi from 0.32 on, the first with a register machine.

use wasm_face::about::{About, Limits, Validator};
use wasm_face::{Features, Outcome};
use wasmi::core::{F32, F64, TrapCode};
use wasmi::errors::{ErrorKind, MemoryError, TableError};
use wasmi::{CompilationMode, Config, Error, Instance, Linker, Module, Store, StoreLimits, Val};

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
    config.compilation_mode(CompilationMode::Eager);
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
