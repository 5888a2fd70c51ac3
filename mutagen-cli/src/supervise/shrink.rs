//! Shrinks the failures of a campaign in fresh processes. A candidate that ends its process, where
//! the failure does not, makes the next process run each candidate in a process of its own.

use super::death::{Ended, GaveUp};
use super::process::{Listener, WorkerProcess};
use super::supervisor::Supervisor;
use super::{Class, Interrupt, Kind, Shrunk, marked_if_cut};
use crate::error::CliError;
use crate::status::Status;
use mutagen_core::internal::run::protocol::{Event, Mode, Shrinking};
use mutagen_core::internal::search::statistics::Statistics;
use mutagen_core::text;
use std::time::{Duration, Instant};

/// The most failures of a campaign that are shrunk.
const MOST: usize = 16;

/// A test in a process of its own gets this part of the time limit of a test. The supervisor, which
/// watches the process that waits, would end it after the whole.
pub(super) const OWN_SHARE: f64 = 0.9;

/// How often a test that fails in each run is run.
const ONCE: u32 = 1;

/// The most runs of a candidate of a failure that does not repeat each time.
const MOST_REPEATS: u32 = 10;

/// How long to shrink a failure, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShrinkLimits {
    /// The longest time.
    pub time: Duration,
    /// The most runs of the property.
    pub runs: u64,
    /// Whether a candidate may fail in any way.
    pub to_any: bool,
}

/// A clock that stands still while this process is stopped.
#[derive(Clone, Copy)]
struct Clock<'i> {
    interrupt: &'i Interrupt,
    start: Instant,
    stopped: Duration,
}

impl Clock<'_> {
    fn start(interrupt: &Interrupt) -> Clock<'_> {
        Clock { interrupt, start: Instant::now(), stopped: interrupt.stopped() }
    }

    fn elapsed(self) -> Duration {
        let stopped = self.interrupt.stopped().saturating_sub(self.stopped);
        self.start.elapsed().saturating_sub(stopped)
    }
}

/// What processes have told about one failure.
struct Told<'s> {
    status: &'s mut Status,
    /// The start of the campaign, for the status.
    campaign: Instant,
    clock: Clock<'s>,
    /// The number of nodes of the test.
    before: u64,
    shrunk: Option<Shrunk>,
    /// The runs of earlier processes.
    runs: u64,
    /// Why nothing can be run.
    trouble: Option<String>,
}

impl Listener for Told<'_> {
    fn event(&mut self, event: Event) {
        match event {
            Event::Text { nodes, .. } => self.before = nodes,
            Event::Shrunk { text, message, nodes, runs, is_done } => {
                // A process that began again may not have come as far.
                if self.shrunk.as_ref().is_some_and(|known| known.nodes[1] < nodes) {
                    return;
                }
                self.shrunk = Some(Shrunk {
                    text,
                    value: None,
                    message,
                    nodes: [self.before, nodes],
                    runs: self.runs + runs,
                    time: self.clock.elapsed(),
                    is_done,
                    file: None,
                });
                self.status.show_shrinking(nodes, self.runs + runs, self.campaign.elapsed());
            }
            Event::CannotRun { why } => self.trouble = Some(why),
            Event::Debug { text, cut } => {
                if let Some(shrunk) = &mut self.shrunk {
                    shrunk.value = Some(marked_if_cut(text, cut));
                }
            }
            _ => {}
        }
    }

    fn progress(&mut self, _: &Statistics, _: Option<u64>) {
        let nodes = self.shrunk.as_ref().map_or(self.before, |shrunk| shrunk.nodes[1]);
        let runs = self.shrunk.as_ref().map_or(self.runs, |shrunk| shrunk.runs);
        self.status.show_shrinking(nodes, runs, self.campaign.elapsed());
    }
}

/// Shrinks each failure of the campaign that repeats.
///
/// The user's signals beyond this number end shrinking, and not the campaign, which is over.
pub(super) fn all(supervisor: &mut Supervisor<'_>, interrupts: usize) {
    let Some(limits) = supervisor.campaign.shrink else { return };
    let failures = supervisor.findings.failures.iter().enumerate();
    let found = failures.filter(|(_, failure)| !failure.is_kept()).map(|(at, _)| at);
    let found: Vec<usize> = found.take(MOST).collect();
    for at in found {
        if supervisor.interrupt.count() > interrupts || supervisor.interrupt.hurries() {
            return;
        }
        match one(supervisor, at, limits, interrupts) {
            Ok(Some(shrunk)) => supervisor.findings.set_shrunk(at, shrunk),
            Ok(None) => {}
            Err(error) => {
                supervisor.findings.note(format!("a failure could not be shrunk: {error}"));
            }
        }
    }
}

