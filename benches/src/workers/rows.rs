//! The rows of the measurement: one for each trial, appended to a file as soon as the trial ends.

use super::tasks::Job;
use serde::{Deserialize, Serialize};
use std::error::Error;
use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The parts of the measurement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Part {
    /// Tests a second.
    Speed,
    /// Time to a bug.
    Bugs,
    /// Virtual time to a bug, with many workers.
    Curve,
}

/// What came of a trial.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Row {
    pub(super) part: Part,
    pub(super) workload: String,
    pub(super) mutant: String,
    pub(super) property: String,
    pub(super) workers: u32,
    pub(super) trial: u64,
    /// Whether the bug was found.
    pub(super) found: bool,
    /// Time from the first test to the bug, or to the end of the trial, in seconds.
    pub(super) seconds: f64,
    /// The tests of the worker that has found the bug, or of the busiest one.
    pub(super) tests: u64,
    /// The tests of all workers.
    pub(super) all_tests: u64,
    /// CPU time of all workers, in seconds.
    pub(super) cpu_seconds: f64,
}

impl Row {
    /// Whether two rows differ in the number of workers and the trial only.
    pub(super) fn is_of_task(&self, other: &Row) -> bool {
        (self.part, &self.workload, &self.mutant, &self.property)
            == (other.part, &other.workload, &other.mutant, &other.property)
    }

    fn is_of(&self, job: &Job) -> bool {
        let task = job.task;
        (self.part, self.workers, self.trial) == (job.part, job.workers, job.trial)
            && [&*self.workload, &*self.mutant, &*self.property]
                == [task.workload, task.mutant, task.property]
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { part, workload, mutant, property, workers, trial, seconds, tests, .. } = self;
        let found = if self.found { "found" } else { "not found" };
        write!(
            f,
            "{part:?} {workload} {mutant} {property}, trial {trial}, {workers} workers: {found}, \
             {seconds:.3} s, {tests} tests of one"
        )
    }
}

/// The file of the rows.
#[derive(Debug)]
pub(super) struct Rows {
    path: PathBuf,
    all: Vec<Row>,
}

impl Rows {
    /// Reads the rows of an earlier run, if there are some.
    ///
    /// # Errors
    /// When the file is not one of rows.
    pub(super) fn open(path: &Path) -> Result<Rows, Box<dyn Error>> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut all = Vec::new();
        if path.exists() {
            for (number, line) in (1..).zip(fs::read_to_string(path)?.lines()) {
                let unread = |error| format!("{}:{number}: not a row: {error}", path.display());
                all.push(serde_json::from_str(line).map_err(unread)?);
            }
        }
        Ok(Rows { path: path.to_owned(), all })
    }

    /// Whether a trial has a row.
    pub(super) fn has(&self, job: &Job) -> bool {
        self.all.iter().any(|row| row.is_of(job))
    }

    /// Appends a row.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(super) fn add(&mut self, row: Row) -> Result<(), Box<dyn Error>> {
        let mut file = OpenOptions::new().create(true).append(true).open(&self.path)?;
        file.write_all(format!("{}\n", serde_json::to_string(&row)?).as_bytes())?;
        self.all.push(row);
        Ok(())
    }

    /// All rows.
    pub(super) fn into_all(self) -> Vec<Row> {
        self.all
    }
}

/// The middle value of some, or the mean of both; `None` of none.
pub(super) fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        length if length % 2 == 1 => Some(sorted[middle]),
        _ => Some((sorted[middle - 1] + sorted[middle]) / 2.0),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tasks::SLOW;
    use super::*;

    #[test]
    fn rows_are_kept_and_their_trials_are_known() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.jsonl");
        let row = |trial| Row {
            part: Part::Bugs,
            workload: "RBT".to_owned(),
            mutant: "swap_bc".to_owned(),
            property: "DeletePost".to_owned(),
            workers: 2,
            trial,
            found: true,
            seconds: 0.25,
            tests: 10,
            all_tests: 20,
            cpu_seconds: 0.5,
        };
        let mut rows = Rows::open(&path).unwrap();
        rows.add(row(0)).unwrap();
        rows.add(row(1)).unwrap();
        let read = Rows::open(&path).unwrap();
        let job = |trial, workers| Job { part: Part::Bugs, task: &SLOW[0], workers, trial };
        assert!(read.has(&job(1, 2)) && !read.has(&job(2, 2)) && !read.has(&job(1, 1)));
        assert_eq!(read.into_all(), [row(0), row(1)]);
        fs::write(&path, "no row\n").unwrap();
        assert!(Rows::open(&path).unwrap_err().to_string().contains("rows.jsonl"));
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median([].into_iter()), None);
        assert_eq!(median([3.0, 1.0, 2.0].into_iter()), Some(2.0));
        assert_eq!(median([4.0, 1.0, 2.0, 3.0].into_iter()), Some(2.5));
    }
}
