//! A row: the result of one trial. Rows are JSON lines in a file that is only appended to. Reports
//! are computed from rows.

use crate::study::Error;
use crate::study::rows::counted::Counted;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
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
        let path = folder.join(FILE);
        match fs::read_to_string(&path) {
            Ok(text) => {
                Rows::parse(&text).map_err(|why| format!("{}: {why}", path.display()).into())
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Rows::default()),
            Err(error) => Err(format!("{}: {error}", path.display()).into()),
        }
    }

    fn parse(text: &str) -> Result<Rows, Error> {
        let mut rows = Rows::default();
        for (at, line) in whole_lines(text).lines().enumerate() {
            let row = serde_json::from_str(line);
            rows.insert(row.map_err(|error| format!("line {} is no row: {error}", at + 1))?);
        }
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

/// The text without what follows the last end of a line.
fn whole_lines(text: &str) -> &str {
    text.rfind('\n').map_or("", |end| &text[..=end])
}

/// Appends rows to the file of a folder.
pub struct Writer {
    file: File,
}

impl Writer {
    /// Opens the file of a folder, and cuts off an incomplete last line.
    pub fn open(folder: &Path) -> Result<Writer, Error> {
        let path = folder.join(FILE);
        let whole = match fs::read_to_string(&path) {
            Ok(text) => Some(whole_lines(&text).len()),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(format!("{}: {error}", path.display()).into()),
        };
        let file = File::options().create(true).append(true).open(&path)?;
        if let Some(length) = whole {
            file.set_len(length as u64)?;
        }
        Ok(Writer { file })
    }

    /// Appends one row, as one write.
    pub fn append(&mut self, row: &Row) -> Result<(), Error> {
        let mut line = serde_json::to_vec(row)?;
        line.push(b'\n');
        Ok(self.file.write_all(&line)?)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

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
        let mut writer = Writer::open(folder.path()).unwrap();
        for row in [row("a", "W/m/P", 0, Some(0.25)), row("b", "W/m/P", 1, None)] {
            writer.append(&row).unwrap();
            rows.insert(row);
        }
        assert_eq!(Rows::read(folder.path()).unwrap(), rows);
    }

    #[test]
    fn a_line_cut_short_at_the_end_is_dropped_and_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let first = row("a", "W/m/P", 0, Some(0.25));
        Writer::open(folder.path()).unwrap().append(&first).unwrap();
        let path = folder.path().join(FILE);
        let whole = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{whole}{}", &whole[..30])).unwrap();
        let rows = Rows::read(folder.path()).unwrap();
        assert_eq!(rows.cell("a", "W/m/P").count(), 1);
        Writer::open(folder.path()).unwrap().append(&row("a", "W/m/P", 1, None)).unwrap();
        let rows = Rows::read(folder.path()).unwrap();
        assert_eq!(rows.cell("a", "W/m/P").count(), 2);
    }

    #[test]
    fn a_broken_line_elsewhere_is_an_error_with_its_number() {
        let error = Rows::parse("{}\n{}\n").unwrap_err().to_string();
        assert!(error.contains("line 1"), "{error}");
    }

    #[test]
    fn a_fruitless_trial_says_nothing_about_a_longer_one() {
        let fruitless = row("a", "W/m/P", 0, None);
        assert!(fruitless.settles(60.0) && !fruitless.settles(61.0));
        let found = row("a", "W/m/P", 0, Some(12.0));
        assert!(found.settles(600.0) && found.found(60.0) && !found.found(10.0));
    }
}
