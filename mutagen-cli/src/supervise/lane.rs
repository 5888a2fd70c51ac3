//! What the supervisor knows of one worker of the campaign, through all its processes, and the
//! figures of all workers together.

use super::WorkerSummary;
use super::memory::Growth;
use super::threads::ThreadPanics;
use mutagen_core::internal::coverage::Verdict;
use mutagen_core::internal::run::protocol::{Deadly, MOST_SILENCED, Page};
use mutagen_core::internal::search::address::Address;
use mutagen_core::internal::search::course::Course;
use mutagen_core::internal::search::statistics::Statistics;
use std::collections::BTreeMap;
use std::time::Duration;

/// After this many deaths in a row without a new test, the campaign is given up.
pub(super) const MOST_IN_A_ROW: u32 = 10;

/// The figures of a worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Figures {
    pub statistics: Statistics,
    /// CPU time of its processes.
    pub cpu: Duration,
    /// CPU time of their testing threads, from the start of each search.
    pub search: Duration,
    /// How many tests failed in each silenced kind.
    pub silenced: [u64; MOST_SILENCED],
}

impl Figures {
    /// Combines the figures of successive processes: counts are added, states are taken from the
    /// last.
    fn followed_by(&self, last: &Figures) -> Figures {
        let (before, statistics) = (&self.statistics, &last.statistics);
        Figures {
            statistics: Statistics {
                edges: before.edges.max(statistics.edges),
                // A process that dies before its first test has not reported these values.
                samples: before.samples.max(statistics.samples),
                retained: before.retained.max(statistics.retained),
                queued: statistics.queued,
                ..sum(before, statistics)
            },
            cpu: self.cpu + last.cpu,
            search: self.search + last.search,
            silenced: both(&self.silenced, &last.silenced),
        }
    }
}

/// One worker of the campaign.
#[derive(Debug, Default)]
pub(super) struct Lane {
    /// The figures of processes whose work was not taken over.
    before: Figures,
    /// The figures of all processes.
    pub figures: Figures,
    /// Whether the worker has done its share.
    pub finished: bool,
    pub growth: Growth,
    pub thread_panics: ThreadPanics,
    /// Tests that are not run again.
    pub skip: Vec<Address>,
    pub deadly: Vec<Deadly>,
    /// The digest of its tests, if it ended normally.
    pub course: Option<Course>,
    /// Whether its tests would be the same if it received the same, as far as is known.
    pub repeats: bool,
    pub deaths: u64,
    /// The last test that failed in a way that another worker has found before, and the key.
    pub like_another: Option<(u64, Address, String)>,
    /// How often its tests failed in each way.
    pub counts: BTreeMap<String, u64>,
    /// The deaths in a row without a new test, and the number of tests at the last one.
    in_a_row: (u32, u64),
}

impl Lane {
    /// A worker that has not begun.
    pub(super) fn new() -> Lane {
        Lane { repeats: true, ..Lane::default() }
    }

    /// What the worker has done.
    pub(super) fn summary(&self) -> WorkerSummary {
        WorkerSummary {
            statistics: self.figures.statistics,
            course: self.course,
            repeats: self.repeats && self.figures.statistics.unstable == 0,
        }
    }

    /// Takes the figures of the present process from its page. A worker that has finished has told
    /// all but the tests of each silenced kind.
    pub(super) fn take_figures(&mut self, page: &Page) {
        if !self.finished {
            self.take(Figures {
                statistics: page.statistics(),
                cpu: Duration::from_nanos(page.cpu_nanoseconds()),
                search: Duration::from_nanos(page.search_nanoseconds()),
                ..Figures::default()
            });
        }
        self.figures.silenced = both(&self.before.silenced, &page.silenced());
    }

    /// Takes the figures of the present process.
    pub(super) fn take(&mut self, now: Figures) {
        self.figures = self.before.followed_by(&now);
    }

    /// The CPU time of the search until now, where the present process has taken this time.
    pub(super) fn search_at(&self, nanoseconds: u64) -> Duration {
        self.before.search + Duration::from_nanos(nanoseconds)
    }

    /// The statistics until now, where the present process has these.
    pub(super) fn statistics_at(&self, now: &Statistics) -> Statistics {
        let now = Figures { statistics: *now, ..Figures::default() };
        self.before.followed_by(&now).statistics
    }

