//! quickcheck: generated tests of a constant size, without mutation.

use ::quickcheck::{Arbitrary, Gen, QuickCheck, TestResult, Testable};
use mutagen_core::Outcome;
use std::marker::PhantomData;

/// The default size of quickcheck, which `QUICKCHECK_GENERATOR_SIZE` would override.
const SIZE: usize = 100;

/// A property of values of one type. The arguments of a property are in one tuple.
struct Property<T, P> {
    property: P,
    values: PhantomData<fn(T)>,
}

impl<T: Arbitrary, P: Fn(&T) -> Outcome + 'static> Testable for Property<T, P> {
    fn result(&self, g: &mut Gen) -> TestResult {
        let value = T::arbitrary(g);
        match crate::test(|| (self.property)(&value)) {
            Some(()) => TestResult::passed(),
            None => TestResult::discard(),
        }
    }
}

/// Tests a property of bytes.
pub fn bytes(property: fn(&[u8]) -> Outcome) {
    test(move |bytes: &Vec<u8>| property(bytes));
}

/// Tests a property of text.
pub fn text(property: fn(&str) -> Outcome) {
    test(move |text: &String| property(text));
}

/// Tests a property of a value of any type.
pub fn run<T: Arbitrary>(property: fn(&T) -> Outcome) {
    test(property);
}

fn test<T: Arbitrary>(property: impl Fn(&T) -> Outcome + 'static) {
    let random = Gen::from_size_and_seed(SIZE, crate::seed());
    let mut runner = QuickCheck::new().rng(random).tests(u64::MAX).max_tests(u64::MAX);
    let _ = runner.quicktest(Property { property, values: PhantomData });
}
