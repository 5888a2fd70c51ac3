//! libFuzzer, as in cargo-fuzz: bytes as they are, and text if they are UTF-8.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use trial::libfuzzer::target;

trophy_peers::property_of!(trial::libfuzzer);

fuzz_target!(init: trial::begin_asked_for(property_of), |bytes: &[u8]| -> Corpus {
    target(bytes)
});
