//! bolero, with the engine that it is built for: its random engine, or libFuzzer if a compiler flag
//! says so.

use ::bolero::generator::bolero_generator::TypeGenerator;
use mutagen_core::Outcome;
use std::fmt::Debug;
use std::panic::RefUnwindSafe;

/// Tests a property of the bytes of the engine.
pub fn bytes(property: impl Fn(&[u8]) -> Outcome + RefUnwindSafe) {
    ::bolero::check!().with_iterations(usize::MAX).for_each(move |bytes: &[u8]| {
        let _ = crate::test(|| property(bytes));
    });
}

/// Tests a property of text.
pub fn text(property: impl Fn(&str) -> Outcome + RefUnwindSafe) {
    test(move |text: &String| property(text));
}

/// Tests a property of a value of any type.
pub fn run<T: TypeGenerator + Debug + RefUnwindSafe + 'static>(property: fn(&T) -> Outcome) {
    test(property);
}

fn test<T: TypeGenerator + Debug + RefUnwindSafe + 'static>(
    property: impl Fn(&T) -> Outcome + RefUnwindSafe,
) {
    ::bolero::check!().with_type::<T>().with_iterations(usize::MAX).for_each(move |value: &T| {
        let _ = crate::test(|| property(value));
    });
}
