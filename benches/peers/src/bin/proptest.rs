//! proptest: generated tests, each as a value tree that supports shrinking.

use mutagen_core::Outcome;
use peers::trial;
use proptest::arbitrary::{Arbitrary, any};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use std::fmt::Debug;

peers::workloads!(run);

fn run<T: Arbitrary + Debug>(property: fn(&T) -> Outcome) {
    // Without a limit on tests; all other settings are proptest's defaults.
    let config = Config {
        cases: u32::MAX,
        max_local_rejects: u32::MAX,
        max_global_rejects: u32::MAX,
        failure_persistence: None,
        ..Config::default()
    };
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&trial::seed().to_le_bytes());
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(config, random);
    let _ = runner.run(&any::<T>(), |arguments| {
        let outcome = trial::test(|| property(&arguments));
        outcome.ok_or_else(|| TestCaseError::reject("precondition"))
    });
}

fn main() -> Result<(), String> {
    trial::main(property_of)
}
