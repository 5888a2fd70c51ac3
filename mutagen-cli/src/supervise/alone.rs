//! Lets a test have a process of its own, for what concerns the whole process: signals, children.

use std::process::Command;

/// Names the test that a process was started for.
const VARIABLE: &str = "MUTAGEN_TEST_ALONE";

/// The command that runs the test of this path in a process of its own, or `None` in that process.
pub(super) fn alone(test: &str) -> Option<Command> {
    if std::env::var_os(VARIABLE).is_some_and(|name| name == test) {
        return None;
    }
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args([test, "--exact", "--nocapture"]).env(VARIABLE, test);
    Some(command)
}
