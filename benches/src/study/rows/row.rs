//! A row: the result of one trial. Rows are JSON lines in a file that is only appended to. Reports
//! are computed from rows.

use crate::study::Error;
use crate::study::rows::counted::Counted;
use crate::study::rows::lines;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// The name of the file of rows in a folder of results.
pub const FILE: &str = "rows.jsonl";

/// The result of one trial.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The strategy's name.
    pub strategy: String,
    /// Workload, mutant and property.
    pub task: String,
    /// The number of the trial, from 0.
    pub trial: u64,
    /// The seed of the trial.
    pub seed: u64,
    /// Whether a counterexample was found.
    pub status: Status,
    /// How the property failed, if not by an ordinary failure. In a trial without a counterexample,
    /// `died` means that the tool itself died before the limit, at `time`, and `other` that it
    /// ended with another failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub how: Option<How>,
    /// Tests generated up to and with the failing one, discarded ones included.
    pub tests: u64,
    /// Tests among them that met the precondition.
    pub valid: u64,
    /// CPU seconds of the testing thread until the counterexample or the end.
    pub time: f64,
    /// The limit of the trial in CPU seconds.
    pub limit: f64,
    /// The result of a second run of the same seed, which continued after counterexamples and
    /// counted distinct valid values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<Counted>,
}

/// The workload of a task's name.
pub fn workload_of(task: &str) -> &str {
    task.split('/').next().unwrap_or(task)
}

/// Whether a counterexample was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// A counterexample was found.
    Failed,
    /// No counterexample was found within the limit.
    Timeout,
}

/// How a trial ended, if not by an ordinary failure or its limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// The test ended the process.
    Died,
    /// The test ran longer than its timeout.
    Hung,
    /// The test failed, but did not show the bug of the task. The trial counts as one without a
    /// counterexample.
    Other,
}

impl Row {
    /// Whether a counterexample was found within this many CPU seconds.
    pub fn found(&self, limit: f64) -> bool {
        self.status == Status::Failed && self.time <= limit
    }

    /// Whether the row is final for a trial of this many CPU seconds.
    pub fn settles(&self, limit: f64) -> bool {
        self.status == Status::Failed || self.limit >= limit
    }
}

/// The rows of a folder: one for each strategy, task and trial, the last that was written.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rows {
    /// By strategy and task; then by trial.
    cells: BTreeMap<(String, String), BTreeMap<u64, Row>>,
}

impl Rows {
    /// Reads the rows of a folder; none if there is no file. An incomplete last line is ignored.
    pub fn read(folder: &Path) -> Result<Rows, Error> {
        let mut rows = Rows::default();
        lines::read(&folder.join(FILE))?.into_iter().for_each(|row| rows.insert(row));
        Ok(rows)
    }

    /// Adds a row, in place of an earlier one of the same trial.
    pub fn insert(&mut self, row: Row) {
        let key = (row.strategy.clone(), row.task.clone());
        self.cells.entry(key).or_default().insert(row.trial, row);
    }

    /// The rows of a task under a strategy, by trial.
    pub fn cell(&self, strategy: &str, task: &str) -> impl Iterator<Item = &Row> {
        let key = (strategy.to_owned(), task.to_owned());
        self.cells.get(&key).into_iter().flat_map(BTreeMap::values)
    }

    /// The row of a trial.
    pub fn trial(&self, strategy: &str, task: &str, trial: u64) -> Option<&Row> {
        self.cell(strategy, task).find(|row| row.trial == trial)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::study::rows::lines::Writer;

    /// A row of 100 tests, half of them valid.
    pub fn row(strategy: &str, task: &str, trial: u64, found: Option<f64>) -> Row {
        Row {
            strategy: strategy.into(),
            task: task.into(),
            trial,
            seed: 7,
            status: if found.is_some() { Status::Failed } else { Status::Timeout },
            how: None,
            tests: 100,
            valid: 50,
            time: found.unwrap_or(60.0),
            limit: 60.0,
            counted: None,
        }
    }

    /// A run of so many seconds and 1000 tests a second, half of which passed.
    pub fn counted(seconds: f64, distinct: u64) -> Counted {
        let tests = (seconds * 1000.0) as u64;
        let (passed, failed, edges) = (tests / 2, 1, 30);
        Counted { limit: seconds, time: seconds, tests, passed, failed, distinct, edges }
    }

    #[test]
    fn rows_are_read_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let mut rows = Rows::default();
        let mut writer = Writer::open(&folder.path().join(FILE)).unwrap();
        for row in [row("a", "W/m/P", 0, Some(0.25)), row("b", "W/m/P", 1, None)] {
            writer.append(&row).unwrap();
            rows.insert(row);
        }
        assert_eq!(Rows::read(folder.path()).unwrap(), rows);
    }

    #[test]
    fn a_fruitless_trial_says_nothing_about_a_longer_one() {
        let fruitless = row("a", "W/m/P", 0, None);
        assert!(fruitless.settles(60.0) && !fruitless.settles(61.0));
        let found = row("a", "W/m/P", 0, Some(12.0));
        assert!(found.settles(600.0) && found.found(60.0) && !found.found(10.0));
    }
}
