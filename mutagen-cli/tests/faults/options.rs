//! Options with absurd values: each is refused in words, or the campaign runs.

use crate::command::{Ran, ran};
use crate::run::{Turn, folder, prepare, run_arguments};

/// Runs a property that holds with these flags.
fn run(flags: &str) -> Ran {
    ran(&mut prepare("options", &folder("options"), &run_arguments("kinds::holds", flags)))
}

#[test]
fn an_absurd_value_of_an_option_is_a_usage_error_that_names_the_option() {
    let _turn = Turn::take();
    for flags in [
        "--seed=-1",
        "--seed 18446744073709551616",
        "--seed one",
        "--max-tests=-1",
        "--max-tests 1e9",
        "--max-time 5",
        "--max-time=-1s",
        "--max-cpu for-ever",
        "--timeout 99999999999999999999s",
        "--max-memory lots",
        "--max-memory 99999999999999999999G",
        "--stack=-1",
        "--stack 99999999999999999999",
        "--search nonsense=1",
        "--flaky perhaps",
        "--fidelity perfect",
        "--message-format yaml",
        "--no-such-flag",
    ] {
        let Ran { code, out, err } = run(flags);
        let option = flags.split([' ', '=']).next().unwrap();
        assert_eq!(code, Some(2), "{flags}: {out}{err}");
        assert!(err.contains(option) && !err.contains("panicked"), "{flags}: {err}");
    }
}

#[test]
fn a_stack_that_cannot_be_had_is_an_error_and_no_finding() {
    let _turn = Turn::take();
    let Ran { code, out, err } = run("--stack 65536 --max-tests 10");
    assert_eq!(code, Some(2), "{out}{err}");
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(report["error"].as_str().unwrap().contains("ask for a smaller stack"), "{report:#}");
}

#[test]
fn a_value_at_the_end_of_its_range_is_refused_or_the_campaign_runs() {
    let _turn = Turn::take();
    for flags in [
        "--max-time 1ns",
        "--max-tests 1",
        "--max-tests 18446744073709551615 --max-time 500ms",
        "--timeout 1ns --max-tests 10",
        "--timeout 100000h --max-tests 10",
        "--max-memory 1 --max-tests 10",
        "--max-memory 0 --max-tests 10",
        "--stack 1 --max-tests 10",
        "--seed 18446744073709551615 --max-tests 10",
    ] {
        let Ran { code, out, err } = run(flags);
        assert!(matches!(code, Some(0..=3)), "{flags}: {code:?}: {out}{err}");
        assert!(!err.contains("panicked"), "{flags}: {err}");
        let report: serde_json::Value = serde_json::from_str(&out).unwrap_or_default();
        assert_eq!(report["exit_code"].as_i64(), code.map(i64::from), "{flags}: {out}{err}");
    }
}
