//! The adapter of a release of wasmi from 0.49 on: an instance is started when it is made.

use wasmi::{CompilationMode, Config, F32, F64, Val};

wasm_engine::wasmi_release!();
wasm_engine::wasmi_started_at_once!();

fn configure(config: &mut Config) {
    config
        .compilation_mode(CompilationMode::Eager)
        .wasm_multi_memory(false)
        .wasm_custom_page_sizes(false)
        .wasm_memory64(false)
        .wasm_wide_arithmetic(false);
}
