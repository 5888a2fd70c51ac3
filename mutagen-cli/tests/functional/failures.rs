//! Tests `failures` on folders that are written here, so that nothing has to be built.

use crate::command::{Ran, ran};
use crate::project::properties;
use mutagen_cli::campaigns::{Finding, Form, Record, Records, RunFolder, RunInfo};
use mutagen_core::internal::search::options::Options;
use mutagen_core::internal::search::statistics::Statistics;
use serde_json::Value;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

/// The command, in a folder in which there is no package.
fn command(target: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-mutagen"));
    command.arg("mutagen").arg("failures").args(arguments.split_whitespace());
    command.arg("--target-dir").arg(target).current_dir(target).stdin(Stdio::null());
    command
}

fn failures(target: &Path, arguments: &str) -> Ran {
    ran(&mut command(target, arguments))
}

/// A run of `shop::tests::NAME`.
fn run(target: &Path, name: &str) -> (RunFolder, Records) {
    let path = format!("tests::{name}");
    let folder = RunFolder::create(&target.join("mutagen"), "shop", "lib", &path).unwrap();
    let (full, search) = (format!("shop::{path}"), Options::default());
    let info = RunInfo::new(&full, "shop", "lib", 7, Vec::new(), search, "0123456789abcdef");
    info.write(&folder.run_file()).unwrap();
    let records = Records::create(&folder.records(), &info).unwrap();
    (folder, records)
}

fn found(id: u32, message: &str) -> Record {
    Record::Found(Finding {
        id,
        key: format!("key-{id}"),
        kind: "failed".to_owned(),
        message: message.to_owned(),
        test: 42,
        address: "mutant 3 1 4".to_owned(),
        phase: "running".to_owned(),
        seconds: 1.5,
        search_seconds: 1.5,
    })
}

fn value(id: u32, text: &str, file: Option<String>) -> Record {
    let bytes = 1234;
    Record::Value { id, form: Form::Text, text: text.to_owned(), file, bytes }
}

/// A target folder with an ended run, a killed run and a run of another property.
fn target() -> tempfile::TempDir {
    let target = tempfile::tempdir().unwrap();
    let (folder, mut records) = run(target.path(), "order");
    let file = folder.save_value(1, Form::Text, "whole").unwrap();
    let long = "a line\n".repeat(100);
    for record in [
        found(1, "check failed: \x1b[2Jx < 7"),
        value(1, &long, Some(file)),
        Record::Classed { id: 1, class: "2 of 4".to_owned() },
        Record::Again { key: "key-1".to_owned(), count: 5, test: 77 },
        Record::Ended {
            exit_code: 1,
            outcome: "counterexample".to_owned(),
            statistics: Statistics::default(),
        },
    ] {
        records.append(&record).unwrap();
    }
    drop((folder, records));
    let (folder, mut records) = run(target.path(), "order");
    records.append(&found(1, "check failed: y")).unwrap();
    records.append(&value(1, "[7]", None)).unwrap();
    let mut bytes = fs::read(folder.records()).unwrap();
    bytes.extend(b"0123abcd {\"classed");
    fs::write(folder.records(), bytes).unwrap();
    drop(folder);
    drop(run(target.path(), "price"));
    target
}

#[test]
fn the_failures_of_all_runs_are_listed_from_their_files() {
    let target = target();
    let ran = failures(target.path(), "order");
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let (killed, ended) = ran.out.split_once("run 1,").unwrap();
    assert!(killed.contains("shop::tests::order, run 2, started 2"), "{killed}");
    assert!(killed.contains("seed 7, was killed before its end: 1 failure\n"), "{killed}");
    assert!(killed.contains("[7]") && killed.contains("class: not confirmed"), "{killed}");
    assert!(killed.contains("records.jsonl: 1 line cannot be read"), "{killed}");
    assert!(ended.contains("ended with exit code 1 (counterexample)"), "{ended}");
    assert!(ended.contains("  failed: check failed: \\u{1b}[2Jx < 7\n"), "{ended}");
    assert!(ended.contains("class: 2 of 4; seen 5 times, first in test 42, last in test 77"));
    assert!(ended.contains("address: mutant 3 1 4\n    key: key-1;"), "{ended}");
    assert_eq!(ended.matches("a line").count(), 20, "{ended}");
    let whole = "whole value (1234 bytes): ";
    let path = ended.split(whole).nth(1).unwrap().lines().next().unwrap();
    assert_eq!(fs::read_to_string(path).unwrap(), "whole");
    assert!(!ran.out.contains('\x1b') && !ran.out.contains("price"), "{ran:#?}");
    assert!(failures(target.path(), "").out.contains("shop::tests::price, run 1"));
}

