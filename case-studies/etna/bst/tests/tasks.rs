//! A counterexample for every task, sorted by task, in mutagen's text form. `tests/find.rs` found them:
//! none has fewer nodes in its trees, and of those with as few none has keys from a smaller range, where
//! every node of a tree has the same value.

use etna_bst::{Mutant, Mutant::*, Property, Property::*, TASKS, Task, mutant};
use mutagen_core::{Outcome, text};

#[rustfmt::skip]
const COUNTEREXAMPLES: &[(Mutant, Property, &str)] = &[
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

macro_rules! run_any {
    ($($name:ident = $function:ident($($argument:ident: $type:ty),*);)*) => {
        /// Runs the property on the arguments with this text.
        fn run(property: Property, arguments: &str) -> Outcome {
            match property {
                $(Property::$name => {
                    let parsed = text::parse::<($($type,)*)>(arguments);
                    let ($($argument,)*) = parsed.unwrap_or_else(|error| panic!("{error}")).value;
                    etna_bst::property::$function($(&$argument),*)
                })*
            }
        }
    };
}

etna_bst::for_each_property!(run_any);

#[test]
fn every_task_has_a_counterexample_that_fails_with_the_mutant_alone() {
    let tasks = COUNTEREXAMPLES.iter().map(|(mutant, property, _)| (*mutant, *property));
    assert!(tasks.eq(TASKS.iter().map(|task| (task.mutant, task.property))));
    for (mutant, property, arguments) in COUNTEREXAMPLES {
        mutant::select(None);
        let without = run(*property, arguments);
        assert_eq!(without, Outcome::Passed, "{property} without {mutant}");
        mutant::select(Some(*mutant));
        let with = run(*property, arguments);
        assert!(matches!(with, Outcome::Failed(_)), "{property} with {mutant}: {with:?}");
    }
}

#[test]
fn the_tasks_are_as_many_as_the_literature_has_for_each_mutant() {
    let tasks_of = |mutant| TASKS.iter().filter(|task| task.mutant == mutant).count();
    let counts: Vec<usize> = Mutant::ALL.iter().map(|mutant| tasks_of(*mutant)).collect();
    assert_eq!(counts, [6, 7, 6, 7, 6, 8, 7, 6]);
    assert_eq!(TASKS.len(), 53);
    let again = |at: usize| TASKS[..at].contains(&TASKS[at]);
    assert!((0..TASKS.len()).all(|at| !again(at)), "a task is listed twice");
}

#[test]
fn a_name_that_is_no_mutants_is_refused_with_the_names_that_are() {
    for mutant in Mutant::ALL {
        assert_eq!(mutant.to_string().parse(), Ok(*mutant));
    }
    for wrong in ["", "insert", "Insert1", "insert_1 "] {
        let Err(error) = wrong.parse::<Mutant>() else { panic!("`{wrong}` is no mutant") };
        let said = error.to_string();
        assert!(said.contains(&format!("`{wrong}`")), "{said}");
        assert!(Mutant::ALL.iter().all(|mutant| said.contains(&mutant.to_string())), "{said}");
    }
}

#[test]
fn a_property_is_found_under_its_name_and_runs_in_the_engine_under_that_of_its_function() {
    for property in Property::ALL {
        assert_eq!(Property::named(&property.to_string()), Some(*property));
        let path = property.for_engine().path().to_owned();
        assert!(path.ends_with(&format!("::{}", property.function())), "{path}");
    }
    assert_eq!(Property::named("InsertNothing"), None);
    assert_eq!(Task { mutant: Insert1, property: InsertPost }, TASKS[0]);
}
