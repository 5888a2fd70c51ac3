//! quickcheck: a failing value is replaced by the first smaller one that fails, while there is one.

use mutagen_core::{Mutate, Outcome};
use peers::choose_challenge;
use peers::shrinking::call;
use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult};
use shrinking_challenge::for_each_challenge;
use std::any::Any;
use std::cell::RefCell;
use std::fmt::Debug;

/// The default size of quickcheck.
const SIZE: usize = 100;

thread_local! {
    /// The property. quickcheck shrinks the arguments of functions, which have no state.
    static PROPERTY: RefCell<Option<Box<dyn Any>>> = RefCell::default();
}

fn test<T: Mutate>(value: T) -> TestResult {
    let property = PROPERTY.with_borrow(|property| {
        property.as_ref().and_then(|property| property.downcast_ref::<fn(&T) -> Outcome>()).copied()
    });
    match property.map(|property| call(property, &value)) {
        Some(Outcome::Passed) => TestResult::passed(),
        Some(Outcome::Failed(why)) => TestResult::error(why),
        Some(Outcome::Discarded) | None => TestResult::discard(),
    }
}

fn run<T>(property: fn(&T) -> Outcome, seed: u64, tests: u64)
where
    T: Arbitrary + Debug + Mutate,
{
    PROPERTY.set(Some(Box::new(property)));
    let random = Gen::from_size_and_seed(SIZE, seed);
    let mut runner = QuickCheck::new().rng(random).tests(tests).max_tests(tests);
    // What fails is seen by `call`.
    let _ = runner.quicktest(test as fn(T) -> TestResult);
}

for_each_challenge!(choose_challenge);

fn main() -> Result<(), String> {
    peers::shrinking::main(property_of)
}
