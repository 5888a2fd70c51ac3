//! Shrinks tests that pass to the smallest that still reach a line, each in a process of its own.

use super::campaign::Start;
use super::death::{Ended, GaveUp};
use super::guard::Guard;
use super::orphans::{self, Orphans};
use super::process::{Listener, WorkerProcess};
use super::shrink::{OWN_SHARE, nanoseconds};
use super::{Interrupt, ShrinkLimits, SupervisedCampaign};
use crate::error::CliError;
use mutagen_core::internal::run::protocol::{Event, Line, Lines, Mode, Replaying, Shrinking};
use mutagen_core::internal::search::address::Address;
use mutagen_core::internal::search::statistics::Statistics;
use std::time::Instant;

/// What shrinking has made of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shortened {
    /// The smallest value in its text form.
    pub text: String,
    /// The lines that it reaches.
    pub lines: Lines,
}

/// Shrinks the tests of a property.
pub struct Reaching<'c> {
    campaign: &'c SupervisedCampaign,
    interrupt: &'c Interrupt,
    limits: ShrinkLimits,
    guard: Option<Guard>,
    orphans: Orphans,
}

impl<'c> Reaching<'c> {
    /// Begins to shrink tests, each with these limits.
    pub fn begin(
        campaign: &'c SupervisedCampaign,
        interrupt: &'c Interrupt,
        limits: ShrinkLimits,
    ) -> Reaching<'c> {
        let (guard, orphans) = (Guard::start().ok(), orphans::adopt());
        Reaching { campaign, interrupt, limits, guard, orphans }
    }

    /// Shrinks one test. `None` if it does not pass or does not reach the line.
    ///
    /// # Errors
    /// When no process can be started or watched, or no test of the property can run.
    pub fn shorten(&self, text: &str, line: &Line) -> Result<Option<Shortened>, CliError> {
        let shrinking = Shrinking {
            test: 1,
            address: Address::Generated { number: 0, size: 0 },
            from: Some(text.to_owned()),
            key: None,
            to_any: false,
            reaches: Some(line.clone()),
            apart: false,
            examines: false,
            longest_nanoseconds: nanoseconds(self.campaign.timeout.mul_f64(OWN_SHARE)),
            repeats: 1,
            most_runs: self.limits.runs,
            most_nanoseconds: nanoseconds(self.limits.time),
        };
        let task = self.campaign.task(Mode::Shrink(Box::new(shrinking)), Start::default());
        let mark = self.guard.as_ref().map(Guard::mark);
        let mut worker = WorkerProcess::start(self.campaign, &task, mark.as_ref())?;
        let mut told = Told { text: text.to_owned(), lines: None, trouble: None };
        let mut limits = self.campaign.limits();
        limits.end = Instant::now().checked_add(self.limits.time + 2 * self.campaign.timeout);
        let ended = worker.watch_tests(&limits, self.interrupt, &mut told)?;
        if let Some(why) = told.trouble {
            return Err(CliError::CannotRun { property: self.campaign.path.clone(), why });
        }
        if let Ended::Died(death) = &ended
            && let Some(GaveUp::Error(why)) = death.gave_up()
        {
            return Err(CliError::Worker(why));
        }
        let is_there =
            |lines: &Lines| lines.get(&line.file).is_some_and(|it| it.contains(&line.line));
        let Told { text, lines, .. } = told;
        Ok(lines.filter(is_there).map(|lines| Shortened { text, lines }))
    }

    /// Ends what the tests have left behind.
    pub fn end(self) {
        self.orphans.collect(&self.guard.iter().map(Guard::pid).collect::<Vec<_>>());
    }
}

/// What a process has told.
struct Told {
    text: String,
    lines: Option<Lines>,
    trouble: Option<String>,
}

impl Listener for Told {
    fn event(&mut self, event: Event) {
        match event {
            Event::Shrunk { text, .. } => self.text = text,
            Event::Reached { lines, .. } => self.lines = Some(lines),
            Event::CannotRun { why } => self.trouble = Some(why),
            _ => {}
        }
    }

    fn progress(&mut self, _: &Statistics, _: Option<u64>) {}
}

/// Whether a property is that of a specification.
///
/// # Errors
/// When no process can be started or watched, or no test of the property can run.
pub fn is_specification(
    campaign: &SupervisedCampaign,
    interrupt: &Interrupt,
) -> Result<bool, CliError> {
    let replaying = Replaying {
        tests: Vec::new(),
        done: 0,
        run: false,
        show: false,
        emit: false,
        lines_below: None,
    };
    let task = campaign.task(Mode::Replay(Box::new(replaying)), Start::default());
    let mut worker = WorkerProcess::start(campaign, &task, None)?;
    let mut begun = Begun { is_specified: false, trouble: None };
    worker.watch_tests(&campaign.limits(), interrupt, &mut begun)?;
    match begun.trouble {
        Some(why) => Err(CliError::CannotRun { property: campaign.path.clone(), why }),
        None => Ok(begun.is_specified),
    }
}

/// Takes the first event of a process.
struct Begun {
    is_specified: bool,
    trouble: Option<String>,
}

impl Listener for Begun {
    fn event(&mut self, event: Event) {
        match event {
            Event::Started { is_specified, .. } => self.is_specified = is_specified,
            Event::CannotRun { why } => self.trouble = Some(why),
            _ => {}
        }
    }

    fn progress(&mut self, _: &Statistics, _: Option<u64>) {}
}
