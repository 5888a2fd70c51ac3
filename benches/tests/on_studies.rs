//! Tests of the measurements on tasks of the studies as a whole, each on one fast task.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The task.
const TASK: &str = "BST/insert_1/InsertPost";

/// Runs a measurement of one trial, and returns whether its bounds hold.
fn measure(name: &str, out: &Path, more: &[&str]) -> bool {
    let mut command = Command::new(env!("CARGO_BIN_EXE_benches"));
    command.args([name, "--tasks", TASK, "--out"]).arg(out).args(more);
    command.status().unwrap().success()
}

#[test]
#[ignore = "minutes: cargo test -p benches --test on_studies -- --ignored"]
fn a_task_is_enumerated_and_its_campaigns_end_at_the_smallest_value() {
    let folder = tempfile::tempdir().unwrap();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(measure("shrinking-studies", folder.path(), &["--table"]));
    let table = read("smallest.csv");
    let row = "BST,insert_1,InsertPost,9,enumeration,\"(T(E, 0, 0, E), 1, 0, 0)\"";
    assert_eq!(table.lines().nth(1), Some(row));
    assert!(measure("shrinking-studies", folder.path(), &["--trials", "1"]));
    let rows = read("studies.csv");
    let nodes: Vec<&str> = rows.lines().nth(1).unwrap().split(',').skip(7).take(3).collect();
    assert_eq!(nodes, ["9", "9", "1.000"]);
    // The second run has nothing left to do.
    assert!(measure("shrinking-studies", folder.path(), &["--trials", "1"]));
    assert_eq!(read("studies.csv"), rows);
    // Without the table there is nothing to compare with.
    fs::remove_file(folder.path().join("smallest.csv")).unwrap();
    assert!(!measure("shrinking-studies", folder.path(), &["--trials", "1"]));
}

#[test]
#[ignore = "minutes: cargo test -p benches --test on_studies -- --ignored"]
fn a_task_is_run_through_and_stopped_in_turns() {
    let folder = tempfile::tempdir().unwrap();
    let _ = measure("resuming", folder.path(), &["--trials", "1"]);
    let table = fs::read_to_string(folder.path().join("resuming.csv")).unwrap();
    let row = table.lines().nth(1).unwrap();
    assert!(row.starts_with("BST,insert_1,InsertPost,1,1,1,1,"), "{row}");
}
