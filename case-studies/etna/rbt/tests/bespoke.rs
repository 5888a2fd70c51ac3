//! Tests the program without a mutant on random valid trees, larger than those of
//! `tests/correct.rs`, and tests the generator of these trees.

mod workload;

use etna_common::suite::trees::bespoke as suite;
use workload::Rbt;

#[test]
fn every_property_holds_on_bespoke_trees() {
    suite::every_property_holds_on_bespoke_trees::<Rbt>();
}

#[test]
fn bespoke_trees_are_valid_and_have_up_to_the_number_of_keys_promised() {
    suite::bespoke_trees_are_valid_and_of_every_size_promised::<Rbt>();
}
