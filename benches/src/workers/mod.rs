//! `workers`: what several workers gain. It measures the tests a second of two workers, the time to
//! a bug with two workers on slow tasks, and how the gain grows up to 64 workers. The measurement
//! is described in `docs/results/workers/`.

mod picture;
mod report;
mod rows;
mod tasks;
mod trial;

use clap::{Args, ValueEnum};
use mutagen_cli::supervise::Interrupt;
use rows::{Part, Row, Rows};
use std::error::Error;
use std::path::PathBuf;
use tasks::{CURVE, CURVE_WORKERS, Job, SLOW, SPEED};
use trial::Trials;

/// The flags of the measurement.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder for the rows and what is computed from them. Rows that are there are not measured
    /// again
    #[arg(long, value_name = "DIR", default_value = "docs/results/workers")]
    out: PathBuf,
    /// How many trials of each task
    #[arg(long, default_value_t = 10)]
    trials: u64,
    /// Only this part
    #[arg(long, value_enum)]
    only: Option<Chosen>,
    /// Compute the report from the rows and measure nothing
    #[arg(long)]
    report: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Chosen {
    Speed,
    Bugs,
    Curve,
}

impl Chosen {
    fn part(self) -> Part {
        match self {
            Chosen::Speed => Part::Speed,
            Chosen::Bugs => Part::Bugs,
            Chosen::Curve => Part::Curve,
        }
    }
}

/// All trials in their order. Those that are compared follow one another, so that a change of the
/// machine's load concerns both.
fn jobs(trials: u64) -> Vec<Job> {
    let mut jobs = Vec::new();
    for trial in 0..trials {
        let mut add = |part, task, workers: &[u32]| {
            jobs.extend(workers.iter().map(|workers| Job { part, task, workers: *workers, trial }));
        };
        SPEED.iter().for_each(|task| add(Part::Speed, task, &[1, 2]));
        SLOW.iter().for_each(|task| add(Part::Bugs, task, &[1, 2]));
        CURVE.iter().for_each(|task| add(Part::Curve, task, &CURVE_WORKERS));
    }
    // The part that is soon done comes first.
    jobs.sort_by_key(|job| job.part);
    jobs
}

/// Does the trials that have no row yet, and writes the report. Returns whether the figures are as
/// they must be.
///
/// # Errors
/// When the programs cannot be built or run, or a file cannot be written.
pub(crate) fn measure(arguments: &Arguments) -> Result<bool, Box<dyn Error>> {
    let mut rows = Rows::open(&arguments.out.join("rows.jsonl"))?;
    if !arguments.report {
        let only = arguments.only.map(Chosen::part);
        let is_open = |job: &Job| !rows.has(job) && only.is_none_or(|part| part == job.part);
        let open: Vec<Job> = jobs(arguments.trials).into_iter().filter(is_open).collect();
        let interrupt = Interrupt::install()?;
        let trials = Trials::build()?;
        for (at, job) in (1..).zip(&open) {
            let Some(row) = trials.run(job, &interrupt)? else {
                eprintln!("interrupted; the same command goes on");
                return Ok(false);
            };
            eprintln!("{at} of {}: {row}", open.len());
            rows.add(row)?;
        }
    }
    let all: Vec<Row> = rows.into_all();
    let report = report::of(&all);
    std::fs::write(arguments.out.join("README.md"), report.text())?;
    std::fs::write(arguments.out.join("gain.svg"), picture::draw(&report.curve)?)?;
    print!("{}", report.summary());
    Ok(report.holds())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compared_trials_follow_one_another() {
        let jobs = jobs(2);
        let of = |part: Part| jobs.iter().filter(move |job| job.part == part);
        assert_eq!(of(Part::Bugs).count(), 2 * 2 * 30);
        let bugs: Vec<&Job> = of(Part::Bugs).collect();
        for pair in bugs.chunks(2) {
            assert_eq!((pair[0].task, pair[0].trial), (pair[1].task, pair[1].trial));
            assert_eq!((pair[0].workers, pair[1].workers), (1, 2));
        }
        assert_eq!(of(Part::Curve).count(), 2 * CURVE.len() * CURVE_WORKERS.len());
    }
}
