//! The results: for each task the medians of both kinds and their ratio, and the geometric mean of
//! the ratios.

use super::trial::{Kind, Row, STOPS};
use crate::slowest::Slow;
use benches::study::Error;
use benches::study::analyse::stats::geometric_mean;
use benches::study::rows::machine::Machine;
use std::fmt::Write;
use std::path::Path;

/// The largest allowed geometric mean of the ratios.
const MOST: f64 = 1.3;

/// The figures of one task.
#[derive(Debug, PartialEq)]
struct Line {
    task: String,
    /// Trials that ran through, and those of them that found the bug.
    through: [usize; 2],
    /// The same for those that were stopped.
    stopped: [usize; 2],
    /// The median CPU seconds of both.
    medians: [f64; 2],
    /// The mean number of stops.
    stops: f64,
}

impl Line {
    fn ratio(&self) -> f64 {
        self.medians[1] / self.medians[0]
    }
}

/// The figures of all tasks.
pub(super) struct Page {
    lines: Vec<Line>,
    /// Whether a task has no trials.
    is_open: bool,
}

impl Page {
    /// The figures of these trials.
    pub(super) fn of(tasks: &[Slow], rows: &[Row]) -> Page {
        let names: Vec<String> = tasks.iter().map(Slow::name).collect();
        let lines: Vec<Line> = names.iter().filter_map(|task| line(task, rows)).collect();
        Page { is_open: lines.len() < tasks.len(), lines }
    }

    /// The geometric mean of the ratios.
    fn mean(&self) -> f64 {
        geometric_mean(self.lines.iter().map(Line::ratio)).unwrap_or(f64::NAN)
    }

    /// Whether the bound holds.
    pub(super) fn holds(&self) -> bool {
        !self.is_open && self.mean() <= MOST
    }

    /// One line.
    pub(super) fn line(&self) -> String {
        let verdict = if self.holds() { "holds" } else { "VIOLATED" };
        let (tasks, mean) = (self.lines.len(), self.mean());
        format!(
            "{verdict}: a campaign that is stopped up to {STOPS} times takes {mean:.2} times the \
             CPU time of one that runs through (geometric mean over {tasks} tasks; at most {MOST})"
        )
    }

    /// Writes the table and the page.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub(super) fn write(&self, folder: &Path) -> Result<(), Error> {
        std::fs::write(folder.join("resuming.csv"), self.csv())?;
        Ok(std::fs::write(folder.join("README.md"), self.page())?)
    }

    fn csv(&self) -> String {
        let mut text = "workload,mutant,property,trials_through,found_through,trials_stopped,\
                        found_stopped,median_cpu_through,median_cpu_stopped,ratio,mean_stops\n"
            .to_owned();
        for line in &self.lines {
            let Line { task, through, stopped, medians, stops } = line;
            let _ = writeln!(
                text,
                "{},{},{},{},{},{:.3},{:.3},{:.3},{stops:.1}",
                task.replace('/', ","),
                through[0],
                through[1],
                stopped[0],
                stopped[1],
                medians[0],
                medians[1],
                line.ratio()
            );
        }
        text
    }

    fn page(&self) -> String {
        let mut text = format!(
            "# Stopping and resuming\n\n\
             The ten slowest tasks that mutagen solves in every trial of the studies. A campaign \
             runs through to the bug, or is stopped {STOPS} times, evenly over the median time of \
             the task in its study, unless it finds the bug before. After a stop, the command runs \
             again without a seed: it draws a new one, and starts from the corpus that the \
             campaigns before have left. CPU time is that of the worker processes, with all that \
             a start costs them.\n\n\
             | task | found, through | found, stopped | median CPU s, through | median CPU s, \
             stopped | ratio | stops (mean) |\n|---|---|---|---|---|---|---|\n"
        );
        for line in &self.lines {
            let Line { task, through, stopped, medians, stops } = line;
            let _ = writeln!(
                text,
                "| {task} | {} of {} | {} of {} | {:.2} | {:.2} | {:.2} | {stops:.1} |",
                through[1],
                through[0],
                stopped[1],
                stopped[0],
                medians[0],
                medians[1],
                line.ratio()
            );
        }
        let _ = writeln!(
            text,
            "\n{}.\n\nA trial without the bug within the limit of its study counts with the time \
             that it took. `rows.jsonl` has the trials, `resuming.csv` this table. `cargo run -p \
             benches --release -- resuming` does the trials that are missing.\n\n\
             {}.",
            self.line(),
            Machine::this(1),
        );
        text
    }
}

/// The figures of a task; `None` without trials of both kinds.
fn line(task: &str, rows: &[Row]) -> Option<Line> {
    let of = |kind| rows.iter().filter(move |row| row.kind == kind && row.task == task);
    let counts = |kind| [of(kind).count(), of(kind).filter(|row| row.found).count()];
    let median = |kind| {
        let mut times: Vec<f64> = of(kind).map(|row| row.cpu).collect();
        times.sort_by(f64::total_cmp);
        let (low, high) = (times.get(times.len().checked_sub(1)? / 2)?, times[times.len() / 2]);
        Some((low + high) / 2.0)
    };
    let stopped = counts(Kind::Stopped);
    let stops: u64 = of(Kind::Stopped).map(|row| row.stops).sum();
    Some(Line {
        task: task.to_owned(),
        through: counts(Kind::Through),
        stopped,
        medians: [median(Kind::Through)?, median(Kind::Stopped)?],
        stops: stops as f64 / stopped[0] as f64,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(kind: Kind, trial: u64, cpu: f64) -> Row {
        let task = "W/m/P".to_owned();
        Row { task, trial, kind, found: cpu < 60.0, cpu, stops: trial, tests: 9, inputs: 3 }
    }

    fn page(stopped: f64) -> Page {
        let through = [1.0, 3.0].map(|cpu| row(Kind::Through, 0, cpu));
        let stopped = [1.0, stopped, 60.0].map(|cpu| row(Kind::Stopped, 4, cpu));
        let lines = vec![line("W/m/P", &[&through[..], &stopped[..]].concat()).unwrap()];
        Page { lines, is_open: false }
    }

    #[test]
    fn the_bound_is_on_the_ratio_of_medians() {
        assert!(page(2.6).holds());
        assert!(!page(2.7).holds());
        assert!(!Page { is_open: true, ..page(2.0) }.holds());
        assert_eq!(page(2.5).lines[0].medians, [2.0, 2.5]);
    }

    #[test]
    fn a_task_without_trials_of_both_kinds_has_no_line() {
        assert_eq!(line("W/m/P", &[row(Kind::Through, 0, 1.0)]), None);
        assert!(page(2.5).csv().contains("W,m,P,2,2,3,2,2.000,2.500,1.250,4.0"));
        assert!(
            page(2.5).page().contains("| W/m/P | 2 of 2 | 2 of 3 | 2.00 | 2.50 | 1.25 | 4.0 |")
        );
    }
}
