//! The adapter of a release of wasmi from 0.37 on, the first that knows several memories.

use wasmi::core::{F32, F64};
use wasmi::{CompilationMode, Config, Val};

wasm_engine::wasmi_release!();
wasm_engine::wasmi_started_afterwards!();

fn configure(config: &mut Config) {
    config.compilation_mode(CompilationMode::Eager).wasm_multi_memory(false);
}
