//! Tests of the names of mutants and properties, and of the error for an unknown name of a mutant.

use crate::{NamedProperty, PlantedBug};
use std::process::Command;

/// The text of a mutant is its name. Any other name is refused, with a list of the valid names.
pub fn a_wrong_name_of_a_mutant_is_refused_with_the_right_ones<M: PlantedBug>() {
    for mutant in M::ALL {
        assert_eq!(mutant.to_string().parse(), Ok(*mutant));
    }
    for wrong in ["", "insert", "Insert1", "insert_1 ", "no_such"] {
        let Err(error) = wrong.parse::<M>() else { panic!("`{wrong}` is no mutant") };
        let said = error.to_string();
        assert!(said.contains(&format!("`{wrong}`")), "{said}");
        assert!(M::ALL.iter().all(|mutant| said.contains(&mutant.to_string())), "{said}");
    }
}

/// A property is found by its name, and runs in the engine under the name of its function.
pub fn a_property_has_its_name_here_and_that_of_its_function_in_the_engine<P: NamedProperty>() {
    for property in P::ALL {
        assert_eq!(P::named(&property.to_string()), Some(*property));
        let path = property.for_engine().path().to_owned();
        assert!(path.ends_with(&format!("::{}", property.function())), "{path}");
    }
    assert_eq!(P::named("InsertNothing"), None);
}

/// With a wrong name in `ETNA_MUTANT`, no property of this test executable runs. The error lists
/// the valid names, and `right` is one of them.
pub fn a_wrong_name_in_the_environment_stops_the_run(property: &str, wrong: &str, right: &str) {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", property])
        .env(crate::mutant::VARIABLE, wrong)
        .output()
        .unwrap();
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains(&format!("ETNA_MUTANT: there is no mutant `{wrong}`")), "{said}");
    assert!(said.contains(&format!("{right}, ")), "{said}");
    assert!(!said.contains("counterexample"), "{said}");
}
