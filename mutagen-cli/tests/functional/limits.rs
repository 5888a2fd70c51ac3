//! Tests the limits that end a campaign without a counterexample, and the report of such a
//! campaign.

use crate::command::{counterexample, json, run};
use crate::project::properties;
use std::time::{Duration, Instant};

#[test]
fn so_many_tests_are_run_as_were_asked_for_and_not_one_more() {
    let report = json("holds --max-tests 1234 --seed 1");
    assert_eq!(report["exit_code"], 0);
    assert_eq!(report["outcome"], "nothing_found");
    assert_eq!(report["statistics"]["tests"], 1234);
    assert_eq!(report["statistics"]["passed"], 1234);
    assert!(report["statistics"]["edges"].as_u64().unwrap() > 0, "{report:#}");
    assert!(report["cpu_seconds"].as_f64().unwrap() > 0.0, "{report:#}");
}

#[test]
fn the_summary_has_the_figures_and_the_seed() {
    let ran = run(properties(), "run holds --max-tests 1000 --seed 5");
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    for part in ["1000 tests in ", "1000 passed", "0 discarded", " edges", "seed 5"] {
        assert!(ran.out.contains(part), "no `{part}` in {ran:#?}");
    }
    let longer = run(properties(), "run holds --max-time 1s --seed 5");
    assert!(longer.out.contains("per CPU second of the worker"), "{longer:#?}");
}

#[test]
fn a_campaign_ends_in_time_although_a_test_is_running() {
    run(properties(), "list"); // so that nothing is left to build
    let start = Instant::now();
    let report = json("is_slow --max-time 1s");
    assert_eq!(report["exit_code"], 0);
    let tests = report["statistics"]["tests"].as_u64().unwrap();
    let wall = report["wall_seconds"].as_f64().unwrap();
    // The number of tests that fit depends on the machine, and so does the delay of a busy machine
    // in reading the clock. The test checks that the tests are as slow as intended and that the
    // campaign ends.
    assert!(tests >= 2 && tests as f64 * 0.1 <= wall, "{tests} tests of 100 ms in {wall} s");
    assert!(start.elapsed() < Duration::from_secs(30));
    assert!((1.0..10.0).contains(&wall), "{report:#}");
}

#[test]
fn a_hang_is_found_although_the_time_is_over_first() {
    let report = json("loops_for_ever --seed 1 --max-time 300ms --timeout 900ms");
    assert_eq!(counterexample(&report)["kind"], "hung");
    assert!(report["wall_seconds"].as_f64().unwrap() < 20.0, "{report:#}");
}

#[test]
fn the_report_says_where_most_discarded_tests_ended() {
    let report = json("refuses_most_texts --seed 5 --max-tests 2000");
    assert!(report["statistics"]["discarded"].as_u64().unwrap() > 1000, "{report:#}");
    let places = report["coverage_findings"]["discards"].as_array().unwrap();
    assert_eq!(places.len(), 2, "the property only calls these functions: {report:#}");
    for function in ["read_header", "read_version"] {
        let is_it =
            |place: &&serde_json::Value| place["function"].as_str().unwrap().ends_with(function);
        let place = places.iter().find(is_it).unwrap_or_else(|| panic!("{report:#}"));
        // Each refuses about half of what is discarded.
        assert!((30..=70).contains(&place["percent"].as_u64().unwrap()), "{report:#}");
        assert!(place["line"].is_u64(), "{report:#}");
    }
    let ran = run(properties(), "run refuses_most_texts --seed 5 --max-tests 2000");
    assert!(ran.out.contains("most discarded tests ended in:\n"), "{ran:#?}");
    assert!(ran.out.contains("read_version (") && ran.out.contains(" %) at "), "{ran:#?}");
}

