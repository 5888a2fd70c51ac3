//! The loop of a campaign: one worker after the other, until the campaign ends. What a worker tells
//! is taken at once; what a death means is decided here.

use super::campaign::Start;
use super::death::{Death, Ended, GaveUp};
use super::findings::Findings;
use super::guard::Guard;
use super::memory::{Growth, OomKills};
use super::orphans::{self, Orphans};
use super::pace::Limits;
use super::process::{Listener, WorkerProcess};
use super::threads::ThreadPanics;
use super::{
    Failure, InputRun, Interrupt, Kind, Smallest, Summary, SupervisedCampaign, confirm,
    regressions, shrink,
};
use crate::campaigns::{Form, Record, Records, RunInfo};
use crate::error::CliError;
use crate::status::Status;
use mutagen_core::internal::coverage::Verdict;
use mutagen_core::internal::run::protocol::{
    Deadly, Event, Mode, Task, save_inputs, save_literals,
};
use mutagen_core::internal::search::address::Address;
use mutagen_core::internal::search::statistics::Statistics;
use rustix::process::Pid;
use std::time::{Duration, Instant};

/// After this many deaths in a row without a new test, the campaign is given up.
const MOST_IN_A_ROW: u32 = 10;

/// From this many deaths on, a campaign is given up if most of its tests die.
const MANY_DEATHS: u64 = 200;

/// A campaign in progress.
pub(super) struct Supervisor<'c> {
    pub(super) campaign: &'c SupervisedCampaign,
    pub(super) interrupt: &'c Interrupt,
    pub(super) status: &'c mut Status,
    pub(super) findings: Findings<'c>,
    pub(super) summary: Summary,
    pub(super) limits: Limits,
    /// The statistics of workers whose work was not taken over.
    before: Statistics,
    /// The CPU times of those workers.
    cpu_before: Duration,
    search_before: Duration,
    /// Why no test can be run, if the worker said so.
    unfit: Option<String>,
    finished: bool,
    pub(super) growth: Growth,
    thread_panics: ThreadPanics,
    /// The environment variable by which the guard knows the descendants of workers.
    pub(super) mark: Option<(&'static str, String)>,
    skip: Vec<Address>,
    deadly: Vec<Deadly>,
    /// The deaths in a row without a new test, and the number of tests at the last one.
    in_a_row: (u32, u64),
}

