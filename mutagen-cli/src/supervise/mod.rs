//! Runs a campaign in a worker process and survives whatever the property does to it: after an
//! abort, a stack overflow, a kill or a hang it reads from the shared page which test was running, has
//! a second worker show and repeat exactly that test, and if asked starts a third that goes on.

mod failure;
mod interrupt;
mod process;

pub use failure::{Failure, How};
pub use interrupt::Interrupt;

use crate::error::CliError;
use crate::status::Status;
use mutagen_core::address::Address;
use mutagen_core::protocol::{CampaignOptions, Mode, Task};
use mutagen_core::statistics::Statistics;
use process::{Ended, Limits, Worker};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What to run, and when to end.
pub struct Campaign {
    /// The test executable.
    pub executable: PathBuf,
    /// The property's path in it.
    pub path: String,
    /// The folder to run it in: its package's.
    pub folder: PathBuf,
    /// The folder for the campaign's own files; it exists.
    pub files: PathBuf,
    /// The seed.
    pub seed: u64,
    /// The campaign's options.
    pub options: CampaignOptions,
    /// Whether to go on after a counterexample.
    pub keep_going: bool,
    /// After how many tests to end.
    pub max_tests: Option<u64>,
    /// After what time to end.
    pub max_time: Option<Duration>,
    /// How long one test may run.
    pub timeout: Duration,
    /// Whether what the property prints is shown.
    pub verbose: bool,
}

/// What came of a campaign.
#[derive(Debug)]
pub struct Summary {
    /// The counters of all its workers together.
    pub statistics: Statistics,
    /// Counters in the instrumented code; 0 when nothing is instrumented.
    pub edges_in_all: u64,
    /// The counterexamples with their values, in the order they were found; a campaign that goes on
    /// counts more than it shows.
    pub failures: Vec<Failure>,
    /// Tests that killed their worker once and not again.
    pub not_reproduced: Vec<Failure>,
    /// CPU time of the workers that ended by themselves.
    pub cpu: Duration,
    /// Time from the start of the first worker.
    pub wall: Duration,
    /// Whether Ctrl-C ended it.
    pub interrupted: bool,
    /// Sentences for the user.
    pub notes: Vec<String>,
}

/// Workers that may die before the campaign is given up, when it is to go on.
const MOST_DEATHS: usize = 1000;

/// Runs a campaign to its end.
///
/// # Errors
/// When a worker cannot be started, or ends without having run a test.
pub fn supervise(
    campaign: &Campaign,
    interrupt: &Interrupt,
    status: &mut Status,
) -> Result<Summary, CliError> {
    let start = Instant::now();
    let mut summary = Summary {
        statistics: Statistics::default(),
        edges_in_all: 0,
        failures: Vec::new(),
        not_reproduced: Vec::new(),
        cpu: Duration::ZERO,
        wall: Duration::ZERO,
        interrupted: false,
        notes: Vec::new(),
    };
    let mut skip: Vec<Address> = Vec::new();
    loop {
        let task = campaign.task(Mode::Run, &skip, summary.statistics.tests);
        let limits = Limits {
            end: campaign.max_time.map(|time| start + time),
            timeout: campaign.timeout,
        };
        let worker = Worker::start(campaign, &task)?;
        let run = worker.watch(&limits, interrupt, |now| {
            status.show(&total(&summary.statistics, now), start.elapsed());
        })?;
        summary.edges_in_all = run.edges_in_all.unwrap_or(summary.edges_in_all);
        summary.statistics = total(&summary.statistics, &run.statistics);
        summary.cpu += run.cpu;
        summary.notes.extend(run.notes);
        summary.failures.extend(run.failures);
        match run.ended {
            Ended::Finished => break,
            Ended::Interrupted => {
                summary.interrupted = true;
                break;
            }
            Ended::Killed { running, how } => {
                skip.push(running.address);
                summary.statistics.tests += 1;
                status.clear();
                let failure = confirm(campaign, running.test, running.address, how, interrupt)?;
                if failure.reproduced {
                    summary.statistics.failed += 1;
                    summary.failures.push(failure);
                } else {
                    summary.not_reproduced.push(failure);
                }
                let over = limits.end.is_some_and(|end| Instant::now() >= end);
                let found = !summary.failures.is_empty() && !campaign.keep_going;
                if found || over || interrupt.count() > 0 || skip.len() >= MOST_DEATHS {
                    summary.interrupted = interrupt.count() > 0;
                    break;
                }
            }
        }
    }
    status.clear();
    summary.wall = start.elapsed();
    Ok(summary)
}

impl Campaign {
    fn task(&self, mode: Mode, skip: &[Address], tests_before: u64) -> Task {
        Task {
            mode,
            page: self.page(),
            log: self.log(),
            seed: self.seed,
            max_tests: self.max_tests,
            keep_going: self.keep_going,
            options: self.options.clone(),
            resume: !skip.is_empty(),
            skip: skip.to_vec(),
            tests_before,
        }
    }

    fn page(&self) -> PathBuf {
        self.files.join("page")
    }

    fn log(&self) -> PathBuf {
        self.files.join("retained.log")
    }

    /// The folder for the files of a property's campaigns, below the target folder.
    pub fn files_of(target: &Path, package: &str, path: &str) -> PathBuf {
        target.join("mutagen").join("campaigns").join(package).join(path.replace("::", "."))
    }
}

/// Shows the test that killed a worker and runs it once more.
fn confirm(
    campaign: &Campaign,
    test: u64,
    address: Address,
    how: How,
    interrupt: &Interrupt,
) -> Result<Failure, CliError> {
    let task = campaign.task(Mode::Confirm { address }, &[], 0);
    let worker = Worker::start(campaign, &task)?;
    let limits = Limits { end: None, timeout: campaign.timeout };
    let run = worker.watch(&limits, interrupt, |_| {})?;
    let again = match run.ended {
        Ended::Killed { how, .. } => Some(how),
        Ended::Finished | Ended::Interrupted => run.confirmed.map(How::Failed),
    };
    let reproduced = again.is_some();
    let value = run.value.unwrap_or_else(|| {
        "(the value could not be printed: its own `Debug` ends the process)".to_owned()
    });
    Ok(Failure { test, address, value, how: again.unwrap_or(how), reproduced })
}

/// The counters of workers one after the other: tests are added, states are those of the last.
fn total(before: &Statistics, last: &Statistics) -> Statistics {
    Statistics {
        tests: before.tests + last.tests,
        passed: before.passed + last.passed,
        discarded: before.discarded + last.discarded,
        failed: before.failed + last.failed,
        resets: before.resets + last.resets,
        unstable: before.unstable + last.unstable,
        edges: before.edges.max(last.edges),
        ..*last
    }
}
