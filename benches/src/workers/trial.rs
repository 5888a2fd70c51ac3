//! One trial: a supervised campaign with so many workers, as `cargo mutagen run --workers` does.

use super::rows::{Part, Row};
use super::tasks::Job;
use benches::study::run::builds::{Builds, Kind, Place};
use mutagen_cli::args::{Color, DEFAULT_TIMEOUT};
use mutagen_cli::campaigns::{Program, Records};
use mutagen_cli::literals::collect;
use mutagen_cli::status::Status;
use mutagen_cli::supervise::{Interrupt, SupervisedCampaign, supervise};
use mutagen_core::internal::search::options::Options;
use std::error::Error;
use std::time::Duration;

/// The time of a trial without a bug, from its first test on.
const SPEED: Duration = Duration::from_secs(5);

/// CPU time of all workers after which a bug counts as not found.
const LIMIT: Duration = Duration::from_secs(900);

/// The packages with the tasks.
const PACKAGES: [&str; 3] = ["etna-rbt", "etna-fsub", "ifc-register"];

/// The instrumented programs.
pub(super) struct Trials(Builds);

impl Trials {
    /// Builds the programs.
    ///
    /// # Errors
    /// When cargo cannot build them.
    pub(super) fn build() -> Result<Trials, Box<dyn Error>> {
        let mut builds = Builds::default();
        builds
            .add(Kind::Instrumented, &PACKAGES, &Place::default())
            .map_err(|error| -> Box<dyn Error> { error })?;
        Ok(Trials(builds))
    }

    /// Runs a trial; `None` if it was interrupted.
    ///
    /// # Errors
    /// When the campaign cannot be run, or it ends without its bug before its time is over.
    pub(super) fn run(
        &self,
        job: &Job,
        interrupt: &Interrupt,
    ) -> Result<Option<Row>, Box<dyn Error>> {
        let Job { part, task, workers, trial } = *job;
        let found = self.0.find(Kind::Instrumented, task.package(), &task.function());
        let (candidate, files) = found.map_err(|error| -> Box<dyn Error> { error })?;
        let program = Program::link(&candidate.executable, &files.program())?;
        let is_speed = part == Part::Speed;
        let campaign = SupervisedCampaign {
            literals: collect(&candidate.sources).literals,
            instrumented: candidate.instrumented,
            seed: trial,
            workers,
            options: Options::default(),
            max_cpu: (!is_speed).then_some(LIMIT),
            max_time: is_speed.then_some(SPEED),
            environment: vec![(task.variable().to_owned(), task.mutant.to_owned())],
            ..SupervisedCampaign::bare(
                program,
                files,
                candidate.path,
                candidate.folder,
                DEFAULT_TIMEOUT,
            )
        };
        let mut status = Status::new(true, Color::Never);
        let summary = supervise(&campaign, Records::in_memory(), interrupt, &mut status)?;
        if summary.interrupted {
            return Ok(None);
        }
        if let Some(error) = summary.error {
            return Err(format!("{} {}: {error}", task.workload, task.mutant).into());
        }
        let failure = summary.failures.first();
        let busiest = summary.workers.iter().map(|worker| worker.statistics.tests).max();
        let begun = summary.begun.unwrap_or_default();
        Ok(Some(Row {
            part,
            workload: task.workload.to_owned(),
            mutant: task.mutant.to_owned(),
            property: task.property.to_owned(),
            workers,
            trial,
            found: failure.is_some(),
            seconds: failure
                .map_or(summary.wall, |failure| failure.found)
                .saturating_sub(begun)
                .as_secs_f64(),
            tests: failure.map_or(busiest.unwrap_or(0), |failure| failure.test),
            all_tests: summary.statistics.tests,
            cpu_seconds: summary.search.as_secs_f64(),
        }))
    }
}
