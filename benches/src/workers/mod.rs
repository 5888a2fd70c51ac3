//! `workers`: what several workers gain. It measures the tests a second of two workers, the time to
//! a bug with two workers on slow tasks, and how the gain grows up to 64 workers. The measurement
//! is described in `docs/results/workers/`.

mod picture;
mod report;
mod trial;

use crate::pool;
use crate::slowest::{self, Slow};
use benches::study::Error;
use benches::study::rows::lines;
use clap::Args;
use mutagen_cli::supervise::Interrupt;
use std::path::PathBuf;
use trial::{Part, Row, Trials, Wanted};

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
    only: Option<Part>,
    /// Compute the report from the rows and measure nothing
    #[arg(long)]
    report: bool,
}

/// The file of the rows.
const ROWS: &str = "rows.jsonl";

/// The workloads of the tasks.
const WORKLOADS: [&str; 3] = ["RBT", "FSUB", "REGISTER"];

/// The number of slow tasks of each workload.
const TASKS: usize = 10;

/// The tasks of the curve: slow ones, whose time is long enough to be divided by 64.
const CURVE: [&str; 5] = [
    "RBT/swap_bc/DeletePost",
    "RBT/miscolor_join_1/DeleteValid",
    "FSUB/subst_tabs_no_shift/MultiPreserve",
    "REGISTER/7/prop_ssni",
    "REGISTER/3/prop_ssni",
];

/// The numbers of workers of the curve.
const CURVE_WORKERS: [u32; 7] = [1, 2, 4, 8, 16, 32, 64];

/// The slowest tasks of each workload, the slowest first.
fn slow_tasks() -> Result<Vec<Slow>, Error> {
    let mut tasks = slowest::tasks()?;
    let mut left = WORKLOADS.map(|name| (name, TASKS));
    tasks.retain(|slow| {
        let of_workload = left.iter_mut().find(|(name, _)| *name == slow.workload.name);
        of_workload.is_some_and(|(_, left)| {
            let is_wanted = *left > 0;
            *left -= usize::from(is_wanted);
            is_wanted
        })
    });
    Ok(tasks)
}

/// All trials in their order. Those that are compared follow one another, so that a change of the
/// machine's load concerns both.
fn all_trials(slow: &[Slow], trials: u64) -> Vec<Wanted<'_>> {
    let curve = |slow: &&Slow| CURVE.contains(&&*slow.name());
    let of_workload = |name: &&str| slow.iter().find(|slow| slow.workload.name == *name);
    let mut all = Vec::new();
    for trial in 0..trials {
        let mut add = |part, slow, numbers: &[u32]| {
            let wanted = |workers: &u32| Wanted { part, slow, workers: *workers, trial };
            all.extend(numbers.iter().map(wanted));
        };
        WORKLOADS.iter().filter_map(of_workload).for_each(|slow| add(Part::Speed, slow, &[1, 2]));
        slow.iter().for_each(|slow| add(Part::Bugs, slow, &[1, 2]));
        slow.iter().filter(curve).for_each(|slow| add(Part::Curve, slow, &CURVE_WORKERS));
    }
    // What is soon done comes first.
    all.sort_by_key(|Wanted { part, slow, .. }| {
        (*part, *part != Part::Speed && slow.takes_minutes())
    });
    all
}

/// Does the trials that have no row yet, and writes the report. Returns whether everything was
/// measured and the figures are as they must be.
///
/// # Errors
/// When the programs cannot be built, or a file cannot be read or written.
pub(crate) fn measure(arguments: &Arguments) -> Result<bool, Error> {
    std::fs::create_dir_all(&arguments.out)?;
    let path = arguments.out.join(ROWS);
    let mut is_whole = true;
    let slow = slow_tasks()?;
    let missing = |rows: &[Row]| {
        let mut missing = all_trials(&slow, arguments.trials);
        missing.retain(|wanted| !rows.iter().any(|row| wanted.is(row)));
        missing
    };
    if !arguments.report {
        let mut missing = missing(&lines::read(&path)?);
        missing.retain(|wanted| arguments.only.is_none_or(|part| part == wanted.part));
        let trials = Trials::build(&slow)?;
        let interrupt = Interrupt::install()?;
        let mut writer = lines::Writer::open(&path)?;
        // One at a time: the workers need the cores.
        is_whole = pool::each(
            &missing,
            1,
            &interrupt,
            |job| trials.run(job, &interrupt),
            |row| {
                writer.append(&row)?;
                Ok(row.line())
            },
        )?;
    }
    let rows: Vec<Row> = lines::read(&path)?;
    // The curve has no bound.
    let open = missing(&rows).iter().filter(|wanted| wanted.part != Part::Curve).count();
    let report = report::of(&rows, open);
    std::fs::write(arguments.out.join("README.md"), report.text())?;
    std::fs::write(arguments.out.join("gain.svg"), picture::draw(&report.curve)?)?;
    print!("{}", report.summary());
    Ok(is_whole && report.holds())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_ten_slow_tasks_of_each_workload_and_all_of_the_curve() {
        let slow = slow_tasks().unwrap();
        for name in WORKLOADS {
            let of_workload = slow.iter().filter(|slow| slow.workload.name == name);
            assert_eq!(of_workload.count(), TASKS, "{name}");
        }
        for name in CURVE {
            assert!(slow.iter().any(|slow| slow.name() == name), "{name}");
        }
    }

    #[test]
    fn compared_trials_follow_one_another() {
        let slow = slow_tasks().unwrap();
        let all = all_trials(&slow, 2);
        let of = |part: Part| all.iter().filter(move |wanted| wanted.part == part);
        let bugs: Vec<&Wanted<'_>> = of(Part::Bugs).collect();
        assert_eq!(bugs.len(), 2 * 2 * WORKLOADS.len() * TASKS);
        for pair in bugs.chunks(2) {
            assert_eq!((pair[0].name(), pair[0].trial), (pair[1].name(), pair[1].trial));
            assert_eq!((pair[0].workers, pair[1].workers), (1, 2));
        }
        let speed: Vec<String> = of(Part::Speed).step_by(2).take(3).map(Wanted::name).collect();
        assert_eq!(speed, ["RBT//DeletePost", "FSUB//MultiPreserve", "REGISTER//prop_ssni"]);
        assert_eq!(of(Part::Curve).count(), 2 * CURVE.len() * CURVE_WORKERS.len());
    }
}
