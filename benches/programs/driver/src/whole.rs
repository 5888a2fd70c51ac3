//! A whole campaign without a supervisor: what the same campaign under one is compared with.

use crate::{Program, nanoseconds, prepare, serving::step};
use mutagen_core::internal::coverage::Novelty;
use mutagen_core::internal::run::execute::Executor;
use mutagen_core::internal::run::plain::{STACK, on_big_stack};
use mutagen_core::internal::run::property::Property;
use mutagen_core::internal::search::campaign::{Campaign, Verdict};
use mutagen_core::internal::search::options::Options;
use serde_json::{Value, json};

/// Runs so many tests with these options, and gives the CPU time of the process up to then, which is what
/// a worker's report has.
///
/// # Panics
/// When there can be no thread.
pub(crate) fn campaign(program: &Program, seed: u64, tests: u64, options: &Options) -> Value {
    prepare(program);
    // On a thread of its own, as in a worker: in a process of several threads `malloc` takes longer.
    let property = &program.property;
    let run = || on_this_thread(property, seed, tests, options);
    on_big_stack(STACK, run).unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

fn on_this_thread(property: &Property, seed: u64, tests: u64, options: &Options) -> Value {
    let mut executor = Executor::new(property);
    let mut campaign = Campaign::new(property, seed, options.clone());
    let mut novelty = Novelty::default();
    for _ in 0..tests {
        campaign.next_test();
        let depth = campaign.depth(Verdict::Passed);
        step(&mut campaign, &mut executor, depth, &mut novelty);
    }
    let seconds = nanoseconds(rustix::time::ClockId::ProcessCPUTime) / 1e9;
    json!({ "cpu_seconds": seconds, "statistics": campaign.statistics() })
}
