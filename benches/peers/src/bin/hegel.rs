//! hegel: the engine of Hypothesis behind a C interface, generation phase only.

use hegel::generators::DefaultGenerator;
use hegel::{HealthCheck, Hegel, Phase, Settings, TestCase};
use mutagen_core::Outcome;

peers::workloads!(crate);

fn run<T: DefaultGenerator + 'static>(property: fn(&T) -> Outcome) {
    let settings = Settings::from_profile("base")
        .test_cases(u64::MAX)
        .seed(Some(trial::seed()))
        .database(None)
        .phases([Phase::Generate])
        .suppress_health_check(HealthCheck::all());
    let one = |case: TestCase| {
        let arguments = case.draw_silent(T::default_generator());
        if trial::test(|| property(&arguments)).is_none() {
            case.reject();
        }
    };
    Hegel::new(one).settings(settings).run();
}

fn main() -> Result<(), String> {
    trial::main(property_of)
}
