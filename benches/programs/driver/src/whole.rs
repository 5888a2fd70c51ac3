//! A whole campaign without a supervisor: what the same campaign under one is compared with.

use crate::{Program, nanoseconds, prepare, serving::step};
use mutagen_core::campaign::{Campaign, Verdict};
use mutagen_core::coverage::Novelty;
use mutagen_core::execute::Executor;
use mutagen_core::protocol::CampaignOptions;
use serde_json::{Value, json};

/// Runs so many tests with these options, and gives the CPU time of the process up to then, which is what
/// a worker's report has.
pub(crate) fn campaign(
    program: &Program,
    seed: u64,
    tests: u64,
    options: &CampaignOptions,
) -> Value {
    prepare(program);
    let mut executor = Executor::new(&program.property);
    let mut campaign = Campaign::new(&program.property, seed, options.campaign());
    let mut novelty = Novelty::default();
    for _ in 0..tests {
        campaign.next_test();
        let depth = campaign.depth(Verdict::Passed);
        step(&mut campaign, &mut executor, depth, &mut novelty);
    }
    let seconds = nanoseconds(rustix::time::ClockId::ProcessCPUTime) / 1e9;
    json!({ "cpu_seconds": seconds, "statistics": campaign.statistics() })
}
