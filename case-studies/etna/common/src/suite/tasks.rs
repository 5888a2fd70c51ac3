//! Checks the tables of tasks: as many tasks as in the literature, and each of them once.

use crate::{NamedProperty, PlantedBug, Task};
use std::fmt::Debug;

/// Each mutant has the expected number of tasks, and no task is listed twice. The numbers are in
/// the order of the mutants.
pub fn each_mutant_has_as_many_tasks<M: PlantedBug, P: PartialEq + Debug>(
    tasks: &[Task<M, P>],
    expected: &[usize],
) {
    let tasks_of = |mutant| tasks.iter().filter(|task| task.mutant == mutant).count();
    let counts: Vec<usize> = M::ALL.iter().map(|mutant| tasks_of(*mutant)).collect();
    assert_eq!(counts, expected);
    assert_eq!(tasks.len(), expected.iter().sum::<usize>());
    let again = |at: usize| tasks[..at].contains(&tasks[at]);
    assert!((0..tasks.len()).all(|at| !again(at)), "a task is listed twice");
}

/// The workload has this many mutants and two properties, and each mutant breaks both.
pub fn every_mutant_breaks_both_properties<M: PlantedBug, P: NamedProperty>(
    tasks: &[Task<M, P>],
    mutants: usize,
) {
    assert_eq!((M::ALL.len(), P::ALL.len()), (mutants, 2));
    each_mutant_has_as_many_tasks(tasks, &vec![2; mutants]);
}
