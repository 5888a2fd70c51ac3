//! The properties of the study on modules of wasm-smith; with `_invalid`, on modules whose
//! functions may be invalid.

use mutagen_core::{Outcome, property};
use wasm_face::Engine;
use wasm_smart::{INVALID, Smart, VALID, execution};
use wasm_study::Calls;
use wasm_validity::accepts_bytes;

/// The reference accepts the modules that the engine accepts.
#[property]
fn prop_validator_accepts_smart(module: &Smart<VALID>) -> Outcome {
    accepts_bytes(engine(), &module.0).into()
}

/// The same with invalid functions.
#[property]
fn prop_validator_accepts_invalid_smart(module: &Smart<INVALID>) -> Outcome {
    accepts_bytes(engine(), &module.0).into()
}

/// A module is instantiated and its functions are called, with the same results on both sides.
#[property]
#[ignore = "a campaign: `benches -- wasm --strategies smart` runs it"]
fn prop_execution_smart(module: &Smart<VALID>, calls: &Calls) -> Outcome {
    execution(engine(), &module.0, calls).into()
}

/// The same with invalid functions.
#[property]
#[ignore = "a campaign: `benches -- wasm --strategies smart-invalid` runs it"]
fn prop_execution_invalid_smart(module: &Smart<INVALID>, calls: &Calls) -> Outcome {
    execution(engine(), &module.0, calls).into()
}

fn engine() -> &'static dyn Engine {
    wasm_engine::chosen().unwrap_or_else(|error| panic!("{error}"))
}
