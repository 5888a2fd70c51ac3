//! Shrinking under the command: of failed checks, panics, crashes, hangs and too much memory.

use crate::command::{Ran, counterexample, ran, report};
use crate::disk::Started;
use crate::processes::state;
use crate::run::{Turn, folder, prepare, run_arguments, wait};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::process::Stdio;
use std::time::Duration;

/// The arguments of a run that shrinks.
fn arguments(property: &str, flags: &str) -> String {
    run_arguments(&format!("shrinks::shrink_{property}"), &format!("--shrink-time 20s {flags}"))
}

/// The report of the only counterexample of a property.
fn found(property: &str, flags: &str) -> Value {
    let _turn = Turn::take();
    let row = format!("shrinks_{property}");
    let ran = ran(&mut prepare(&row, &folder(&row), &arguments(property, flags)));
    assert_eq!(ran.code, Some(1), "{ran:#?}");
    counterexample(&report(&ran)).clone()
}

/// The smallest value, which must be smaller than the first one and the end of shrinking.
fn smallest(property: &str, flags: &str) -> String {
    let found = found(property, flags);
    let shrunk = &found["shrunk"];
    assert_eq!(shrunk["is_done"], true, "{found:#}");
    assert!(shrunk["nodes"].as_u64() <= shrunk["nodes_before"].as_u64(), "{found:#}");
    shrunk["text"].as_str().unwrap().to_owned()
}

#[test]
fn each_kind_of_failure_is_shrunk_to_its_smallest_value() {
    for (property, flags, text) in [
        ("panics", "", "([0, 12],)"),
        ("aborts", "", "(Node(Leaf, 0, Node(Leaf, 0, Node(Leaf, 0, Leaf))),)"),
        ("overflows", "", "(Node(Leaf, 0, Node(Leaf, 18, Leaf)),)"),
        ("hangs", "--timeout 300ms", "([10, 10],)"),
        ("allocates", "--max-memory 300M", "([0, 0, 7],)"),
        ("drops", "", "([Bomb([0, 0, 6])],)"),
    ] {
        // A seed of which the first value is not the smallest.
        let found = smallest(property, &format!("--seed 3 {flags}"));
        assert_eq!(found, text, "{property}");
    }
}

#[test]
fn the_smallest_value_has_its_own_message_and_debug_output() {
    let found = found("panics", "--seed 3");
    let shrunk = &found["shrunk"];
    assert!(shrunk["message"].as_str().unwrap().contains("[0, 12] are too much"), "{found:#}");
    assert_eq!(shrunk["value"], "numbers = [\n    0,\n    12,\n]", "{found:#}");
    assert_ne!(found["text"], shrunk["text"], "{found:#}");
}

#[test]
fn a_smaller_value_that_fails_in_another_way_is_taken_only_if_any_failure_counts() {
    // The search would find the other failure first.
    let flags = "--keep-going --max-tests 3000 --seed 5";
    let all = |flags: &str| {
        let _turn = Turn::take();
        let arguments = arguments("fails_in_two_ways", flags);
        let report = report(&ran(&mut prepare("two_ways", &folder("two_ways"), &arguments)));
        let failures = report["failures"].as_array().unwrap().clone();
        let of = |key: &str| {
            let failure = failures.iter().find(|one| one["key"].as_str().unwrap().contains(key));
            failure.unwrap()["shrunk"]["text"].clone()
        };
        [of("panic"), of("returned")]
    };
    assert_eq!(all(flags), ["([0, 0, 0],)", "([0, 0, 0, 0, 0],)"]);
    assert_eq!(all(&format!("{flags} --shrink-to-any")), ["([0, 0, 0],)", "([0, 0, 0],)"]);
}

#[test]
fn a_candidate_that_ends_its_process_does_not_end_shrinking() {
    let found = smallest("fails_beside_exits", "--seed 2");
    assert_eq!(found, "([1, 0, 0, 0, 0, 0],)");
}

