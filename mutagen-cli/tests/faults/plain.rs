//! Plain `cargo test` on properties with faults: without a supervisor, the test says what it can.

use crate::run::{Turn, folder, prepare, run_arguments};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The program of a campaign, which is an ordinary test executable as well.
fn program(name: &str) -> PathBuf {
    let arguments = run_arguments("holds", "--max-tests 10");
    let ran = crate::command::ran(&mut prepare(name, &folder(name), &arguments));
    let report = crate::command::report(&ran);
    Path::new(report["folder"].as_str().unwrap()).join("program")
}

fn test(program: &Path, property: &str) -> (Output, String) {
    let mut command = Command::new(program);
    command.args([&format!("{property}::property"), "--exact"]).env_remove("RUST_BACKTRACE");
    command.env("MUTAGEN_REGRESSIONS", "off");
    let output = command.env("FAULTS_FOLDER", folder("plain")).output().unwrap();
    let text = [&output.stdout[..], &output.stderr].map(String::from_utf8_lossy).concat();
    (output, text)
}

#[test]
fn a_test_that_ends_its_process_or_fails_is_named_and_others_pass() {
    let _turn = Turn::take();
    let program = program("plain_program");
    for property in
        ["ends::aborts", "ends::segv_write", "ends::double_free2", "values::copy_aborts"]
    {
        let (output, text) = test(&program, property);
        // Few tests are run, so that a rare death may not happen.
        let is_named = text.contains(&format!("{property}`; `cargo mutagen run "));
        assert!(output.status.success() || is_named, "{property}: {:?}: {text}", output.status);
        assert!(is_named || property.starts_with("values"), "{property}: {text}");
    }
    for (property, reason) in [
        ("kinds::hidden", "returned `false`"),
        ("kinds::two_checks", "check failed: x % "),
        ("panics::take_hook", "said to nobody"),
        ("panics::set_hook_quiet", "said without a hook"),
        ("debug::debug_panics", "the real reason"),
        ("debug::debug_errs", "the real reason"),
    ] {
        let (output, text) = test(&program, property);
        assert_eq!(output.status.code(), Some(101), "{property}: {text}");
        assert!(text.contains(reason) && text.contains("1 failed"), "{property}: {text}");
    }
    for property in ["kinds::holds", "children::fork_returns", "threads::thread_panics_later"] {
        let (output, text) = test(&program, property);
        assert!(output.status.success() && text.contains("1 passed"), "{property}: {text}");
    }
}
