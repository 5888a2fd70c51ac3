//! A kept counterexample for each bug. `counterexamples.txt` has one per line, by number. The smart
//! generator found them, and they were made smaller by mutating one state or both states alike.

use ifc_rules::suite;
use ifc_stack::{Pair, indistinguishable, rules, ssni};

/// The most nodes that both states of a counterexample have together. Counterexamples of the smart
/// generator have at least 63.
const MOST: u64 = 50;

fn kept() -> Vec<Pair> {
    suite::kept(include_str!("counterexamples.txt"))
}

#[test]
fn each_bug_has_a_counterexample_that_the_correct_rules_do_not_fail() {
    suite::each_bug_has_a_counterexample_that_the_correct_rules_do_not_fail(
        &rules::BUGS,
        &rules::correct(),
        &kept(),
        ssni,
    );
}

#[test]
fn no_counterexample_starts_from_what_the_property_discards() {
    for (number, pair) in (1..).zip(kept()) {
        assert!(indistinguishable(&pair.left, &pair.right), "{number}");
    }
}

#[test]
fn counterexamples_are_small() {
    suite::counterexamples_are_small(kept().iter(), MOST);
}
