//! wasm-smith on libFuzzer, as in cargo-fuzz: bytes are mutated, and modules are made of them.
#![no_main]

use libfuzzer_sys::arbitrary::Unstructured;
use libfuzzer_sys::{Corpus, fuzz_target};
use mutagen_core::Outcome;
use pair::{Bug, Without};
use trial::Trial;
use trial::libfuzzer::{bytes, target};
use wasm_smart::{VALID, calls, execution, module};
use wasm_study::fixed::told_apart;

fn property_of(trial: &Trial) -> Option<fn()> {
    // Modules of wasm-smith are valid, so the repair would change little.
    let is_known = ["prop_execution", "prop_function"].contains(&&trial.property[..]);
    is_known.then_some((|| bytes(execution_of)) as fn())
}

fn execution_of(bytes: &[u8]) -> Outcome {
    let mut source = Unstructured::new(bytes);
    let Some(module) = module(&mut source, VALID) else { return Outcome::Discarded };
    let calls = calls(&mut source);
    told_apart(&Bug, &Without, |engine| execution(engine, &module, &calls))
}

fuzz_target!(init: trial::begin_asked_for(property_of), |bytes: &[u8]| -> Corpus {
    target(bytes)
});
