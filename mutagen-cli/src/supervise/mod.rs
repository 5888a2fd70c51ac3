//! Runs a campaign in a worker process and survives whatever the property does to the process.
//! After an abort, a stack overflow, a kill or a hang, the supervisor reads from the shared page
//! which test was running. A second worker prints and repeats exactly that test. On request, a
//! third worker continues the campaign.

mod addresses;
#[cfg(test)]
mod alone;
mod events;
mod failure;
mod folder;
mod guard;
mod interrupt;
mod memory;
mod orphans;
mod output;
mod process;
mod record;

pub use failure::{Failure, How};
pub use folder::Folder;
pub(crate) use guard::guard;
pub use interrupt::Interrupt;

use crate::error::CliError;
use crate::status::Status;
use mutagen_core::internal::coverage::CoverageFindings;
use mutagen_core::internal::run::protocol::{Mode, NewEdge, Running, Task, save_literals};
use mutagen_core::internal::search::address::Address;
use mutagen_core::internal::search::course::Course;
use mutagen_core::internal::search::options::Options;
use mutagen_core::internal::search::statistics::Statistics;
use mutagen_core::internal::value::literals::Literals;
use process::{Limits, WorkerProcess};
use record::{Ended, WorkerRun};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The campaign to run, and its limits.
pub struct SupervisedCampaign {
    /// The test executable.
    pub executable: PathBuf,
    /// The property's path in it.
    pub path: String,
    /// The working directory: the folder of the property's package.
    pub folder: PathBuf,
    /// The folder for the campaign's own files.
    pub files: Folder,
    /// The crates that are instrumented on purpose.
    pub instrumented: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// The name of a search that the executable registers and that replaces mutagen's search.
    pub search: Option<String>,
    /// The options of the search.
    pub options: Options,
    /// The literals of the code under test.
    pub literals: Literals,
    /// The stack size of the testing thread, in bytes.
    pub stack_bytes: usize,
    /// Whether to continue after a counterexample.
    pub keep_going: bool,
    /// The most tests to run.
    pub max_tests: Option<u64>,
    /// The limit of CPU time of the testing thread.
    pub max_cpu: Option<Duration>,
    /// The time limit of the campaign.
    pub max_time: Option<Duration>,
    /// The time limit of one test.
    pub timeout: Duration,
    /// Whether to report the last new edges.
    pub show_edges: bool,
    /// Whether to show the output of the property.
    pub verbose: bool,
    /// Additional environment variables for the workers.
    pub environment: Vec<(String, String)>,
}

/// The outcome of a campaign.
#[derive(Debug, Default)]
pub struct Summary {
    /// The statistics of all workers together.
    pub statistics: Statistics,
    /// The digest of the last worker's tests, if the worker ended normally.
    pub course: Option<Course>,
    /// The number of counters in the instrumented code; 0 when nothing is instrumented.
    pub edges_in_all: u64,
    /// The counterexamples with their values, in the order in which they were found. A campaign
    /// that continues after counterexamples counts more of them than it keeps here.
    pub failures: Vec<Failure>,
    /// The number of tests that killed their worker once but not when they were repeated.
    pub not_reproduced: Vec<Failure>,
    /// CPU time of the workers that searched, without the workers that repeated a test.
    pub cpu: Duration,
    /// CPU time of the testing threads of those workers, from the start of each search.
    pub search: Duration,
    /// Time from the start of the first worker.
    pub wall: Duration,
    /// Whether Ctrl-C ended it.
    pub interrupted: bool,
    /// The last new edges, the newest at the end; empty if they were not requested.
    pub new_edges: Vec<NewEdge>,
    /// What the coverage tells about the property.
    pub findings: CoverageFindings,
    /// Messages for the user.
    pub notes: Vec<String>,
}

/// How many workers may die before a campaign that continues is given up.
const MOST_DEATHS: usize = 1000;

/// Runs a campaign to its end.
///
/// # Errors
/// When a worker cannot be started, or ends before it has run a test.
pub fn supervise(
    campaign: &SupervisedCampaign,
    interrupt: &Interrupt,
    status: &mut Status,
) -> Result<Summary, CliError> {
    let start = Instant::now();
    let limits = Limits {
        start,
        end: campaign.max_time.and_then(|time| start.checked_add(time)),
        timeout: campaign.timeout,
    };
    if campaign.has_literals() {
        save_literals(&campaign.literals, &campaign.files.literals())?;
    }
    let mut summary = Summary::default();
    let mut skip: Vec<Address> = Vec::new();
    loop {
        let task = campaign.task(Mode::Run, &skip, summary.statistics, summary.search);
        let worker = WorkerProcess::start(campaign, &task)?;
        let run = worker.watch(&limits, interrupt, |now, edge| {
            status.show(&total(&summary.statistics, now), edge, start.elapsed());
        })?;
        summary.add(&run);
        if let Some(why) = run.unfit {
            if summary.failures.is_empty() {
                status.clear();
                return Err(CliError::CannotRun { property: campaign.path.clone(), why });
            }
            summary.notes.push(why);
            break;
        }
        match run.ended {
            Ended::Finished => break,
            Ended::Interrupted => {
                summary.interrupted = true;
                break;
            }
            Ended::Lost { how, said } => {
                let tests = summary.statistics.tests;
                if summary.failures.is_empty() {
                    status.clear();
                    return Err(CliError::Worker { how, tests, said });
                }
                summary.notes.push(format!("the worker {how} outside of any test{said}"));
                break;
            }
            Ended::Killed { running, how } => {
                status.clear();
                skip.push(running.address);
                summary.statistics.tests += 1;
                confirm(campaign, running, how, &limits, interrupt, status, &mut summary)?;
                status.clear();
                if interrupt.count() > 0 {
                    summary.interrupted = true;
                    break;
                }
                let found = !summary.failures.is_empty() && !campaign.keep_going;
                if found || limits.end.is_some_and(|end| Instant::now() >= end) {
                    break;
                }
                if skip.len() >= MOST_DEATHS {
                    summary.notes.push(format!(
                        "stopped after {MOST_DEATHS} tests that killed their worker; fix some of \
                         them first"
                    ));
                    break;
                }
            }
        }
    }
    status.clear();
    summary.wall = start.elapsed();
    Ok(summary)
}

