//! A counterexample for every task, sorted by task, in mutagen's text form. `tests/find.rs` found
//! them. No counterexample has fewer nodes in its trees, and none with as few nodes has keys from a
//! smaller range, among trees whose nodes all have the same value.

mod workload;

use etna_bst::{Mutant, Mutant::*, Property, Property::*, TASKS, Task};
use etna_common::suite::trees::counterexamples::{
    Counterexample, every_task_has_one_that_fails_with_the_mutant_alone,
};
use etna_common::suite::{names, tasks};
use workload::Bst;

#[rustfmt::skip]
const COUNTEREXAMPLES: &[Counterexample<Bst>] = &[
    (Insert1, InsertPost, "(T(E, 0, 0, E), 1, 0, 0)"),
    (Insert1, InsertModel, "(T(E, 0, 0, E), 1, 0)"),
    (Insert1, DeleteInsert, "(T(E, 0, 0, E), 1, 1, 0)"),
    (Insert1, InsertInsert, "(E, 0, 1, 0, 0)"),
    (Insert1, InsertUnion, "(E, T(E, 0, 0, E), 1, 0)"),
    (Insert1, UnionDeleteInsert, "(T(E, 0, 0, E), E, 1, 0)"),
    (Insert2, InsertPost, "(T(E, 0, 0, E), 1, 0, 1)"),
    (Insert2, InsertModel, "(T(E, 0, 0, E), 1, 0)"),
    (Insert2, DeleteInsert, "(T(E, 0, 0, E), 0, 1, 0)"),
    (Insert2, InsertInsert, "(E, 0, 1, 0, 0)"),
    (Insert2, InsertUnion, "(E, T(E, 0, 0, E), 1, 0)"),
    (Insert2, UnionDeleteInsert, "(T(E, 0, 0, E), E, 1, 0)"),
    (Insert2, InsertDelete, "(T(E, 0, 0, E), 1, 0, 0)"),
    (Insert3, InsertPost, "(T(E, 0, 1, E), 0, 0, 0)"),
    (Insert3, InsertModel, "(T(E, 0, 1, E), 0, 0)"),
    (Insert3, InsertDelete, "(T(E, 0, 1, E), 0, 0, 0)"),
    (Insert3, InsertInsert, "(E, 0, 0, 0, 1)"),
    (Insert3, InsertUnion, "(E, T(E, 0, 1, E), 0, 0)"),
    (Insert3, UnionDeleteInsert, "(T(E, 0, 1, E), E, 0, 0)"),
    (Delete4, DeleteModel, "(T(E, 0, 0, E), 1)"),
    (Delete4, DeletePost, "(T(E, 0, 0, E), 1, 0)"),
    (Delete4, DeleteDelete, "(T(E, 0, 0, T(E, 1, 0, T(E, 2, 0, E))), 0, 1)"),
    (Delete4, DeleteInsert, "(E, 0, 1, 0)"),
    (Delete4, DeleteUnion, "(T(E, 0, 0, E), T(E, 1, 0, E), 0)"),
    (Delete4, InsertDelete, "(E, 0, 1, 0)"),
    (Delete4, UnionDeleteInsert, "(T(E, 0, 0, E), E, 1, 0)"),
    (Delete5, DeleteModel, "(T(E, 0, 0, T(E, 1, 0, E)), 1)"),
    (Delete5, DeletePost, "(T(E, 0, 0, T(E, 1, 0, E)), 1, 1)"),
    (Delete5, DeleteDelete, "(T(E, 0, 0, T(E, 1, 0, E)), 0, 1)"),
    (Delete5, DeleteInsert, "(T(E, 0, 0, E), 1, 1, 0)"),
    (Delete5, DeleteUnion, "(T(E, 0, 0, E), T(E, 1, 0, E), 1)"),
    (Delete5, UnionDeleteInsert, "(T(E, 0, 0, T(E, 1, 0, E)), E, 1, 1)"),
    (Union6, UnionValid, "(T(E, 0, 0, E), T(E, 0, 0, E))"),
    (Union6, UnionPost, "(T(E, 1, 0, E), T(E, 0, 0, E), 0)"),
    (Union6, UnionModel, "(T(E, 0, 0, E), T(E, 0, 0, E))"),
    (Union6, DeleteUnion, "(T(E, 0, 0, E), T(E, 0, 0, E), 0)"),
    (Union6, InsertUnion, "(E, T(E, 0, 0, E), 0, 0)"),
    (Union6, UnionDeleteInsert, "(T(E, 1, 0, E), E, 0, 0)"),
    (Union6, UnionUnionAssoc, "(T(E, 0, 0, E), T(E, 0, 0, E), T(E, 0, 0, E))"),
    (Union6, UnionUnionIdem, "(T(E, 0, 0, E),)"),
    (Union7, UnionValid, "(T(E, 0, 0, E), T(T(E, 0, 0, E), 1, 0, E))"),
    (Union7, UnionPost, "(T(E, 1, 0, E), T(E, 0, 0, T(E, 2, 0, E)), 2)"),
    (Union7, UnionModel, "(T(E, 0, 0, E), T(T(E, 0, 0, E), 1, 0, E))"),
    (Union7, DeleteUnion, "(T(E, 0, 0, E), T(T(E, 0, 0, E), 1, 0, E), 0)"),
    (Union7, InsertUnion, "(E, T(E, 0, 0, T(E, 1, 0, E)), 1, 0)"),
    (Union7, UnionDeleteInsert, "(T(E, 1, 0, E), T(E, 0, 0, E), 2, 0)"),
    (Union7, UnionUnionAssoc, "(T(E, 0, 0, E), T(E, 1, 0, E), T(E, 1, 0, E))"),
    (Union8, UnionPost, "(T(E, 1, 0, E), T(E, 0, 1, T(E, 1, 1, E)), 1)"),
    (Union8, UnionModel, "(T(E, 1, 0, E), T(E, 0, 1, T(E, 1, 1, E)))"),
    (Union8, DeleteUnion, "(T(E, 1, 0, E), T(E, 0, 1, T(E, 1, 1, E)), 0)"),
    (Union8, InsertUnion, "(E, T(E, 0, 0, T(E, 1, 0, E)), 1, 1)"),
    (Union8, UnionDeleteInsert, "(T(T(E, 0, 0, E), 1, 0, E), T(E, 0, 1, E), 1, 0)"),
    (Union8, UnionUnionAssoc, "(T(E, 1, 0, E), T(E, 0, 0, E), T(E, 1, 1, E))"),
];

#[test]
fn every_task_has_a_counterexample_that_fails_with_the_mutant_alone() {
    every_task_has_one_that_fails_with_the_mutant_alone::<Bst>(COUNTEREXAMPLES);
}

#[test]
fn the_tasks_are_as_many_as_the_literature_has_for_each_mutant() {
    tasks::each_mutant_has_as_many_tasks(TASKS, &[6, 7, 6, 7, 6, 8, 7, 6]);
    assert_eq!(TASKS.len(), 53);
    assert_eq!(Task { mutant: Insert1, property: InsertPost }, TASKS[0]);
}

#[test]
fn a_name_that_is_no_mutants_is_refused_with_the_names_that_are() {
    names::a_wrong_name_of_a_mutant_is_refused_with_the_right_ones::<Mutant>();
}

#[test]
fn a_property_is_found_under_its_name_and_runs_under_that_of_its_function() {
    names::a_property_has_its_name_here_and_that_of_its_function_in_the_engine::<Property>();
}
