//! hegel: the engine of Hypothesis, which shrinks the choices that a value was drawn with. At the
//! end it runs the smallest value once more, which is counted.

use hegel::generators::DefaultGenerator;
use hegel::{HealthCheck, Hegel, Phase, Settings, TestCase};
use mutagen_core::{Mutate, Outcome};
use peers::choose_challenge;
use peers::shrinking::call;
use shrinking_challenge::for_each_challenge;
use std::panic::{AssertUnwindSafe, catch_unwind};

fn run<T>(property: fn(&T) -> Outcome, seed: u64, tests: u64)
where
    T: DefaultGenerator + Mutate + 'static,
{
    let settings = Settings::from_profile("base")
        .test_cases(tests)
        .seed(Some(seed))
        .database(None)
        .phases([Phase::Generate, Phase::Shrink])
        .suppress_health_check(HealthCheck::all());
    let one = move |case: TestCase| {
        let value = case.draw_silent(T::default_generator());
        match call(property, &value) {
            Outcome::Passed => {}
            Outcome::Discarded => case.reject(),
            Outcome::Failed(why) => panic!("{why}"),
        }
    };
    // It panics with the smallest value. What fails is seen by `call`.
    let _ = catch_unwind(AssertUnwindSafe(|| Hegel::new(one).settings(settings).run()));
}

for_each_challenge!(choose_challenge);

fn main() -> Result<(), String> {
    std::panic::set_hook(Box::new(|_| {}));
    peers::shrinking::main(property_of)
}
