//! libFuzzer, as in cargo-fuzz. It is the main program and calls [`target`] for each test; the
//! other functions choose what the bytes become.

use libfuzzer_sys::Corpus;
use libfuzzer_sys::arbitrary::{Arbitrary, Unstructured};
use mutagen_core::Outcome;
use std::sync::OnceLock;

/// The function that receives the bytes of a test.
type Target = Box<dyn Fn(&[u8]) -> Corpus + Send + Sync>;

static TARGET: OnceLock<Target> = OnceLock::new();

/// Runs one test of the chosen property. Aborts if none was chosen.
pub fn target(bytes: &[u8]) -> Corpus {
    match TARGET.get() {
        Some(target) => target(bytes),
        None => std::process::abort(),
    }
}

/// Chooses a property of the bytes themselves.
pub fn bytes(property: impl Fn(&[u8]) -> Outcome + Send + Sync + 'static) {
    choose(move |bytes| {
        let _ = crate::test(|| property(bytes));
        Corpus::Keep
    });
}

/// Chooses a property of the bytes as text; bytes that are not UTF-8 are rejected.
pub fn text(property: impl Fn(&str) -> Outcome + Send + Sync + 'static) {
    choose(move |bytes| {
        let Ok(text) = str::from_utf8(bytes) else { return Corpus::Reject };
        let _ = crate::test(|| property(text));
        Corpus::Keep
    });
}

/// Chooses a property of a value that arbitrary decodes from the bytes.
pub fn run<T: for<'a> Arbitrary<'a> + 'static>(property: fn(&T) -> Outcome) {
    // The steps of `fuzz_target!` for a given type.
    choose(move |bytes| {
        if bytes.len() < T::size_hint(0).0 {
            return Corpus::Reject;
        }
        let Ok(value) = T::arbitrary_take_rest(Unstructured::new(bytes)) else {
            return Corpus::Reject;
        };
        let _ = crate::test(|| property(&value));
        Corpus::Keep
    });
}

fn choose(target: impl Fn(&[u8]) -> Corpus + Send + Sync + 'static) {
    let _ = TARGET.set(Box::new(target));
}
