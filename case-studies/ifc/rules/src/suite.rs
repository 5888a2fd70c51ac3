//! The tests that both machines run on their tables of bugs and on the kept counterexamples.
//!
//! Every function is generic and is compiled as code of the tests. So this crate, which is
//! instrumented together with a machine, gets no counters from here.

use crate::{Opcode, Switch, Table};
use mutagen_core::internal::value::walk::size;
use mutagen_core::{Mutate, Outcome, text};

/// The generated bugs are these, in this order.
pub fn the_generated_bugs_are_the_numbered_ones<O: Opcode>(bugs: &Switch<O>, numbered: &[&str]) {
    let generated: Vec<String> = bugs.mutants().iter().map(ToString::to_string).collect();
    assert_eq!(generated, numbered);
}

/// The table with a bug is the correct one with the mutant's rule for its opcode.
pub fn each_bug_changes_the_rule_of_one_opcode<O: Opcode>(bugs: &Switch<O>, correct: &Table<O>) {
    for (number, mutant) in (1..).zip(bugs.mutants()) {
        let table = bugs.table(Some(number)).unwrap();
        let expected = correct.with(mutant.op, mutant.rule.clone());
        assert_eq!(*table, expected, "{mutant}");
        assert_ne!(table, correct, "{mutant}");
    }
}

/// The selected bug, number 18, is in force until another is, and a number beyond the last is
/// refused.
pub fn a_bug_is_selected_at_run_time<O: Opcode>(
    bugs: &Switch<O>,
    in_force: fn() -> &'static Table<O>,
    correct: &Table<O>,
) {
    bugs.select(Some(18)).unwrap();
    assert_eq!(in_force(), bugs.table(Some(18)).unwrap());
    bugs.select(None).unwrap();
    assert_eq!(in_force(), correct);
    assert!(bugs.select(Some(bugs.mutants().len() + 1)).is_err());
}

/// The kept counterexamples: one a line, by number.
pub fn kept<T: Mutate>(lines: &str) -> Vec<T> {
    let values = lines.lines().enumerate().map(|(at, line)| {
        let (number, literal) = line.split_once(' ').unwrap();
        assert_eq!(number.parse(), Ok(at + 1));
        text::parse(literal).unwrap_or_else(|error| panic!("{number}: {error}")).value
    });
    values.collect()
}

/// Each bug has a counterexample that fails the property with its table. With the correct table the
/// counterexample passes, or is discarded where the bug is a check that lets too much through:
/// there the correct rules let nothing through.
pub fn each_bug_has_a_counterexample_that_the_correct_rules_do_not_fail<O: Opcode, T>(
    bugs: &Switch<O>,
    correct: &Table<O>,
    kept: &[T],
    property: fn(&Table<O>, &T) -> Outcome,
) {
    assert_eq!(kept.len(), bugs.mutants().len());
    for (test, mutant) in kept.iter().zip(bugs.mutants()) {
        assert!(matches!(property(&mutant.plant(correct), test), Outcome::Failed(_)), "{mutant}");
        let checked = mutant.rule.check != mutant.correct.check;
        let expected = if checked { Outcome::Discarded } else { Outcome::Passed };
        assert_eq!(property(correct, test), expected, "{mutant}");
    }
}

/// The states of a counterexample have together at most `most` nodes.
pub fn counterexamples_are_small<'t, T: Mutate>(states: impl Iterator<Item = &'t T>, most: u64) {
    for (number, states) in (1..).zip(states) {
        let nodes = size(T::node(states));
        assert!(nodes <= most, "{number}: {nodes} nodes");
    }
}
