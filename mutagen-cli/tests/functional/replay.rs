//! Tests `replay`: where its test comes from, what it prints, its exit codes, the command line of a
//! debugger, and the test that it writes.

use crate::command::{Ran, ran};
use crate::regressions::{file, project, user, write};
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

fn replay(arguments: &[&str]) -> Ran {
    ran(user("replay discards").args(arguments))
}

#[test]
fn a_text_is_run_and_the_exit_code_says_what_came_of_it() {
    let cases = [
        ("(3,)", 0, "the test passed\n"),
        ("(7,)", 1, "failed: check failed: x < 7\n"),
        ("(2000,)", 3, "the test was discarded: the value does not meet the precondition\n"),
        ("(seven,)", 2, "error: line 1, column 2: expected a whole number"),
    ];
    for (text, code, said) in cases {
        let ran = replay(&["--text", text]);
        assert_eq!(ran.code, Some(code), "{ran:#?}");
        assert!(ran.out.contains(said), "{ran:#?}");
        assert_eq!(ran.out.contains(&format!("value: {text}\nx = ")), code != 2, "{ran:#?}");
        // What the test harness says is left out.
        assert!(!ran.err.contains("running 1 test"), "{ran:#?}");
    }
}

#[test]
fn a_file_has_one_value_or_several_regressions() {
    let path = project().folder.join("value.txt");
    fs::write(&path, "(\n  7,\n)").unwrap();
    let one = replay(&[path.to_str().unwrap()]);
    assert_eq!(one.code, Some(1), "{one:#?}");
    fs::write(&path, "(\n  seven,\n)").unwrap();
    let wrong = replay(&[path.to_str().unwrap()]);
    assert!(wrong.out.contains("value.txt:2:3: expected a whole number"), "{wrong:#?}");
    write("discards", "\nfailed: a\n  value: (3,)\n\nfailed: b\n  value: (8,)\n");
    for several in [replay(&[]), replay(&[file("discards").to_str().unwrap()])] {
        assert_eq!(several.code, Some(1), "{several:#?}");
        let passed = several.out.find("discards.txt:3: failed: a\nvalue: (3,)").unwrap();
        assert!(several.out[passed..].contains("discards.txt:6: failed: b\n"), "{several:#?}");
    }
    let one = replay(&["mutagen-regressions/lib/laws/discards.txt:6"]);
    assert!(one.code == Some(1) && !one.out.contains("failed: a"), "{one:#?}");
    let with_column = replay(&["mutagen-regressions/lib/laws/discards.txt:7:3"]);
    assert_eq!(with_column.out, one.out, "a line of the entry, as in an error about its value");
    let outside = replay(&["mutagen-regressions/lib/laws/discards.txt:1"]);
    assert_eq!(outside.code, Some(2), "{outside:#?}");
    assert!(outside.err.contains("entries begin in these lines: 3, 6"), "{outside:#?}");
    let functions = replay(&["--emit-test"]);
    assert_eq!(functions.code, Some(0), "{functions:#?}");
    for name in ["discards_counterexample()", "discards_counterexample_2()"] {
        assert_eq!(functions.out.matches(&format!("fn {name} {{")).count(), 1, "{functions:#?}");
    }
    let mut piped = user("replay discards -");
    let piped = piped.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"(9,)").unwrap();
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(1));
    let none = replay(&["no such file"]);
    assert_eq!(none.code, Some(2), "{none:#?}");
    assert!(none.err.contains("no such file: No such file"), "{none:#?}");
}

#[test]
fn a_test_of_an_earlier_run_is_made_again() {
    let run = ran(&mut user("run discards --seed 1 --regressions off --no-shrink"));
    let (value, address) = (after(&run.out, "\nx = "), after(&run.out, "address: "));
    let (address, _) = address.split_once(" of run ").unwrap();
    let again = replay(&["--address", address]);
    assert_eq!(again.code, Some(1), "{again:#?}");
    assert!(again.out.contains(&format!("value: ({value},)\nx = ")), "{again:#?}");
    let none = replay(&["--address", address, "--run", "77"]);
    assert_eq!(none.code, Some(2), "{none:#?}");
    assert!(none.err.contains("run 77 of the property is not on disk"), "{none:#?}");
}

/// The rest of the line after the first occurrence of `start`.
fn after<'t>(text: &'t str, start: &str) -> &'t str {
    let (_, rest) = text.split_once(start).unwrap_or_else(|| panic!("no {start} in {text}"));
    rest.lines().next().unwrap()
}

#[test]
fn a_crash_is_shown_with_its_stack() {
    let ran = ran(user("replay aborts").args(["--text", "(Circle { radius: 21, color: 0 },)"]));
    assert_eq!(ran.code, Some(1), "{ran:#?}");
    assert!(ran.out.contains("died: the process aborted while the test ran\n"), "{ran:#?}");
    if cfg!(target_os = "linux") {
        assert!(ran.out.contains("regressions::laws::aborts at "), "{ran:#?}");
    }
}

#[test]
fn the_command_line_of_a_debugger_runs_the_test_and_nothing_else() {
    let printed = replay(&["--debug", "--text", "(8,)"]);
    assert_eq!(printed.code, Some(0), "{printed:#?}");
    let line = printed.out.trim();
    assert!(line.contains(" MUTAGEN_REPLAY="), "{line}");
    let line = line.replace("rust-gdb --args ", "").replace("rust-lldb -- ", "");
    let output = Command::new("sh").args(["-c", &line]).output().unwrap();
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert_eq!(output.status.code(), Some(101), "{said}");
    assert!(said.contains("value: (8,)\nx = 8\n"), "{said}");
    assert!(said.contains("the test failed: check failed: x < 7"), "{said}");
}

#[test]
fn a_test_is_written_that_calls_the_function() {
    let emitted = replay(&["--emit-test", "--text", "(8,)"]);
    assert_eq!(emitted.code, Some(0), "{emitted:#?}");
    let lines: Vec<&str> = emitted.out.lines().collect();
    let expected = [
        "/// Found by mutagen.",
        "#[test]",
        "fn discards_counterexample() {",
        "    let x = 8;",
        "    mutagen_core::assert_holds(discards(x));",
        "}",
    ];
    assert_eq!(lines, expected, "{emitted:#?}");
}
