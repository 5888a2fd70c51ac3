//! The report: what the rows come to, and whether that is as it must be.

use super::CURVE_WORKERS;
use super::trial::{Part, Row};
use benches::study::analyse::stats::{geometric_mean, median};
use benches::study::rows::machine::Machine;
use std::fmt::Write;

/// How much faster two workers must be than one, in tests a second.
const LEAST_SPEED: f64 = 1.9;

/// The most that the time to a bug may be of that with one worker, as a geometric mean.
const MOST_TIME: f64 = 0.6;

/// The figures of one task with one and with more workers.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Compared {
    /// Workload, mutant and property.
    task: String,
    /// The medians of one worker and of two: tests a second, or seconds.
    medians: [f64; 2],
    /// How many trials of each have found the bug, of how many.
    found: [(usize, usize); 2],
}

impl Compared {
    fn ratio(&self) -> f64 {
        self.medians[1] / self.medians[0]
    }
}

/// How the gain of a task grows with the number of workers.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Curve {
    /// The name of the task.
    pub(super) name: String,
    /// The numbers of workers, each with the median of the tests that the worker with the bug has
    /// run, relative to those of a single worker.
    pub(super) gains: Vec<(u32, f64)>,
}

/// The whole report.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Report {
    speed: Vec<Compared>,
    bugs: Vec<Compared>,
    pub(super) curve: Vec<Curve>,
    /// How many trials of the curve each task and number of workers has: the fewest and the most.
    curve_trials: (usize, usize),
    /// How many trials are missing for both figures that are bounded.
    missing: usize,
}

/// The report of these rows, of which so many are missing for the figures that are bounded.
pub(super) fn of(rows: &[Row], missing: usize) -> Report {
    let mut tasks: Vec<(Part, &str)> = Vec::new();
    for row in rows {
        if !tasks.contains(&(row.part, &row.task)) {
            tasks.push((row.part, &row.task));
        }
    }
    let of_part = |part| tasks.iter().filter(move |task| task.0 == part).map(|task| task.1);
    let trials = |part, task: &str, workers| {
        let is_one = |row: &&Row| (row.part, row.workers, &*row.task) == (part, workers, task);
        rows.iter().filter(is_one).collect::<Vec<&Row>>()
    };
    let median_of = |rows: &[&Row], figure: fn(&Row) -> f64| {
        median(rows.iter().map(|row| figure(row)).collect())
    };
    let compared = |part, figure: fn(&Row) -> f64| {
        let compare = of_part(part).filter_map(|task| {
            let both = [1, 2].map(|workers| trials(part, task, workers));
            let medians = [median_of(&both[0], figure)?, median_of(&both[1], figure)?];
            let found = both.map(|rows| (rows.iter().filter(|row| row.found).count(), rows.len()));
            Some(Compared { task: task.to_owned(), medians, found })
        });
        compare.collect::<Vec<Compared>>()
    };
    let curve = of_part(Part::Curve).filter_map(|task| {
        let tests =
            |workers| median_of(&trials(Part::Curve, task, workers), |row| row.tests as f64);
        let alone = tests(1)?;
        let gain = |workers: &u32| Some((*workers, alone / tests(*workers)?));
        let gains = CURVE_WORKERS.iter().filter_map(gain).collect();
        Some(Curve { name: task.to_owned(), gains })
    });
    let curve_trials = of_part(Part::Curve)
        .flat_map(|task| CURVE_WORKERS.map(|workers| trials(Part::Curve, task, workers).len()));
    Report {
        speed: compared(Part::Speed, |row| row.all_tests as f64 / row.seconds),
        bugs: compared(Part::Bugs, |row| row.seconds),
        curve: curve.collect(),
        curve_trials: range(curve_trials),
        missing,
    }
}

/// The fewest and the most of these numbers.
fn range(numbers: impl Iterator<Item = usize> + Clone) -> (usize, usize) {
    (numbers.clone().min().unwrap_or(0), numbers.max().unwrap_or(0))
}