impl<'c> Supervisor<'c> {
    pub(super) fn new(
        campaign: &'c SupervisedCampaign,
        records: Records,
        interrupt: &'c Interrupt,
        status: &'c mut Status,
    ) -> Supervisor<'c> {
        Supervisor {
            campaign,
            interrupt,
            status,
            findings: Findings::new(records, &campaign.files),
            summary: Summary {
                flaky_counts: !campaign.ignore_flaky,
                repeats: true,
                shows_original: campaign.shows_original,
                folder: campaign.files.path().to_owned(),
                program: campaign.program.id().to_owned(),
                ..Summary::default()
            },
            limits: campaign.limits(),
            before: Statistics::default(),
            cpu_before: Duration::ZERO,
            search_before: Duration::ZERO,
            unfit: None,
            finished: false,
            growth: Growth::default(),
            thread_panics: ThreadPanics::default(),
            mark: None,
            skip: Vec::new(),
            deadly: Vec::new(),
            in_a_row: (0, 0),
        }
    }

    /// Runs the campaign to its end.
    pub(super) fn run(mut self) -> Result<Summary, CliError> {
        if self.campaign.has_literals() {
            save_literals(&self.campaign.literals, &self.campaign.files.literals())?;
        }
        if !self.campaign.inputs.is_empty() {
            save_inputs(&self.campaign.inputs, &self.campaign.files.inputs())?;
        }
        let mut guard = Guard::start().ok();
        self.mark = guard.as_ref().map(Guard::mark);
        let orphans = orphans::adopt();
        let kills = OomKills::watch();
        let fails = regressions::all(&mut self)?;
        self.summary.is_regression = fails && !self.campaign.keep_going;
        if !self.summary.is_regression {
            let task = self.task(false);
            let worker = WorkerProcess::start(self.campaign, &task, self.mark.as_ref())?;
            if let Err(error) = self.watch_all(worker, &orphans, guard.as_mut(), &kills) {
                self.summary.error = Some(error.to_string());
            }
        }
        self.status.clear();
        if let Some(note) = self.thread_panics.note() {
            self.findings.note(note);
        }
        if let Some(why) = self.unfit.take() {
            if self.findings.is_empty() {
                let property = self.campaign.path.clone();
                return Err(CliError::CannotRun { property, why });
            }
            self.findings.note(why);
        }
        if self.campaign.confirm && !self.interrupt.hurries() {
            confirm::all(&mut self);
        }
        // A signal that arrives from here on ends what is left to do, and the campaign is over.
        let (interrupts, signal) = (self.interrupt.count(), self.interrupt.exit_code());
        if interrupts < 2 && !self.interrupt.hurries() {
            shrink::all(&mut self, interrupts);
        }
        self.status.clear();
        orphans.collect(&guard.iter().map(Guard::pid).collect::<Vec<Pid>>());
        if let stops @ 1.. = self.summary.stops {
            let times = if stops == 1 { "once".to_owned() } else { format!("{stops} times") };
            self.findings.note(format!(
                "the worker was stopped from outside {times}, and the supervisor let it go on"
            ));
        }
        if interrupts > 0 {
            self.summary.interrupted = true;
            self.summary.signal_code = signal;
        }
        let mut summary = self.summary;
        summary.wall = self.limits.start.elapsed();
        let (failures, notes, records) = self.findings.into_parts();
        summary.failures = failures;
        summary.notes.extend(notes);
        summary.records = Some(records);
        summary.repeats &= summary.statistics.unstable == 0;
        Ok(summary)
    }

    fn task(&self, resume: bool) -> Task {
        let start = Start {
            resume,
            skip: self.skip.clone(),
            known: self.findings.known(),
            before: self.before,
            used: self.search_before,
        };
        self.campaign.task(Mode::Run, start)
    }

    /// Watches a worker, and those that come after it.
    fn watch_all(
        &mut self,
        mut worker: WorkerProcess,
        orphans: &Orphans,
        mut guard: Option<&mut Guard>,
        kills: &OomKills,
    ) -> Result<(), CliError> {
        loop {
            if let Some(guard) = &mut guard {
                guard.watch(worker.process());
            }
            let mut limits = self.limits.clone();
            let interrupt = self.interrupt;
            let ended = worker.watch(&mut limits, interrupt, self);
            self.limits = limits;
            if let Some(guard) = &mut guard {
                guard.forget(worker.process());
            }
            self.take_figures(&worker);
            self.thread_panics.take(worker.page());
            let ended = ended?;
            if let Some(remark) = worker.unreadable() {
                self.findings.note(remark);
            }
            let death = match ended {
                Ended::Stopped(running) => match self.take_stop(&mut worker, running)? {
                    Some(death) => death,
                    None => continue,
                },
                Ended::Finished => return Ok(()),
                Ended::Interrupted(running) => {
                    if let Some((test, address)) = running {
                        self.findings.note(format!(
                            "test {test} was still running when the campaign was ended (address: \
                             {address})"
                        ));
                    }
                    return Ok(());
                }
                Ended::Died(_) if self.finished || self.unfit.is_some() => return Ok(()),
                Ended::Died(death) => death,
            };
            self.summary.deaths += 1;
            match death.gave_up() {
                Some(GaveUp::SocketLost) => {
                    self.lose_socket(&death, &worker);
                    return Ok(());
                }
                Some(GaveUp::Error(why)) => {
                    self.summary.error = Some(CliError::Worker(why).to_string());
                    return Ok(());
                }
                None => {}
            }
            self.status.clear();
            let deadly = self.take_death(&death, kills)?;
            let is_of_no_test = deadly.is_none() && !death.is_by_kill();
            let unfinished = deadly.and_then(|deadly| deadly.unfinished());
            if self.is_over(&death) {
                self.count_unfinished(unfinished);
                return Ok(());
            }
            self.deadly.extend(deadly);
            self.skip.extend(unfinished);
            let guards = guard.iter().map(|guard| guard.pid());
            orphans.reap_dead(&guards.chain([worker.process()]).collect::<Vec<Pid>>());
            // What earlier tests have left may end the spare as well, again and again before it
            // comes to a new test. Another worker goes on from where the journal ends.
            let goes_back = is_of_no_test && self.in_a_row.0 > 1;
            if !goes_back && worker.take_over(&self.deadly) {
                continue;
            }
            // The search of a worker that resumes is another one.
            self.summary.repeats = false;
            self.count_unfinished(unfinished);
            self.before = self.summary.statistics;
            (self.cpu_before, self.search_before) = (self.summary.cpu, self.summary.search);
            self.deadly.clear();
            drop(worker);
            self.thread_panics.begin_page();
            worker = WorkerProcess::start(self.campaign, &self.task(true), self.mark.as_ref())?;
        }
    }

    /// Counts a test that ended its worker, which the worker could not count.
    fn count_unfinished(&mut self, test: Option<Address>) {
        if test.is_some() {
            self.summary.statistics.count(Verdict::Failed);
        }
    }

    /// Whether the campaign ends after a death.
    fn is_over(&mut self, death: &Death) -> bool {
        if self.interrupt.count() > 0 {
            return true;
        }
        if !self.findings.is_empty() && !self.campaign.keep_going {
            return true;
        }
        if self.limits.end.is_some_and(|end| Instant::now() >= end) {
            return true;
        }
        let tests = self.summary.statistics.tests;
        self.in_a_row = match tests > self.in_a_row.1 {
            true => (1, tests),
            false => (self.in_a_row.0 + 1, tests),
        };
        if self.in_a_row.0 >= MOST_IN_A_ROW {
            self.summary.error = Some(format!(
                "the worker {} {MOST_IN_A_ROW} times in a row without a new test",
                death.how()
            ));
            return true;
        }
        if self.summary.deaths >= MANY_DEATHS && self.summary.deaths * 2 > tests {
            self.findings.note(format!(
                "stopped, because {} of {tests} tests ended their process; mend this first",
                self.summary.deaths
            ));
            return true;
        }
        false
    }

    /// Takes a failure that is found now, after this CPU time of the search.
    pub(super) fn find(&mut self, failure: Failure, search: Duration) -> usize {
        let found = self.limits.start.elapsed();
        self.findings.find(Failure { found, search, ..failure }, self.status)
    }

    /// Takes the figures of a worker from its page.
    fn take_figures(&mut self, worker: &WorkerProcess) {
        if self.finished {
            return;
        }
        let page = worker.page();
        self.summary.statistics = total(&self.before, &page.statistics());
        self.summary.cpu = self.cpu_before + Duration::from_nanos(page.cpu_nanoseconds());
        self.summary.search = self.search_before + Duration::from_nanos(page.search_nanoseconds());
    }

    /// Adds a retained test to the corpus.
    fn keep(&mut self, text: &str) {
        let Some(corpus) = &self.campaign.corpus else { return };
        match corpus.add(text) {
            Ok(is_new) => self.summary.added += u64::from(is_new),
            Err(error) => self.findings.note(format!(
                "{}: a retained test cannot be added to the corpus: {error}",
                corpus.folder().display()
            )),
        }
    }

    /// Completes the file of the run with the shape of the types.
    fn set_shape(&mut self, shape: &str) {
        let path = self.campaign.files.run_file();
        let written = RunInfo::read(&path).and_then(|info| match info.shape.as_deref() {
            // A worker that resumes tells it again.
            Some(known) if known == shape => Ok(()),
            _ => RunInfo { shape: Some(shape.to_owned()), ..info }.write(&path),
        });
        // Without a run file, as in a benchmark, there is nothing to complete.
        if let (Err(error), true) = (written, path.exists()) {
            self.findings.note(error.to_string());
        }
    }
}

