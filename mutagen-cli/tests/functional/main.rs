//! Tests the command as a user runs it: each test runs the real `cargo-mutagen` on a small real
//! crate and checks the output and the exit code.
//!
//! To add a test: if no property of the crate in [`project`] ends in the way that you need, add
//! one. Run the command with [`command::run`] or [`command::json`], and assert on the result. A
//! campaign in a test has a seed and a limit, so that it ends in the same way each time.

mod build;
mod command;
mod corpus;
mod counterexamples;
mod course;
mod documents;
mod edges;
mod failures;
mod full;
mod gaps;
mod guard;
mod interrupt;
mod limits;
mod literals;
mod messages;
mod project;
mod regressions;
mod relations;
mod replay;
mod selection;
mod several;
mod sharing;
mod silenced;
mod specs;
mod state;
mod workers;
