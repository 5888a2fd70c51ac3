//! Whether a worker goes on: the time limits of a campaign, of a test, and of the work between two
//! tests.

use mutagen_core::internal::run::protocol::{Page, Phase};
use std::time::{Duration, Instant};

/// How long a worker may look up edges and read its journal, without a sign of life.
const PREPARING: Duration = Duration::from_secs(60);

/// How long the engine may take between two tests, besides user code. It looks up the names of
/// new edges.
const ENGINE: Duration = Duration::from_secs(5);

/// How long user code may take beside the limit of a test where values are made and dropped.
const VALUES: Duration = Duration::from_millis(500);

/// How long a worker may take to end after its last test, once it was asked to end.
const ENDING: Duration = Duration::from_secs(5);

/// The limits after which a worker is ended.
#[derive(Debug, Clone)]
pub(super) struct Limits {
    /// The start of the campaign.
    pub start: Instant,
    /// The end of the campaign.
    pub end: Option<Instant>,
    /// The time limit of one test.
    pub timeout: Duration,
    /// The most memory of a worker in bytes.
    pub memory: u64,
}

impl Limits {
    /// Adds a time during which everything was stopped.
    pub(super) fn add(&mut self, stopped: Duration) {
        self.start += stopped;
        self.end = self.end.and_then(|end| end.checked_add(stopped));
    }
}

/// The progress of a worker.
#[derive(Debug)]
pub(super) struct Pace {
    /// The last change of the page, and when it was seen.
    seen: ((u64, Phase), Instant),
    /// When the worker was first asked to end.
    stopping: Option<Instant>,
}

impl Pace {
    /// Begins to watch a page.
    pub(super) fn new(page: &Page) -> Pace {
        Pace { seen: (state(page), Instant::now()), stopping: None }
    }

    /// Adds a time during which everything was stopped.
    pub(super) fn add(&mut self, stopped: Duration) {
        self.seen.1 += stopped;
    }

    /// Records that the worker was asked to end.
    pub(super) fn stopping(&mut self, now: Instant) {
        self.stopping.get_or_insert(now);
    }

    /// Whether the worker was asked to end this long ago.
    pub(super) fn has_been_stopping(&self, time: Duration) -> bool {
        self.stopping.is_some_and(|at| at.elapsed() >= time)
    }

    /// The limit that the worker has exceeded without a change of the page, if it has.
    pub(super) fn has_hung(&mut self, page: &Page, limits: &Limits) -> Option<Duration> {
        let now = state(page);
        if now != self.seen.0 {
            self.seen = (now, Instant::now());
            return None;
        }
        let limit = match now.1 {
            Phase::Running => limits.timeout,
            Phase::Making | Phase::Printing | Phase::Copying | Phase::Dropping => {
                limits.timeout + VALUES
            }
            Phase::Judging => limits.timeout + ENGINE,
            Phase::Idle | Phase::Preparing | Phase::Resuming => match self.stopping {
                Some(_) => ENDING,
                None => PREPARING,
            },
        };
        (self.seen.1.elapsed() > limit && state(page) == now).then_some(limit)
    }
}

fn state(page: &Page) -> (u64, Phase) {
    (page.progress(), page.phase())
}
