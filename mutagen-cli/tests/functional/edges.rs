//! Tests `--show-edges`, which shows the last new edges.

use crate::command::{json, run};
use crate::project::properties;

/// Short, so that edges of the property itself are among the last new ones: later ones are in the
/// sort of std.
const CAMPAIGN: &str = "holds --seed 1 --max-tests 100";

#[test]
fn the_report_for_programs_has_the_last_new_edges_with_file_and_line() {
    let report = json(&format!("{CAMPAIGN} --show-edges"));
    let edges = report["new_edges"].as_array().unwrap();
    assert!(!edges.is_empty() && edges.len() <= 16, "{report:#}");
    let tests: Vec<u64> = edges.iter().map(|edge| edge["test"].as_u64().unwrap()).collect();
    assert!(tests.is_sorted() && tests.iter().all(|test| (1..=100).contains(test)), "{tests:?}");
    for edge in edges {
        assert_eq!(edge["passed"], true, "the property discards nothing: {edge:#}");
        assert!(edge["line"].as_u64().unwrap() > 0, "{edge:#}");
    }
    let is_own = |edge: &&serde_json::Value| {
        edge["file"].as_str().unwrap().ends_with("src/lib.rs")
            && edge["function"].as_str().unwrap().contains("tests::holds")
    };
    assert!(edges.iter().any(|edge| is_own(&edge)), "{report:#}");
}

#[test]
fn the_report_for_people_lists_them_and_only_when_asked() {
    let ran = run(properties(), &format!("run {CAMPAIGN} --show-edges"));
    let (_, listed) = ran.out.split_once("last new edges, the newest at the end:\n").unwrap();
    let line = listed.lines().find(|line| line.contains("tests::holds")).unwrap();
    assert!(line.contains("src/lib.rs:") && line.ends_with(", passed)"), "{line}");
    let ran = run(properties(), &format!("run {CAMPAIGN}"));
    assert!(!ran.out.contains("new edges"), "{ran:#?}");
}

#[test]
fn showing_edges_does_not_change_the_campaign() {
    // The worker allocates more if it shows edges, and operands have distances of allocations.
    let campaign = "holds --seed 1 --max-tests 2000 --search operands=off";
    let shown = json(&format!("{campaign} --show-edges"));
    assert_eq!(shown["statistics"], json(campaign)["statistics"]);
}
