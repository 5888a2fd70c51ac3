//! The first strategy and the best of the other tools: goals for easy tasks and for solved tasks.

use crate::study::analyse::data::Data;
use crate::study::analyse::stats::median;
use crate::study::analyse::summary::{Measure, Solved};
use crate::study::rows::setup::StrategySetup;

/// The strategy that decides which tasks are easy: those that it solves within the first bucket.
pub const RANDOM: &str = "random";

/// How many times as long as the best peer the first strategy may take on an easy task.
pub const FACTOR: f64 = 2.0;

/// CPU seconds that the first strategy may always take on an easy task.
pub const SHORT: f64 = 0.002;

/// The strategy that decides which tasks are easy, if it was run.
pub fn random<'d>(data: &Data<'d>) -> Option<&'d StrategySetup> {
    data.setup.strategies.iter().find(|strategy| strategy.name == RANDOM)
}

/// The strategy that the study is about, unless only peers were run.
pub fn first<'d>(data: &Data<'d>) -> Option<&'d StrategySetup> {
    data.setup.strategies.first().filter(|strategy| !strategy.peer)
}

/// The other tools.
pub fn peers<'d>(data: &Data<'d>) -> impl Iterator<Item = &'d StrategySetup> {
    data.setup.strategies.iter().filter(|strategy| strategy.peer)
}

/// The easy tasks of a workload.
pub fn easy_tasks<'d>(data: &Data<'d>, random: &StrategySetup, workload: &str) -> Vec<&'d str> {
    let is_easy = |task: &&str| data.summary(random, task).solved() == Solved::Within(0);
    data.tasks(workload).filter(is_easy).collect()
}

/// The median of the medians of some tasks; `None` if it is not reached, or nothing was run.
pub fn median_of(
    data: &Data<'_>,
    strategy: &StrategySetup,
    tasks: &[&str],
    measure: Measure,
) -> Option<f64> {
    let summaries = tasks.iter().map(|task| data.summary(strategy, task));
    let run = summaries.filter(|summary| !summary.rows.is_empty());
    // A median that is not reached is greater than all others.
    let values = run.map(|summary| summary.median(measure).unwrap_or(f64::INFINITY));
    median(values.collect()).filter(|value| value.is_finite())
}

/// The goal for the easy tasks of a workload.
pub struct Easy<'d> {
    /// The number of easy tasks.
    pub tasks: usize,
    /// Whether it is known that no task is easy.
    pub none: bool,
    /// CPU seconds of the first strategy.
    pub own: Option<f64>,
    /// CPU seconds of the best peer, and its name.
    pub best: Option<(f64, &'d str)>,
    /// Whether the goal is met; `None` if that is not known yet.
    pub met: Option<bool>,
}

impl<'d> Easy<'d> {
    /// Compares the first strategy with the peers on the easy tasks of a workload.
    pub fn of(
        data: &Data<'d>,
        first: &StrategySetup,
        random: &StrategySetup,
        workload: &str,
    ) -> Easy<'d> {
        let easy = easy_tasks(data, random, workload);
        let time = |strategy| median_of(data, strategy, &easy, Measure::Time);
        let run = peers(data).filter_map(|peer| Some((time(peer)?, peer.name.as_str())));
        let best = run.min_by(|a, b| a.0.total_cmp(&b.0));
        let own = time(first);
        let met = match (own, best) {
            (Some(own), Some(best)) => Some(own <= SHORT || own <= FACTOR * best.0),
            (Some(own), None) if own <= SHORT => Some(true),
            _ => None,
        };
        let known = |task| data.summary(random, task).solved() != Solved::Incomplete;
        let none = easy.is_empty() && data.tasks(workload).all(known);
        Easy { tasks: easy.len(), none, own, best, met }
    }
}

/// The tasks of a workload that a strategy solves in every trial within a limit; `None` if it has
/// no rows. A task with missing trials counts as solved if `open` is set.
pub fn solved(
    data: &Data<'_>,
    strategy: &StrategySetup,
    workload: &str,
    limit: f64,
    open: bool,
) -> Option<usize> {
    let summaries = data.tasks(workload).map(|task| data.summary(strategy, task));
    let run: Vec<_> = summaries.filter(|summary| !summary.rows.is_empty()).collect();
    let solved = run.iter().filter(|summary| summary.solved_within(limit).unwrap_or(open)).count();
    if run.is_empty() { None } else { Some(solved) }
}

/// The goal for the solved tasks of a workload.
pub struct SolvedTasks<'d> {
    /// Tasks that the first strategy solves.
    pub own: usize,
    /// Tasks that the best peer solves; `None` if no peer was run.
    pub most: Option<usize>,
    /// The peers that solve as many.
    pub best: Vec<&'d str>,
    /// Whether the goal is met; `None` if that is not known yet.
    pub met: Option<bool>,
}

impl<'d> SolvedTasks<'d> {
    /// Compares the first strategy with the peers, by tasks solved in every trial within a limit.
    pub fn of(
        data: &Data<'d>,
        first: &StrategySetup,
        workload: &str,
        limit: f64,
    ) -> SolvedTasks<'d> {
        let own = solved(data, first, workload, limit, false).unwrap_or(0);
        let count = |peer: &'d StrategySetup| {
            Some((solved(data, peer, workload, limit, true)?, peer.name.as_str()))
        };
        let mut counts: Vec<(usize, &str)> = peers(data).filter_map(count).collect();
        let most = counts.iter().map(|(count, _)| *count).max();
        counts.retain(|(count, _)| Some(*count) == most);
        let best = counts.into_iter().map(|(_, name)| name).collect();
        SolvedTasks { own, most, best, met: most.map(|most| own >= most) }
    }
}

/// The smallest limit of the first strategy and all peers; `None` without peers.
pub fn smallest_limit(data: &Data<'_>, first: &StrategySetup) -> Option<f64> {
    let limits = peers(data).map(|peer| peer.limit);
    limits.min_by(f64::total_cmp).map(|limit| limit.min(first.limit))
}
