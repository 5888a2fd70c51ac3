//! The slowest tasks of all studies, by the tables of their reports.

use crate::{constants, etna, ifc, trophies, wasm_released};
use benches::study::Error;
use benches::study::plan::task::{Task, Workload};
use std::path::Path;

/// The folders of the reports.
const STUDIES: [&str; 6] =
    ["constants", "etna", "ifc/register", "ifc/stack", "trophies", "wasm/released"];

/// A task with the figures of its report.
pub(crate) struct Slow {
    /// The workload.
    pub(crate) workload: Workload,
    /// The task.
    pub(crate) task: Task,
    /// The median CPU seconds to the counterexample.
    pub(crate) median: f64,
    /// The CPU seconds of a trial.
    pub(crate) limit: f64,
}

impl Slow {
    /// Workload, mutant and property.
    pub(crate) fn name(&self) -> String {
        self.workload.task_name(&self.task)
    }

    /// Whether a trial takes more than a minute of CPU time, by the median.
    pub(crate) fn takes_minutes(&self) -> bool {
        self.median > 60.0
    }
}

/// The tasks that mutagen solved in every trial, the slowest first.
///
/// # Errors
/// When a table cannot be read, or names a task that does not exist.
pub(crate) fn tasks() -> Result<Vec<Slow>, Error> {
    let mut workloads = etna::workloads();
    workloads.extend([
        constants::workload(),
        ifc::register_workload(),
        ifc::stack_workload(),
        wasm_released::workload(),
    ]);
    workloads.extend(trophies::workloads());
    let mut all = Vec::new();
    for study in STUDIES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../docs/results")
            .join(study)
            .join("tasks.csv");
        let read = std::fs::read_to_string(&path);
        let text = read.map_err(|error| format!("{}: {error}", path.display()))?;
        for solved in solved(&text) {
            let [workload, mutant, property] = solved.name;
            let found = workloads.iter().filter(|known| known.name == workload).find_map(|known| {
                let is_it = |task: &&Task| (&*task.mutant, &*task.property) == (mutant, property);
                Some((known, known.tasks.iter().find(is_it)?))
            });
            let missing = || format!("there is no task {workload}/{mutant}/{property}");
            let (workload, task) = found.ok_or_else(missing)?;
            let (workload, task) = (workload.clone(), task.clone());
            all.push(Slow { workload, task, median: solved.median, limit: solved.limit });
        }
    }
    all.sort_by(|a, b| b.median.total_cmp(&a.median));
    Ok(all)
}

/// The workloads of these tasks, each package once.
pub(crate) fn workloads<'s>(tasks: impl Iterator<Item = &'s Slow>) -> Vec<Workload> {
    let mut workloads: Vec<Workload> = tasks.map(|slow| slow.workload.clone()).collect();
    workloads.sort_by_key(|workload| workload.package);
    workloads.dedup_by_key(|workload| workload.package);
    workloads
}

/// A line of a table.
#[derive(Debug, PartialEq)]
struct Solved<'t> {
    name: [&'t str; 3],
    median: f64,
    limit: f64,
}

/// The tasks of a table that mutagen solved in every trial.
fn solved(table: &str) -> impl Iterator<Item = Solved<'_>> {
    let head: Vec<&str> = table.lines().next().unwrap_or_default().split(',').collect();
    let at = |name: &str| head.iter().position(|cell| *cell == name).unwrap_or(usize::MAX);
    let [rate, median, limit] = ["find_rate", "median_time", "limit"].map(at);
    table.lines().skip(1).filter_map(move |line| {
        let cells: Vec<&str> = line.split(',').collect();
        let &["mutagen", workload, mutant, property, ..] = &cells[..] else { return None };
        let number = |at: usize| cells.get(at)?.parse::<f64>().ok();
        let (median, limit) = (number(median)?, number(limit)?);
        let name = [workload, mutant, property];
        (number(rate)? == 1.0).then_some(Solved { name, median, limit })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tasks_that_mutagen_always_solved_count() {
        let table = "strategy,workload,mutant,property,find_rate,median_time,limit\n\
                     mutagen,W,a,P,1,2.5,60\nmutagen,W,b,P,0.9,3,60\npaper,W,c,P,1,1,60\n";
        let wanted = Solved { name: ["W", "a", "P"], median: 2.5, limit: 60.0 };
        assert_eq!(solved(table).collect::<Vec<_>>(), [wanted]);
    }

    #[test]
    fn every_solved_task_of_the_reports_exists_and_the_slowest_comes_first() {
        let tasks = tasks().unwrap();
        assert!(tasks.len() > 200, "{}", tasks.len());
        assert!(tasks.is_sorted_by(|a, b| a.median >= b.median));
    }
}
