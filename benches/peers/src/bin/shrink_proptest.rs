//! proptest: a failing value is simplified by its value tree, which goes back where the simpler
//! value does not fail.

use mutagen_core::{Mutate, Outcome};
use peers::choose_challenge;
use peers::shrinking::call;
use proptest::arbitrary::{Arbitrary, any};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use shrinking_challenge::for_each_challenge;
use std::fmt::Debug;

fn run<T>(property: fn(&T) -> Outcome, seed: u64, tests: u64)
where
    T: Arbitrary + Debug + Mutate,
{
    let tests = u32::try_from(tests).unwrap_or(u32::MAX);
    let config = Config {
        cases: tests,
        max_local_rejects: tests,
        max_global_rejects: tests,
        max_shrink_iters: u32::MAX,
        failure_persistence: None,
        ..Config::default()
    };
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(config, random);
    // What fails is seen by `call`.
    let _ = runner.run(&any::<T>(), |value| match call(property, &value) {
        Outcome::Passed => Ok(()),
        Outcome::Discarded => Err(TestCaseError::reject("precondition")),
        Outcome::Failed(why) => Err(TestCaseError::fail(why)),
    });
}

for_each_challenge!(choose_challenge);

fn main() -> Result<(), String> {
    peers::shrinking::main(property_of)
}
