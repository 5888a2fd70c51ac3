//! proptest: generated tests, each as a value tree that supports shrinking.

use ::proptest::arbitrary::{Arbitrary, any};
use ::proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use mutagen_core::Outcome;
use std::fmt::Debug;

/// Tests a property of bytes.
pub fn bytes(property: impl Fn(&[u8]) -> Outcome) {
    test(|bytes: &Vec<u8>| property(bytes));
}

/// Tests a property of text.
pub fn text(property: impl Fn(&str) -> Outcome) {
    test(|text: &String| property(text));
}

/// Tests a property of a value of any type.
pub fn run<T: Arbitrary + Debug>(property: fn(&T) -> Outcome) {
    test(property);
}

fn test<T: Arbitrary + Debug>(property: impl Fn(&T) -> Outcome) {
    // Without a limit on tests; all other settings are proptest's defaults.
    let config = Config {
        cases: u32::MAX,
        max_local_rejects: u32::MAX,
        max_global_rejects: u32::MAX,
        failure_persistence: None,
        ..Config::default()
    };
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&crate::seed().to_le_bytes());
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(config, random);
    let _ = runner.run(&any::<T>(), |value| {
        let outcome = crate::test(|| property(&value));
        outcome.ok_or_else(|| TestCaseError::reject("precondition"))
    });
}
