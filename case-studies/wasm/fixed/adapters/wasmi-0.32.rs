//! The adapter of a release of wasmi from 0.32 on, the first with a register machine.

use wasmi::core::{F32, F64};
use wasmi::{CompilationMode, Config, Val};

wasm_engine::wasmi_release!();
wasm_engine::wasmi_started_afterwards!();

fn configure(config: &mut Config) {
    config.compilation_mode(CompilationMode::Eager);
}
