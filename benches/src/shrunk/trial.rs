//! One trial: a failing value of a task, and what shrinking makes of it. A campaign's failure is
//! shrunk by the processes of `cargo mutagen run`; a value of a hand-written generator in this
//! process.

use super::subjects::Subject;
use benches::study::Error;
use benches::study::plan::missing::trial_seed;
use benches::study::plan::task::{Task, Workload};
use benches::study::run::builds::Builds;
use benches::study::run::mutagen::Mutagen;
use benches::study::run::strategy::Assignment;
use mutagen_cli::supervise::{Failure, Interrupt, ShrinkLimits};
use mutagen_core::Outcome;
use mutagen_core::internal::run::execute::Executor;
use mutagen_core::internal::search::shrink::{Oracle, Rank, shrink};
use mutagen_core::internal::value::Node;
use mutagen_core::text;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// The limits of shrinking: those of `cargo mutagen run`.
pub(super) const LIMITS: ShrinkLimits =
    ShrinkLimits { time: Duration::from_secs(5), runs: 1_000_000, to_any: false };

/// Where a failing value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Source {
    /// A campaign.
    Campaign,
    /// The hand-written generator of the case study.
    Generator,
    /// The counterexamples that the case study keeps.
    Kept,
}

/// A trial.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Row {
    /// Workload, mutant and property.
    pub(super) task: String,
    /// Where the failing value comes from.
    pub(super) source: Source,
    /// The number of the trial, from 0.
    pub(super) trial: u64,
    /// The seed.
    pub(super) seed: u64,
    /// The tests of the campaign.
    pub(super) tests: u64,
    /// What shrinking came to; `None` if the campaign found nothing in its time.
    pub(super) end: Option<End>,
}

/// What shrinking came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct End {
    /// The nodes of the failing value.
    pub(super) found: u64,
    /// The nodes of the shrunk value.
    pub(super) nodes: u64,
    /// The runs of the property.
    pub(super) runs: u64,
    /// The time. Where nothing smaller was found, it includes the runs that confirm the failure.
    pub(super) seconds: f64,
    /// Whether shrinking ended by itself.
    pub(super) is_done: bool,
    /// The text form of the shrunk value.
    pub(super) text: String,
}

/// A trial to be run.
pub(super) struct Wanted<'w> {
    /// The workload.
    pub(super) workload: &'w Workload,
    /// The task.
    pub(super) task: &'w Task,
    /// Where the failing value comes from.
    pub(super) source: Source,
    /// The number of the trial.
    pub(super) trial: u64,
    /// The seed from which those of all trials are derived.
    pub(super) master: u64,
}

impl Wanted<'_> {
    /// Whether a row is of this trial.
    pub(super) fn is(&self, row: &Row) -> bool {
        let (source, trial) = (self.source, self.trial);
        (row.source, row.trial) == (source, trial) && row.task == self.workload.task_name(self.task)
    }

    fn row(&self, tests: u64, end: Option<End>) -> Row {
        let task = self.workload.task_name(self.task);
        let seed = trial_seed(self.master, &task, self.trial);
        Row { task, source: self.source, trial: self.trial, seed, tests, end }
    }

    /// Runs a campaign to its first failure, and shrinks it; `None` if it was interrupted.
    ///
    /// # Errors
    /// When the campaign cannot be run.
    pub(super) fn run_campaign(
        &self,
        strategy: &Mutagen,
        builds: &Builds,
        limit: f64,
        interrupt: &Interrupt,
    ) -> Result<Option<Row>, Error> {
        let Wanted { workload, task, .. } = *self;
        let name = workload.task_name(task);
        let seed = trial_seed(self.master, &name, self.trial);
        let assignment = Assignment { workload, task, seed, limit };
        let mut campaign = strategy.campaign(builds, &assignment)?;
        (campaign.confirm, campaign.shrink) = (true, Some(LIMITS));
        let Some(summary) = strategy.supervise(&campaign, &assignment, interrupt)? else {
            return Ok(None);
        };
        let tests = summary.statistics.tests;
        let Some(failure) = summary.failures.first() else {
            return Ok(Some(self.row(tests, None)));
        };
        let subject = Subject::of(workload, task)?;
        let nodes = |text: &str| Ok::<u64, Error>(Rank::of(&*subject.parse(text)?).nodes);
        let found = nodes(&text_of(&Failure { shrunk: None, ..failure.clone() })?)?;
        let text = text_of(failure)?;
        let end = match &failure.shrunk {
            Some(shrunk) => End {
                found,
                nodes: nodes(&text)?,
                runs: shrunk.runs,
                seconds: shrunk.time.as_secs_f64(),
                is_done: shrunk.is_done,
                text,
            },
            None => {
                let seconds = summary.wall.saturating_sub(failure.found).as_secs_f64();
                let is_done = seconds < LIMITS.time.as_secs_f64();
                End { found, nodes: found, runs: 0, seconds, is_done, text }
            }
        };
        Ok(Some(self.row(tests, Some(end))))
    }

    /// Shrinks a value in this process; the planted bug must be selected.
    pub(super) fn shrink_here(&self, subject: &Subject, value: Box<dyn Node>) -> Row {
        let mut same = Same {
            executor: Executor::new(&subject.property),
            message: None,
            start: Instant::now(),
        };
        same.message = same.message_of(&*value);
        let found = Rank::of(&*value).nodes;
        let shrunk = shrink(value, &mut same);
        let end = End {
            found,
            nodes: Rank::of(&*shrunk.value).nodes,
            runs: shrunk.runs,
            seconds: same.start.elapsed().as_secs_f64(),
            is_done: shrunk.is_done,
            text: text::print(&*shrunk.value),
        };
        self.row(0, Some(end))
    }
}

/// The text form of the smallest value of a failure, as a whole.
fn text_of(failure: &Failure) -> Result<String, Error> {
    match failure.smallest_text() {
        Some((_, Some(file))) => Ok(std::fs::read_to_string(file)?),
        Some((text, None)) => Ok(text.to_owned()),
        None => Err(format!("a value has no text form: {}", failure.message).into()),
    }
}

/// Asks whether a candidate fails with the same message.
struct Same<'p> {
    executor: Executor<'p>,
    message: Option<String>,
    start: Instant,
}

impl Same<'_> {
    fn message_of(&mut self, value: &dyn Node) -> Option<String> {
        match self.executor.run(value) {
            Outcome::Failed(message) => Some(message),
            _ => None,
        }
    }
}

impl Oracle for Same<'_> {
    fn fails(&mut self, candidate: &dyn Node) -> bool {
        let message = self.message_of(candidate);
        message.is_some() && message == self.message
    }

    fn goes_on(&mut self) -> bool {
        self.start.elapsed() < LIMITS.time
    }
}
