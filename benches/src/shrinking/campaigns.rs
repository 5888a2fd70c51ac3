//! Failing values that campaigns find: `cargo mutagen run` in an instrumented build of the case
//! study, with another seed for each start.

use super::challenges::Challenge;
use super::subjects;
use benches::study::plan::task::Workload;
use benches::study::run::builds::{Builds, Kind, Place};
use mutagen_cli::args::{Color, DEFAULT_TIMEOUT};
use mutagen_cli::campaigns::{Program, Records};
use mutagen_cli::literals::collect;
use mutagen_cli::status::Status;
use mutagen_cli::supervise::{Interrupt, SupervisedCampaign, supervise};
use mutagen_core::internal::search::options::Options;
use mutagen_core::internal::value::Node;
use std::error::Error;
use std::time::Duration;

/// The package with the properties.
const PACKAGE: &str = "shrinking-challenge";

/// The CPU time of a campaign.
pub(super) const LIMIT: Duration = Duration::from_secs(20);

/// The time of a campaign on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// The largest size of a generated test where counterexamples must be large. The default is 10.
pub(super) const LARGE_SIZE: u32 = 100;

/// The environment variable with the least number of nodes of a counterexample.
const LEAST: &str = "SHRINKING_LEAST_NODES";

/// The instrumented build, with which campaigns run.
pub(super) struct Campaigns {
    builds: Builds,
    interrupt: Interrupt,
}

impl Campaigns {
    /// Builds the case study.
    ///
    /// # Errors
    /// When cargo cannot build it.
    pub(super) fn build() -> Result<Campaigns, Box<dyn Error>> {
        let mut builds = Builds::default();
        let workload = Workload { package: PACKAGE, ..Workload::default() };
        builds
            .add(Kind::Instrumented, &[workload], &Place::default())
            .map_err(|error| -> Box<dyn Error> { error })?;
        Ok(Campaigns { builds, interrupt: Interrupt::install()? })
    }

    /// The first failing value with at least so many nodes that the campaign with this seed finds;
    /// `None` if it finds none in its time.
    ///
    /// # Errors
    /// When the campaign cannot be run, or is interrupted.
    pub(super) fn find(
        &self,
        challenge: &Challenge,
        seed: u64,
        least: u64,
    ) -> Result<Option<Box<dyn Node>>, Box<dyn Error>> {
        let found = self.builds.find(Kind::Instrumented, PACKAGE, challenge.name);
        let (candidate, files) = found.map_err(|error| -> Box<dyn Error> { error })?;
        let program = Program::link(&candidate.executable, &files.program())?;
        let default = Options::default();
        let max_size = if least > 0 { LARGE_SIZE } else { default.max_size };
        let campaign = SupervisedCampaign {
            literals: collect(&candidate.sources).literals,
            instrumented: candidate.instrumented,
            seed,
            options: Options { max_size, ..default },
            max_cpu: Some(LIMIT),
            max_time: Some(PATIENCE),
            environment: vec![(LEAST.to_owned(), least.to_string())],
            ..SupervisedCampaign::bare(
                program,
                files,
                candidate.path,
                candidate.folder,
                DEFAULT_TIMEOUT,
            )
        };
        let mut status = Status::new(true, Color::Never);
        let summary = supervise(&campaign, Records::in_memory(), &self.interrupt, &mut status)?;
        if summary.interrupted {
            return Err("interrupted".into());
        }
        let Some(failure) = summary.failures.first() else { return Ok(None) };
        // A long value is cut, and is whole in a file.
        let text = match &failure.file {
            Some(file) => Some(std::fs::read_to_string(file.with_extension("txt"))?),
            None => failure.text.clone(),
        };
        let value = text.as_ref().and_then(|text| subjects::parse(challenge.name, text));
        let unread = || format!("{}: not a value: {text:?}", challenge.name);
        Ok(Some(value.ok_or_else(unread)?))
    }
}
