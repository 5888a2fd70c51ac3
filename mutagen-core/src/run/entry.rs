//! The entry point of a test made by `#[property]`. It does the task of a worker if a supervisor
//! started the process, and otherwise a bounded run under plain `cargo test`.

use crate::run::plain;
use crate::run::property::Property;
use crate::run::protocol::inherited;
use crate::run::worker;

/// Runs a property as a worker or under plain `cargo test`, depending on how the process was
/// started.
///
/// # Panics
/// Under plain `cargo test`, when there is a counterexample or no test can be run.
pub fn run(property: &Property) {
    match inherited() {
        Some(inherited) => worker::work(property, inherited),
        None => plain::check(property),
    }
}
