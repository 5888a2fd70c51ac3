//! The reference for execution: wasmi 1.0.9, which only sees modules that the reference for
//! validity accepts.

use wasm_face::about::{About, Limits, Validator};
use wasm_face::engine::{run_caught, verdict};
use wasm_face::{Call, Engine, Features, Run, Verdict};
use wasm_validity::reference;
use wasmi::{CompilationMode, Config, F32, F64, Module, Val};

/// The fuel for a module and its calls. What needs more is discarded, so no engine without fuel
/// starts it.
pub const FUEL: u64 = 3000;

static ABOUT: About = About {
    name: "reference",
    release: "wasmparser 0.263, wasmi 1.0.9",
    claims: Features::all(),
    validator: Validator::Wasmparser,
    limits: Limits { counts: true, pages: PAGES, entries: ENTRIES },
};

/// The most pages of 64 KiB that a memory may start with or grow to.
const PAGES: u32 = 1024;

/// The most entries that a table may start with or grow to.
const ENTRIES: u32 = 1 << 20;

/// The reference, told to know exactly these features.
#[derive(Debug, Clone, Copy)]
pub struct Reference(pub Features);

impl Engine for Reference {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn validate(&self, bytes: &[u8]) -> Verdict {
        verdict(|| reference::accepts(bytes, self.0))
    }

    fn explain(&self, bytes: &[u8]) -> Option<String> {
        reference::explain(bytes, self.0)
    }

    fn run(&self, bytes: &[u8], calls: &[Call<'_>], fuel: u64, looks: bool) -> Run {
        run_caught(|run| {
            if reference::accepts(bytes, self.0) {
                interpret(&ABOUT, &compiled(bytes), calls, fuel, looks, run);
            }
        })
    }
}

/// A module that wasmparser accepts.
fn compiled(bytes: &[u8]) -> Module {
    let mut config = Config::default();
    // Otherwise fuel is needed for the translation of each function.
    config.consume_fuel(true).compilation_mode(CompilationMode::Eager);
    // An engine keeps the code of all modules that it has compiled, so each module has its own.
    let engine = wasmi::Engine::new(&config);
    Module::new(&engine, bytes).expect("wasmparser accepts it")
}

wasm_engine::wasmi_started_at_once!();
wasm_engine::wasmi_instance!();
