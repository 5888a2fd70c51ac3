//! wasmi 2.0.0: a register machine with threaded code; its validator is that of wasmparser.

use wasm_face::about::ENGINES;
use wasmi::{CompilationMode, Config, F32, F64, Val};
use wasmi_2_0 as wasmi;

crate::wasmi_adapter!(
    /// The adapter.
    Wasmi20,
    &ENGINES[2]
);

crate::wasmi_started_at_once!(OutOfSystemMemory);

fn configure(config: &mut Config) {
    config
        .compilation_mode(CompilationMode::Eager)
        .wasm_multi_memory(false)
        .wasm_custom_page_sizes(false)
        .wasm_memory64(false)
        .wasm_wide_arithmetic(false);
}
