//! One trial: a supervised campaign with so many workers, as `cargo mutagen run --workers` does.

use crate::slowest::{self, Slow};
use benches::study::Error;
use benches::study::plan::task::Task;
use benches::study::run::builds::Builds;
use benches::study::run::mutagen::{self, Mutagen};
use benches::study::run::strategy::{Assignment, Strategy};
use clap::ValueEnum;
use mutagen_cli::supervise::Interrupt;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The CPU time of a trial without a bug, of all workers together. The tests of a campaign take
/// longer the more it has retained, so that a fair comparison is one of campaigns that have come
/// equally far.
const SPEED: Duration = Duration::from_secs(10);

/// The parts of the measurement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(super) enum Part {
    /// Tests a second.
    Speed,
    /// Time to a bug.
    Bugs,
    /// Virtual time to a bug, with many workers.
    Curve,
}

/// What came of a trial.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Row {
    pub(super) part: Part,
    /// Workload, mutant and property.
    pub(super) task: String,
    pub(super) workers: u32,
    pub(super) trial: u64,
    /// Whether the bug was found.
    pub(super) found: bool,
    /// Time from the first test to the bug, or to the end of the trial, in seconds.
    pub(super) seconds: f64,
    /// The tests of the worker that has found the bug, or of the busiest one.
    pub(super) tests: u64,
    /// The tests of all workers.
    pub(super) all_tests: u64,
    /// CPU time of all workers, in seconds.
    pub(super) cpu_seconds: f64,
}

impl Row {
    /// The line that is shown.
    pub(super) fn line(&self) -> String {
        let Row { part, task, workers, trial, seconds, tests, .. } = self;
        let found = if self.found { "found" } else { "not found" };
        format!(
            "{part:?} {task} {trial}, {workers} workers: {found}, {seconds:.3} s, {tests} tests of \
             one"
        )
    }
}

/// A trial to be run.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'s> {
    pub(super) part: Part,
    pub(super) slow: &'s Slow,
    pub(super) workers: u32,
    /// The number of the trial, from 0, which is also the seed.
    pub(super) trial: u64,
}

impl Wanted<'_> {
    /// Whether a row is of this trial.
    pub(super) fn is(&self, row: &Row) -> bool {
        (row.part, row.workers, row.trial) == (self.part, self.workers, self.trial)
            && row.task == self.name()
    }

    /// The task; for the number of tests a second, with no bug.
    fn task(&self) -> Task {
        match self.part {
            Part::Speed => Task::new("", &self.slow.task.property),
            Part::Bugs | Part::Curve => self.slow.task.clone(),
        }
    }

    /// Workload, mutant and property.
    pub(super) fn name(&self) -> String {
        self.slow.workload.task_name(&self.task())
    }
}

/// The instrumented programs.
pub(super) struct Trials {
    strategy: Mutagen,
    builds: Builds,
}

impl Trials {
    /// Builds the programs of these tasks.
    ///
    /// # Errors
    /// When cargo cannot build them.
    pub(super) fn build(tasks: &[Slow]) -> Result<Trials, Error> {
        let strategy = mutagen::all().into_iter().next().ok_or("there is no default strategy")?;
        let mut builds = Builds::default();
        strategy.prepare(&mut builds, &slowest::workloads(tasks.iter()))?;
        Ok(Trials { strategy, builds })
    }

    /// Runs a trial; `None` if it was interrupted.
    ///
    /// # Errors
    /// When the campaign cannot be run, or ends because of an error.
    pub(super) fn run(
        &self,
        wanted: &Wanted<'_>,
        interrupt: &Interrupt,
    ) -> Result<Option<Row>, Error> {
        let Wanted { part, slow, workers, trial } = *wanted;
        let (Slow { workload, limit, .. }, task) = (slow, &wanted.task());
        let assignment = Assignment { workload, task, seed: trial, limit: *limit };
        let mut campaign = self.strategy.campaign(&self.builds, &assignment)?;
        campaign.workers = workers;
        if part == Part::Speed {
            (campaign.max_cpu, campaign.max_time) = (Some(SPEED), None);
        }
        let run = self.strategy.supervise(&campaign, &assignment, interrupt)?;
        let Some(summary) = run else { return Ok(None) };
        if let Some(error) = summary.error {
            return Err(format!("{}: {error}", wanted.name()).into());
        }
        let failure = summary.failures.first();
        let busiest = summary.workers.iter().map(|worker| worker.statistics.tests).max();
        let end = failure.map_or(summary.wall, |failure| failure.found);
        Ok(Some(Row {
            part,
            task: wanted.name(),
            workers,
            trial,
            found: failure.is_some(),
            seconds: end.saturating_sub(summary.begun.unwrap_or_default()).as_secs_f64(),
            tests: failure.map_or(busiest.unwrap_or(0), |failure| failure.test),
            all_tests: summary.statistics.tests,
            cpu_seconds: summary.search.as_secs_f64(),
        }))
    }
}
