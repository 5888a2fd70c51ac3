//! The command as a user meets it: each test runs the real `cargo-mutagen` on a real little crate
//! and looks at its output and its exit code.
//!
//! To write another one: add a property to the crate in [`project`] if none ends the way you need,
//! run the command with [`command::run`] or [`command::json`], and assert on what came back. A
//! campaign in a test has a seed and a limit, so that it ends, and ends the same way each time.

mod build;
mod command;
mod counterexamples;
mod course;
mod edges;
mod interrupt;
mod limits;
mod project;
mod selection;
mod workers;
