//! The tables of tasks: as many as the literature has, none of them twice.

use crate::{NamedProperty, PlantedBug, Task};
use std::fmt::Debug;

/// There are so many tasks of each mutant, in the order of the mutants, and none is listed twice.
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

/// Each of so many mutants breaks both properties.
pub fn every_mutant_breaks_both_properties<M: PlantedBug, P: NamedProperty>(
    tasks: &[Task<M, P>],
    mutants: usize,
) {
    assert_eq!((M::ALL.len(), P::ALL.len()), (mutants, 2));
    each_mutant_has_as_many_tasks(tasks, &vec![2; mutants]);
}
