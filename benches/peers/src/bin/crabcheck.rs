//! crabcheck: generated tests of random size. Its search with coverage needs the instrumentation of
//! rustc's own coverage, and a mutator for each type, which its derive does not make.

use crabcheck::config::{RegressionsConfig, ShrinkConfig};
use crabcheck::{Arbitrary, Config, TestResult, any, check};
use mutagen_core::Outcome;
use std::fmt::Debug;

peers::workloads!(crate);

fn run<T: Arbitrary + Clone + Debug>(property: fn(&T) -> Outcome) {
    // Without a limit on tests; all other settings of the search are crabcheck's defaults.
    let config = Config {
        tests: u64::MAX,
        max_discard_ratio: f64::INFINITY,
        seed: Some(trial::seed()),
        shrink: ShrinkConfig { enabled: false, ..ShrinkConfig::default() },
        regressions: RegressionsConfig { save: false, replay: false, ..Default::default() },
        ..Config::default()
    };
    check(&config, any::<T>(), |arguments: T| match trial::test(|| property(&arguments)) {
        Some(()) => TestResult::Pass,
        None => TestResult::discard("precondition"),
    });
}

fn main() -> Result<(), String> {
    trial::main(property_of)
}
