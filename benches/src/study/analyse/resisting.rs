//! The tasks that resist the first strategy: some trial did not find the bug, or took long.

use crate::study::analyse::data::Data;
use crate::study::analyse::stats::survival::Survival;
use crate::study::analyse::summary::Measure;
use crate::study::rows::setup::StrategySetup;

/// CPU seconds within which every trial of a task ends if the task does not resist.
pub const SOON: f64 = 10.0;

/// A task that resists, and the survival of its trials.
pub struct Resisting<'d> {
    /// The name of the task.
    pub task: &'d str,
    /// Trials that found the bug.
    pub found: usize,
    /// Trials that were run.
    pub trials: usize,
    /// The share of trials without a counterexample, over time.
    pub survival: Survival,
    /// CPU seconds of the slowest trial, or the limit if a trial found nothing.
    pub slowest: f64,
}

/// The first strategy and the tasks that resist it, those that were found in the fewest trials
/// first and then the slowest.
pub fn tasks<'d>(data: &Data<'d>) -> Option<(&'d StrategySetup, Vec<Resisting<'d>>)> {
    let first = data.setup.strategies.first()?;
    let of = |task: &'d String| {
        let summary = data.summary(first, task);
        let observations = summary.observations(Measure::Time, first.limit);
        let (found, trials) = (summary.found(), observations.len());
        let slowest = observations.iter().map(|o| o.value).fold(0.0, f64::max);
        let survival = Survival::estimate(&observations);
        Resisting { task, found, trials, survival, slowest }
    };
    let mut tasks: Vec<Resisting<'d>> = data.setup.tasks.iter().map(of).collect();
    tasks.retain(|task| task.slowest > SOON || task.found < task.trials);
    tasks.sort_by(|a, b| {
        let missed = |task: &Resisting<'_>| task.trials - task.found;
        missed(b).cmp(&missed(a)).then(b.slowest.total_cmp(&a.slowest))
    });
    if tasks.is_empty() { None } else { Some((first, tasks)) }
}
