//! Compares the first strategy with another, task by task.

use crate::study::analyse::data::Data;
use crate::study::analyse::stats::mann_whitney::MannWhitney;
use crate::study::analyse::stats::{effect, holm, mann_whitney};
use crate::study::analyse::summary::Measure;
use crate::study::rows::setup::StrategySetup;

/// The level of significance.
pub const ALPHA: f64 = 0.05;

/// One task, compared between the first strategy and another.
pub struct Comparison<'d> {
    /// The task.
    pub task: &'d str,
    /// Trials of both.
    pub trials: (usize, usize),
    /// The test of the ranks.
    pub test: MannWhitney,
    /// Its two-sided p-value after Holm's correction over the tasks.
    pub adjusted: f64,
    /// The probability that the first strategy needs less.
    pub a12: f64,
}

/// Compares the first strategy with another on all tasks that both have run, censored at the lesser
/// of the two limits.
pub fn compare<'d>(
    data: &Data<'d>,
    other: &StrategySetup,
    measure: Measure,
) -> Vec<Comparison<'d>> {
    compare_some(data, other, measure, &|_| true)
}

/// The same on some of the tasks, which Holm's correction is over.
pub fn compare_some<'d>(
    data: &Data<'d>,
    other: &StrategySetup,
    measure: Measure,
    is_wanted: &dyn Fn(&str) -> bool,
) -> Vec<Comparison<'d>> {
    let Some(first) = data.setup.strategies.first() else { return Vec::new() };
    let limit = first.limit.min(other.limit);
    let mut comparisons = Vec::new();
    for task in data.setup.tasks.iter().filter(|task| is_wanted(task)) {
        let [a, b] = [first, other].map(|s| data.summary(s, task).ranked(measure, limit));
        let Some(test) = mann_whitney::test(&a, &b) else { continue };
        let a12 = effect::a12(&a, &b);
        let trials = (a.len(), b.len());
        comparisons.push(Comparison { task, trials, test, adjusted: 1.0, a12 });
    }
    let values: Vec<f64> = comparisons.iter().map(|c| c.test.two_sided).collect();
    for (comparison, adjusted) in comparisons.iter_mut().zip(holm::adjust(&values)) {
        comparison.adjusted = adjusted;
    }
    comparisons
}
