//! Tests the program without a mutant on all small arguments.

mod workload;

use etna_bst::Mutant;
use etna_common::mutant;
use etna_common::suite::trees::correct::{self as suite, Small};
use workload::Bst;

const SMALL: Small = Small { nodes: 4, span: 5 };

#[test]
fn every_property_holds_on_all_small_valid_trees() {
    suite::every_property_holds_on_all_small_valid_trees::<Bst>(SMALL);
}

#[test]
fn a_test_with_an_invalid_tree_is_discarded_whichever_argument_it_is() {
    suite::a_test_with_an_invalid_tree_is_discarded::<Bst>(SMALL, 3);
}

#[test]
fn the_valid_trees_are_exactly_those_that_can_be_built_in_order() {
    suite::the_valid_trees_are_exactly_those_that_can_be_built_in_order::<Bst>(3);
}

#[test]
fn no_mutant_is_in_the_program_unless_one_is_selected() {
    assert_eq!(mutant::selected::<Mutant>(), None);
}
