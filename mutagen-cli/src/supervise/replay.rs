//! Runs tests that are given as text in fresh processes: the regressions of a property before its
//! campaign, and the tests of `cargo mutagen replay`. After a death, the next process goes on with
//! the next test.

use super::campaign::Start;
use super::death::{Death, Ended, GaveUp};
use super::guard::Guard;
use super::orphans;
use super::pace::Limits;
use super::process::{Listener, WorkerProcess};
use super::{Interrupt, Kind, SOCKET_LOST, SupervisedCampaign, marked_if_cut};
use crate::error::CliError;
use mutagen_core::internal::run::protocol::{Event, Lines, Mode, Replayed, Replaying};
use mutagen_core::internal::search::address::Address;
use mutagen_core::internal::search::share::Share;
use mutagen_core::internal::search::statistics::Statistics;
use std::path::PathBuf;

/// What came of one test that was given as text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReplayedTest {
    /// How it ended.
    pub end: ReplayEnd,
    /// The arguments as `{:#?}` prints them, if they were printed.
    pub debug: Option<String>,
    /// The functions of the stack of a process that died, if they were asked for.
    pub frames: Vec<String>,
    /// The last output of a process that died.
    pub last_words: String,
    /// The source of a test function, or why there is none, if it was asked for.
    pub emitted: Option<Result<String, String>>,
    /// The lines that it reaches, and how many of its calls are no bases, if that was asked for and
    /// it passes.
    pub reached: Option<(Lines, Option<u32>)>,
}

/// How a test that was given as text ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum ReplayEnd {
    /// It was not run, because a signal of the user came before.
    #[default]
    NotRun,
    /// As the worker told.
    Told(Replayed),
    /// It ended its process, or exceeded a limit.
    Died {
        /// The kind of failure.
        kind: Kind,
        /// What happened.
        message: String,
    },
}

impl ReplayedTest {
    /// The kind of failure and the message, if it failed.
    pub fn failure(&self) -> Option<(Kind, &str)> {
        match &self.end {
            ReplayEnd::Told(Replayed::Failed { message, .. }) => Some((Kind::Failed, message)),
            ReplayEnd::Died { kind, message } => Some((*kind, message)),
            ReplayEnd::Told(_) | ReplayEnd::NotRun => None,
        }
    }
}

/// Where tests that are given as text run.
pub(super) struct Replayer<'r> {
    pub campaign: &'r SupervisedCampaign,
    pub limits: Limits,
    pub interrupt: &'r Interrupt,
    /// The environment variable by which the guard knows the descendants of workers.
    pub mark: Option<&'r (&'static str, String)>,
}

/// What the workers have told.
struct Told<'s> {
    tests: Vec<ReplayedTest>,
    /// The test that is being run, from 0.
    at: usize,
    /// Takes the text and the arguments of a test before it runs.
    show: &'s mut dyn FnMut(&str, &str),
    /// Whether workers wait until a value is shown.
    waits: bool,
    text: String,
    notes: Vec<String>,
    trouble: Option<String>,
}

impl Told<'_> {
    /// The test with this number, from 1.
    fn test(&mut self, test: u64) -> Option<&mut ReplayedTest> {
        self.at = usize::try_from(test).ok()?.checked_sub(1)?;
        self.tests.get_mut(self.at)
    }
}

impl Listener for Told<'_> {
    fn event(&mut self, event: Event) {
        match event {
            Event::Text { test, text, .. } => {
                self.test(test);
                self.text = text;
            }
            Event::Debug { text, cut } => {
                let debug = marked_if_cut(text, cut);
                (self.show)(&self.text, &debug);
                let at = self.at;
                if let Some(test) = self.tests.get_mut(at) {
                    test.debug = Some(debug);
                }
            }
            Event::Reached { test, lines, implemented } => {
                if let Some(test) = self.test(test) {
                    test.reached = Some((lines, implemented));
                }
            }
            Event::Emitted { test, source } => {
                if let Some(test) = self.test(test) {
                    test.emitted = Some(source);
                }
            }
            Event::Replayed { test, result } => {
                if let Some(test) = self.test(test) {
                    test.end = ReplayEnd::Told(result);
                }
                self.at += 1;
            }
            Event::Note { text } => self.notes.push(text),
            Event::CannotRun { why } => self.trouble = Some(why),
            _ => {}
        }
    }

    fn is_waited_for(&self, event: &Event) -> bool {
        matches!(event, Event::Started { .. }) || self.waits && matches!(event, Event::Debug { .. })
    }

    fn progress(&mut self, _: &Statistics, _: Option<u64>) {}
}

