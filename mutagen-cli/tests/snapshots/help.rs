//! Snapshots of the help texts, each in its own file.

use clap::CommandFactory;
use expect_test::{ExpectFile, expect_file};
use mutagen_cli::args::Arguments;
use std::ffi::OsString;

/// The output of the command for these arguments.
fn printed(words: &str) -> String {
    let words = words.split(' ').map(OsString::from);
    Arguments::parse_from_process(words).unwrap_err().to_string()
}

fn check(words: &str, expected: ExpectFile) {
    expected.assert_eq(&printed(words));
}

#[test]
fn help_of_the_command() {
    check("cargo-mutagen -h", expect_file!["help/command.txt"]);
}

#[test]
fn help_of_run() {
    check("cargo-mutagen run -h", expect_file!["help/run-short.txt"]);
    check("cargo-mutagen run --help", expect_file!["help/run-long.txt"]);
}

#[test]
fn help_of_gaps() {
    check("cargo-mutagen gaps -h", expect_file!["help/gaps.txt"]);
}

#[test]
fn help_of_list() {
    check("cargo-mutagen list -h", expect_file!["help/list.txt"]);
}

#[test]
fn help_of_replay() {
    check("cargo-mutagen replay -h", expect_file!["help/replay.txt"]);
}

#[test]
fn help_of_relations() {
    check("cargo-mutagen relations -h", expect_file!["help/relations.txt"]);
}

#[test]
fn help_of_regressions() {
    check("cargo-mutagen regressions -h", expect_file!["help/regressions.txt"]);
    check("cargo-mutagen regressions prune -h", expect_file!["help/regressions-prune.txt"]);
}

#[test]
fn help_of_corpus() {
    check("cargo-mutagen corpus -h", expect_file!["help/corpus.txt"]);
    check("cargo-mutagen corpus merge -h", expect_file!["help/corpus-merge.txt"]);
}

#[test]
fn help_of_schema() {
    check("cargo-mutagen schema -h", expect_file!["help/schema.txt"]);
}

#[test]
fn help_of_failures() {
    check("cargo-mutagen failures -h", expect_file!["help/failures.txt"]);
}

#[test]
fn the_short_help_of_run_has_at_most_54_lines_of_100_columns() {
    let text = printed("cargo-mutagen run -h");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() <= 54, "{} lines", lines.len());
    for line in lines {
        assert!(line.chars().count() <= 100, "{line}");
    }
}

/// The flags that only the long help has.
const RARE: [&str; 16] = [
    "checks",
    "core",
    "corpus",
    "emit",
    "inputs",
    "no-trace-cmp",
    "only",
    "repeat-worker",
    "results-only",
    "shrink-tests",
    "shrink-time",
    "shrink-to-any",
    "show-original",
    "silence",
    "stack",
    "without",
];

#[test]
fn the_short_help_of_run_has_one_line_for_each_flag_that_is_not_rare() {
    let text = printed("cargo-mutagen run -h");
    let command = Arguments::command();
    let run = command.find_subcommand("run").unwrap();
    for flag in run.get_arguments().filter_map(|argument| argument.get_long()) {
        let most = usize::from(!RARE.contains(&flag));
        let flag = format!("--{flag}");
        let lines = text.lines().filter(|line| {
            line.split([' ', ',']).find(|word| word.starts_with("--")) == Some(flag.as_str())
        });
        assert_eq!(lines.count(), most, "{flag} in {text}");
    }
    let flags = text.lines().filter(|line| line.trim_start().starts_with('-')).count();
    let sections = text.lines().filter(|line| line.ends_with(':')).count();
    // About, usage, the property, and the blank lines between sections.
    assert_eq!(text.lines().count(), 3 + 1 + flags + 2 * sections, "a text is wrapped: {text}");
}
