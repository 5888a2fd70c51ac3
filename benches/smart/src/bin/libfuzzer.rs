//! wasm-smith on libFuzzer, as in cargo-fuzz: bytes are mutated, and modules are made of them.
#![no_main]

use libfuzzer_sys::arbitrary::Unstructured;
use libfuzzer_sys::{Corpus, fuzz_target};
use mutagen_core::Outcome;
use trial::Trial;
use trial::libfuzzer::{bytes, target};
use wasm_face::Engine;
use wasm_smart::{VALID, calls, execution, is_of_the_bug, module};
use wasm_validity::accepts_bytes;

/// The properties about execution share one, on whole modules with calls.
fn property_of(trial: &Trial) -> Option<fn()> {
    match trial.property.as_str() {
        "prop_validator_accepts" => Some(|| bytes(|bytes| validity(engine(), bytes))),
        "prop_interpreter" | "prop_interpreter_i32" => {
            Some(|| bytes(|bytes| interpretation(engine(), bytes)))
        }
        _ => None,
    }
}

fn validity(engine: &dyn Engine, bytes: &[u8]) -> Outcome {
    match module(&mut Unstructured::new(bytes), VALID) {
        Some(module) => is_of_the_bug(|| accepts_bytes(engine, &module).into()),
        None => Outcome::Discarded,
    }
}

fn interpretation(engine: &dyn Engine, bytes: &[u8]) -> Outcome {
    let mut source = Unstructured::new(bytes);
    let Some(module) = module(&mut source, VALID) else { return Outcome::Discarded };
    let calls = calls(&mut source);
    is_of_the_bug(|| execution(engine, &module, &calls).into())
}

fn engine() -> &'static dyn Engine {
    wasm_engine::chosen().unwrap_or_else(|error| panic!("{error}"))
}

fuzz_target!(init: trial::begin_asked_for(property_of), |bytes: &[u8]| -> Corpus {
    target(bytes)
});
