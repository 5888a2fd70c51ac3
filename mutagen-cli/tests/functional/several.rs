//! Tests `run` with several properties: they share the time, each is reported, and the exit code is
//! that of the worst.

use crate::command::{command, ran, run};
use crate::project::properties;
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

#[test]
fn campaigns_share_the_time_and_the_worst_exit_code_counts() {
    let start = Instant::now();
    let ran = run(properties(), "run returns_false holds is_never_valid --seed 1 --max-time 6s");
    assert_eq!(ran.code, Some(1), "{ran:#?}");
    assert!(start.elapsed() >= Duration::from_secs(5), "{:?}", start.elapsed());
    let named = "properties::tests::returns_false: found: test ";
    assert_eq!(ran.err.matches(named).count(), 1, "{ran:#?}");
    let (report, table) = ran.out.split_once("property  ").unwrap();
    assert!(report.starts_with("== properties::tests::returns_false\ncounterexample"), "{ran:#?}");
    assert!(report.contains("repeat: cargo mutagen run properties::tests::returns_false"));
    let outcome = |name: &str| {
        let line = table.lines().find(|line| line.contains(name)).unwrap();
        (
            line.contains("counterexample"),
            line.contains("nothing found"),
            line.contains("nothing passed"),
        )
    };
    assert_eq!(outcome("::returns_false "), (true, false, false), "{ran:#?}");
    assert_eq!(outcome("::holds "), (false, true, false), "{ran:#?}");
    assert_eq!(outcome("::is_never_valid "), (false, false, true), "{ran:#?}");
}

#[test]
fn each_campaign_writes_a_line_for_programs_and_takes_over_the_flags() {
    let ran = run(
        properties(),
        "run holds returns_false --seed 5 --max-tests 200 --message-format json --no-shrink",
    );
    assert_eq!(ran.code, Some(1), "{ran:#?}");
    let lines = ran.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let reports: BTreeMap<String, Value> =
        lines.map(|report| (report["property"].as_str().unwrap().to_owned(), report)).collect();
    assert_eq!(reports.len(), 2);
    let (holds, fails) =
        (&reports["properties::tests::holds"], &reports["properties::tests::returns_false"]);
    assert_eq!((&holds["exit_code"], &holds["statistics"]["tests"]), (&0.into(), &200.into()));
    assert_eq!((&holds["seed"], &fails["seed"]), (&5.into(), &5.into()));
    assert_eq!(fails["failures"][0]["shrunk"], Value::Null);
}

#[test]
fn a_campaign_without_a_turn_is_reported_too() {
    let line = "run holds returns_false --max-time 1ms";
    let table = run(properties(), line);
    assert_eq!(table.code, Some(3), "{table:#?}");
    assert_eq!(table.out.matches("not run").count(), 2, "{table:#?}");
    let ran = run(properties(), &format!("{line} --message-format json"));
    assert_eq!((ran.code, ran.out.lines().count()), (Some(3), 2), "{ran:#?}");
    for line in ran.out.lines() {
        let report: Value = serde_json::from_str(line).unwrap();
        assert_eq!(report["exit_code"], 3, "{report:#}");
        assert_eq!(report["statistics"]["tests"], 0, "{report:#}");
    }
    // The first campaign may have begun.
    assert!(ran.out.lines().last().unwrap().contains("there was no time for a test"), "{ran:#?}");
}

#[test]
fn what_is_for_one_property_is_refused_for_several() {
    for flag in ["--corpus x", "--inputs x", "--seed 1 --repeat-worker x"] {
        let ran = run(properties(), &format!("run holds returns_false {flag}"));
        assert_eq!(ran.code, Some(2), "{ran:#?}");
        assert!(ran.err.contains("are for one property"), "{ran:#?}");
    }
}

#[test]
fn the_end_of_the_shared_time_does_not_make_a_failure_one_that_depends_on_other_tests() {
    let flags = "--seed 1 --max-time 4s --keep-going --message-format json --no-shrink";
    let ran = run(properties(), &format!("run returns_false holds {flags}"));
    assert_eq!(ran.code, Some(1), "{ran:#?}");
    let reports = ran.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut failing =
        reports.filter(|report| report["property"] == "properties::tests::returns_false");
    let report = failing.next().unwrap();
    assert_eq!(report["failures"][0]["class"], "always", "{report:#}");
}

#[test]
fn an_unknown_name_among_several_and_no_name_are_usage_errors() {
    let unknown = run(properties(), "run holds no_such_property");
    assert_eq!(unknown.code, Some(2), "{unknown:#?}");
    assert!(unknown.err.contains("there is no property `no_such_property`"), "{unknown:#?}");
    let none = ran(&mut command(properties(), "run"));
    assert_eq!(none.code, Some(2), "{none:#?}");
}
