//! `memory`: whether a long campaign needs more and more memory. The red-black tree under a supervisor;
//! the peak of the worker's resident memory in the last quarter of the time against that near the
//! beginning: of twenty minutes, the last five against minutes two to six. And what a campaign holds after
//! ten times as many discarded tests.

use crate::allocations::count;
use crate::overhead::supervision;
use crate::programs::Build;
use crate::red_black::Tree;
use crate::report::{Bound, Options, Report};
use mutagen_cli::args::Color;
use mutagen_cli::instrument::Fidelity;
use mutagen_cli::status::Status;
use mutagen_cli::supervise::{Interrupt, supervise};
use mutagen_core::Outcome;
use mutagen_core::internal::coverage::Novelty;
use mutagen_core::internal::run::property::Property;
use mutagen_core::internal::search::campaign::{Campaign, Options as Engine, Verdict};
use std::error::Error;
use std::fs;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Arguments of `memory`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Minutes of the campaign
    #[arg(long, default_value_t = 20.0)]
    minutes: f64,
    /// `--quick` (one minute) and `--keep`
    #[command(flatten)]
    options: Options,
}

/// The parts of the time that are compared.
const EARLY: Range<f64> = 0.1..0.3;
const LATE: Range<f64> = 0.75..1.0;

/// How many times more the late peak may be.
const MOST: f64 = 1.05;

/// How often to look.
const TICK: Duration = Duration::from_millis(200);

/// Measures and prints; says whether the bound holds.
pub(crate) fn measure(arguments: &Arguments) -> Result<bool, Box<dyn Error>> {
    let minutes = if arguments.options.quick { 1.0 } else { arguments.minutes };
    let time = Duration::try_from_secs_f64(minutes * 60.0)?;
    let build = Build::at(Fidelity::default())?;
    let options = Engine::default();
    let campaign = supervision::campaign(&build, None, Some(time), &options)?;
    let interrupt = Interrupt::install()?;
    let over = AtomicBool::new(false);
    let (summary, seen) = std::thread::scope(|scope| {
        let watching = scope.spawn(|| watch(&over));
        let summary = supervise(&campaign, &interrupt, &mut Status::new(false, Color::Auto));
        over.store(true, Ordering::Relaxed);
        (summary, watching.join())
    });
    let (summary, seen) = (summary?, seen.map_err(|_| "the watching thread panicked")?);
    let peak = |part: Range<f64>| {
        let whole = time.as_secs_f64();
        let within = seen.iter().filter(|(at, _)| part.contains(&(at.as_secs_f64() / whole)));
        within.map(|&(_, bytes)| bytes).fold(f64::NAN, f64::max) / 1e6
    };
    let (early, late) = (peak(EARLY), peak(LATE));
    let mut report = Report::new("memory", arguments.options);
    let part = |at: usize| (at as f64 / 20.0)..((at + 1) as f64 / 20.0);
    let peaks: Vec<String> = (0..20).map(|at| format!("{:.0}", peak(part(at)))).collect();
    println!("peaks of twenty equal parts of the time, in MB: {}", peaks.join(" "));
    let statistics = &summary.statistics;
    report.figure("tests", statistics.tests as f64 / 1e6, "million", Bound::None);
    report.figure("discarded tests", statistics.discarded as f64 / 1e6, "million", Bound::None);
    report.figure("retained tests", statistics.retained as f64, "", Bound::None);
    report.figure("peak of resident memory, early", early, "MB", Bound::None);
    report.figure("peak of resident memory, late", late, "MB", Bound::None);
    // A minute is over before there are as many tests to edit as there may be.
    let bound = if arguments.options.quick { Bound::None } else { Bound::AtMost(MOST) };
    report.figure("late / early", late / early, "", bound);
    let (few, many) = (after_discards(FEW), after_discards(10 * FEW));
    report.figure("held after discarded tests, few", few / 1e3, "kB", Bound::None);
    report.figure("held after discarded tests, ten times as many", many / 1e3, "kB", Bound::None);
    report.figure("many / few", many / few, "", Bound::AtMost(MOST));
    report.finish()
}

/// Few discarded tests.
const FEW: u64 = 200_000;

/// Bytes that a campaign holds whose first test passed and so many others did not meet the precondition;
/// some of the first ones hit edges that no discarded test had hit, and edges come to an end.
fn after_discards(tests: u64) -> f64 {
    let property = Property::new::<(Tree,)>(
        "discarded",
        &["tree"],
        |_, _| Outcome::Discarded,
        |(tree,)| vec![tree],
    );
    let (campaign, allocated) = count(|| {
        let mut campaign = Campaign::new(&property, 1, Engine::default());
        for number in 0..tests {
            campaign.next_test();
            let verdict = if number == 0 { Verdict::Passed } else { Verdict::Discarded };
            let is_new = number.is_multiple_of(1000) && number < 64_000;
            let new = is_new.then_some((number / 1000) as u32);
            campaign
                .observe(verdict, &new.map_or_else(Novelty::default, |e| Novelty::of_edges(&[e])));
        }
        campaign
    });
    drop(campaign);
    allocated.kept as f64
}

/// The worker's resident memory in bytes, again and again, with the time since the beginning.
fn watch(over: &AtomicBool) -> Vec<(Duration, f64)> {
    let start = Instant::now();
    let mut seen = Vec::new();
    let mut worker = None;
    while !over.load(Ordering::Relaxed) {
        worker = worker.or_else(child);
        if let Some(bytes) = worker.and_then(resident) {
            seen.push((start.elapsed(), bytes));
        }
        std::thread::sleep(TICK);
    }
    seen
}

/// The number of the only process that this one has started.
fn child() -> Option<u32> {
    let own = std::process::id();
    let processes = fs::read_dir("/proc").ok()?.flatten();
    let mut numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers.find(|number| field(*number, "PPid:") == Some(u64::from(own)))
}

fn resident(process: u32) -> Option<f64> {
    field(process, "VmRSS:").map(|kilobytes| kilobytes as f64 * 1024.0)
}

/// A number in what the system says of a process.
fn field(process: u32, name: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}
