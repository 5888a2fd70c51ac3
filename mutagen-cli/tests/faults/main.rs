//! Faults: a crate of properties that do to their process, their streams and their files what a
//! property should not do, and a table that says for each what the command answers: exit code,
//! kind, class, value, reason, and what is on disk.
//!
//! One row: `cargo test -p mutagen-cli --test faults -- --exact table::ends::aborts`. To add a row,
//! write a property in `crate/` and a line of its name in [`table`]. Rows that are like others, and
//! those that take minutes or much of the machine, are ignored. `cargo test -p mutagen-cli --test
//! faults -- --include-ignored table` runs them all, and `--ignored NAME` one.

#![cfg(target_os = "linux")]

#[expect(dead_code, reason = "the functional tests use all of it")]
#[path = "../functional/command.rs"]
mod command;
mod disk;
mod kills;
mod long;
mod options;
mod plain;
mod processes;
#[expect(dead_code, reason = "the functional tests use all of it")]
#[path = "../functional/project.rs"]
mod project;
mod run;
mod shrinking;
mod streams;
mod table;
