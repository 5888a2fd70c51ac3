//! The properties about validity. Each is run by its name: `cargo mutagen run prop_validator`.

use mutagen_core::{Outcome, property};
use wasm_face::Engine;
use wasm_syntax::{Module, encode};
use wasm_validity::{Edits, accepts, compare, compare_bytes};

/// The engine accepts exactly the modules that the reference accepts, and never panics. Modules
/// that both reject say little and are discarded, and so are modules with features that the engine
/// does not claim.
#[property]
#[ignore = "finds a real disagreement in wain-validate: see case-studies/wasm/README.md"]
fn prop_validator(module: &Module) -> Outcome {
    compare(engine(), module).into()
}

/// The reference accepts the modules that the engine accepts: the property of the paper. Modules
/// that the engine rejects are discarded before the reference is asked.
#[property]
fn prop_validator_accepts(module: &Module) -> Outcome {
    accepts(engine(), module).into()
}

/// [`prop_validator`] for the encoding of a module in which up to four bytes were changed, inserted
/// or removed.
#[property]
#[ignore = "finds a real disagreement in wain-validate: see case-studies/wasm/README.md"]
fn prop_bytes(module: &Module, edits: &Edits) -> Outcome {
    let mut bytes = Vec::new();
    encode(module, &mut bytes);
    edits.make(&mut bytes);
    compare_bytes(engine(), &bytes).into()
}

fn engine() -> &'static dyn Engine {
    wasm_engine::chosen().unwrap_or_else(|error| panic!("{error}"))
}