    /// Another process goes on from the journal.
    pub(super) fn begin_process(&mut self) {
        // The search of a process that resumes is another one.
        self.repeats = false;
        self.before = self.figures;
        self.deadly.clear();
        self.thread_panics.begin_page();
    }

    /// What earlier processes have done.
    pub(super) fn before(&self) -> &Figures {
        &self.before
    }

    /// Counts a test that ended its process, which could not count it.
    pub(super) fn count_unfinished(&mut self, test: Option<Address>) {
        if test.is_some() {
            self.figures.statistics.count(Verdict::Failed);
        }
    }

    /// Counts a death. Returns whether there were too many in a row without a new test.
    pub(super) fn dies_in_vain(&mut self) -> bool {
        let tests = self.figures.statistics.tests;
        self.in_a_row = match tests > self.in_a_row.1 {
            true => (1, tests),
            false => (self.in_a_row.0 + 1, tests),
        };
        self.in_a_row.0 >= MOST_IN_A_ROW
    }

    /// The deaths in a row without a new test.
    pub(super) fn deaths_in_a_row(&self) -> u32 {
        self.in_a_row.0
    }
}

/// The figures of several workers together.
pub(super) fn together<'f>(all: impl Iterator<Item = &'f Figures>) -> Figures {
    all.fold(Figures::default(), |sum_so_far, next| Figures {
        statistics: sum(&sum_so_far.statistics, &next.statistics),
        cpu: sum_so_far.cpu + next.cpu,
        search: sum_so_far.search + next.search,
        silenced: both(&sum_so_far.silenced, &next.silenced),
    })
}

/// The tests of each silenced kind, of two workers or processes together.
fn both(a: &[u64; MOST_SILENCED], b: &[u64; MOST_SILENCED]) -> [u64; MOST_SILENCED] {
    std::array::from_fn(|kind| a[kind] + b[kind])
}

/// The statistics of two workers together. Each knows the edges that the other has found.
pub(super) fn sum(a: &Statistics, b: &Statistics) -> Statistics {
    Statistics {
        tests: a.tests + b.tests,
        passed: a.passed + b.passed,
        discarded: a.discarded + b.discarded,
        failed: a.failed + b.failed,
        silenced: a.silenced + b.silenced,
        edges: a.edges.max(b.edges),
        queued: a.queued + b.queued,
        samples: a.samples.max(b.samples),
        resets: a.resets + b.resets,
        retained: a.retained + b.retained,
        unstable: a.unstable + b.unstable,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(tests: u64, retained: u64, queued: u64, milliseconds: u64) -> Figures {
        let statistics =
            Statistics { tests, retained, queued, samples: 2, ..Statistics::default() };
        let time = Duration::from_millis(milliseconds);
        let silenced = std::array::from_fn(|kind| if kind == 1 { tests } else { 0 });
        Figures { statistics, cpu: 2 * time, search: time, silenced }
    }

    #[test]
    fn processes_of_a_worker_add_tests_and_times_and_go_on_with_what_was_retained() {
        let mut lane = Lane::new();
        lane.take(figures(10, 5, 3, 7));
        lane.begin_process();
        assert!(!lane.repeats);
        lane.take(figures(4, 6, 2, 1));
        assert_eq!(lane.figures, figures(14, 6, 2, 8));
        lane.take(figures(5, 6, 1, 2));
        assert_eq!(lane.figures, figures(15, 6, 1, 9));
        assert_eq!(lane.search_at(1_000_000), Duration::from_millis(8));
    }

    #[test]
    fn workers_add_all_that_they_have() {
        let both = [figures(10, 5, 3, 7), figures(4, 6, 2, 1)];
        assert_eq!(together(both.iter()), figures(14, 11, 5, 8));
    }

    #[test]
    fn a_worker_that_dies_ten_times_without_a_new_test_dies_in_vain() {
        let mut lane = Lane::new();
        assert!((1..MOST_IN_A_ROW).all(|_| !lane.dies_in_vain()));
        lane.take(figures(1, 0, 0, 0));
        assert!((1..MOST_IN_A_ROW).all(|_| !lane.dies_in_vain()));
        assert!(lane.dies_in_vain());
    }
}
