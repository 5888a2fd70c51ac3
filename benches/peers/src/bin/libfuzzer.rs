//! arbitrary on libFuzzer, as in cargo-fuzz: bytes are mutated, and values are decoded from them.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use trial::libfuzzer::target;

peers::workloads!(trial::libfuzzer);

fuzz_target!(init: trial::begin_asked_for(property_of), |bytes: &[u8]| -> Corpus {
    target(bytes)
});
