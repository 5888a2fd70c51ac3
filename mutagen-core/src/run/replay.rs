//! Runs one given test of a property, with everything printed: the value, what the property prints,
//! and its panics. For a debugger, which runs the test executable without a supervisor.

use crate::run::execute::{Executor, printed};
use crate::run::outcome::Outcome;
use crate::run::panics;
use crate::run::property::Property;
use crate::run::thread::{STACK, on_big_stack};
use std::path::{Path, PathBuf};

/// The environment variable with the file of the value.
pub const REPLAY: &str = "MUTAGEN_REPLAY";

/// The file of the value to run, if the environment has one.
pub(crate) fn requested() -> Option<PathBuf> {
    std::env::var_os(REPLAY).map(PathBuf::from)
}

/// Runs the test whose value is in this file, in its text form.
///
/// # Panics
/// When the test fails, or the file has no value of the property.
pub(crate) fn replay(property: &Property, file: &Path) {
    let text = std::fs::read_to_string(file)
        .unwrap_or_else(|error| panic!("{}: {error}; check {REPLAY}", file.display()));
    let result = on_big_stack(STACK, || {
        let (value, _) = property
            .read(&text)
            .unwrap_or_else(|error| panic!("{}: {error}; check {REPLAY}", file.display()));
        let (shown, _) = printed(property, &*value, usize::MAX);
        println!("value: {}\n{shown}", text.trim());
        let mut executor = Executor::new(property);
        panics::print_all();
        let outcome = executor.run(&*value);
        let silenced = executor.silenced.take_last();
        let silenced = silenced
            .map(|failure| (executor.silenced.kind_of(&failure).to_owned(), failure.message));
        (outcome, silenced)
    });
    match result {
        Ok((Outcome::Passed, _)) => println!("the test passed"),
        Ok((Outcome::Discarded, None)) => println!("the test was discarded"),
        Ok((Outcome::Discarded, Some((kind, why)))) => {
            println!("the test failed in the silenced kind `{kind}`: {why}");
        }
        Ok((Outcome::Failed(why), _)) => panic!("the test failed: {why}"),
        Err(payload) => std::panic::resume_unwind(payload),
    }
}
