//! bolero, with the engine that it is built for: its random engine, or libFuzzer if a compiler flag
//! says so.

use bolero::generator::bolero_generator::TypeGenerator;
use mutagen_core::Outcome;
use peers::trial;
use std::fmt::Debug;
use std::panic::RefUnwindSafe;

peers::workloads!(run);

fn run<T: TypeGenerator + Debug + RefUnwindSafe + 'static>(property: fn(&T) -> Outcome) {
    bolero::check!().with_type::<T>().with_iterations(usize::MAX).for_each(move |arguments: &T| {
        let _ = trial::test(|| property(arguments));
    });
}

fn main() -> Result<(), String> {
    trial::main(property_of)
}
