//! Trials of made-up properties. This executable starts itself, and the child ends as the process
//! of a peer does.

use mutagen_core::Outcome;
use serde_json::Value;
use std::process::Command;
use trial::Trial;

/// The environment variable with the property of the child.
const VARIABLE: &str = "TRIAL_OF_A_TEST";

/// Runs the property of this name if this process is the child; otherwise starts the child and
/// returns the last line that it prints.
fn last_line(test: &str, property: impl Fn(u64) -> Outcome) -> Value {
    if std::env::var(VARIABLE).is_ok() {
        let trial = Trial::from_env().unwrap_or_else(|error| panic!("{error}"));
        trial::begin(&trial);
        for number in 0.. {
            let _ = trial::test(|| property(number));
        }
    }
    let executable = std::env::current_exe().unwrap();
    let mut command = Command::new(executable);
    command.args(["--exact", test, "--nocapture", "--test-threads", "1"]).env(VARIABLE, "");
    command.env(trial::WORKLOAD, "none").env(trial::PROPERTY, test).env(trial::SEED, "1");
    command.env(trial::LIMIT, "0.1").env(trial::PATIENCE, "0.02");
    let output = command.output().unwrap();
    assert!(!output.status.success(), "it ends by a signal: {:?}", output.status);
    let text = String::from_utf8(output.stdout).unwrap();
    let last = text.lines().rev().find_map(|line| {
        // The name of the test stands before it on the line.
        serde_json::from_str(&line[line.find('{')?..]).ok()
    });
    last.unwrap_or_else(|| panic!("no line of JSON in {text:?}"))
}

#[test]
fn a_failing_test_ends_the_trial_and_counts_as_valid() {
    let line =
        last_line("a_failing_test_ends_the_trial_and_counts_as_valid", |number| match number {
            0..=3 => Outcome::Discarded,
            4..=8 => Outcome::Passed,
            _ => Outcome::Failed("the tenth".to_owned()),
        });
    assert_eq!(
        (&line["status"], &line["tests"], &line["valid"]),
        (&"failed".into(), &10.into(), &6.into())
    );
    assert!(line["how"].is_null() && line["message"] == "the tenth", "{line}");
}

#[test]
fn a_panic_is_a_failure() {
    let line = last_line("a_panic_is_a_failure", |number| {
        assert!(number < 5, "the sixth");
        Outcome::Passed
    });
    assert_eq!((&line["status"], &line["tests"]), (&"failed".into(), &6.into()));
    let message = line["message"].as_str().unwrap_or_default();
    assert!(message.contains("the sixth") && message.contains("tests/trial.rs"), "{message}");
}

#[test]
fn a_trial_that_finds_nothing_ends_with_its_time() {
    let line = last_line("a_trial_that_finds_nothing_ends_with_its_time", |number| {
        if number % 2 == 0 { Outcome::Discarded } else { Outcome::Passed }
    });
    assert_eq!(line["status"], "timeout", "{line}");
    assert!(line["time"].as_f64() >= Some(0.1), "{line}");
    // The watchdog reads the one after the other while tests go on.
    let [tests, valid] = ["tests", "valid"].map(|name| line[name].as_f64().unwrap());
    assert!(tests > 0.0 && (valid / tests - 0.5).abs() < 0.01, "{line}");
}

#[test]
fn a_test_that_does_not_come_back_is_a_failure_of_its_kind() {
    let line = last_line("a_test_that_does_not_come_back_is_a_failure_of_its_kind", |number| {
        if number == 3 {
            loop {
                std::hint::spin_loop();
            }
        }
        Outcome::Passed
    });
    assert_eq!((&line["status"], &line["how"]), (&"failed".into(), &"hung".into()), "{line}");
    assert_eq!(line["tests"], 4);
}