#[test]
fn a_failure_that_does_not_repeat_each_time_is_shrunk_by_several_runs() {
    // It fails two times of three. By chance, it can fail in all runs that tell its class, and a
    // smaller test can pass in all of its runs.
    let mut tries = (0..12).map(|_| found("sometimes", "--seed 4"));
    let is_shrunk = |found: &Value| {
        let is_known_to_be_flaky = found["class"].as_str().unwrap().contains(" of ");
        is_known_to_be_flaky && found["shrunk"]["text"] == "([0, 0, 0, 0],)"
    };
    assert!(tries.any(|found| is_shrunk(&found)));
}

#[test]
fn a_crash_that_passes_in_its_first_run_is_shrunk_by_several_runs() {
    let found = found("aborts_sometimes", "--seed 4");
    assert!(found["class"].as_str().unwrap().contains(" of "), "{found:#}");
    assert_eq!(found["shrunk"]["text"], "([0, 0, 0, 0],)", "{found:#}");
}

#[test]
fn no_shrink_leaves_the_value_as_it_is_and_show_original_shows_both() {
    let _turn = Turn::take();
    let human = |flags: &str| {
        // The profile of the other rows: another one would build the crate once more.
        let arguments =
            format!("run shrinks::shrink_panics --seed 3 --max-tests 100000 --profile dev {flags}");
        ran(&mut prepare("shrinks_human", &folder("shrinks_human"), &arguments))
    };
    let plain = human("--no-shrink").out;
    let value = |out: &str| {
        let argument = out.lines().find_map(|line| line.strip_prefix("numbers = ")).unwrap();
        format!("({argument},)")
    };
    assert!(!plain.contains("shrunk"), "{plain}");
    let Ran { out, .. } = human("--show-original");
    assert_eq!(value(&out), "([0, 12],)");
    assert!(out.contains("shrunk in "), "{out}");
    assert!(out.contains(&format!("original: {}", value(&plain))), "{out}{plain}");
    assert!(!human("").out.contains("original: "));
}

#[test]
fn ctrl_c_ends_shrinking_with_the_best_so_far_and_the_campaign_has_its_outcome() {
    let mut started = Started::new("shrinks_slow", |folder| {
        prepare("shrinks_slow", folder, &arguments("slow", "--seed 3"))
    });
    started.wait_for("found: ", Duration::from_secs(60));
    let runs = || std::fs::metadata(started.folder.join("runs")).map_or(0, |file| file.len());
    // Some runs tell how the failure repeats. Those after them shrink it, for longer than this.
    let enough = runs() + 40;
    while runs() < enough {
        assert!(started.child.try_wait().unwrap().is_none(), "ended after {} runs", runs());
        std::thread::sleep(Duration::from_millis(5));
    }
    kill_process(Pid::from_child(&started.child), Signal::INT).unwrap();
    let report = started.end(60);
    let found = counterexample(&report);
    assert_eq!(report["exit_code"], 1, "{report:#}");
    assert_eq!(report["interrupted"], false, "{report:#}");
    assert_eq!(found["shrunk"]["is_done"], false, "{report:#}");
}

#[test]
fn the_time_for_which_the_command_is_stopped_does_not_count() {
    let _turn = Turn::take();
    let row = folder("shrinks_paused");
    let flags = "--seed 3 --shrink-time 4s";
    let arguments = run_arguments("shrinks::shrink_counts", flags);
    let mut command = prepare("shrinks_paused", &row, &arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    // The campaign and the runs that confirm the failure are fewer.
    while std::fs::metadata(row.join("runs")).map_or(0, |runs| runs.len()) < 9 {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it has shrunk");
        std::thread::sleep(Duration::from_millis(1));
    }
    let process = Pid::from_child(&child);
    kill_process(process, Signal::TSTP).unwrap();
    std::thread::sleep(Duration::from_secs(5));
    assert_eq!(state(process), Some('T'));
    kill_process(process, Signal::CONT).unwrap();
    let status = wait(&mut child, Duration::from_secs(30)).expect("it must end soon");
    assert_eq!(status.code(), Some(1));
    let out = std::io::read_to_string(child.stdout.take().unwrap()).unwrap();
    let report: Value = serde_json::from_str(&out).unwrap();
    let shrunk = &counterexample(&report)["shrunk"];
    assert_eq!((&shrunk["is_done"], &shrunk["text"]), (&true.into(), &"([0, 0, 0, 30],)".into()));
    assert!(shrunk["seconds"].as_f64() < Some(4.0), "{report:#}");
}
