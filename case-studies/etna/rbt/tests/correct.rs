//! Tests the program without a mutant on all small arguments.

mod workload;

use etna_common::mutant;
use etna_common::suite::trees::correct::{self as suite, Small};
use etna_rbt::Mutant;
use workload::Rbt;

const SMALL: Small = Small { nodes: 5, span: 6 };

#[test]
fn every_property_holds_on_all_small_valid_trees() {
    suite::every_property_holds_on_all_small_valid_trees::<Rbt>(SMALL);
}

#[test]
fn a_test_with_an_invalid_tree_is_discarded_whichever_argument_it_is() {
    suite::a_test_with_an_invalid_tree_is_discarded::<Rbt>(SMALL, 1);
}

#[test]
fn the_valid_trees_are_exactly_those_that_can_be_built_in_order() {
    suite::the_valid_trees_are_exactly_those_that_can_be_built_in_order::<Rbt>(4);
}

#[test]
fn no_mutant_is_in_the_program_unless_one_is_selected() {
    assert_eq!(mutant::selected::<Mutant>(), None);
}
