//! One campaign of the hunt: the command as a user runs it, and what it has found.

use crate::reported::{self, Found};
use benches::study::Error;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use wasm_face::about::{self, About};

/// A property on an engine.
#[derive(Debug, Clone, Copy)]
pub(super) struct Campaign {
    /// The engine.
    pub(super) engine: &'static About,
    /// The package of the property.
    pub(super) package: &'static str,
    /// The property.
    pub(super) property: &'static str,
    /// The seed.
    pub(super) seed: u64,
    /// CPU seconds.
    pub(super) limit: u64,
}

/// What a campaign has found.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub(super) struct Row {
    /// The engine, as the study names it.
    pub(super) engine: String,
    /// Its crate and version.
    pub(super) release: String,
    /// The property.
    pub(super) property: String,
    /// The seed.
    pub(super) seed: u64,
    /// CPU seconds.
    pub(super) limit: u64,
    /// The command.
    pub(super) command: String,
    /// Tests.
    pub(super) tests: u64,
    /// Tests that passed.
    pub(super) passed: u64,
    /// Edges that were hit.
    pub(super) edges: u64,
    /// A failure of each kind.
    pub(super) found: Vec<Found>,
}

impl Campaign {
    /// Engine and property.
    pub(super) fn name(&self) -> String {
        format!("{}/{}", self.engine.name, self.property)
    }

    /// Whether the row is of this campaign.
    pub(super) fn is(&self, row: &Row) -> bool {
        let (release, property) = (self.engine.release, self.property);
        (row.release.as_str(), row.property.as_str()) == (release, property)
            && (row.seed, row.limit) == (self.seed, self.limit)
    }

    /// The arguments of cargo.
    fn arguments(&self) -> Vec<String> {
        let (package, property) = (self.package, self.property);
        let mut text = format!("mutagen run {property} -p {package}");
        if self.engine != &about::ENGINES[0] {
            let _ = write!(text, " --features {}", self.engine.name);
        }
        let _ = write!(text, " --seed {} --max-cpu {}s --keep-going", self.seed, self.limit);
        text.split(' ').map(str::to_owned).collect()
    }

    /// Runs it. `None` if it was interrupted.
    ///
    /// # Errors
    /// When the command cannot be run, or does not report.
    pub(super) fn run(&self) -> Result<Option<Row>, Error> {
        let arguments = self.arguments();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut command = Command::new("cargo");
        command.args(&arguments).current_dir(root);
        command.env(about::VARIABLE, self.engine.name);
        // A panic of an engine is an outcome: a trace of each would take longer than the test.
        command.env("RUST_BACKTRACE", "0").env("MUTAGEN_REGRESSIONS", "off");
        let report = reported::report(&mut command, &self.name())?;
        let command =
            format!("{}={} cargo {}", about::VARIABLE, self.engine.name, arguments.join(" "));
        Ok(report.map(|report| Row {
            engine: self.engine.name.to_owned(),
            release: self.engine.release.to_owned(),
            property: self.property.to_owned(),
            seed: self.seed,
            limit: self.limit,
            command,
            ..Row::of(&report)
        }))
    }
}

impl Row {
    /// What the report says, without what is known before.
    fn of(report: &Value) -> Row {
        let statistic = |name: &str| reported::statistic(report, name);
        Row {
            engine: String::new(),
            release: String::new(),
            property: String::new(),
            seed: 0,
            limit: 0,
            command: String::new(),
            tests: statistic("tests"),
            passed: statistic("passed"),
            edges: statistic("edges"),
            found: reported::found(report),
        }
    }

    /// The line that is shown while others run.
    pub(super) fn line(&self) -> String {
        let Row { engine, property, tests, found, .. } = self;
        format!("{engine}/{property}: {tests} tests, {} kinds of failures", found.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_command_names_engine_package_and_feature() {
        let of = |at: usize| Campaign {
            engine: &about::ENGINES[at],
            package: "wasm-study",
            property: "prop_execution",
            seed: 3,
            limit: 60,
        };
        let text = of(2).arguments().join(" ");
        assert_eq!(
            text,
            "mutagen run prop_execution -p wasm-study --features wasmi --seed 3 --max-cpu 60s \
             --keep-going"
        );
        assert!(!of(0).arguments().contains(&"--features".to_owned()));
    }

    #[test]
    fn a_report_becomes_a_row_with_the_shortest_counterexample_of_each_kind() {
        let report = json!({
            "statistics": { "tests": 9, "passed": 4, "edges": 7 },
            "failures": [
                { "own_kind": "wrong trap", "kind": "failed", "count": 3, "test": 5,
                  "search_seconds": 0.5, "message": "long",
                  "shrunk": { "nodes": 12, "message": "short" } },
                { "own_kind": null, "kind": "hung", "count": 1, "test": 8,
                  "search_seconds": 2.0, "message": "it hangs", "shrunk": null },
            ],
        });
        let row = Row::of(&report);
        assert_eq!((row.tests, row.passed, row.edges), (9, 4, 7));
        let kinds: Vec<_> = row
            .found
            .iter()
            .map(|found| (found.kind.as_str(), found.nodes, found.message.as_str()))
            .collect();
        assert_eq!(kinds, [("wrong trap", Some(12), "short"), ("hung", None, "it hangs")]);
    }
}
