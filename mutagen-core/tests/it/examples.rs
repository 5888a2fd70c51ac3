//! The programs in `examples/`: each prints what its head says. To accept a changed output run with
//! `MUTAGEN_BLESS=1` and read the difference.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The sources of all programs, sorted.
fn examples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut all: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.sort();
    all
}

/// What a program prints. It is built like the tests, so most of it is there already.
fn printed(name: &str) -> String {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["run", "--quiet", "--profile", "test", "--package", "mutagen-core"]);
    let output = cargo.args(["--example", name]).output().unwrap();
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The source with this output in its head, below the command.
fn with_output(source: &str, name: &str, output: &str) -> String {
    let command = format!("//! $ cargo run -p mutagen-core --example {name}\n");
    let (before, rest) = source
        .split_once(&command)
        .unwrap_or_else(|| panic!("the head of {name} has no line {command:?}"));
    let (_, after) = rest.split_once("//! ```\n").unwrap();
    let lines: String = output.lines().map(|line| format!("//! {line}\n")).collect();
    format!("{before}{command}{lines}//! ```\n{after}")
}

#[test]
fn each_example_prints_what_its_head_says() {
    let mut changed = Vec::new();
    for path in examples() {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let source = fs::read_to_string(&path).unwrap();
        let expected = with_output(&source, name, &printed(name));
        if expected == source {
            continue;
        }
        if std::env::var_os("MUTAGEN_BLESS").is_some() {
            fs::write(&path, expected).unwrap();
        } else {
            changed.push(expected);
        }
    }
    assert!(
        changed.is_empty(),
        "some examples print something else; MUTAGEN_BLESS=1 writes it into their heads:\n{}",
        changed.join("\n")
    );
}
