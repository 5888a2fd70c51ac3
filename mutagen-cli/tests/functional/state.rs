//! Tests properties that keep state from test to test, and `#[property(reset = …)]`.

use crate::command::{counterexample, json, run};
use crate::project::properties;

#[test]
fn a_bug_behind_a_cache_is_found_and_the_report_names_the_functions() {
    let report = json("remembers_answers --seed 1 --max-tests 2000000");
    assert!(counterexample(&report)["value"].as_str().unwrap().starts_with("bytes = ["));
    let named = report["coverage_findings"]["first_only"]["first"].to_string();
    assert!(named.contains("begins_with_three"), "{report:#}");
    assert!(report["statistics"]["unstable"].as_u64().unwrap() > 0, "{report:#}");
    let ran = run(properties(), "run remembers_answers --seed 1 --max-tests 2000000");
    assert!(ran.out.contains("begins_with_three") && ran.out.contains("reset = "), "{ran:#?}");
}

#[test]
fn reset_runs_before_each_test_and_each_repetition_of_one() {
    let report = json("forgets_answers --seed 1 --max-tests 2000000");
    // The property fails at once if there are answers left.
    let value = counterexample(&report)["value"].as_str().unwrap();
    assert!(value.contains("183,\n") && value.contains("77,\n"), "{report:#}");
    assert_eq!(report["statistics"]["unstable"], 0, "{report:#}");
}

#[test]
fn a_reset_that_panics_is_a_set_up_error_with_its_message() {
    let ran = run(properties(), "run has_a_reset_that_panics --seed 1");
    assert_eq!(ran.code, Some(2), "{ran:#?}");
    assert!(ran.err.contains("`tests::has_a_reset_that_panics` cannot be run: "), "{ran:#?}");
    assert!(ran.err.contains("`reset` function panicked"), "{ran:#?}");
    assert!(ran.err.contains("the table is locked"), "{ran:#?}");
}
