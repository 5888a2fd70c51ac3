//! Campaigns that are run by the command, as a user runs it, and what their reports say.

use benches::study::Error;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::process::{Command, Stdio};

/// The failures of one kind.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub(crate) struct Found {
    /// The kind that the property names; otherwise how the process ended.
    pub(crate) kind: String,
    /// How many tests failed in this way.
    pub(crate) count: u64,
    /// The first such test.
    pub(crate) test: u64,
    /// CPU seconds until the first.
    pub(crate) seconds: f64,
    /// How many nodes the shortest counterexample has, if it was shrunk.
    pub(crate) nodes: Option<u64>,
    /// The report of the shortest counterexample.
    pub(crate) message: String,
}

/// The report of a command that runs a campaign, which `name` is; `None` if it was interrupted.
///
/// # Errors
/// When the command cannot be run, or does not report.
pub(crate) fn report(command: &mut Command, name: &str) -> Result<Option<Value>, Error> {
    command.args(["--message-format", "json"]);
    let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output()?;
    let report: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("{name}: no report: {error}"))?;
    if let Some(error) = report["error"].as_str() {
        return Err(format!("{name}: {error}").into());
    }
    Ok((report["interrupted"] == Value::Bool(false)).then_some(report))
}

/// A count of a report.
pub(crate) fn statistic(report: &Value, name: &str) -> u64 {
    report["statistics"][name].as_u64().unwrap_or(0)
}

/// The failures of a report, one of each kind.
pub(crate) fn found(report: &Value) -> Vec<Found> {
    report["failures"].as_array().into_iter().flatten().map(Found::of).collect()
}

impl Found {
    fn of(failure: &Value) -> Found {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let kind = text(&failure["own_kind"]).or_else(|| text(&failure["kind"]));
        let message = text(&failure["shrunk"]["message"]).or_else(|| text(&failure["message"]));
        Found {
            kind: kind.unwrap_or_default(),
            count: failure["count"].as_u64().unwrap_or(0),
            test: failure["test"].as_u64().unwrap_or(0),
            seconds: failure["search_seconds"].as_f64().unwrap_or(0.0),
            nodes: failure["shrunk"]["nodes"].as_u64(),
            message: message.unwrap_or_default(),
        }
    }
}