impl Replayer<'_> {
    /// Runs the tests. `show` takes the text and the arguments of each test before its run, if the
    /// request is to show them. Returns what came of each test, and notes for the user.
    ///
    /// # Errors
    /// When no process can be started or watched, or no test of the property can run.
    pub(super) fn replay(
        &self,
        request: &Replaying,
        show: &mut dyn FnMut(&str, &str),
    ) -> Result<(Vec<ReplayedTest>, Vec<String>), CliError> {
        let tests = vec![ReplayedTest::default(); request.tests.len()];
        let mut told = Told {
            tests,
            at: 0,
            show,
            waits: request.show,
            text: String::new(),
            notes: Vec::new(),
            trouble: None,
        };
        let mut request = request.clone();
        while request.done < request.tests.len() {
            let mode = Mode::Replay(Box::new(request.clone()));
            let task = self.campaign.task(mode, Start::default());
            let mut worker = WorkerProcess::start(self.campaign, &task, self.mark)?;
            told.at = request.done;
            let ended = worker.watch_tests(&self.limits, self.interrupt, &mut told)?;
            if request.show {
                worker.drain();
            }
            if let Some(why) = told.trouble.take() {
                let property = self.campaign.path.clone();
                return Err(CliError::CannotRun { property, why });
            }
            let Ended::Died(death) = ended else { break };
            match death.gave_up() {
                Some(GaveUp::Error(why)) => return Err(CliError::Worker(why)),
                Some(GaveUp::SocketLost) => {
                    told.notes.push(SOCKET_LOST.to_owned());
                    break;
                }
                None => {}
            }
            self.take_death(&death, &request, &mut told);
            request.done = told.at + 1;
        }
        Ok((told.tests, told.notes))
    }

    /// Takes the death of a process: it is that of the test that was not told yet.
    fn take_death(&self, death: &Death, request: &Replaying, told: &mut Told<'_>) {
        let at = told.at.max(request.done);
        told.at = at;
        let Some(test) = told.tests.get_mut(at) else { return };
        let kind = match death.kind() {
            // Nothing but this test has run.
            Kind::Outside => Kind::Died,
            kind => kind,
        };
        let message = death.message(kind);
        test.end = ReplayEnd::Died { kind, message };
        test.last_words.clone_from(&death.last_words);
        if request.show {
            test.frames = self.names(death);
        }
    }

    /// The names of the functions of the stack of a process that has died.
    fn names(&self, death: &Death) -> Vec<String> {
        let Some(fall) = &death.fall else { return Vec::new() };
        let address = Address::Generated { number: 0, size: 0 };
        let mode = Mode::Confirm { test: 0, address, run: false, stack: fall.frames.clone() };
        let task = self.campaign.task(mode, Start::default());
        let mut frames = Frames(Vec::new());
        let Ok(mut worker) = WorkerProcess::start(self.campaign, &task, self.mark) else {
            return frames.0;
        };
        // The worker cannot make the test, which has no address. The names come before.
        let _ = worker.watch(&mut self.limits.clone(), self.interrupt, &mut frames);
        frames.0
    }
}

/// Takes the names of functions.
struct Frames(Vec<String>);

impl Listener for Frames {
    fn event(&mut self, event: Event) {
        if let Event::Frames { frames, .. } = event {
            self.0 = frames;
        }
    }

    fn progress(&mut self, _: &Statistics, _: Option<u64>) {}
}

/// A test of a kept run that is to be made again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remade {
    /// How it was made.
    pub address: Address,
    /// The share of the worker that has made it.
    pub share: Share,
    /// The file of the worker's journal.
    pub journal: PathBuf,
    /// The file of the literals of the code under test, if the run has one.
    pub literals: Option<PathBuf>,
    /// The file of the inputs that the run started from, if it has one.
    pub inputs: Option<PathBuf>,
    /// The file of the tests that the worker has received, if it is one of several.
    pub received: Option<PathBuf>,
}

/// Makes a test of a kept run again, with the run's program, seed and options in `campaign`.
/// Returns its text form.
///
/// # Errors
/// When the process cannot be started, or the test cannot be made.
pub fn remake(
    campaign: &SupervisedCampaign,
    test: &Remade,
    interrupt: &Interrupt,
) -> Result<String, CliError> {
    let mode = Mode::Confirm { test: 1, address: test.address, run: false, stack: Vec::new() };
    let mut task = campaign.task(mode, Start::default());
    task.log.clone_from(&test.journal);
    task.literals.clone_from(&test.literals);
    task.inputs.clone_from(&test.inputs);
    task.received.clone_from(&test.received);
    task.share = test.share;
    let mut worker = WorkerProcess::start(campaign, &task, None)?;
    let mut made = Made(None);
    let ended = worker.watch_tests(&campaign.limits(), interrupt, &mut made)?;
    match (made.0, ended) {
        (Some(text), _) => Ok(text),
        (None, Ended::Died(death)) => Err(CliError::Worker(match death.gave_up() {
            Some(GaveUp::Error(why)) => why,
            _ => format!("the process that was to make the test again {}", death.how()),
        })),
        (None, _) => Err(CliError::Worker("the test was not made again".to_owned())),
    }
}

/// Takes the text of a test.
struct Made(Option<String>);

impl Listener for Made {
    fn event(&mut self, event: Event) {
        if let Event::Text { text, .. } = event {
            self.0 = Some(text);
        }
    }

    fn progress(&mut self, _: &Statistics, _: Option<u64>) {}
}

/// Runs tests of a property outside a campaign. `show` takes the text and the arguments of each test
/// before its run, if the request is to show them. Returns what came of each test, and notes for the
/// user.
///
/// # Errors
/// When no process can be started or watched, or no test of the property can run.
pub fn replay(
    campaign: &SupervisedCampaign,
    request: &Replaying,
    interrupt: &Interrupt,
    show: &mut dyn FnMut(&str, &str),
) -> Result<(Vec<ReplayedTest>, Vec<String>), CliError> {
    let guard = Guard::start().ok();
    let mark = guard.as_ref().map(Guard::mark);
    let orphans = orphans::adopt();
    let replayer = Replayer { campaign, limits: campaign.limits(), interrupt, mark: mark.as_ref() };
    let result = replayer.replay(request, show);
    orphans.collect(&guard.iter().map(Guard::pid).collect::<Vec<_>>());
    result
}
