//! The table of faults and answers.

use crate::row::{Row, command, report, victims};
use std::fs;
use std::time::{Duration, Instant};

const FAILED: &[&str] = &["failed"];
const DIED: &[&str] = &["died"];
const HUNG: &[&str] = &["hung"];
const ALWAYS: Option<&str> = Some("always");
const AFTER_OTHERS: Option<&str> = Some("only after other tests");

/// A row about a test that fails each time.
const fn always(
    name: &'static str,
    kinds: &'static [&'static str],
    says: &'static [&'static str],
) -> Row {
    Row { name, flags: "", exit: 1, kinds, class: ALWAYS, value: Some("("), says, tests: 0 }
}

/// A row about a property that holds, whatever else it does.
const fn holds(name: &'static str, flags: &'static str, tests: u64) -> Row {
    Row { name, flags, exit: 0, kinds: &[], class: None, value: None, says: &[], tests }
}

fn check(rows: &[Row]) {
    let faults: Vec<String> = rows.iter().flat_map(Row::faults).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_property_ends_its_process() {
    check(&[
        always("aborts", DIED, &["aborted", "tests::aborts at "]),
        always("abort_says", DIED, &["the reason of the abort"]),
        always("panics_in_extern_c", DIED, &["inside extern C"]),
        always("double_panic", DIED, &["first"]),
        always("double_free", DIED, &["double free"]),
        always("writes_to_nowhere", DIED, &["invalid memory access", "writes_to_nowhere at "]),
        always("exits", DIED, &["exited with code 0"]),
        Row { flags: "--stack 8", ..always("overflows", DIED, &["overflowed its stack"]) },
    ]);
}

#[test]
fn the_property_blocks_its_process() {
    check(&[
        always("loops", HUNG, &["still running after 1s", "tests::loops at "]),
        always("parks", HUNG, &["still running"]),
        always("stops_itself", HUNG, &["still running"]),
        always("ignores_signals_and_loops", HUNG, &["still running"]),
    ]);
}

#[test]
fn values_end_the_process_when_they_are_made_copied_or_dropped() {
    let of_values = |name, kind: &'static [&'static str], says| Row {
        value: if kind == ["generate"] { None } else { Some("(") },
        ..always(name, kind, says)
    };
    check(&[
        of_values("drop_aborts_vec", &["drop"], &["aborted"]),
        of_values("drop_panics_ref", &["drop"], &["dropped a large one"]),
        of_values("drop_loops_value", &["drop"], &["did not go on"]),
        of_values("copy_panics", &["copy"], &["no copy of a large one"]),
        of_values("generate_panics", &["generate"], &["no large one"]),
    ]);
}

#[test]
fn panics_are_reported_whatever_the_hook_is() {
    check(&[
        always("long_panic", FAILED, &["long long", "bytes more"]),
        always("payload_panics", FAILED, &["panicked"]),
        always("set_hook_quiet", FAILED, &["said without a hook", "replaces the panic hook"]),
        always("take_hook", FAILED, &["said to nobody"]),
    ]);
}

#[test]
fn children_of_a_property_do_not_act_as_the_worker() {
    check(&[
        holds("fork_returns", "--max-tests 5000", 5000),
        holds("fork_panics", "--max-tests 5000", 5000),
        holds("fork_hangs", "--max-tests 5000", 5000),
        holds("respawns_inherit", "--max-tests 3000", 3000),
    ]);
}

#[test]
fn threads_of_earlier_tests_are_survived() {
    check(&[
        holds("thread_panics_later", "--max-tests 3000", 3000),
        Row { class: None, ..always("thread_aborts_later", &["outside"], &["aborted"]) },
    ]);
}

#[test]
fn closed_and_foreign_files_lose_no_counterexample() {
    check(&[
        always("closes_fds_false", FAILED, &["returned `false`"]),
        always("closes_fds_victim", FAILED, &["returned `false`"]),
        always("fd0_garbage", FAILED, &["returned `false`"]),
        holds("reads_stdin", "--max-tests 50", 50),
    ]);
    for victim in fs::read_dir(victims()).unwrap() {
        let path = victim.unwrap().path();
        assert_eq!(fs::read_to_string(&path).unwrap(), "", "{path:?}");
    }
}

#[test]
fn debug_implementations_are_never_the_kind() {
    check(&[
        always("debug_panics", FAILED, &["x.0 < 3", "DebugPanics", "no words"]),
        always("debug_errs", FAILED, &["x.0 < 3", "DebugErrs"]),
        always("debug_loops", FAILED, &["x.0 < 3", "DebugLoops", "does not end"]),
        always("debug_endless", FAILED, &["x.0 < 3", "DebugEndless"]),
        always("debug_aborts", FAILED, &["x.0 < 3", "DebugAborts", "aborted"]),
        always("debug_overflows", FAILED, &["x.0 < 3", "DebugOverflows"]),
        always("depth_fails", FAILED, &["returned `false`"]),
    ]);
}

#[test]
fn failures_that_depend_on_earlier_tests_or_chance_count() {
    let flaky = Row { class: None, ..always("flaky_coin", FAILED, &[" of "]) };
    check(&[
        Row { class: AFTER_OTHERS, ..always("state_1000_false", FAILED, &[]) },
        Row { class: AFTER_OTHERS, ..always("state_1000_aborts", DIED, &[]) },
        Row { class: AFTER_OTHERS, ..always("state_1000_hangs", HUNG, &[]) },
        flaky,
        Row { exit: 3, flags: "--max-tests 2000", ..holds("is_never_valid", "", 2000) },
    ]);
}