/// The fewest and the most trials of the same task and number of workers.
fn trials_of(compared: &[Compared]) -> (usize, usize) {
    range(compared.iter().flat_map(|compared| compared.found.map(|(_, trials)| trials)))
}

/// A number of trials, or from how many to how many.
fn trials((fewest, most): (usize, usize)) -> String {
    match (fewest == most, most) {
        (true, 1) => "1 trial".to_owned(),
        (true, _) => format!("{most} trials"),
        (false, _) => format!("{fewest} to {most} trials"),
    }
}

impl Report {
    fn speed_gain(&self) -> Option<f64> {
        geometric_mean(self.speed.iter().map(Compared::ratio))
    }

    fn time_ratio(&self) -> Option<f64> {
        geometric_mean(self.bugs.iter().map(Compared::ratio))
    }

    /// Whether both figures were measured, in all their trials, and are as they must be.
    pub(super) fn holds(&self) -> bool {
        self.missing == 0
            && self.speed_gain().is_some_and(|gain| gain >= LEAST_SPEED)
            && self.time_ratio().is_some_and(|ratio| ratio <= MOST_TIME)
    }

    /// The figures in a few lines.
    pub(super) fn summary(&self) -> String {
        let mut text = String::new();
        if let Some(gain) = self.speed_gain() {
            let _ = writeln!(
                text,
                "Two workers run {gain:.2} times the tests a second of one (geometric mean of {} \
                 programs, {} each; at least {LEAST_SPEED}).",
                self.speed.len(),
                trials(trials_of(&self.speed))
            );
        }
        if let Some(ratio) = self.time_ratio() {
            let _ = writeln!(
                text,
                "The time to the bug with two workers is {ratio:.2} of that with one (geometric \
                 mean over {} tasks of the ratio of medians, {} each; at most {MOST_TIME}).",
                self.bugs.len(),
                trials(trials_of(&self.bugs))
            );
        }
        let gains = self.curve.iter().filter_map(|curve| curve.gains.last());
        if let Some(most) = gains.clone().map(|(workers, _)| *workers).max()
            && let Some(gain) = geometric_mean(gains.map(|(_, gain)| *gain))
        {
            let _ = writeln!(
                text,
                "Counted in tests of the worker that finds the bug, {most} workers are {gain:.1} \
                 times as fast as one (geometric mean of {} tasks, {} each).",
                self.curve.len(),
                trials(self.curve_trials)
            );
        }
        if self.missing > 0 {
            let _ = writeln!(text, "{} more are planned.", trials((self.missing, self.missing)));
        }
        text
    }

    /// The page about the measurement.
    pub(super) fn text(&self) -> String {
        let mut text = format!(
            "# Several workers\n\nComputed from `rows.jsonl` by `cargo run -p benches --release -- \
             workers`.\n\n{}\n",
            self.summary()
        );
        text.push_str(
            "## Tests a second\n\nCorrect programs. Each campaign has 10 s of CPU time, of all \
             its workers together: its tests take longer the more it has retained, so campaigns \
             are compared that have come equally far. The median of the trials, in tests a second \
             of wall time.\n\n| program | 1 worker | 2 workers | ratio |\n\
             |---|---:|---:|---:|\n",
        );
        for compared in &self.speed {
            let (Compared { task, medians: [one, two], .. }, ratio) = (compared, compared.ratio());
            let _ = writeln!(text, "| {task} | {one:.0} | {two:.0} | {ratio:.2} |");
        }
        text.push_str(
            "\n## Time to the bug\n\nThe slowest tasks of three workloads. The median time of the \
             trials from the first test to the bug, in seconds. Trials of one and of two workers \
             alternate.\n\n| task | 1 worker | 2 workers | ratio | found |\n\
             |---|---:|---:|---:|---|\n",
        );
        for compared in &self.bugs {
            let (Compared { task, medians: [one, two], found }, ratio) =
                (compared, compared.ratio());
            let found = found.map(|(found, of)| format!("{found} of {of}")).join(", ");
            let _ = writeln!(text, "| {task} | {one:.3} | {two:.3} | {ratio:.2} | {found} |");
        }
        text.push_str(
            "\n## Many workers in virtual time\n\nThe processes of all workers share the cores of \
             one machine, and the system gives each the same time. The virtual time of a trial is \
             the number of tests that the worker with the bug has run. The gain is the median of a \
             single worker divided by the median of so many workers. `gain.svg` draws it.\n\n",
        );
        self.write_curve(&mut text);
        let _ = writeln!(text, "\n{}.", Machine::this(1));
        text
    }

