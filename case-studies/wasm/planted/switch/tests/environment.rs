//! The switch reads the environment. Each case is a process of its own, since it is read once.

use std::process::Command;
use wasm_switch::{VARIABLE, selected};

/// What a process prints of its switch, and whether it succeeds, with this text in the variable.
fn asked(text: &str) -> (bool, String) {
    let executable = std::env::current_exe().expect("the test has an executable");
    let output = Command::new(executable)
        .args(["--ignored", "--nocapture", "--exact", "prints_the_bug_of_the_process"])
        .env(VARIABLE, text)
        .output()
        .expect("the test can be started");
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&text).into_owned())
}

#[test]
#[ignore = "a part of the test below"]
fn prints_the_bug_of_the_process() {
    let bug = selected().map_or_else(|| "none".to_owned(), |bug| bug.to_string());
    println!("the bug is {bug}.");
}

#[test]
fn the_variable_turns_its_bug_on_and_an_unknown_bug_is_refused() {
    for (text, bug) in [("", "none"), ("7", "7"), ("7b", "7b"), ("T4", "T4")] {
        let (is_done, printed) = asked(text);
        assert!(is_done && printed.contains(&format!("the bug is {bug}.")), "{printed}");
    }
    let (is_done, printed) = asked("16");
    let message = "WASM_STUDY_BUG: there is no bug `16`; take one of 1, 2, 3, 4, 5, 6, 6b, 7,";
    assert!(!is_done && printed.contains(message), "{printed}");
}
