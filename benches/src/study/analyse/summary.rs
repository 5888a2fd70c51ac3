//! One task under one strategy: the statistics of its trials.

use crate::study::analyse::stats::survival::{Observation, Survival};
use crate::study::analyse::stats::{mean, median};
use crate::study::plan::missing::screened_out;
use crate::study::rows::row::{How, Row, Rows};
use crate::study::rows::setup::StrategySetup;

/// ETNA's limits of CPU seconds: a task is in the bucket of the smallest within which every trial
/// found the bug. Of strategies that have more time than the largest, later tasks are counted too.
pub const BUCKETS: [f64; 4] = [0.1, 1.0, 10.0, 60.0];

/// The largest of them.
pub const LARGEST: f64 = BUCKETS[BUCKETS.len() - 1];

/// A measured quantity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// CPU seconds of the testing thread.
    Time,
    /// Tests, discarded ones included.
    Tests,
}

impl Measure {
    /// One word for tables.
    pub fn word(self) -> &'static str {
        match self {
            Measure::Time => "time",
            Measure::Tests => "tests",
        }
    }

    fn of(self, row: &Row) -> f64 {
        match self {
            Measure::Time => row.time,
            Measure::Tests => row.tests as f64,
        }
    }
}

/// How far a task is solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Solved {
    /// In every trial, within the bucket of this index.
    Within(usize),
    /// In every trial, and in some only after the largest bucket.
    Later,
    /// Not in every trial.
    No,
    /// Some trials are still to be run.
    Incomplete,
}

/// The trials of one task under one strategy.
pub struct Summary<'r> {
    /// The rows, by trial.
    pub rows: Vec<&'r Row>,
    /// CPU seconds that a trial had.
    pub limit: f64,
    complete: bool,
}

