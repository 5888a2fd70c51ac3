//! `memory`: whether the memory of a long campaign keeps growing. The campaign is on the red-black
//! tree, under a supervisor. The peak of the worker's resident memory in the last quarter of the
//! time is compared with the peak near the beginning: of 20 minutes, the last 5 with minutes 2 to
//! 6. The memory that a campaign holds is also compared after ten times as many discarded tests.

use crate::allocations::count;
use crate::overhead::supervision;
use crate::programs::Build;
use crate::red_black::Tree;
use crate::report::{Bound, Options, Report};
use mutagen_cli::args::Color;
use mutagen_cli::campaigns::Records;
use mutagen_cli::instrument::Fidelity;
use mutagen_cli::status::Status;
use mutagen_cli::supervise::{Interrupt, supervise};
use mutagen_core::Outcome;
use mutagen_core::internal::coverage::{Observation, Verdict};
use mutagen_core::internal::run::property::Property;
use mutagen_core::internal::search::campaign::{Campaign, Options as Engine};
use mutagen_core::internal::search::interface::Search;
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

/// The largest allowed ratio of the late peak to the early peak.
const MOST: f64 = 1.05;

/// The interval between two readings.
const TICK: Duration = Duration::from_millis(200);

/// Measures and prints; returns whether the bound holds.
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
        let summary = supervise(
            &campaign,
            Records::in_memory(),
            &interrupt,
            &mut Status::new(false, Color::Auto),
        );
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
    // A minute is too short to fill the corpus.
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

/// Bytes that a campaign holds after one passed test and this many discarded tests. Some of the
/// first discarded tests hit edges that no discarded test had hit; later ones hit no new edges.
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
            let observation = Observation::of_edges(new.as_slice());
            campaign.observe(verdict, &observation);
        }
        campaign
    });
    drop(campaign);
    allocated.kept as f64
}

/// The worker's resident memory in bytes at regular times, with the time since the beginning.
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

/// The process id of the only child of this process.
fn child() -> Option<u32> {
    let own = std::process::id();
    let processes = fs::read_dir("/proc").ok()?.flatten();
    let mut numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers.find(|number| field(*number, "PPid:") == Some(u64::from(own)))
}

fn resident(process: u32) -> Option<f64> {
    field(process, "VmRSS:").map(|kilobytes| kilobytes as f64 * 1024.0)
}

/// A number from the system's description of a process.
fn field(process: u32, name: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}