/// Prints the test that killed a worker, repeats the test, and records the result.
fn confirm(
    campaign: &SupervisedCampaign,
    running: Running,
    how: How,
    limits: &Limits,
    interrupt: &Interrupt,
    status: &mut Status,
    summary: &mut Summary,
) -> Result<(), CliError> {
    let Running { test, address, .. } = running;
    let found = limits.start.elapsed();
    if let How::Hung(limit) = how {
        summary.search += limit;
    }
    let search = summary.search;
    let confirm = Mode::Confirm { address };
    let task = campaign.task(confirm, &[], Statistics::default(), Duration::ZERO);
    let alone = Limits { end: None, ..*limits };
    let run = WorkerProcess::start(campaign, &task)?.watch(&alone, interrupt, |_, _| {
        status.show_repeat(test, limits.start.elapsed());
    })?;
    if let Some(why) = run.unfit {
        return Err(CliError::CannotRun { property: campaign.path.clone(), why });
    }
    let again = match (run.confirmed, run.ended) {
        (Some(failed), _) => failed.map(How::Failed),
        (None, Ended::Killed { how, .. }) => Some(how),
        // The test did end its process, even if that cannot be reproduced.
        (None, ended) => {
            let why = match ended {
                Ended::Lost { how, said } => {
                    format!("the worker that was to repeat it {how}{said}")
                }
                _ => "it was interrupted before it could be repeated".to_owned(),
            };
            let value = format!("(the value could not be made again: {why})");
            let repeated = false;
            let failure = Failure { test, address, value, how, repeated, found, search };
            summary.statistics.failed += 1;
            summary.failures.push(failure);
            return Ok(());
        }
    };
    let value = run.value.unwrap_or_else(|| {
        "(the value cannot be printed: its `Debug` implementation ends the process)".to_owned()
    });
    let repeated = again.is_some();
    let how = again.unwrap_or(how);
    let failure = Failure { test, address, value, how, repeated, found, search };
    if repeated {
        summary.statistics.failed += 1;
        summary.failures.push(failure);
    } else {
        summary.not_reproduced.push(failure);
    }
    Ok(())
}

impl Summary {
    /// Adds the results of one worker.
    fn add(&mut self, run: &WorkerRun) {
        self.edges_in_all = run.edges_in_all.unwrap_or(self.edges_in_all);
        self.statistics = total(&self.statistics, &run.statistics);
        self.course = run.course;
        self.cpu += run.cpu;
        if let Some(findings) = &run.findings {
            self.findings.clone_from(findings);
        }
        if !run.new_edges.is_empty() {
            self.new_edges.clone_from(&run.new_edges);
        }
        let before = self.search;
        self.search += run.search;
        self.notes.extend(run.notes.iter().cloned());
        // A worker that resumes meets failures again that an earlier worker has reported.
        for failure in &run.failures {
            if self.failures.iter().all(|known| known.address != failure.address) {
                // A worker measures from its own start.
                let search = before + failure.search;
                self.failures.push(Failure { search, ..failure.clone() });
            }
        }
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

impl SupervisedCampaign {
    fn has_literals(&self) -> bool {
        self.options.literals && !self.literals.is_empty()
    }

    fn task(&self, mode: Mode, skip: &[Address], before: Statistics, used: Duration) -> Task {
        Task {
            mode,
            page: self.files.page(),
            log: self.files.log(),
            literals: self.has_literals().then(|| self.files.literals()),
            seed: self.seed,
            max_tests: self.max_tests,
            max_cpu_nanoseconds: self.max_cpu.map(|left| nanoseconds(left.saturating_sub(used))),
            keep_going: self.keep_going,
            search: self.search.clone(),
            options: self.options.clone(),
            stack_bytes: self.stack_bytes,
            resume: !skip.is_empty(),
            skip: skip.to_vec(),
            instrumented: self.instrumented.clone(),
            show_edges: self.show_edges,
            before,
        }
    }
}

/// Combines the statistics of successive workers: counts are added, states are taken from the last.
fn total(before: &Statistics, last: &Statistics) -> Statistics {
    Statistics {
        tests: before.tests + last.tests,
        passed: before.passed + last.passed,
        discarded: before.discarded + last.discarded,
        failed: before.failed + last.failed,
        resets: before.resets + last.resets,
        unstable: before.unstable + last.unstable,
        edges: before.edges.max(last.edges),
        // A worker that dies before its first test has not reported these values.
        samples: before.samples.max(last.samples),
        retained: before.retained.max(last.retained),
        ..*last
    }
}
