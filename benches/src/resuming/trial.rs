//! One trial: a campaign that runs through, or one that is stopped and started again with what it
//! has left in its corpus.

use crate::slowest::{self, Slow};
use crate::trophies;
use benches::study::Error;
use benches::study::plan::missing::trial_seed;
use benches::study::plan::task::Workload;
use benches::study::run::builds::Builds;
use benches::study::run::mutagen::{self, Mutagen, findings};
use benches::study::run::strategy::{Assignment, Strategy};
use mutagen_cli::corpus::{Corpus, Inputs};
use mutagen_cli::supervise::{Interrupt, Summary};
use mutagen_core::internal::value::seed::{self, Purpose};
use serde::{Deserialize, Serialize};

/// How often a campaign is stopped, unless it finds the bug before.
pub(super) const STOPS: u64 = 10;

/// The seed from which those of all trials are derived.
const MASTER: u64 = 34;

/// Whether a campaign is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    /// It runs through.
    Through,
    /// It is stopped [`STOPS`] times, evenly over the median time of the task.
    Stopped,
}

/// The result of a trial.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Row {
    /// Workload, mutant and property.
    pub(super) task: String,
    /// The number of the trial, from 0.
    pub(super) trial: u64,
    /// Whether it was stopped.
    pub(super) kind: Kind,
    /// Whether the bug was found within the limit of the study.
    pub(super) found: bool,
    /// CPU seconds of all worker processes.
    pub(super) cpu: f64,
    /// How often it was stopped.
    pub(super) stops: u64,
    /// The tests of all campaigns.
    pub(super) tests: u64,
    /// The tests that the last campaign took from the corpus.
    pub(super) inputs: usize,
}

impl Row {
    /// The line that is shown.
    pub(super) fn line(&self) -> String {
        let Row { task, trial, kind, cpu, stops, tests, inputs, .. } = self;
        let found = if self.found { "" } else { "not found, " };
        format!(
            "{task} {trial} {kind:?}: {found}{cpu:.2} CPU s, {stops} stops, {tests} tests, \
             {inputs} inputs at the last start"
        )
    }
}

/// The built programs: those of this workspace, and those of the trophies.
pub(super) struct Groups {
    own: (Mutagen, Builds),
    trophies: (Mutagen, Builds),
}

/// Whether a workload is one of the trophies.
fn is_trophy(workload: &Workload) -> bool {
    workload.name == "TROPHIES"
}

impl Groups {
    /// Builds the programs of these tasks.
    ///
    /// # Errors
    /// When a program cannot be built.
    pub(super) fn build(tasks: &[Slow]) -> Result<Groups, Error> {
        let default = || mutagen::all().into_iter().next().ok_or("there is no default strategy");
        let built = |strategy: Mutagen, trophies: bool| -> Result<(Mutagen, Builds), Error> {
            let of = tasks.iter().filter(|slow| is_trophy(&slow.workload) == trophies);
            let workloads = slowest::workloads(of);
            let mut builds = Builds::default();
            if !workloads.is_empty() {
                strategy.prepare(&mut builds, &workloads)?;
            }
            Ok((strategy, builds))
        };
        let own = built(default()?, false)?;
        Ok(Groups { own, trophies: built(trophies::on_inputs(default()?)?, true)? })
    }
}

/// A trial to be run.
pub(super) struct Wanted<'s> {
    /// The task.
    pub(super) slow: &'s Slow,
    /// The number of the trial.
    pub(super) number: u64,
    /// Whether it is stopped.
    pub(super) kind: Kind,
}

impl Wanted<'_> {
    /// Whether a row is of this trial.
    pub(super) fn is(&self, row: &Row) -> bool {
        (row.kind, row.trial) == (self.kind, self.number) && row.task == self.slow.name()
    }

    /// Runs the trial; `None` if it was interrupted.
    ///
    /// # Errors
    /// When a campaign cannot be run.
    pub(super) fn run(&self, groups: &Groups, interrupt: &Interrupt) -> Result<Option<Row>, Error> {
        let Wanted { slow, number, kind } = *self;
        let folder = tempfile::tempdir()?;
        let corpus = Corpus::at(folder.path());
        let mut row = Row {
            task: slow.name(),
            trial: number,
            kind,
            found: false,
            cpu: 0.0,
            stops: 0,
            tests: 0,
            inputs: 0,
        };
        let first = trial_seed(MASTER, &row.task, number);
        loop {
            let left = slow.limit - row.cpu;
            let limit = match kind {
                Kind::Stopped if row.stops < STOPS => (slow.median / STOPS as f64).min(left),
                _ => left,
            };
            if limit <= 0.0 {
                return Ok(Some(row));
            }
            // Both kinds begin with the same campaign. Each start draws a seed of its own.
            let seed = match row.stops {
                0 => first,
                stops => seed::derive(first, Purpose::Choice, [stops, 0, 0]),
            };
            let mut inputs = Inputs::default();
            inputs.add_corpus(&corpus)?;
            row.inputs = inputs.texts.len();
            let run = self.campaign(groups, seed, limit, inputs.texts, &corpus, interrupt)?;
            let Some(summary) = run else { return Ok(None) };
            row.cpu += summary.cpu.as_secs_f64();
            row.tests += summary.statistics.tests;
            if !summary.failures.is_empty() {
                let findings = findings(&summary);
                row.found =
                    !is_trophy(&slow.workload) || trophies::is_found(&slow.task, &findings)?;
                return Ok(Some(row));
            }
            if kind == Kind::Through || row.stops == STOPS {
                return Ok(Some(row));
            }
            row.stops += 1;
        }
    }

    /// Runs one campaign as `cargo mutagen run` does without a seed.
    fn campaign(
        &self,
        groups: &Groups,
        seed: u64,
        limit: f64,
        inputs: Vec<Vec<String>>,
        corpus: &Corpus,
        interrupt: &Interrupt,
    ) -> Result<Option<Summary>, Error> {
        let Slow { workload, task, .. } = self.slow;
        let is_trophy = is_trophy(workload);
        let (strategy, builds) = if is_trophy { &groups.trophies } else { &groups.own };
        let assignment = Assignment { workload, task, seed, limit };
        let mut campaign = strategy.campaign(builds, &assignment)?;
        campaign.inputs = inputs;
        campaign.corpus = Some(corpus.clone());
        strategy.supervise(&campaign, &assignment, interrupt)
    }
}
