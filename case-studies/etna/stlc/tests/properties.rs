//! The properties as `cargo mutagen run` and `cargo test` find them, under the names of the functions
//! in `etna_stlc::property`. The environment variable `ETNA_MUTANT` says which planted bug is in the
//! program.

use etna_stlc::Mutant;
use etna_stlc::mutant::select_from_env;
use mutagen_core::{Outcome, property};
use std::process::Command;

macro_rules! register {
    ($($name:ident = $function:ident($($argument:ident: $type:ty),*);)*) => {$(
        #[property(before = select_from_env)]
        fn $function($($argument: &$type),*) -> Outcome {
            etna_stlc::property::$function($($argument),*)
        }
    )*};
}

etna_stlc::for_each_property!(register);

#[test]
fn an_unknown_mutant_is_an_error_that_lists_the_names_before_any_test_runs() {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "single_preserve::property"])
        .env("ETNA_MUTANT", "shift_vra_all")
        .output()
        .unwrap();
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("ETNA_MUTANT: there is no mutant `shift_vra_all`"), "{said}");
    assert!(said.contains("shift_var_all, "), "{said}");
    assert!(!said.contains("counterexample"), "{said}");
}

#[test]
fn the_text_of_a_mutant_is_its_name_and_no_two_share_one() {
    for &mutant in Mutant::ALL {
        assert_eq!(mutant.to_string().parse(), Ok(mutant));
    }
    let unknown = "no_such".parse::<Mutant>().unwrap_err();
    assert!(unknown.to_string().contains("substTop_no_shift"));
}