    fn write_curve(&self, text: &mut String) {
        let Some(first) = self.curve.first() else { return };
        text.push_str("| task |");
        first.gains.iter().for_each(|(workers, _)| _ = write!(text, " {workers} |"));
        text.push_str("\n|---|");
        first.gains.iter().for_each(|_| text.push_str("---:|"));
        for curve in &self.curve {
            let _ = write!(text, "\n| {} |", curve.name);
            curve.gains.iter().for_each(|(_, gain)| _ = write!(text, " {gain:.1} |"));
        }
        text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(part: Part, workers: u32, trial: u64, seconds: f64, tests: u64) -> Row {
        Row {
            part,
            task: "W/m/p".to_owned(),
            workers,
            trial,
            found: part != Part::Speed,
            seconds,
            tests,
            all_tests: tests * u64::from(workers),
            cpu_seconds: seconds,
        }
    }

    #[test]
    fn ratios_are_those_of_medians() {
        let mut rows = vec![
            row(Part::Speed, 1, 0, 5.0, 500),
            row(Part::Speed, 2, 0, 5.0, 480),
            row(Part::Curve, 1, 0, 1.0, 6400),
            row(Part::Curve, 64, 0, 1.0, 200),
        ];
        for (trial, seconds) in [(0, 1.0), (1, 4.0), (2, 90.0)] {
            rows.push(row(Part::Bugs, 1, trial, seconds, 10));
            rows.push(row(Part::Bugs, 2, trial, seconds / 2.0, 5));
        }
        let report = of(&rows, 0);
        assert_eq!(report.speed[0].medians, [100.0, 192.0]);
        assert_eq!((report.bugs[0].medians, report.bugs[0].ratio()), ([4.0, 2.0], 0.5));
        assert_eq!(report.curve[0].gains, [(1, 1.0), (64, 32.0)]);
        assert!(report.holds());
        let text = report.text();
        assert!(text.contains("| W/m/p | 4.000 | 2.000 | 0.50 | 3 of 3, 3 of 3 |"), "{text}");
        assert!(text.contains("64 workers are 32.0 times as fast"), "{text}");
        assert!(text.contains("over 1 tasks of the ratio of medians, 3 trials each;"), "{text}");
        // No other number of workers was measured.
        assert!(text.contains("(geometric mean of 1 tasks, 0 to 1 trials each)"), "{text}");
        let open = of(&rows, 7);
        assert!(!open.holds() && open.summary().ends_with("7 trials more are planned.\n"));
    }

    #[test]
    fn a_slow_pair_of_workers_does_not_hold() {
        let holds = |tests: u64, seconds: f64| {
            let speed = [row(Part::Speed, 1, 0, 1.0, 10), row(Part::Speed, 2, 0, 1.0, tests)];
            let bugs = [row(Part::Bugs, 1, 0, 1.0, 10), row(Part::Bugs, 2, 0, seconds, 10)];
            of(&[speed, bugs].concat(), 0).holds()
        };
        assert!(holds(10, 0.5));
        assert!(!holds(10, 0.7), "too slow to the bug");
        assert!(!holds(9, 0.5), "too few tests a second");
        assert!(!of(&[row(Part::Speed, 1, 0, 1.0, 10)], 0).holds(), "nothing is compared");
    }
}
