//! What a report is made of: the setup and the rows of a study, by task and strategy.

use super::row::Rows;
use super::setup::{Setup, StrategySetup};
use super::summary::{BUCKETS, Solved, Summary};
use super::task::workload_of;

/// What a report is made of.
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

    /// How many tasks of a workload are in each bucket of a strategy, unsolved, and incomplete.
    pub fn buckets(&self, strategy: &StrategySetup, workload: &str) -> Buckets {
        let mut buckets = Buckets::default();
        for task in self.tasks(workload) {
            match self.summary(strategy, task).solved() {
                Solved::Within(bucket) => buckets.within[bucket] += 1,
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
    /// Solved in every trial within each of the limits and not within the one before.
    pub within: [usize; BUCKETS.len()],
    /// Not solved in every trial.
    pub unsolved: usize,
    /// Trials are missing.
    pub incomplete: usize,
}
