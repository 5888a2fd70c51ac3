//! The plan: the missing trials, their order, and their seeds.

use crate::study::plan::task::Study;
use crate::study::rows::row::Rows;
use crate::study::rows::setup::StrategySetup;
use mutagen_core::internal::value::seed::{self, Purpose};

/// The number of first trials of a screened strategy. If none of them solves a task, it counts as
/// unsolved.
pub const SCREEN: u64 = 3;

/// One missing trial.
#[derive(Debug, Clone, PartialEq)]
pub struct Trial {
    /// The index of the strategy.
    pub strategy: usize,
    /// The index of the workload.
    pub workload: usize,
    /// The index of the task in it.
    pub task: usize,
    /// The number of the trial, from 0.
    pub number: u64,
    /// The seed.
    pub seed: u64,
}

/// What is to be run.
pub struct Plan<'s> {
    /// The study.
    pub study: &'s Study,
    /// The strategies, each with its limits.
    pub strategies: &'s [StrategySetup],
    /// The seed from which all others are derived.
    pub seed: u64,
}

impl Plan<'_> {
    /// The trials that screening needs and that have no row yet.
    pub fn first(&self, rows: &Rows) -> Vec<Trial> {
        self.missing(rows, |strategy| 0..strategy.trials.min(SCREEN))
    }

    /// The other trials that have no row yet, of tasks that are not screened out.
    pub fn rest(&self, rows: &Rows) -> Vec<Trial> {
        self.missing(rows, |strategy| SCREEN..strategy.trials)
    }

    /// Trials of all strategies in turns, so that an interrupted run has as many of each.
    fn missing(
        &self,
        rows: &Rows,
        numbers: impl Fn(&StrategySetup) -> std::ops::Range<u64>,
    ) -> Vec<Trial> {
        let most = self.strategies.iter().map(|strategy| strategy.trials).max().unwrap_or(0);
        let mut missing = Vec::new();
        for number in 0..most {
            for (workload, of) in self.study.workloads.iter().enumerate() {
                for (task, one) in of.tasks.iter().enumerate() {
                    let name = of.task_name(one);
                    for (strategy, setup) in self.strategies.iter().enumerate() {
                        if !numbers(setup).contains(&number) {
                            continue;
                        }
                        let row = rows.trial(&setup.name, &name, number);
                        let settled = row.is_some_and(|row| {
                            row.settles(setup.limit)
                                && of
                                    .counting
                                    .is_none_or(|counting| counting.is_in(row, setup.limit))
                        });
                        if settled || number >= SCREEN && screened_out(rows, setup, &name) {
                            continue;
                        }
                        let seed = trial_seed(self.seed, &name, number);
                        missing.push(Trial { strategy, workload, task, number, seed });
                    }
                }
            }
        }
        missing
    }
}

/// Whether a task counts as unsolved by a strategy because no first trial solved it.
pub fn screened_out(rows: &Rows, strategy: &StrategySetup, task: &str) -> bool {
    let mut first = rows.cell(&strategy.name, task).filter(|row| row.trial < SCREEN);
    strategy.screened && {
        let fruitless = first.by_ref().filter(|row| !row.found(strategy.limit)).count();
        fruitless as u64 == SCREEN
    }
}

/// The seed of a trial: the same for all strategies.
pub fn trial_seed(master: u64, task: &str, number: u64) -> u64 {
    let hash = task.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    seed::derive(master, Purpose::Generation, [hash, number, 0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::plan::task::{Task, Workload};
    use crate::study::rows::row::tests::row;
    use crate::study::rows::setup::tests::strategy;

    fn study() -> Study {
        let tasks = vec![Task::new("m", "P"), Task::new("n", "P")];
        let workload =
            Workload { name: "W", package: "w", variable: "V", tasks, ..Workload::default() };
        Study { name: "made-up", about: "", workloads: vec![workload] }
    }

    #[test]
    fn trials_that_have_a_row_are_not_run_again() {
        let (study, strategies) = (study(), [strategy("a", 5, false)]);
        let plan = Plan { study: &study, strategies: &strategies, seed: 1 };
        let mut rows = Rows::default();
        assert_eq!((plan.first(&rows).len(), plan.rest(&rows).len()), (6, 4));
        rows.insert(row("a", "W/m/P", 0, None));
        rows.insert(row("a", "W/n/P", 4, Some(1.0)));
        let left = |trials: Vec<Trial>| -> Vec<(usize, u64)> {
            trials.iter().map(|trial| (trial.task, trial.number)).collect()
        };
        assert_eq!(left(plan.first(&rows)), [(1, 0), (0, 1), (1, 1), (0, 2), (1, 2)]);
        assert_eq!(left(plan.rest(&rows)), [(0, 3), (1, 3), (0, 4)]);
    }

    #[test]
    fn three_fruitless_trials_end_a_task_only_where_the_strategy_is_screened() {
        let study = study();
        let strategies = [strategy("a", 5, true), strategy("b", 5, false)];
        let plan = Plan { study: &study, strategies: &strategies, seed: 1 };
        let mut rows = Rows::default();
        for number in 0..3 {
            rows.insert(row("a", "W/m/P", number, None));
            rows.insert(row("b", "W/m/P", number, None));
            rows.insert(row("a", "W/n/P", number, (number == 2).then_some(1.0)));
        }
        let rest = plan.rest(&rows);
        let of = |strategy, task| {
            rest.iter().filter(|t| t.strategy == strategy && t.task == task).count()
        };
        assert_eq!((of(0, 0), of(1, 0), of(0, 1)), (0, 2, 2));
    }

    #[test]
    fn seeds_differ_by_task_and_trial_and_not_by_strategy() {
        let study = study();
        let strategies = [strategy("a", 2, true), strategy("b", 2, true)];
        let trials =
            Plan { study: &study, strategies: &strategies, seed: 1 }.first(&Rows::default());
        let seeds: std::collections::BTreeSet<u64> =
            trials.iter().map(|trial| trial.seed).collect();
        assert_eq!((trials.len(), seeds.len()), (8, 4));
    }
}
