//! The properties as `cargo mutagen run` and `cargo test` find them, under the names of the
//! functions in `etna_fsub::property`. The environment variable `ETNA_MUTANT` says which planted
//! bug is in the program.

use etna_common::register_properties;
use etna_common::suite::names;
use etna_fsub::{Mutant, for_each_property, mutant, property};

for_each_property!(register_properties);

#[test]
fn an_unknown_mutant_is_an_error_that_lists_the_names_before_any_test_runs() {
    let (wrong, right) = ("shift_vra_all", "shift_var_all");
    names::a_wrong_name_in_the_environment_stops_the_run("single_preserve::property", wrong, right);
}

#[test]
fn the_text_of_a_mutant_is_its_name_and_no_two_share_one() {
    names::a_wrong_name_of_a_mutant_is_refused_with_the_right_ones::<Mutant>();
    assert_eq!(Mutant::TsubstTvarFlip.to_string(), "tsubst_tvar_flip");
}
