//! Runs the command, for the other test files.

use crate::project::{self, Project};
use serde_json::Value;
use std::process::{Command, Stdio};

/// The result of a run: exit code and output.
#[derive(Debug)]
pub struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// The command in a project, ready to run.
pub fn command(project: &Project, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-mutagen"));
    command.arg("mutagen").args(arguments.split(' '));
    command.arg("--offline").arg("--target-dir").arg(project::target());
    command.current_dir(&project.folder).stdin(Stdio::null());
    let unset = ["CARGO_TARGET_DIR", "CARGO_TERM_COLOR", "NO_COLOR", "RUSTFLAGS", "RUST_BACKTRACE"];
    // A kept counterexample would end the next run before its campaign.
    command.env("MUTAGEN_REGRESSIONS", "off");
    for variable in unset {
        command.env_remove(variable);
    }
    command
}

/// Runs the command to its end.
pub fn run(project: &Project, arguments: &str) -> Ran {
    ran(&mut command(project, arguments))
}

/// Runs a prepared command to its end.
pub fn ran(command: &mut Command) -> Ran {
    let output = command.output().unwrap();
    Ran {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Runs `cargo mutagen run` on the project with all properties and returns the report for programs.
pub fn json(arguments: &str) -> Value {
    report(&run(project::properties(), &format!("run {arguments} --message-format json")))
}

/// The report for programs that a run has written.
pub fn report(ran: &Ran) -> Value {
    let report: Value = serde_json::from_str(&ran.out)
        .unwrap_or_else(|error| panic!("no report ({error}) in {ran:#?}"));
    assert_eq!(report["exit_code"].as_i64(), ran.code.map(i64::from), "{ran:#?}");
    report
}

/// The single counterexample of a report.
pub fn counterexample(report: &Value) -> &Value {
    let failures = report["failures"].as_array().unwrap();
    assert_eq!(failures.len(), 1, "{report:#}");
    assert_eq!(report["outcome"], "counterexample", "{report:#}");
    &failures[0]
}
