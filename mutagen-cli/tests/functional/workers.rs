//! Tests the worker process when it is disturbed from outside, or when the property does something
//! that properties should not do.

use crate::command::{command, counterexample, json, ran, report, run};
use crate::project::properties;
use serde_json::Value;
use std::time::{Duration, Instant};

#[test]
fn a_death_that_does_not_happen_again_is_a_counterexample_unless_it_is_to_be_ignored() {
    for (option, code) in [("", 1), (" --flaky ignore", 0)] {
        let folder = tempfile::tempdir().unwrap();
        let run = format!(
            "run aborts_once --seed 1 --max-tests 2000 --keep-going --message-format json{option}"
        );
        let mut command = command(properties(), &run);
        command.env("FUNCTIONAL_FILE", folder.path().join("file"));
        let report = report(&ran(&mut command));
        assert_eq!(report["exit_code"], code, "{report:#}");
        let failure = &report["failures"][0];
        assert_eq!(failure["class"], "1 of 5", "{report:#}");
        assert!(failure["value"].as_str().unwrap().starts_with("x = "), "{report:#}");
        assert_eq!(report["statistics"]["tests"], 2000);
    }
}

#[test]
fn a_death_that_cannot_be_repeated_is_a_counterexample_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let property = "aborts_and_cannot_be_repeated";
    let mut command =
        command(properties(), &format!("run {property} --seed 1 --message-format json"));
    command.env("FUNCTIONAL_FILE", folder.path().join("file"));
    let report = report(&ran(&mut command));
    assert_eq!(report["exit_code"], 1, "{report:#}");
    assert_eq!(report["statistics"]["failed"], 1);
    let failure = counterexample(&report);
    assert_eq!(failure["kind"], "died");
    assert_eq!(failure["class"], "not confirmed", "{report:#}");
    assert!(failure["remarks"][0].as_str().unwrap().contains("code 7"), "{report:#}");
}

#[test]
fn a_crash_in_a_thread_of_an_earlier_test_is_one_counterexample_without_a_value() {
    let report = json("leaves_a_thread_that_aborts --seed 1 --max-time 1s --keep-going");
    let failure = counterexample(&report);
    assert_eq!(failure["kind"], "outside", "{report:#}");
    assert_eq!(failure["class"], "only after other tests", "{report:#}");
    assert!(failure["count"].as_u64().unwrap() > 1, "{report:#}");
    assert_eq!((&failure["value"], &failure["text"]), (&Value::Null, &Value::Null));
    let frames = failure["frames"].to_string();
    assert!(frames.contains("leaves_a_thread_that_aborts::{closure#0}"), "{report:#}");
}

#[test]
fn a_property_that_reads_its_standard_input_meets_the_end_of_it() {
    let report = json("reads_standard_input --max-tests 50 --seed 1");
    assert_eq!(report["statistics"]["passed"], 50);
}

#[test]
fn a_process_that_the_property_left_behind_is_not_waited_for() {
    run(properties(), "list"); // so that nothing is left to build
    let start = Instant::now();
    let report = json("leaves_a_process_behind --seed 1");
    assert_eq!(counterexample(&report)["kind"], "died");
    assert!(start.elapsed() < Duration::from_secs(40), "took {:?}", start.elapsed());
    let sleeps = std::process::Command::new("pgrep").args(["-f", "sleep 98765"]).output();
    assert_ne!(sleeps.map(|output| output.status.code()).unwrap_or(None), Some(0));
}

#[test]
fn what_a_property_prints_is_held_back_unless_it_is_asked_for() {
    let quiet = run(properties(), "run talks --seed 1");
    assert!(!quiet.err.contains("a word on"), "{quiet:#?}");
    assert!(!quiet.out.contains("a word on"), "{quiet:#?}");
    let loud = run(properties(), "run talks --seed 1 -v");
    for part in ["a word on the standard output", "a word on the standard error stream"] {
        assert!(loud.err.contains(part), "no `{part}` in {loud:#?}");
    }
    assert!(!loud.out.contains("a word on"), "{loud:#?}");
}

#[test]
fn a_generator_that_does_not_end_is_a_counterexample() {
    let report = json("is_endless --max-time 20s --seed 1");
    assert_eq!(report["exit_code"], 1, "{report:#}");
    let failure = counterexample(&report);
    assert_eq!(failure["kind"], "generate", "{report:#}");
    assert!(failure["address"].as_str().unwrap().starts_with("generated "), "{report:#}");
}

#[test]
fn a_property_of_which_no_test_can_be_run_is_a_set_up_error() {
    for (name, part) in [
        (
            "takes_by_value_what_cannot_be_copied",
            "the argument `argument` is taken by value, and a `properties::tests::Stubborn` cannot",
        ),
        ("has_no_value", "the type `properties::tests::Chain` has no finite value"),
    ] {
        let ran = run(properties(), &format!("run {name} --seed 1"));
        assert_eq!(ran.code, Some(2), "{ran:#?}");
        assert!(ran.err.contains(&format!("`tests::{name}` cannot be run: ")), "{ran:#?}");
        assert!(ran.err.contains(part) && !ran.err.contains("panicked"), "{ran:#?}");
    }
}

#[test]
fn a_generator_that_panics_is_a_counterexample_with_its_message() {
    let report = json("is_impossible --seed 1");
    assert_eq!(report["exit_code"], 1, "{report:#}");
    let failure = counterexample(&report);
    assert_eq!(failure["kind"], "generate", "{report:#}");
    assert!(failure["message"].as_str().unwrap().contains("a mistake in a generator"));
}

/// These tests read `/proc`.
#[cfg(target_os = "linux")]
mod on_linux {
    use super::*;
    use crate::interrupt;
    use crate::regressions::{user, write};
    use rustix::process::{Pid, Signal, kill_process};
    use std::fs;
    use std::path::Path;
    use std::process::{Child, Stdio};

