//! A kept counterexample for each bug: `counterexamples.txt` has one a line, by number. They were
//! found by the smart generator and made smaller by mutants of one state or the same of both.

use ifc_stack::{Pair, indistinguishable, rules, ssni};
use mutagen_core::internal::value::walk::size;
use mutagen_core::{Outcome, text};

/// The most nodes that both states of a counterexample have together. As the smart generator makes
/// them, they have 63 and more.
const MOST: u64 = 50;

fn kept() -> Vec<Pair> {
    let lines = include_str!("counterexamples.txt").lines().enumerate();
    let pairs = lines.map(|(at, line)| {
        let (number, literal) = line.split_once(' ').unwrap();
        assert_eq!(number.parse(), Ok(at + 1));
        text::parse(literal).unwrap_or_else(|error| panic!("{number}: {error}")).value
    });
    pairs.collect()
}

#[test]
fn each_bug_has_a_counterexample_that_the_correct_rules_do_not_fail() {
    let (kept, mutants) = (kept(), rules::BUGS.mutants());
    assert_eq!(kept.len(), mutants.len());
    for (pair, mutant) in kept.iter().zip(mutants) {
        let table = mutant.plant(&rules::correct());
        assert!(matches!(ssni(&table, pair), Outcome::Failed(_)), "{mutant}");
        // Where the bug is a check that lets too much through, the correct rules let nothing through.
        let checked = mutant.rule.check != mutant.correct.check;
        let expected = if checked { Outcome::Discarded } else { Outcome::Passed };
        assert_eq!(ssni(&rules::correct(), pair), expected, "{mutant}");
    }
}

#[test]
fn no_counterexample_starts_from_what_the_property_discards() {
    for (number, pair) in (1..).zip(kept()) {
        assert!(indistinguishable(&pair.left, &pair.right), "{number}");
    }
}

#[test]
fn counterexamples_are_small() {
    for (number, pair) in (1..).zip(kept()) {
        let nodes = size(&pair);
        assert!(nodes <= MOST, "{number}: {nodes} nodes");
    }
}
