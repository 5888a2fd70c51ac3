//! The kept counterexamples of all tasks: the test that checks them, and the search for the
//! smallest.

use super::small::any;
use super::{Argument, SearchTrees, Visitor};
use crate::Task;
use crate::mutant::select;
use mutagen_core::{Mutate, Outcome, text};

/// A counterexample of a task: the mutant, the property, and the arguments in mutagen's text form.
pub type Counterexample<W> =
    (<W as SearchTrees>::Mutant, <W as SearchTrees>::Property, &'static str);

/// Runs a property on arguments in text form.
struct RunText<'t>(&'t str);

impl<W: SearchTrees> Visitor<W> for RunText<'_> {
    type Output = Outcome;

    fn visit<A: Argument<W> + Mutate>(self, property: fn(&A) -> Outcome) -> Outcome {
        let parsed = text::parse::<A>(self.0);
        property(&parsed.unwrap_or_else(|error| panic!("{error}")).value)
    }
}

/// Every task has a counterexample, in the order of the tasks. It fails only with the mutant.
pub fn every_task_has_one_that_fails_with_the_mutant_alone<W: SearchTrees>(
    kept: &[Counterexample<W>],
) {
    let tasks = kept.iter().map(|(mutant, property, _)| (*mutant, *property));
    assert!(tasks.eq(W::TASKS.iter().map(|task| (task.mutant, task.property))));
    for (mutant, property, arguments) in kept {
        select::<W::Mutant>(None);
        let without = W::visit(*property, RunText(arguments));
        assert_eq!(without, Outcome::Passed, "{property} without {mutant}");
        select(Some(*mutant));
        let with = W::visit(*property, RunText(arguments));
        assert!(matches!(with, Outcome::Failed(_)), "{property} with {mutant}: {with:?}");
    }
}

/// The most keys to choose from that a counterexample leaves unused.
const GAPS: usize = 2;

/// The most nodes of all trees together.
const NODES: usize = 12;

/// Finds the first counterexample of a task whose trees have exactly `nodes` nodes together.
struct Find<W: SearchTrees> {
    task: Task<W::Mutant, W::Property>,
    nodes: usize,
    span: i32,
}

impl<W: SearchTrees> Visitor<W> for Find<W> {
    type Output = Option<String>;

    fn visit<A: Argument<W> + Mutate>(self, property: fn(&A) -> Outcome) -> Option<String> {
        let mut found = None;
        any::<W, A>(self.nodes, self.span, None, &mut |arguments, left| {
            let failed = || matches!(property(arguments), Outcome::Failed(_));
            select(Some(self.task.mutant));
            if left > 0 || !failed() {
                return false;
            }
            select::<W::Mutant>(None);
            if !failed() {
                found = Some(text::print(arguments));
            }
            found.is_some()
        });
        found
    }
}

/// Prints the table of counterexamples: for each task, the first counterexample with the fewest
/// nodes and then the fewest keys to choose from. A counterexample fails with the mutant and passes
/// without it.
pub fn print_the_smallest<W: SearchTrees>() {
    for &task in W::TASKS {
        let sizes = (0..=NODES).flat_map(|nodes| (0..=GAPS).map(move |gaps| (nodes, nodes + gaps)));
        let mut found = sizes
            .filter(|(_, span)| *span > 0)
            .map(|(nodes, span)| W::visit(task.property, Find { task, nodes, span: span as i32 }));
        let text = found.find_map(|text| text).unwrap_or_else(|| panic!("{task:?}: none found"));
        println!("    ({:?}, {:?}, {text:?}),", task.mutant, task.property);
    }
}