    #[test]
    fn a_worker_has_the_same_addresses_each_time() {
        use nix::sys::personality::{Persona, get, set};
        let before = get().unwrap();
        if set(before | Persona::ADDR_NO_RANDOMIZE).is_err() {
            eprintln!("this sandbox does not permit it");
            return;
        }
        set(before).unwrap();
        let report = json("has_fixed_addresses --max-tests 100");
        assert_eq!(report["exit_code"], 0, "{report:#}");
    }

    /// Starts a campaign and waits for its worker.
    fn start(arguments: &str) -> (Child, Pid) {
        let mut command = command(properties(), arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        while child.try_wait().unwrap().is_none() {
            if let Some(worker) = worker_of(child.id()) {
                std::thread::sleep(Duration::from_millis(300));
                return (child, worker);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("no worker was started");
    }

    fn worker_of(supervisor: u32) -> Option<Pid> {
        let children = format!("/proc/{supervisor}/task/{supervisor}/children");
        let children = fs::read_to_string(children).ok()?;
        let worker = children.split_whitespace().find(|child| {
            let line = fs::read(format!("/proc/{child}/cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&line).contains("--nocapture")
        });
        Pid::from_raw(worker?.parse().ok()?)
    }

    #[test]
    fn a_worker_that_somebody_kills_is_replaced() {
        let (child, worker) = start("run is_slow --seed 1 --max-tests 15 --message-format json");
        kill_process(worker, Signal::KILL).unwrap();
        let output = child.wait_with_output().unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["exit_code"], 0, "{report:#}");
        assert_eq!(report["statistics"]["tests"], 15);
        assert_eq!(report["interruptions"], 1, "{report:#}");
        assert_eq!(report["failures"].as_array().unwrap().len(), 0, "{report:#}");
    }

    #[test]
    fn a_kill_does_not_end_a_campaign_that_ignores_a_flaky_counterexample() {
        write("flickers_slowly", "\nfailed in 1 of 4 runs: x\n  value: (7654321,)\n");
        let flags = "--seed 1 --flaky ignore --max-tests 100 --search edits=0,literals=off";
        let run = format!("run flickers_slowly {flags} --message-format json");
        let (child, errors) = interrupt::start(user(&run));
        kill_process(worker_of(child.id()).unwrap(), Signal::KILL).unwrap();
        let report = report(&interrupt::finish(child, errors));
        assert_eq!(report["exit_code"], 0, "{report:#}");
        assert_eq!(
            (&report["interruptions"], &report["regressions"]["failed"]),
            (&1.into(), &1.into())
        );
        assert_eq!(report["statistics"]["tests"], 100, "{report:#}");
    }

    /// The state of a process, such as `T` if it is stopped.
    fn state(process: Pid) -> Option<char> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", process.as_raw_pid())).ok()?;
        stat.rsplit_once(')')?.1.trim_start().chars().next()
    }

    fn end(child: Child) -> Value {
        let output = child.wait_with_output().unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["exit_code"].as_i64(), output.status.code().map(i64::from));
        report
    }

    #[test]
    fn a_worker_that_somebody_stops_goes_on_and_the_stop_is_counted() {
        for property in ["holds --max-time 3s", "is_slow --max-tests 15"] {
            let (child, worker) = start(&format!("run {property} --message-format json"));
            kill_process(worker, Signal::STOP).unwrap();
            let report = end(child);
            assert_eq!(report["exit_code"], 0, "{report:#}");
            assert_eq!(report["interruptions"], 1, "{report:#}");
            assert_eq!(report["failures"].as_array().unwrap().len(), 0, "{report:#}");
            assert!(
                report["notes"].to_string().contains("stopped from outside once"),
                "{report:#}"
            );
            assert!(report["statistics"]["tests"].as_u64().unwrap() >= 15, "{report:#}");
        }
    }

    #[test]
    fn a_test_that_stops_its_process_hangs() {
        let report = json("stops_its_process --seed 1 --timeout 500ms");
        let failure = counterexample(&report);
        assert_eq!((&failure["kind"], &failure["class"]), (&"hung".into(), &"always".into()));
        assert!(failure["value"].as_str().unwrap().starts_with("x = "), "{report:#}");
        assert!(failure["message"].as_str().unwrap().contains("a signal stopped"), "{report:#}");
        assert_eq!(report["interruptions"], 0, "{report:#}");
    }

    #[test]
    fn ctrl_z_stops_the_worker_too_and_a_test_that_is_stopped_does_not_hang() {
        let run = "run is_slow --max-tests 12 --timeout 500ms --message-format json";
        let (child, worker) = start(run);
        let command = Pid::from_child(&child);
        kill_process(command, Signal::TSTP).unwrap();
        std::thread::sleep(Duration::from_millis(1200));
        let states = (state(command), state(worker));
        kill_process(command, Signal::CONT).unwrap();
        let report = end(child);
        assert_eq!(states, (Some('T'), Some('T')));
        assert_eq!(report["exit_code"], 0, "{report:#}");
        assert_eq!(report["statistics"]["tests"], 12, "{report:#}");
        assert_eq!(report["interruptions"], 0, "{report:#}");
    }

    #[test]
    fn a_worker_whose_supervisor_is_killed_ends_too() {
        let (mut child, worker) = start("run holds --seed 1");
        child.kill().unwrap();
        child.wait().unwrap();
        let there = format!("/proc/{}/cmdline", worker.as_raw_pid());
        let start = Instant::now();
        while Path::new(&there).exists() && fs::read(&there).is_ok_and(|line| !line.is_empty()) {
            assert!(start.elapsed() < Duration::from_secs(20), "the worker goes on for ever");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}
