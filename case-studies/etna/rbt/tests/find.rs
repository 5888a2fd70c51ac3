//! Finds the table of `tests/tasks.rs`: for each task, among all arguments with the fewest nodes, and
//! then the fewest keys to choose from, the first that fails with the mutant and not without.
//! `cargo test --release -p etna-rbt --test find -- --ignored --nocapture` prints it.

mod enumerate;

use etna_rbt::{Property, TASKS, Task, mutant};
use mutagen_core::{Outcome, text};

/// Unused keys among those to choose from, at most.
const GAPS: usize = 2;

/// Nodes of all trees together, at most.
const NODES: usize = 12;

macro_rules! find_any {
    ($($name:ident = $function:ident($($argument:ident: $type:ty),*);)*) => {
        fn find(task: Task, nodes: usize, span: i32) -> Option<String> {
            let mut found = None;
            match task.property {
                $(Property::$name => enumerate::any(nodes, span, None, &mut |value: &($($type,)*), left| {
                    let ($($argument,)*) = value;
                    let failed = || {
                        matches!(etna_rbt::property::$function($($argument),*), Outcome::Failed(_))
                    };
                    mutant::select(Some(task.mutant));
                    if left > 0 || !failed() {
                        return false;
                    }
                    mutant::select(None);
                    if !failed() {
                        found = Some(text::print(value));
                    }
                    found.is_some()
                }),)*
            };
            found
        }
    };
}

etna_rbt::for_each_property!(find_any);

#[test]
#[ignore = "prints the table of tests/tasks.rs"]
fn every_task_has_a_counterexample() {
    for task in TASKS {
        let sizes = (0..=NODES).flat_map(|nodes| (0..=GAPS).map(move |gaps| (nodes, nodes + gaps)));
        let mut found =
            sizes.filter(|(_, span)| *span > 0).map(|(n, span)| find(*task, n, span as i32));
        let text = found.find_map(|text| text).unwrap_or_else(|| panic!("{task:?}: none found"));
        println!("    ({:?}, {:?}, {text:?}),", task.mutant, task.property);
    }
}
