//! One campaign on OxiZ: the command, in the workspace of OxiZ, and what it has found.

use crate::reported::{self, Found};
use benches::study::Error;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

/// A campaign of a property.
#[derive(Debug, Clone)]
pub(super) struct Campaign {
    /// The property.
    pub(super) property: &'static str,
    /// Whether coverage steers it.
    pub(super) feedback: bool,
    /// The seed.
    pub(super) seed: u64,
    /// CPU seconds.
    pub(super) limit: u64,
}

/// What a campaign has found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Row {
    /// The property.
    pub(super) property: String,
    /// Whether coverage steered it.
    pub(super) feedback: bool,
    /// The seed.
    pub(super) seed: u64,
    /// CPU seconds that it could use.
    pub(super) limit: u64,
    /// The arguments of `cargo-mutagen`.
    pub(super) command: String,
    /// Tests.
    pub(super) tests: u64,
    /// Tests that were discarded.
    pub(super) discarded: u64,
    /// Edges that were hit.
    pub(super) edges: u64,
    /// CPU seconds of the testing thread.
    pub(super) cpu: f64,
    /// A failure of each kind.
    pub(super) found: Vec<Found>,
}

/// Solvers that judge besides the model, if `SMT_SOLVERS` names none.
pub(super) const REFERENCES: &str = "z3-5.4.1,cvc5-1.4.2";

/// Variables for the command, beside those of this process.
pub(super) type Variables = Vec<(&'static str, OsString)>;

impl Campaign {
    /// Whether the row is of this campaign.
    pub(super) fn is(&self, row: &Row) -> bool {
        (self.property, self.feedback) == (&*row.property, row.feedback)
            && (self.seed, self.limit) == (row.seed, row.limit)
    }

    /// Whether other solvers are asked.
    pub(super) fn asks_others(&self) -> bool {
        self.property == "prop_oxiz_agrees"
    }

    fn arguments(&self) -> Vec<String> {
        let Campaign { property, seed, limit, .. } = self;
        // What hangs is no finding here; an answer of a reference takes longer than one of OxiZ.
        let timeout = if self.asks_others() { "60s" } else { "3s" };
        let search = if self.feedback { "" } else { " --search feedback=off" };
        let text = format!(
            "mutagen run {property} --seed {seed} --max-cpu {limit}s --keep-going --no-shrink \
             --timeout {timeout}{search}"
        );
        text.split(' ').map(str::to_owned).collect()
    }

    /// Runs it. `None` if it was interrupted.
    ///
    /// # Errors
    /// When the command cannot be run, or does not report.
    pub(super) fn run(&self, variables: &Variables) -> Result<Option<Row>, Error> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let arguments = self.arguments();
        let mut command = Command::new("cargo");
        command.args(["run", "--quiet", "--package", "mutagen-cli", "--bin", "cargo-mutagen"]);
        command.arg("--manifest-path").arg(root.join("Cargo.toml")).arg("--").args(&arguments);
        command.current_dir(root.join("case-studies/smt/oxiz")).envs(variables.iter().cloned());
        command.env("RUST_BACKTRACE", "0").env("MUTAGEN_REGRESSIONS", "off");
        let report = reported::report(&mut command, self.property)?;
        Ok(report.map(|report| self.row(&report)))
    }

    fn row(&self, report: &Value) -> Row {
        let statistic = |name: &str| reported::statistic(report, name);
        Row {
            property: self.property.to_owned(),
            feedback: self.feedback,
            seed: self.seed,
            limit: self.limit,
            command: self.arguments().join(" "),
            tests: statistic("tests"),
            discarded: statistic("discarded"),
            edges: statistic("edges"),
            cpu: report["search_seconds"].as_f64().unwrap_or(0.0),
            found: reported::found(report),
        }
    }
}

impl Row {
    /// Tests that were not discarded.
    pub(super) fn judged(&self) -> u64 {
        self.tests - self.discarded.min(self.tests)
    }

    /// The failures that the property names; the others are tests that hung or ended the process.
    pub(super) fn wrong(&self) -> impl Iterator<Item = &Found> {
        self.found.iter().filter(|found| found.kind.contains(": "))
    }

    /// The line that is shown.
    pub(super) fn line(&self) -> String {
        let Row { property, seed, tests, edges, cpu, .. } = self;
        let feedback = if self.feedback { "on" } else { "off" };
        let kinds = self.wrong().count();
        format!(
            "{property} {seed}, feedback {feedback}: {tests} tests in {cpu:.0} s, {edges} edges, \
             {kinds} kinds"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_report_becomes_a_row_of_its_campaign() {
        let mut campaign =
            Campaign { property: "prop_oxiz_models", feedback: false, seed: 2, limit: 9 };
        let report = json!({
            "statistics": { "tests": 9, "discarded": 4, "edges": 7 },
            "search_seconds": 2.5,
            "failures": [
                { "own_kind": "sat: Int: *", "kind": "failed", "count": 3, "test": 5,
                  "search_seconds": 0.5, "message": "m", "shrunk": null },
                { "own_kind": null, "kind": "hung", "count": 1, "test": 8,
                  "search_seconds": 2.0, "message": "it hangs", "shrunk": null },
            ],
        });
        let row = campaign.row(&report);
        assert!(campaign.is(&row));
        assert_eq!((row.judged(), row.edges, row.wrong().count()), (5, 7, 1));
        assert!(row.command.ends_with("--timeout 3s --search feedback=off"), "{}", row.command);
        campaign.feedback = true;
        assert!(!campaign.is(&row));
    }
}
