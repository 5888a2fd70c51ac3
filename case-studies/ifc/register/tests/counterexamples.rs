//! A kept counterexample for each bug: `counterexamples.txt` has one a line, by number. They were
//! found by the smart generator, for the observer L, and made smaller by mutants of one state or the
//! same of both.

use ifc_register::{Diamond, Lattice, Pair, indistinguishable, is_well_formed, rules, ssni, step};
use mutagen_core::internal::value::walk::size;
use mutagen_core::{Outcome, text};

/// The most nodes that both states of a counterexample have together. As the smart generator makes
/// them, they have 163 and more.
const MOST: u64 = 120;

fn kept() -> Vec<(Diamond, Pair<Diamond>)> {
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
    for ((observer, pair), mutant) in kept.iter().zip(mutants) {
        let table = mutant.plant(&rules::correct());
        assert!(matches!(ssni(&table, *observer, pair), Outcome::Failed(_)), "{mutant}");
        // Where the bug is a check that lets too much through, the correct rules let nothing through.
        let checked = mutant.rule.check != mutant.correct.check;
        let expected = if checked { Outcome::Discarded } else { Outcome::Passed };
        assert_eq!(ssni(&rules::correct(), *observer, pair), expected, "{mutant}");
    }
}

#[test]
fn no_counterexample_starts_from_what_the_property_discards() {
    for (number, (observer, pair)) in (1..).zip(kept()) {
        assert!(indistinguishable(observer, &pair.left, &pair.right), "{number}");
        assert!(is_well_formed(&pair.left) && is_well_formed(&pair.right), "{number}");
    }
}

#[test]
fn the_counterexamples_of_bugs_26_and_27_leak_nothing_but_are_not_well_formed_any_more() {
    let kept = kept();
    for number in [26, 27] {
        let (observer, Pair { left, .. }) = &kept[number - 1];
        let next = step(rules::BUGS.table(Some(number)).unwrap(), left).unwrap();
        // The run stays where the observer does not see it, and is compared with itself.
        assert!(!left.pc.label.flows_to(*observer) && !next.pc.label.flows_to(*observer));
        assert!(indistinguishable(*observer, left, &next), "{number}");
        assert!(is_well_formed(left) && !is_well_formed(&next), "{number}");
    }
}

#[test]
fn counterexamples_are_small() {
    for (number, (_, pair)) in (1..).zip(kept()) {
        let nodes = size(&pair);
        assert!(nodes <= MOST, "{number}: {nodes} nodes");
    }
}