impl Listener for Supervisor<'_> {
    fn event(&mut self, event: Event) {
        match event {
            Event::Started { edges, shape } => {
                self.summary.edges_in_all = edges;
                self.set_shape(&shape);
            }
            Event::Failure { test, address, key, message, is_full, search_nanoseconds } => {
                let search = self.search_before + Duration::from_nanos(search_nanoseconds);
                let mut failure = Failure::new(key, message, test, Some(address));
                if is_full {
                    failure.kind = Kind::OutOfMemory;
                    failure.message += "; the process had all the memory that it may have";
                }
                self.find(failure, search);
            }
            Event::Text { test, text, .. } => {
                if let Some(at) = self.findings.of_test(test)
                    && self.findings.failures[at].text.is_none()
                {
                    self.findings.set_value(at, Form::Text, text);
                }
            }
            Event::Again { test, failed } => {
                if let Some(at) = self.findings.of_test(test) {
                    self.findings.failures[at].again = Some(failed);
                }
            }
            Event::Smaller { key, test, address, text, nodes } => {
                self.findings.smaller(&key, Smallest { test, address, text, nodes });
            }
            Event::Count { key, count } => self.findings.count(key, count),
            Event::NewEdges { last } => self.summary.new_edges = last,
            Event::CoverageFindings { findings } => self.summary.findings = findings,
            Event::CannotRun { why } => self.unfit = Some(why),
            Event::Note { text } => self.findings.note(text),
            Event::Finished { statistics, course, cpu_nanoseconds, search_nanoseconds } => {
                self.finished = true;
                self.summary.statistics = total(&self.before, &statistics);
                self.summary.course = Some(course);
                self.summary.cpu = self.cpu_before + Duration::from_nanos(cpu_nanoseconds);
                self.summary.search = self.search_before + Duration::from_nanos(search_nanoseconds);
            }
            Event::Inputs { unreadable } => self.summary.unreadable = unreadable,
            Event::InputRan { input, verdict, is_retained } => {
                self.summary.inputs.insert(input, InputRun { verdict, is_retained });
            }
            Event::Retained { text } => self.keep(&text),
            Event::Frames { .. }
            | Event::Confirmed { .. }
            | Event::Replayed { .. }
            | Event::Emitted { .. }
            | Event::Shrunk { .. }
            | Event::Debug { .. } => {}
        }
    }

    fn progress(&mut self, statistics: &Statistics, memory: Option<u64>) {
        let now = total(&self.before, statistics);
        if let Some(memory) = memory {
            self.growth.record(now.tests, memory);
        }
        let elapsed = self.limits.start.elapsed();
        self.status.show(&now, self.summary.new_edges.last(), elapsed);
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

/// Writes the last record of a run.
pub(crate) fn end(records: &mut Records, exit_code: u8, outcome: &str, statistics: Statistics) {
    // What could not be written was noted before.
    let _ = records.append_durably(&Record::Ended {
        exit_code,
        outcome: outcome.to_owned(),
        statistics,
    });
}