#[test]
fn programs_get_one_array_with_a_run_that_is_still_going_on() {
    let target = target();
    let (_folder, _records) = run(target.path(), "order");
    let ran = failures(target.path(), "shop::tests::order --message-format json");
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let runs: Value = serde_json::from_str(&ran.out).unwrap();
    let states: Vec<&str> =
        runs.as_array().unwrap().iter().map(|run| run["state"].as_str().unwrap()).collect();
    assert_eq!(states, ["running", "killed", "ended"]);
    let failure = &runs[2]["failures"][0];
    assert_eq!(failure["count"], 5);
    assert_eq!(failure["class"], "2 of 4");
    assert_eq!(failure["text"]["file"], "values/1.txt");
    assert_eq!(runs[2]["exit_code"], 1);
    assert_eq!(runs[1]["seed"], 7);
}

#[test]
fn an_unknown_property_is_a_usage_error_and_nothing_at_all_is_none() {
    let target = target();
    let ran = failures(target.path(), "ordre");
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{ran:#?}");
    assert!(ran.err.contains("`ordre`") && ran.err.contains("shop::tests::order"), "{ran:#?}");

    let empty = tempfile::tempdir().unwrap();
    let ran = failures(empty.path(), "");
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""), "{ran:#?}");
    assert!(ran.err.contains("no run is kept in"), "{ran:#?}");
    assert_eq!(failures(empty.path(), "--message-format json").out, "[]\n");
    assert_eq!(failures(empty.path(), "order").code, Some(2));
    fs::create_dir(empty.path().join("mutagen")).unwrap();
    fs::write(empty.path().join("mutagen/campaigns"), "").unwrap();
    let ran = failures(empty.path(), "");
    assert_eq!(ran.code, Some(2), "{ran:#?}");
    assert!(ran.err.contains("campaigns"), "{ran:#?}");
}

#[test]
fn the_target_folder_and_a_package_are_found_by_the_manifest() {
    let project = properties();
    let manifest = project.folder.join("Cargo.toml");
    let target = target();
    let with_manifest = |package: &str| {
        let mut command = command(target.path(), &format!("--offline --package {package}"));
        command.arg("--manifest-path").arg(&manifest);
        ran(&mut command)
    };
    let ran_in = |folder: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-mutagen"));
        command.args(["mutagen", "failures", "--offline"]).current_dir(folder);
        ran(command.env("CARGO_TARGET_DIR", target.path()))
    };
    let shop = with_manifest("shop");
    assert!(shop.out.contains("shop::tests::price"), "{shop:#?}");
    let other = with_manifest("properties");
    assert_eq!((other.code, other.out.as_str()), (Some(0), ""), "{other:#?}");
    assert!(ran_in(&project.folder).out.contains("shop::tests::price"));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_standard_output_is_an_error_and_a_closed_pipe_is_none() {
    let target = target();
    let full = || File::options().write(true).open("/dev/full").unwrap();
    let output = command(target.path(), "").stdout(full()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("cannot write to the standard output"), "{said}");
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = command(target.path(), "").stdout(writer).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let mut options = Command::new(env!("CARGO_BIN_EXE_cargo-mutagen"));
    let status = options.args(["mutagen", "search-options"]).stdout(full()).status().unwrap();
    assert_eq!(status.code(), Some(2));
}
