//! The data of a report: the setup and the rows of a study, by task and strategy.

use crate::study::analyse::summary::{BUCKETS, LARGEST, Solved, Summary};
use crate::study::rows::row::Rows;
use crate::study::rows::row::workload_of;
use crate::study::rows::setup::{Setup, StrategySetup};

/// The data of a report.
pub struct Data<'d> {
    /// The setup.
    pub setup: &'d Setup,
    /// The rows.
    pub rows: &'d Rows,
}

impl<'d> Data<'d> {
    /// A task under a strategy.
    pub fn summary(&self, strategy: &StrategySetup, task: &str) -> Summary<'d> {
        Summary::of(self.rows, strategy, task)
    }

    /// The tasks of a workload.
    pub fn tasks(&self, workload: &str) -> impl Iterator<Item = &'d str> {
        let of = move |task: &&str| workload_of(task) == workload;
        let tasks = self.setup.tasks.iter().map(String::as_str);
        tasks.filter(of).collect::<Vec<&str>>().into_iter()
    }

    /// The names of the groups of solved tasks: ETNA's buckets, and one more if some strategy has a
    /// larger limit.
    pub fn groups(&self) -> Vec<String> {
        let longer = self.setup.strategies.iter().any(|strategy| strategy.limit > LARGEST);
        let later = longer.then(|| format!("> {LARGEST} s"));
        BUCKETS.iter().map(|bound| format!("≤ {bound} s")).chain(later).collect()
    }

    /// The number of tasks of a workload in each group, unsolved, and incomplete, for a strategy.
    pub fn buckets(&self, strategy: &StrategySetup, workload: &str) -> Buckets {
        let mut buckets = Buckets::default();
        for task in self.tasks(workload) {
            match self.summary(strategy, task).solved() {
                Solved::Within(bucket) => buckets.solved[bucket] += 1,
                Solved::Later => buckets.solved[BUCKETS.len()] += 1,
                Solved::No => buckets.unsolved += 1,
                Solved::Incomplete => buckets.incomplete += 1,
            }
        }
        buckets
    }
}

/// Numbers of tasks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Buckets {
    /// Solved in every trial within each of the limits and not within the one before, and last
    /// those that took longer than the largest.
    pub solved: [usize; BUCKETS.len() + 1],
    /// Not solved in every trial.
    pub unsolved: usize,
    /// Trials are missing.
    pub incomplete: usize,
}