#[test]
fn that_no_test_met_the_precondition_is_said_plainly_with_what_was_tried() {
    let ran = run(properties(), "run is_never_valid --max-tests 3000 --seed 1");
    assert_eq!(ran.code, Some(3), "{ran:#?}");
    assert!(ran.out.contains("no test met the precondition: 3000 tests"), "{ran:#?}");
}

#[test]
fn a_campaign_that_keeps_going_counts_failures_of_one_kind_as_one() {
    let report = json("fails_often --keep-going --max-tests 2000 --seed 1");
    assert_eq!(report["exit_code"], 1);
    assert_eq!(report["statistics"]["tests"], 2000);
    let failed = report["statistics"]["failed"].as_u64().unwrap();
    let failure = counterexample(&report);
    assert!(failed > 500, "{report:#}");
    assert_eq!(failure["count"], failed, "{report:#}");
}

#[test]
fn two_ways_to_fail_are_two_counterexamples_although_one_is_frequent() {
    for seed in 1..4 {
        let report =
            json(&format!("fails_in_two_ways --keep-going --max-tests 20000 --seed {seed}"));
        let failures = report["failures"].as_array().unwrap();
        let counts: Vec<u64> =
            failures.iter().map(|failure| failure["count"].as_u64().unwrap()).collect();
        assert_eq!(counts.len(), 2, "{report:#}");
        assert_eq!(counts.iter().sum::<u64>(), report["statistics"]["failed"]);
        let smallest = &failures[0]["smallest"];
        assert!(smallest.is_null() || smallest["nodes"].is_u64(), "{report:#}");
    }
}

#[test]
fn a_campaign_that_keeps_going_survives_tests_that_kill_its_worker() {
    let report = json("aborts_often --keep-going --max-tests 600 --seed 1");
    assert_eq!(report["exit_code"], 1);
    assert_eq!(report["statistics"]["tests"], 600);
    let failure = counterexample(&report);
    let value: u32 = failure["value"].as_str().unwrap()["x = ".len()..].parse().unwrap();
    assert_eq!(value % 4, 3, "{failure:#}");
    assert_eq!(failure["class"], "always", "{failure:#}");
    assert_eq!(failure["count"], report["statistics"]["failed"], "{report:#}");
    assert!(failure["count"].as_u64().unwrap() > 20, "{report:#}");
    let own = failure["frames"][0].as_str().unwrap();
    assert!(own.contains("aborts_often at ") && own.contains("lib.rs:"), "{failure:#}");
    let sum = |keys: &[&str]| -> u64 {
        keys.iter().map(|key| report["statistics"][*key].as_u64().unwrap()).sum()
    };
    assert_eq!(sum(&["tests"]), sum(&["passed", "discarded", "failed"]), "{report:#}");
}

/// Deaths do not change the course: the spare runs the same tests, and leaves out those that ended
/// a process.
#[cfg(target_os = "linux")]
#[test]
fn a_campaign_with_deaths_takes_the_same_course_each_time() {
    let run = || {
        let report = json("aborts_often --keep-going --max-tests 3000 --seed 9");
        (report["course"].clone(), report["statistics"].clone())
    };
    assert_eq!(run(), run());
}

#[test]
fn without_feedback_nothing_is_retained() {
    let with = json("holds --max-tests 500 --seed 1");
    assert!(with["statistics"]["retained"].as_u64().unwrap() > 0, "{with:#}");
    let without = json("holds --max-tests 500 --seed 1 --search feedback=off");
    assert_eq!(without["statistics"]["retained"], 0);
    assert_eq!(without["statistics"]["tests"], 500);
}

#[test]
fn without_reset_samples_stay_what_they_are() {
    let report = json("holds --max-tests 30000 --seed 1 --search reset=off,samples=25");
    assert_eq!(report["statistics"]["resets"], 0);
    assert_eq!(report["statistics"]["samples"], 25);
    let report = json("holds --max-tests 30000 --seed 1");
    assert!(report["statistics"]["resets"].as_u64().unwrap() > 0, "{report:#}");
}
