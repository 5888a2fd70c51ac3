//! wasmi 0.40.0: a register machine; its validator is that of wasmparser.

use wasm_face::about::ENGINES;
use wasmi::core::{F32, F64};
use wasmi::{CompilationMode, Config, Val};
use wasmi_0_40 as wasmi;

crate::wasmi_adapter!(
    /// The adapter.
    Wasmi040,
    &ENGINES[3]
);

crate::wasmi_started_afterwards!();

fn configure(config: &mut Config) {
    config.compilation_mode(CompilationMode::Eager).wasm_multi_memory(false);
}
