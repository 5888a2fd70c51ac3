//! Tests each way in which a property can fail. The report shows the value of each counterexample.

use crate::command::{counterexample, json, run};
use crate::project::properties;

/// Runs a property that fails and returns the kind, the value and the message. The timeout is
/// generous, because filling a large stack takes long on a busy machine.
fn failed(property: &str) -> (String, String, String) {
    failed_within(property, "30s")
}

fn failed_within(property: &str, timeout: &str) -> (String, String, String) {
    let report = json(&format!("{property} --seed 1 --max-time 60s --timeout {timeout}"));
    assert_eq!(report["exit_code"], 1);
    let failure = counterexample(&report);
    let text = |key: &str| failure[key].as_str().unwrap().to_owned();
    (text("kind"), text("value"), text("message"))
}

/// The number in `x = 7`.
fn number(value: &str) -> u32 {
    let first = value.lines().next().unwrap();
    first.strip_prefix("x = ").unwrap_or_else(|| panic!("no number in {value}")).parse().unwrap()
}

#[test]
fn a_property_that_returns_false_is_reported_with_all_arguments() {
    let (kind, value, message) = failed("returns_false");
    assert_eq!(kind, "failed");
    assert!(number(&value) >= 3, "{value}");
    assert!(value.contains("y = true"), "{value}");
    assert!(message.contains("false"), "{message}");
}

#[test]
fn a_panic_is_reported_with_its_message_and_place() {
    let (kind, value, message) = failed("panics");
    assert_eq!(kind, "failed");
    assert!(value.starts_with("list = [\n"), "{value}");
    assert!(message.contains("the list is too long"), "{message}");
    assert!(message.contains("src/lib.rs:"), "{message}");
}

#[test]
fn an_error_is_reported_with_what_it_says() {
    let (_, value, message) = failed("returns_an_error");
    assert!(message.contains(&format!("{} is too much", number(&value))), "{message}");
}

#[test]
fn a_check_is_reported_with_its_condition() {
    let (_, value, message) = failed("checks");
    assert!(number(&value) >= 3 && message.contains("*x < 3"), "{value}: {message}");
}

#[test]
fn an_abort_is_reported_with_its_value() {
    let (kind, value, message) = failed("aborts");
    assert_eq!(kind, "died");
    assert!(number(&value) >= 3, "{value}");
    assert!(message.contains("aborted"), "{message}");
}

#[test]
fn a_stack_overflow_is_reported_with_its_value() {
    let (kind, value, message) = failed("overflows_the_stack");
    assert_eq!(kind, "died");
    assert!(number(&value) >= 3, "{value}");
    assert!(message.contains("overflowed its stack"), "{message}");
}

#[test]
fn a_test_that_never_ends_is_reported_with_its_value() {
    let (kind, value, message) = failed_within("loops_for_ever", "500ms");
    assert_eq!(kind, "hung");
    assert!(number(&value) >= 3, "{value}");
    assert!(message.contains("500ms"), "{message}");
}

#[test]
fn a_property_that_exits_with_success_is_reported_with_its_value() {
    let (kind, value, message) = failed("exits");
    assert_eq!(kind, "died");
    assert!(number(&value) >= 3, "{value}");
    assert!(message.contains("exited with code 0"), "{message}");
}

#[test]
fn an_ignored_property_is_run() {
    assert_eq!(failed("is_ignored").0, "failed");
}

#[test]
fn a_value_that_cannot_be_printed_is_still_a_counterexample() {
    let report = json("cannot_be_printed --seed 1");
    let failure = counterexample(&report);
    assert_eq!((&failure["kind"], &failure["class"]), (&"failed".into(), &"always".into()));
    assert!(failure["message"].as_str().unwrap().contains("false"), "{failure:#}");
    assert!(failure["text"].as_str().unwrap().starts_with("(Unprintable("), "{failure:#}");
    assert!(failure["value"].is_null(), "{failure:#}");
    assert!(failure["remarks"][0].as_str().unwrap().contains("`Debug`"), "{failure:#}");
}

#[test]
fn a_value_whose_debug_panics_is_written_as_mutagen_writes_values() {
    let (kind, value, message) = failed("panics_when_printed");
    assert_eq!(kind, "failed");
    assert!(value.contains("Panicking(") && value.contains("no words for"), "{value}");
    assert!(message.contains("false"), "{message}");
}

#[test]
fn the_report_for_people_has_value_seed_address_time_and_the_command_to_repeat() {
    let ran = run(properties(), "run aborts --seed 1");
    assert_eq!(ran.code, Some(1), "{ran:#?}");
    assert!(ran.out.starts_with("counterexample after "), "{ran:#?}");
    for part in [
        "\nx = ",
        "the process aborted while the test ran",
        "; seed 1\n",
        "\naddress: ",
        "\nrepeat: cargo mutagen run properties::tests::aborts --seed 1 --regressions off\n",
    ] {
        assert!(ran.out.contains(part), "no `{part}` in {ran:#?}");
    }
    assert!(ran.err.contains("running properties::tests::aborts with seed 1"), "{ran:#?}");
}

#[test]
fn the_command_to_repeat_finds_the_same_counterexample_after_as_many_tests() {
    let first = json("panics --seed 7");
    let again = json("properties::tests::panics --seed 7");
    assert_eq!(counterexample(&first)["value"], counterexample(&again)["value"]);
    assert_eq!(first["statistics"], again["statistics"]);
    let others = ["8", "9", "10"].map(|seed| json(&format!("panics --seed {seed}")));
    let differs = |other: &serde_json::Value| other["statistics"] != first["statistics"];
    assert!(others.iter().any(differs), "every seed gives the same run");
}

#[test]
fn without_a_seed_one_is_drawn_and_another_the_next_time() {
    let seed = || json("returns_false")["seed"].as_u64().unwrap();
    assert_ne!(seed(), seed());
}