#[test]
fn memory_is_limited() {
    check(&[
        Row { flags: "--max-memory 300M", ..always("oom", &["out of memory"], &["memory"]) },
        Row {
            flags: "--max-memory 300M",
            class: AFTER_OTHERS,
            ..always("leaks", &["out of memory"], &["memory"])
        },
    ]);
}

#[test]
fn ways_to_fail_are_told_apart_and_counted() {
    check(&[
        Row {
            flags: "--keep-going --max-tests 5000",
            tests: 5000,
            ..always("aborts_7", DIED, &["aborted"])
        },
        Row { flags: "--keep-going", ..always("aborts_always", DIED, &["aborted"]) },
    ]);
    for seed in ["--seed 2", "--seed 3", "--seed 4"] {
        let output = command(&format!(
            "run bug_a_hides_b {seed} --keep-going --max-tests 50000 --message-format json --offline"
        ));
        let output = { output }.output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("bug B") && text.contains("returned `false`"), "{seed}: {text}");
    }
}

#[test]
fn a_terminal_gets_no_control_characters() {
    let output = command("run debug_escape --seed 1 --offline").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains(r"\u{1b}[2J") && !text.contains('\u{1b}'), "{text}");
}

#[test]
fn an_environment_that_names_a_worker_makes_none() {
    let (_, listed) = report("holds", "--max-tests 10");
    let program = std::path::Path::new(listed["folder"].as_str().unwrap()).join("program");
    for value in ["garbage", "1 2", "999999 0", "{\"page\":\"/x\",\"log\":\"/y\"}"] {
        let output = std::process::Command::new(&program)
            .args(["tests::holds::property", "--exact"])
            .env("MUTAGEN_WORKER", value)
            .env("MUTAGEN_TASK", value)
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.contains("1 passed"), "{value}: {output:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_an_error_that_says_where_the_finding_is() {
    let full = || fs::File::options().write(true).open("/dev/full").unwrap();
    let output = command("run aborts --seed 1 --offline").stdout(full()).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("aborted") && error.contains("is kept in "), "{error}");
}

#[cfg(target_os = "linux")]
mod on_linux {
    use super::*;
    use rustix::process::{Pid, Signal, kill_process};
    use serde_json::Value;
    use std::process::{Child, Stdio};

    fn start(arguments: &str) -> Child {
        command(arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
    }

    /// The process that owns the worker's part of the campaign: the child that runs the program.
    fn worker_of(supervisor: &Child) -> Option<Pid> {
        let id = supervisor.id();
        let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).ok()?;
        let worker = children.split_whitespace().find(|child| {
            let line = fs::read(format!("/proc/{child}/cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&line).contains("--nocapture")
        });
        Pid::from_raw(worker?.parse().ok()?)
    }

    fn wait_for_worker(child: &Child) -> Pid {
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(120) {
            if let Some(worker) = worker_of(child) {
                return worker;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("no worker was started")
    }

    fn kills(times: u64) {
        report("holds", "--max-tests 10");
        for time in 0..times {
            let child = start(&format!(
                "run holds --seed {time} --max-time 2s --message-format json --offline"
            ));
            let worker = wait_for_worker(&child);
            std::thread::sleep(Duration::from_millis(400 + time * 37 % 900));
            kill_process(worker, Signal::KILL).unwrap();
            let output = child.wait_with_output().unwrap();
            let report: Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(report["exit_code"], 0, "{report:#}");
            assert_eq!(report["interruptions"], 1, "{report:#}");
        }
    }

    #[test]
    fn a_worker_that_is_killed_at_a_random_moment_is_an_interruption() {
        kills(3);
    }

    #[test]
    #[ignore = "takes two minutes: cargo test -p mutagen-cli --test faults -- --ignored fifty"]
    fn fifty_workers_that_are_killed_are_fifty_interruptions() {
        kills(50);
    }

    #[test]
    fn sigterm_ends_a_hanging_campaign_within_five_seconds() {
        report("holds", "--max-tests 10");
        let child = start("run loops --seed 1 --timeout 1h --message-format json --offline");
        wait_for_worker(&child);
        std::thread::sleep(Duration::from_millis(700));
        let since = Instant::now();
        kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(since.elapsed() < Duration::from_secs(5), "{:?}", since.elapsed());
        assert_eq!(output.status.code(), Some(143));
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let notes = report["notes"].to_string();
        assert!(notes.contains("was still running"), "{report:#}");
    }

    #[test]
    fn what_was_found_is_listed_after_the_supervisor_was_killed() {
        report("holds", "--max-tests 10");
        let mut child = start("run hidden --seed 1 --keep-going --offline");
        wait_for_worker(&child);
        std::thread::sleep(Duration::from_millis(1500));
        let worker = worker_of(&child).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        let output = command("failures hidden").output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("returned `false`") && text.contains("(3,)"), "{text}");
        std::thread::sleep(Duration::from_millis(500));
        let line = fs::read(format!("/proc/{}/cmdline", worker.as_raw_nonzero()));
        assert!(line.is_err() || line.is_ok_and(|line| line.is_empty()), "the worker goes on");
    }

    #[test]
    fn a_campaign_without_its_folder_keeps_what_it_has_found() {
        report("holds", "--max-tests 10");
        let child = start(
            "run aborts_7 --seed 1 --keep-going --max-time 4s --message-format json --offline",
        );
        wait_for_worker(&child);
        std::thread::sleep(Duration::from_millis(1500));
        let above = "target/mutagen/campaigns/faults/lib/tests.aborts_7";
        let runs = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(above);
        let newest = fs::read_dir(&runs).unwrap().map(|run| run.unwrap().path()).max().unwrap();
        fs::remove_dir_all(newest).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["failures"][0]["kind"], "died", "{report:#}");
        assert_ne!(report["notes"].as_array().unwrap().len(), 0, "{report:#}");
    }
}
