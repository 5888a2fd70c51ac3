//! quickcheck: generated tests of a constant size, without mutation.

use mutagen_core::Outcome;
use peers::trial;
use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult, Testable};

peers::workloads!(run);

/// The default size of quickcheck, which `QUICKCHECK_GENERATOR_SIZE` would override.
const SIZE: usize = 100;

/// A property with its arguments in one tuple.
#[derive(Clone, Copy)]
struct Property<T>(fn(&T) -> Outcome);

impl<T: Arbitrary> Testable for Property<T> {
    fn result(&self, g: &mut Gen) -> TestResult {
        let arguments = T::arbitrary(g);
        match trial::test(|| self.0(&arguments)) {
            Some(()) => TestResult::passed(),
            None => TestResult::discard(),
        }
    }
}

fn run<T: Arbitrary>(property: fn(&T) -> Outcome) {
    let random = Gen::from_size_and_seed(SIZE, trial::seed());
    let mut runner = QuickCheck::new().rng(random).tests(u64::MAX).max_tests(u64::MAX);
    let _ = runner.quicktest(Property(property));
}

fn main() -> Result<(), String> {
    trial::main(property_of)
}
