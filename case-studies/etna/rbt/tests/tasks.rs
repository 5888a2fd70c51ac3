//! A counterexample for every task, sorted by task, in mutagen's text form. `tests/find.rs` found
//! them. No counterexample has fewer nodes in its trees, and none with as few nodes has keys from a
//! smaller range, among trees whose nodes all have the same value. The largest counterexamples have
//! 9 nodes (`swap_bc`: deletion rotates right to left only at the second level) and 12 nodes
//! (`miscolor_join_1` needs a join of two red nodes with black children, away from the root).

mod workload;

use etna_common::suite::trees::counterexamples::{
    Counterexample, every_task_has_one_that_fails_with_the_mutant_alone,
};
use etna_common::suite::{names, tasks};
use etna_rbt::{Mutant, Mutant::*, Property, Property::*, TASKS, Task};
use workload::Rbt;

#[rustfmt::skip]
const COUNTEREXAMPLES: &[Counterexample<Rbt>] = &[
    (Insert1, InsertPost, "(T(B, E, 0, 0, E), 1, 0, 0)"),
    (Insert1, InsertModel, "(T(B, E, 0, 0, E), 1, 0)"),
    (Insert1, DeleteInsert, "(T(B, E, 0, 0, E), 1, 1, 0)"),
    (Insert1, InsertInsert, "(E, 0, 1, 0, 0)"),
    (Insert2, InsertPost, "(T(B, E, 0, 0, E), 1, 0, 1)"),
    (Insert2, InsertModel, "(T(B, E, 0, 0, E), 1, 0)"),
    (Insert2, DeleteInsert, "(T(B, E, 0, 0, E), 0, 1, 0)"),
    (Insert2, InsertInsert, "(E, 0, 1, 0, 0)"),
    (Insert2, InsertDelete, "(T(B, E, 0, 0, E), 1, 0, 0)"),
    (Insert3, InsertPost, "(T(B, E, 0, 1, E), 0, 0, 0)"),
    (Insert3, InsertModel, "(T(B, E, 0, 1, E), 0, 0)"),
    (Insert3, InsertDelete, "(T(B, E, 0, 1, E), 0, 0, 0)"),
    (Insert3, InsertInsert, "(E, 0, 0, 0, 1)"),
    (Delete4, DeleteModel, "(T(B, E, 0, 0, E), 1)"),
    (Delete4, DeletePost, "(T(B, E, 0, 0, E), 1, 0)"),
    (Delete4, DeleteDelete, "(T(B, T(R, E, 0, 0, E), 1, 0, T(R, E, 2, 0, E)), 0, 1)"),
    (Delete4, DeleteInsert, "(E, 0, 1, 0)"),
    (Delete4, InsertDelete, "(E, 0, 1, 0)"),
    (Delete5, DeleteModel, "(T(B, E, 0, 0, T(R, E, 1, 0, E)), 1)"),
    (Delete5, DeletePost, "(T(B, E, 0, 0, T(R, E, 1, 0, E)), 1, 1)"),
    (Delete5, DeleteDelete, "(T(B, E, 0, 0, T(R, E, 1, 0, E)), 0, 1)"),
    (Delete5, DeleteInsert, "(T(B, E, 0, 0, E), 1, 1, 0)"),
    (MiscolorInsert, InsertValid, "(T(B, E, 0, 0, E), 1, 0)"),
    (MiscolorInsert, DeleteInsert, "(T(B, E, 0, 0, E), 1, 1, 0)"),
    (MiscolorDelete, DeleteValid, "(T(B, E, 0, 0, E), 1)"),
    (MiscolorBalLeft, DeleteValid, "(T(B, T(B, E, 0, 0, E), 1, 0, T(R, T(B, E, 2, 0, E), 3, 0, \
         T(B, E, 4, 0, E))), 0)"),
    (MiscolorBalLeft, DeleteDelete, "(T(B, T(B, E, 0, 0, E), 1, 0, T(R, T(B, E, 2, 0, E), 3, 0, \
         T(B, E, 4, 0, E))), 0, 4)"),
    (MiscolorBalRight, DeleteValid, "(T(B, T(R, T(B, E, 0, 0, E), 1, 0, T(B, E, 2, 0, E)), 3, 0, \
         T(B, E, 4, 0, E)), 4)"),
    (MiscolorBalRight, DeleteDelete, "(T(B, T(R, T(B, E, 0, 0, E), 1, 0, T(B, E, 2, 0, E)), 3, 0, \
         T(B, E, 4, 0, E)), 0, 4)"),
    (MiscolorJoin1, DeleteValid, "(T(B, T(B, T(B, E, 0, 0, E), 1, 0, T(B, E, 2, 0, E)), 3, 0, \
         T(B, T(R, T(B, E, 4, 0, E), 5, 0, T(B, E, 6, 0, E)), 7, 0, T(R, T(B, E, 8, 0, T(R, E, 9, \
         0, E)), 10, 0, T(B, E, 11, 0, E)))), 7)"),
    (MiscolorJoin2, DeleteValid, "(T(B, T(B, E, 0, 0, E), 1, 0, T(B, T(R, E, 2, 0, E), 3, 0, T(R, \
         E, 4, 0, E))), 1)"),
    (MiscolorJoin2, DeleteDelete, "(T(B, T(B, E, 0, 0, E), 1, 0, T(R, T(B, E, 2, 0, E), 3, 0, \
         T(B, T(R, E, 4, 0, E), 5, 0, E))), 0, 3)"),
    (NoBalanceInsert1, InsertValid, "(T(B, T(R, E, 0, 0, E), 2, 0, E), 1, 0)"),
    (NoBalanceInsert1, DeleteInsert, "(T(B, T(R, T(B, E, 0, 0, E), 1, 0, T(B, E, 2, 0, T(R, E, 3, \
         0, E))), 5, 0, T(B, E, 6, 0, E)), 6, 4, 0)"),
    (NoBalanceInsert1, InsertDelete, "(T(B, T(R, T(B, E, 0, 0, E), 1, 0, T(B, E, 2, 0, T(R, E, 3, \
         0, E))), 5, 0, T(B, E, 6, 0, E)), 4, 6, 0)"),
    (NoBalanceInsert2, InsertValid, "(T(B, E, 0, 0, E), 1, 0)"),
    (NoBalanceInsert2, DeleteInsert, "(T(B, E, 0, 0, E), 1, 1, 0)"),
    (NoBalanceInsert2, InsertDelete, "(T(B, E, 0, 0, T(R, E, 1, 0, E)), 2, 1, 0)"),
    (SwapCd, InsertValid, "(T(B, T(R, E, 1, 0, E), 2, 0, T(R, E, 3, 0, E)), 0, 0)"),
    (SwapCd, DeleteValid, "(T(B, T(B, T(R, E, 0, 0, E), 1, 0, T(R, E, 2, 0, E)), 3, 0, T(B, E, 4, \
         0, E)), 4)"),
    (SwapCd, InsertPost, "(T(B, T(R, E, 1, 0, E), 2, 0, T(R, E, 3, 0, E)), 0, 3, 0)"),
    (SwapCd, DeletePost, "(T(B, T(B, T(R, E, 0, 0, E), 1, 0, T(R, E, 2, 0, E)), 3, 0, T(B, E, 4, \
         0, E)), 4, 2)"),
    (SwapCd, InsertModel, "(T(B, T(R, E, 1, 0, E), 2, 0, T(R, E, 3, 0, E)), 0, 0)"),
    (SwapCd, DeleteModel, "(T(B, T(B, T(R, E, 0, 0, E), 1, 0, T(R, E, 2, 0, E)), 3, 0, T(B, E, 4, \
         0, E)), 4)"),
    (SwapCd, InsertInsert, "(T(B, E, 2, 0, T(R, E, 3, 0, E)), 0, 1, 0, 0)"),
    (SwapCd, InsertDelete, "(T(B, T(R, E, 1, 0, E), 2, 0, T(R, E, 3, 0, E)), 0, 1, 0)"),
    (SwapCd, DeleteInsert, "(T(B, T(R, E, 1, 0, E), 2, 0, T(R, E, 3, 0, E)), 0, 0, 0)"),
    (SwapCd, DeleteDelete, "(T(B, T(B, T(R, E, 0, 0, E), 1, 0, T(R, E, 2, 0, E)), 3, 0, T(B, E, \
         4, 0, E)), 0, 4)"),
    (SwapBc, InsertValid, "(T(B, T(B, E, 0, 0, E), 1, 0, T(R, T(B, E, 2, 0, T(R, E, 3, 0, E)), 5, \
         0, T(B, E, 6, 0, E))), 4, 0)"),
    (SwapBc, DeleteValid, "(T(B, T(B, T(B, E, 0, 0, E), 1, 0, T(B, E, 2, 0, E)), 3, 0, T(B, T(R, \
         T(B, E, 4, 0, E), 5, 0, T(B, E, 6, 0, E)), 7, 0, T(B, E, 8, 0, E))), 0)"),
    (SwapBc, InsertPost, "(T(B, T(B, E, 0, 0, E), 1, 0, T(R, T(B, E, 2, 0, T(R, E, 3, 0, E)), 5, \
         0, T(B, E, 6, 0, E))), 4, 2, 0)"),
    (SwapBc, DeletePost, "(T(B, T(B, T(B, E, 0, 0, E), 1, 0, T(B, E, 2, 0, E)), 3, 0, T(B, T(R, \
         T(B, E, 4, 0, E), 5, 0, T(B, E, 6, 0, E)), 7, 0, T(B, E, 8, 0, E))), 0, 4)"),
    (SwapBc, InsertModel, "(T(B, T(B, E, 0, 0, E), 1, 0, T(R, T(B, E, 2, 0, T(R, E, 3, 0, E)), 5, \
         0, T(B, E, 6, 0, E))), 4, 0)"),
    (SwapBc, DeleteModel, "(T(B, T(B, T(B, E, 0, 0, E), 1, 0, T(B, E, 2, 0, E)), 3, 0, T(B, T(R, \
         T(B, E, 4, 0, E), 5, 0, T(B, E, 6, 0, E)), 7, 0, T(B, E, 8, 0, E))), 0)"),
    (SwapBc, InsertInsert, "(T(B, T(B, E, 0, 0, E), 1, 0, T(B, T(R, E, 2, 0, E), 4, 0, T(R, E, 5, \
         0, E))), 3, 6, 0, 0)"),
    (SwapBc, InsertDelete, "(T(B, T(B, E, 0, 0, E), 1, 0, T(R, T(B, E, 2, 0, T(R, E, 3, 0, E)), \
         5, 0, T(B, E, 6, 0, E))), 4, 0, 0)"),
    (SwapBc, DeleteInsert, "(T(B, T(B, E, 0, 0, E), 1, 0, T(R, T(B, E, 2, 0, T(R, E, 3, 0, E)), \
         5, 0, T(B, E, 6, 0, E))), 0, 4, 0)"),
    (SwapBc, DeleteDelete, "(T(B, T(B, T(B, E, 0, 0, E), 1, 0, T(B, E, 2, 0, E)), 3, 0, T(B, T(R, \
         T(B, E, 4, 0, E), 5, 0, T(B, E, 6, 0, E)), 7, 0, T(B, E, 8, 0, E))), 0, 3)"),
];

#[test]
fn every_task_has_a_counterexample_that_fails_with_the_mutant_alone() {
    every_task_has_one_that_fails_with_the_mutant_alone::<Rbt>(COUNTEREXAMPLES);
}

#[test]
fn the_tasks_are_as_many_as_the_literature_has_for_each_mutant() {
    tasks::each_mutant_has_as_many_tasks(TASKS, &[4, 5, 4, 5, 4, 2, 1, 2, 2, 1, 2, 3, 3, 10, 10]);
    assert_eq!(TASKS.len(), 58);
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
