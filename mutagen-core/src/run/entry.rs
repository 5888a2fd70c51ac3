//! What a test that `#[property]` made does: a worker's task if a supervisor started the process,
//! else a bounded run under plain `cargo test`.

use crate::run::plain;
use crate::run::property::Property;
use crate::run::protocol::Task;
use crate::run::worker;

/// Runs a property in the way the process was started for.
///
/// # Panics
/// Under plain `cargo test`, when a counterexample is found or no test can be run.
pub fn run(property: &Property) {
    match Task::from_env() {
        Some(task) => worker::work(property, task),
        None => plain::check(property),
    }
}
