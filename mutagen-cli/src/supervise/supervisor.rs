//! A campaign from its start to its summary. What its workers tell is taken here; [`watch`] watches
//! their processes.

use super::campaign::Start;
use super::death::Death;
use super::findings::Findings;
use super::guard::Guard;
use super::lane::{Figures, Lane, MOST_IN_A_ROW, sum, together};
use super::memory::OomKills;
use super::orphans;
use super::pace::Limits;
use super::process::Listener;
use super::{
    Failure, InputRun, Interrupt, Kind, SilencedKind, Smallest, Summary, SupervisedCampaign,
    confirm, regressions, shrink, watch,
};
use crate::campaigns::{Form, Record, Records, RunInfo};
use crate::error::CliError;
use crate::status::Status;
use mutagen_core::internal::run::exchange::SharedFile;
use mutagen_core::internal::run::protocol::{Event, Mode, Task, save_inputs, save_literals};
use mutagen_core::internal::search::statistics::Statistics;
use rustix::process::Pid;
use std::sync::Mutex;
use std::time::{Duration, Instant};

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
    /// What is known of each worker.
    lanes: Vec<Lane>,
    /// The index of the worker that is being dealt with.
    at: usize,
    /// Why no test can be run, if a worker said so.
    pub(super) unfit: Option<String>,
    pub(super) guard: Option<Guard>,
    /// The silenced kinds of failures, and for each how many kept counterexamples failed in it.
    silenced: Vec<(String, u64)>,
    /// The environment variable by which the guard knows the descendants of workers.
    pub(super) mark: Option<(&'static str, String)>,
    /// The processes of the workers, which are no orphans.
    pub(super) processes: Vec<Pid>,
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
                repeats: campaign.workers <= 1,
                shows_original: campaign.shows_original,
                folder: campaign.files.path().to_owned(),
                program: campaign.program.id().to_owned(),
                ..Summary::default()
            },
            limits: campaign.limits(),
            lanes: (0..campaign.workers.max(1)).map(|_| Lane::new()).collect(),
            at: 0,
            unfit: None,
            guard: None,
            silenced: Vec::new(),
            mark: None,
            processes: Vec::new(),
        }
    }

    /// What is known of the worker that is being dealt with.
    pub(super) fn lane(&self) -> &Lane {
        &self.lanes[self.at]
    }

    /// [`Supervisor::lane`], mutable.
    pub(super) fn lane_mut(&mut self) -> &mut Lane {
        &mut self.lanes[self.at]
    }

    /// Deals with the worker with this index from now on.
    pub(super) fn turn_to(&mut self, worker: usize) {
        self.at = worker.min(self.lanes.len() - 1);
    }

    /// Deals with the worker with this number, as it is in a failure.
    pub(super) fn turn_to_number(&mut self, number: Option<u32>) {
        self.turn_to(number.map_or(0, |number| number.saturating_sub(1) as usize));
    }

    /// The number of the worker that is being dealt with; `None` if there is only one.
    pub(super) fn number(&self) -> Option<u32> {
        (self.lanes.len() > 1).then(|| self.at as u32 + 1)
    }

    /// The beginning of a process that runs one test of the worker.
    pub(super) fn start(&self) -> Start {
        Start { worker: self.at as u32, ..Start::default() }
    }

    /// Runs the campaign to its end.
    pub(super) fn run(mut self) -> Result<Summary, CliError> {
        if self.campaign.has_literals() {
            save_literals(&self.campaign.literals, &self.campaign.files.literals())?;
        }
        if !self.campaign.inputs.is_empty() {
            save_inputs(&self.campaign.inputs, &self.campaign.files.inputs())?;
        }
        if self.lanes.len() > 1 {
            let (workers, path) = (self.campaign.workers, self.campaign.files.exchange());
            self.campaign.files.make_workers(workers)?;
            SharedFile::create(&path).map_err(|error| CliError::CampaignFile { path, error })?;
        }
        self.guard = Guard::start().ok();
        self.mark = self.guard.as_ref().map(Guard::mark);
        let orphans = orphans::adopt();
        let kills = OomKills::watch();
        let fails = regressions::all(&mut self)?;
        self.summary.is_regression = fails && !self.campaign.keep_going;
        if !self.summary.is_regression {
            let workers = watch::start(&mut self)?;
            let shared = Mutex::new(self);
            watch::all(&shared, workers, &orphans, &kills);
            self = match shared.into_inner() {
                Ok(supervisor) => supervisor,
                // A thread that panicked has panicked in `watch::all`, too.
                Err(poisoned) => poisoned.into_inner(),
            };
        }
        self.status.clear();
        for note in self.lanes.iter().filter_map(|lane| lane.thread_panics.note()) {
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
        orphans.collect(&self.guard.iter().map(Guard::pid).collect::<Vec<Pid>>());
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
        self.summary.workers = self.lanes.iter().map(Lane::summary).collect();
        let all = together(self.lanes.iter().map(|lane| &lane.figures));
        let mut summary = self.summary;
        summary.wall = self.limits.start.elapsed();
        let silenced = self.silenced.into_iter().zip(all.silenced);
        let silenced =
            silenced.map(|((kind, regressions), tests)| SilencedKind { kind, tests, regressions });
        summary.silenced = silenced.collect();
        let (failures, notes, records) = self.findings.into_parts();
        summary.failures = failures;
        summary.notes.extend(notes);
        let silenced = summary.silenced_notes();
        summary.notes.extend(silenced);
        summary.records = Some(records);
        summary.repeats &= summary.statistics.unstable == 0;
        Ok(summary)
    }

    /// The task of the next process of the worker.
    pub(super) fn task(&self, resume: bool) -> Task {
        let lane = self.lane();
        let mut known = self.findings.known();
        if self.lanes.len() > 1 {
            // Each worker counts its own failures.
            for (key, count) in &mut known {
                *count = lane.counts.get(key).copied().unwrap_or(0);
            }
        }
        let start = Start {
            resume,
            skip: lane.skip.clone(),
            found: self.findings.told_by(self.number()),
            known,
            before: lane.before().statistics,
            used: lane.before().search,
            ..self.start()
        };
        self.campaign.task(Mode::Run, start)
    }

    /// Whether the campaign ends after a death.
    pub(super) fn is_over(&mut self, death: &Death) -> bool {
        if self.interrupt.count() > 0 {
            return true;
        }
        // A kept counterexample that fails and counts has ended the campaign before its start.
        if self.findings.has_new() && !self.campaign.keep_going {
            return true;
        }
        if self.limits.end.is_some_and(|end| Instant::now() >= end) {
            return true;
        }
        let tests = self.summary.statistics.tests;
        if self.lane_mut().dies_in_vain() {
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

    /// Takes the silenced kinds of failures, in the order of their counts.
    fn set_silenced(&mut self, kinds: Vec<String>) {
        let known = std::mem::take(&mut self.silenced);
        let counted = |kind: String| {
            let regressions = known.iter().find(|(known, _)| *known == kind);
            (kind, regressions.map_or(0, |(_, regressions)| *regressions))
        };
        self.silenced = kinds.into_iter().map(counted).collect();
    }

    /// Counts a kept counterexample that failed in a silenced kind.
    pub(super) fn count_silenced(&mut self, kind: &str) {
        match self.silenced.iter_mut().find(|(known, _)| known == kind) {
            Some((_, regressions)) => *regressions += 1,
            None => self.silenced.push((kind.to_owned(), 1)),
        }
    }

    /// Takes a failure that is found now, after this CPU time of the search.
    pub(super) fn find(&mut self, failure: Failure, search: Duration) -> usize {
        let (found, worker) = (self.limits.start.elapsed(), self.number());
        self.findings.find(Failure { worker, found, search, ..failure }, self.status)
    }

    /// Brings the figures of all workers into the summary.
    pub(super) fn sum_up(&mut self) {
        let all = together(self.lanes.iter().map(|lane| &lane.figures));
        self.summary.statistics = all.statistics;
        (self.summary.cpu, self.summary.search) = (all.cpu, all.search);
        self.summary.deaths = self.lanes.iter().map(|lane| lane.deaths).sum();
        self.summary.repeats &= self.lanes.iter().all(|lane| lane.repeats);
    }

    /// Takes the value of a failed test.
    fn take_text(&mut self, test: u64, text: String, nodes: u64) {
        let worker = self.number();
        if let Some(at) = self.findings.of_test(worker, test)
            && self.findings.failures[at].text.is_none()
        {
            self.findings.failures[at].nodes = Some(nodes);
            self.findings.set_value(at, Form::Text, text);
            return;
        }
        let like_another = self.lane_mut().like_another.take_if(|(of, ..)| *of == test);
        if let Some((_, address, key)) = like_another {
            self.findings.smaller(&key, Smallest { worker, test, address, text, nodes });
        }
    }

    /// Takes how often tests of the worker failed in a known way.
    fn count(&mut self, key: String, count: u64) {
        self.lane_mut().counts.insert(key.clone(), count);
        let counts = self.lanes.iter().filter_map(|lane| lane.counts.get(&key));
        let all = counts.sum();
        self.findings.count(key, all);
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
            Event::Started { edges, shape, silenced, .. } => {
                self.summary.edges_in_all = edges;
                self.set_silenced(silenced);
                self.set_shape(&shape);
            }
            Event::Failure { test, address, key, message, is_full, search_nanoseconds } => {
                let search = self.lane().search_at(search_nanoseconds);
                let mut failure = Failure::new(key, message, test, Some(address));
                if is_full {
                    failure.kind = Kind::OutOfMemory;
                    failure.message += "; the process had all the memory that it may have";
                }
                if self.findings.of_key(&failure.key).is_some() {
                    self.lane_mut().like_another = Some((test, address, failure.key.clone()));
                }
                self.find(failure, search);
            }
            Event::Text { test, text, nodes } => self.take_text(test, text, nodes),
            Event::Again { test, failed } => {
                if let Some(at) = self.findings.of_test(self.number(), test) {
                    self.findings.failures[at].again = Some(failed);
                }
            }
            Event::Smaller { key, test, address, text, nodes } => {
                let worker = self.number();
                self.findings.smaller(&key, Smallest { worker, test, address, text, nodes });
            }
            Event::Count { key, count } => self.count(key, count),
            Event::NewEdges { last } => self.summary.new_edges = last,
            Event::CoverageFindings { findings } => self.summary.findings = findings,
            Event::CannotRun { why } => self.unfit = Some(why),
            Event::Note { text } => self.findings.note(text),
            Event::Finished { statistics, course, cpu_nanoseconds, search_nanoseconds } => {
                let lane = self.lane_mut();
                lane.finished = true;
                lane.course = Some(course);
                lane.take(Figures {
                    statistics,
                    cpu: Duration::from_nanos(cpu_nanoseconds),
                    search: Duration::from_nanos(search_nanoseconds),
                    // The page tells them.
                    ..Figures::default()
                });
                self.sum_up();
            }
            Event::Inputs { unreadable } => {
                // A process that resumes tells them again.
                self.summary.unreadable.extend(unreadable);
                self.summary.unreadable.sort();
                self.summary.unreadable.dedup();
            }
            Event::InputRan { input, verdict, is_retained } => {
                self.summary.inputs.insert(input, InputRun { verdict, is_retained });
            }
            Event::Retained { text } => self.keep(&text),
            Event::Frames { .. }
            | Event::Confirmed { .. }
            | Event::Replayed { .. }
            | Event::Reached { .. }
            | Event::Emitted { .. }
            | Event::Vocabulary(_)
            | Event::Mined(_)
            | Event::Judged { .. }
            | Event::Shrunk { .. }
            | Event::Debug { .. } => {}
        }
    }

    fn progress(&mut self, statistics: &Statistics, memory: Option<u64>) {
        let now = self.lane().statistics_at(statistics);
        if let Some(memory) = memory {
            self.lane_mut().growth.record(now.tests, memory);
        }
        let others = self.lanes.iter().enumerate().filter(|(at, _)| *at != self.at);
        let all = others.fold(now, |all, (_, lane)| sum(&all, &lane.figures.statistics));
        self.lane_mut().figures.statistics = now;
        let elapsed = self.limits.start.elapsed();
        self.status.show(&all, self.summary.new_edges.last(), elapsed);
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
