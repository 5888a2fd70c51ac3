//! A WebAssembly validator with about 13 000 edges, and modules for it: the large program of the
//! benchmarks.
#![forbid(unsafe_code)]

mod module;

pub use module::module;

use mutagen_core::Outcome;
use wasmparser::Validator;

/// A prepared module is valid.
pub fn is_valid(bytes: &[u8]) -> Outcome {
    match Validator::new().validate_all(bytes) {
        Ok(_) => Outcome::Passed,
        Err(_) => Outcome::Discarded,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_modules_are_valid_and_of_about_two_hundred_bytes() {
        let modules: Vec<Vec<u8>> = (0..100).map(module).collect();
        assert!(modules.iter().all(|bytes| is_valid(bytes) == Outcome::Passed));
        let mean = modules.iter().map(Vec::len).sum::<usize>() / modules.len();
        assert!((150..250).contains(&mean), "{mean} bytes");
        assert_ne!(modules[0], modules[1]);
    }
}
