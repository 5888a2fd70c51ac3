//! The properties of the study. `cargo mutagen run prop_validator` runs the only one.

use mutagen_core::{Outcome, property};
use wasm_syntax::Module;
use wasm_validity::{Comparison, compare};

/// The engine accepts exactly the modules that the reference accepts, and never panics. Modules
/// that both reject say little and are discarded, and so are modules with features that the engine
/// does not claim.
#[property]
#[ignore = "finds a real disagreement in wain-validate: see case-studies/wasm/README.md"]
fn prop_validator(module: &Module) -> Outcome {
    let engine = wasm_engine::chosen().unwrap_or_else(|error| panic!("{error}"));
    match compare(engine, module) {
        Comparison::Lacks(_) | Comparison::BothReject => Outcome::Discarded,
        Comparison::BothAccept => Outcome::Passed,
        Comparison::Differ(disagreement) => Outcome::failed(disagreement.to_string()),
    }
}
