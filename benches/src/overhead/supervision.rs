//! The cost of supervision: the CPU time of the process that runs the tests, in a worker under a
//! supervisor and in a process without one. The campaigns differ in the cost of a test and in the
//! number of tests that they keep, which a worker writes to its journal.
//!
//! Both processes run at the same time on one CPU, which they share in turns of milliseconds: the
//! speed of a shared machine differs by 15 % between two processes that run one after the other.
//! The digests of their tests must be equal.

use crate::programs::{Build, RED_BLACK};
use crate::report::{Bound, Report};
use crate::rounds::Pairs;
use mutagen_cli::args::Color;
use mutagen_cli::campaigns::{Program, Records, RunFolder};
use mutagen_cli::status::Status;
use mutagen_cli::supervise::{Interrupt, SupervisedCampaign, supervise};
use mutagen_core::internal::search::course::Course;
use mutagen_core::internal::search::options::Options;
use rustix::thread::{CpuSet, sched_getcpu, sched_setaffinity};
use serde::Deserialize;
use std::error::Error;
use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The largest allowed cost of supervision.
const MOST: f64 = 1.03;

/// The seed of both.
const SEED: u64 = 1;

/// The names of the campaigns, their options, and the number of tests in about 330 ms.
fn campaigns() -> [(&'static str, Options, u64); 3] {
    let default = Options::default();
    let paper = Options { edits: 0, fresh_subtrees: false, ..default.clone() };
    let generation = Options { feedback: false, ..default.clone() };
    [
        ("default campaign", default, 250_000),
        ("the paper's algorithm", paper, 1_200_000),
        ("generation only", generation, 1_000_000),
    ]
}

/// Measures and prints.
pub(crate) fn measure(
    report: &mut Report,
    build: &Build,
    quick: bool,
) -> Result<(), Box<dyn Error>> {
    let (rounds, times) = if quick { (21, 1) } else { (41, 5) };
    stay_on_one_cpu()?;
    let interrupt = Interrupt::install()?;
    for (name, options, tests) in campaigns() {
        let tests = tests * times;
        let each = |seconds: f64| seconds * 1e9 / tests as f64;
        let pairs = Pairs::measure_rounds(rounds, || {
            let alone = start_alone(build, tests, &options)?;
            let supervised = supervised(build, tests, &options, &interrupt);
            let alone = end(alone)?;
            let supervised = supervised?;
            if supervised.course != alone.course {
                return Err(format!("{name}: the two processes ran different tests").into());
            }
            Ok((each(supervised.seconds), each(alone.seconds)))
        })?;
        let what = format!("red-black tree, {name}: supervised / without a supervisor");
        report.ratio(&what, &pairs, "ns a test", Bound::AtMost(MOST));
    }
    Ok(())
}

/// Keeps this process, and those that it starts, on the CPU that it runs on.
fn stay_on_one_cpu() -> io::Result<()> {
    let mut cpus = CpuSet::new();
    cpus.set(sched_getcpu());
    Ok(sched_setaffinity(None, &cpus)?)
}

/// A campaign on the red-black tree, to be supervised.
///
/// # Errors
/// When its folder cannot be made.
pub(crate) fn campaign(
    build: &Build,
    max_tests: Option<u64>,
    max_time: Option<Duration>,
    options: &Options,
) -> Result<SupervisedCampaign, Box<dyn Error>> {
    let files = RunFolder::create(&build.folder, RED_BLACK, "bench", "insertion")?;
    let program = Program::link(build.executable(RED_BLACK), &files.program())?;
    Ok(SupervisedCampaign {
        seed: SEED,
        // As in the campaign without a supervisor, there are no literals.
        options: options.clone(),
        max_tests,
        max_time,
        ..SupervisedCampaign::bare(
            program,
            files,
            "insertion".to_owned(),
            Path::new(env!("CARGO_MANIFEST_DIR")).to_owned(),
            Duration::from_secs(10),
        )
    })
}

/// What a process did.
#[derive(Deserialize)]
struct Measured {
    #[serde(rename = "cpu_seconds")]
    seconds: f64,
    /// The digest of its tests.
    course: Course,
}

/// Runs the campaign in a worker.
fn supervised(
    build: &Build,
    tests: u64,
    options: &Options,
    interrupt: &Interrupt,
) -> Result<Measured, Box<dyn Error>> {
    let campaign = campaign(build, Some(tests), None, options)?;
    let summary = supervise(
        &campaign,
        Records::in_memory(),
        interrupt,
        &mut Status::new(false, Color::Auto),
    )?;
    let Some(course) = summary.course().filter(|_| summary.statistics.tests == tests) else {
        return Err(format!("the supervised campaign came to {summary:?}").into());
    };
    Ok(Measured { seconds: summary.cpu.as_secs_f64(), course })
}

/// Starts a process that runs the same campaign.
fn start_alone(build: &Build, tests: u64, options: &Options) -> Result<Child, Box<dyn Error>> {
    let options = serde_json::to_string(options)?;
    let child = Command::new(build.executable(RED_BLACK))
        .args(["--campaign", &SEED.to_string(), &tests.to_string(), &options])
        .stdout(Stdio::piped())
        .spawn()?;
    Ok(child)
}

/// The answer of such a process.
fn end(alone: Child) -> Result<Measured, Box<dyn Error>> {
    Ok(serde_json::from_slice(&alone.wait_with_output()?.stdout)?)
}
