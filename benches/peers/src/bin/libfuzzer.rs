//! arbitrary on libFuzzer, as in cargo-fuzz: bytes are mutated, and values are decoded from them.
#![no_main]

use libfuzzer_sys::arbitrary::{Arbitrary, Unstructured};
use libfuzzer_sys::{Corpus, fuzz_target};
use mutagen_core::Outcome;
use peers::trial;
use std::sync::OnceLock;

peers::workloads!(run);

/// The function that receives the bytes of a test.
type Target = Box<dyn Fn(&[u8]) -> Corpus + Send + Sync>;

static TARGET: OnceLock<Target> = OnceLock::new();

fn run<T: for<'a> Arbitrary<'a> + 'static>(property: fn(&T) -> Outcome) {
    // The steps of `fuzz_target!` for a given type.
    let target = move |bytes: &[u8]| {
        if bytes.len() < T::size_hint(0).0 {
            return Corpus::Reject;
        }
        let Ok(arguments) = T::arbitrary_take_rest(Unstructured::new(bytes)) else {
            return Corpus::Reject;
        };
        let _ = trial::test(|| property(&arguments));
        Corpus::Keep
    };
    let _ = TARGET.set(Box::new(target));
}

fuzz_target!(init: trial::begin_asked_for(property_of), |bytes: &[u8]| -> Corpus {
    match TARGET.get() {
        Some(target) => target(bytes),
        None => std::process::abort(),
    }
});