impl<'r> Summary<'r> {
    /// The trials that belong to the setup.
    pub fn of(rows: &'r Rows, strategy: &StrategySetup, task: &str) -> Summary<'r> {
        let own: Vec<&Row> = rows
            .cell(&strategy.name, task)
            .filter(|row| row.trial < strategy.trials && row.settles(strategy.limit))
            .collect();
        let all = own.len() as u64 == strategy.trials;
        let complete = all || screened_out(rows, strategy, task);
        Summary { rows: own, limit: strategy.limit, complete }
    }

    /// The number of trials that found the bug.
    pub fn found(&self) -> usize {
        self.found_within(self.limit)
    }

    fn found_within(&self, limit: f64) -> usize {
        self.rows.iter().filter(|row| row.found(limit)).count()
    }

    /// The share of trials that found the bug, which the paper calls the failure rate.
    pub fn find_rate(&self) -> f64 {
        self.find_rate_within(self.limit)
    }

    /// The share of trials that found the bug within this many CPU seconds.
    pub fn find_rate_within(&self, limit: f64) -> f64 {
        let rows = self.rows.len();
        if rows == 0 { 0.0 } else { self.found_within(limit) as f64 / rows as f64 }
    }

    /// How far the task is solved. One trial without a result decides that, even if others are
    /// missing.
    pub fn solved(&self) -> Solved {
        if self.found() < self.rows.len() {
            return Solved::No;
        }
        if !self.complete {
            return Solved::Incomplete;
        }
        let slowest = self.rows.iter().map(|row| row.time).fold(0.0, f64::max);
        match BUCKETS.iter().position(|&bound| slowest <= bound) {
            Some(bucket) => Solved::Within(bucket),
            None => Solved::Later,
        }
    }

    /// Whether every trial found the bug within this many CPU seconds; `None` if trials are missing
    /// and all others found it.
    pub fn solved_within(&self, limit: f64) -> Option<bool> {
        let all = self.rows.iter().all(|row| row.found(limit));
        if all && !self.complete { None } else { Some(all) }
    }

    /// The trials as observations, censored at `limit` CPU seconds if that is less than they had.
    pub fn observations(&self, measure: Measure, limit: f64) -> Vec<Observation> {
        let limit = limit.min(self.limit);
        let of = |row: &&Row| {
            let failed = row.found(limit);
            let value = measure.of(row);
            let censored = match measure {
                Measure::Time => value.min(limit),
                Measure::Tests => value,
            };
            Observation { value: if failed { value } else { censored }, failed }
        };
        self.rows.iter().map(of).collect()
    }

    /// The Kaplan–Meier median; `None` if it is not reached.
    pub fn median(&self, measure: Measure) -> Option<f64> {
        Survival::estimate(&self.observations(measure, self.limit)).median()
    }

    /// The mean over the successful trials only.
    pub fn mean_of_found(&self, measure: Measure) -> Option<f64> {
        let found = self.rows.iter().filter(|row| row.found(self.limit));
        mean(&found.map(|row| measure.of(row)).collect::<Vec<f64>>())
    }

    /// The values for a comparison of ranks. Censored trials share the worst rank.
    pub fn ranked(&self, measure: Measure, limit: f64) -> Vec<f64> {
        let observations = self.observations(measure, limit);
        observations.iter().map(|o| if o.failed { o.value } else { f64::INFINITY }).collect()
    }

    /// The number of trials whose counterexample died or hung, as `how` says.
    pub fn ended(&self, how: How) -> usize {
        self.rows.iter().filter(|row| row.found(self.limit) && row.how == Some(how)).count()
    }

    /// Tests and valid tests per CPU second, as medians over the trials of at least 0.05 s.
    pub fn rates(&self) -> Option<(f64, f64)> {
        let long = || self.rows.iter().filter(|row| row.time >= 0.05);
        let tests = median(long().map(|row| row.tests as f64 / row.time).collect())?;
        let valid = median(long().map(|row| row.valid as f64 / row.time).collect())?;
        Some((tests, valid))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::rows::row::tests::row;
    use crate::study::rows::setup::tests::strategy;

    fn rows(times: &[Option<f64>]) -> Rows {
        let mut rows = Rows::default();
        for (trial, &time) in times.iter().enumerate() {
            rows.insert(row("a", "W/m/P", trial as u64, time));
        }
        rows
    }

    fn solved(times: &[Option<f64>], screened: bool) -> Solved {
        Summary::of(&rows(times), &strategy("a", 4, screened), "W/m/P").solved()
    }

    #[test]
    fn the_slowest_trial_decides_the_bucket() {
        let times = |slowest| [Some(0.01), Some(slowest), Some(0.02), Some(0.03)];
        assert_eq!(solved(&times(0.1), false), Solved::Within(0));
        assert_eq!(solved(&times(0.2), false), Solved::Within(1));
        assert_eq!(solved(&times(59.0), false), Solved::Within(3));
        let long = StrategySetup { limit: 600.0, ..strategy("a", 4, false) };
        assert_eq!(Summary::of(&rows(&times(61.0)), &long, "W/m/P").solved(), Solved::Later);
        assert_eq!(solved(&[Some(0.1), None, Some(0.1), Some(0.1)], false), Solved::No);
    }

    #[test]
    fn a_task_is_incomplete_until_all_trials_have_run_or_screening_ended_it() {
        assert_eq!(solved(&[Some(0.1); 3], true), Solved::Incomplete);
        assert_eq!(solved(&[None; 3], true), Solved::No);
        assert_eq!(solved(&[], true), Solved::Incomplete);
        let rows = rows(&[Some(0.1); 3]);
        let summary = Summary::of(&rows, &strategy("a", 4, true), "W/m/P");
        assert_eq!((summary.solved_within(1.0), summary.solved_within(0.05)), (None, Some(false)));
    }

    #[test]
    fn a_shorter_limit_censors_what_took_longer() {
        let rows = rows(&[Some(1.0), Some(20.0), None, Some(2.0)]);
        let summary = Summary::of(&rows, &strategy("a", 4, false), "W/m/P");
        let at_ten = summary.observations(Measure::Time, 10.0);
        let expected = [(1.0, true), (10.0, false), (10.0, false), (2.0, true)];
        assert_eq!(at_ten.iter().map(|o| (o.value, o.failed)).collect::<Vec<_>>(), expected);
        assert_eq!(summary.ranked(Measure::Tests, 10.0)[1], f64::INFINITY);
        assert_eq!(summary.median(Measure::Time), Some(2.0));
        assert_eq!(summary.solved_within(60.0), Some(false));
        assert_eq!(summary.find_rate(), 0.75);
    }
}
