//! A whole campaign without a supervisor, for comparison with the same campaign under a supervisor.

use crate::{Program, nanoseconds, prepare, serving::run};
use mutagen_core::internal::run::execute::Executor;
use mutagen_core::internal::run::property::Property;
use mutagen_core::internal::run::thread::{STACK, on_big_stack};
use mutagen_core::internal::search::campaign::Campaign;
use mutagen_core::internal::search::course::Course;
use mutagen_core::internal::search::interface::Search;
use mutagen_core::internal::search::options::Options;
use serde_json::{Value, json};

/// Runs this many tests with these options. Returns the CPU time of the process up to then, as in a
/// worker's report, and the digest of the tests, which a campaign has with or without a supervisor.
///
/// # Panics
/// When no thread can be started.
pub(crate) fn campaign(program: &Program, seed: u64, tests: u64, options: &Options) -> Value {
    prepare(program);
    // On a thread of its own, as in a worker: in a process of several threads `malloc` takes
    // longer.
    let property = &program.property;
    let run = || on_this_thread(property, seed, tests, options);
    on_big_stack(STACK, run).unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

fn on_this_thread(property: &Property, seed: u64, tests: u64, options: &Options) -> Value {
    let mut executor = Executor::new(property);
    let mut campaign = Campaign::new(property, seed, options.clone());
    let mut course = Course::default();
    for _ in 0..tests {
        let test = campaign.next_test();
        let first = test.address.first_words();
        let verdict = run(test, &mut executor, None);
        course.record(&first, verdict);
        campaign.observe(verdict, executor.observation());
    }
    let seconds = nanoseconds(rustix::time::ClockId::ProcessCPUTime) / 1e9;
    json!({ "cpu_seconds": seconds, "course": course })
}