fn one(
    supervisor: &mut Supervisor<'_>,
    at: usize,
    limits: ShrinkLimits,
    interrupts: usize,
) -> Result<Option<Shrunk>, CliError> {
    let failure = &supervisor.findings.failures[at];
    let (kind, class) = (failure.kind, failure.class);
    let repeats = match class {
        Class::Always | Class::NotConfirmed => ONCE,
        // As many runs as are likely to fail once.
        Class::Sometimes { failed, runs } => (2 * runs).div_ceil(failed.max(1)).min(MOST_REPEATS),
        Class::OnlyAfterOtherTests => return Ok(None),
    };
    let (smallest, first) = (failure.smallest.as_ref(), failure.address);
    let (worker, test, address) = match (smallest, first) {
        (Some(smallest), _) => (smallest.worker, smallest.test, smallest.address),
        (None, Some(address)) => (failure.worker, failure.test, address),
        (None, None) => return Ok(None),
    };
    // A failure that the worker itself has reported does not end its process.
    let ends_process = kind != Kind::Failed;
    let examines = match kind {
        Kind::Failed | Kind::Died | Kind::Hung | Kind::OutOfMemory => false,
        Kind::Drop | Kind::Copy => true,
        Kind::Generate | Kind::Outside => return Ok(None),
    };
    // To make it again would copy and drop values.
    let from = failure.whole_text().filter(|text| examines && text::is_whole(text));
    if examines && from.is_none() {
        return Ok(None);
    }
    let mut shrinking = Shrinking {
        test,
        address,
        from,
        key: (!ends_process).then(|| failure.key.clone()),
        to_any: limits.to_any,
        reaches: None,
        apart: ends_process,
        examines,
        longest_nanoseconds: nanoseconds(supervisor.campaign.timeout.mul_f64(OWN_SHARE)),
        repeats,
        most_runs: limits.runs,
        most_nanoseconds: nanoseconds(limits.time),
    };
    supervisor.turn_to_number(worker);
    let (process, clock) = (supervisor.start(), Clock::start(supervisor.interrupt));
    let mut told = Told {
        status: &mut *supervisor.status,
        campaign: supervisor.limits.start,
        clock,
        before: 0,
        shrunk: None,
        runs: 0,
        trouble: None,
    };
    let hangs = supervisor.campaign.timeout.saturating_mul(2 * repeats);
    let left = || limits.time.saturating_sub(clock.elapsed());
    loop {
        let task =
            supervisor.campaign.task(Mode::Shrink(Box::new(shrinking.clone())), process.clone());
        let mut worker =
            WorkerProcess::start(supervisor.campaign, &task, supervisor.mark.as_ref())?;
        let mut watched = super::pace::Limits {
            // A test that hangs is run with its own limit before and after.
            end: Instant::now().checked_add(left().saturating_add(hangs)),
            waits_when_stopped: true,
            ..supervisor.limits.clone()
        };
        let ended =
            worker.watch_beyond(interrupts, &mut watched, supervisor.interrupt, &mut told)?;
        if let Ended::Died(death) = &ended
            && let Some(GaveUp::Error(why)) = death.gave_up()
        {
            return Err(CliError::Worker(why));
        }
        if let Some(why) = told.trouble {
            return Err(CliError::Worker(why));
        }
        let is_over = left().is_zero()
            || supervisor.interrupt.count() > interrupts
            || !matches!(ended, Ended::Died(_))
            || shrinking.apart;
        if is_over {
            break;
        }
        // A candidate has ended the process. The next one begins with the smallest test so far.
        shrinking.apart = true;
        if let Some(shrunk) = &told.shrunk {
            shrinking.from = Some(shrunk.text.clone());
            told.runs = shrunk.runs;
        }
        shrinking.most_runs = limits.runs.saturating_sub(told.runs);
        shrinking.most_nanoseconds = nanoseconds(left());
    }
    let Told { shrunk, .. } = told;
    Ok(shrunk.map(|shrunk| Shrunk { time: clock.elapsed(), ..shrunk }))
}

pub(super) fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
