//! Runs the missing trials of a plan in parallel, and appends a row for each when it ends. After
//! Ctrl-C, the next run continues.

use crate::study::Error;
use crate::study::plan::missing::{Plan, Trial};
use crate::study::rows::lines::Writer;
use crate::study::rows::row::{self, Row, Rows};
use crate::study::run::builds::Builds;
use crate::study::run::strategy::{Assignment, Strategy};
use mutagen_cli::supervise::Interrupt;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The number of failed trials after which the run stops, because the next ones would fail too.
const MOST_ERRORS: usize = 10;

/// Time between two lines of progress where a line cannot be overwritten.
const PAUSE: Duration = Duration::from_secs(10);

/// The result of a run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outcome {
    /// Rows that were added.
    pub rows: usize,
    /// The errors, one for each trial that failed; such a trial has no row.
    pub errors: Vec<String>,
    /// Whether Ctrl-C ended it.
    pub interrupted: bool,
}

/// Runs all missing trials: first those that screening needs, then the rest.
pub fn run(
    plan: &Plan<'_>,
    strategies: &[&dyn Strategy],
    builds: &Builds,
    folder: &Path,
    jobs: usize,
    interrupt: &Interrupt,
) -> Result<Outcome, Error> {
    let mut outcome = Outcome::default();
    for screened in [false, true] {
        let rows = Rows::read(folder)?;
        let trials = if screened { plan.rest(&rows) } else { plan.first(&rows) };
        let state = Mutex::new(State {
            next: 0,
            writer: Writer::open(&folder.join(row::FILE))?,
            outcome: std::mem::take(&mut outcome),
            progress: Progress::new(trials.len()),
        });
        std::thread::scope(|scope| {
            for _ in 0..jobs.min(trials.len()) {
                scope.spawn(|| work(plan, strategies, builds, &trials, &state, interrupt));
            }
        });
        let ended = state.into_inner().map_err(|_| "a thread that ran trials panicked")?;
        ended.progress.end();
        outcome = ended.outcome;
        outcome.interrupted |= interrupt.count() > 0;
        if outcome.interrupted || outcome.errors.len() >= MOST_ERRORS {
            break;
        }
    }
    Ok(outcome)
}

struct State {
    next: usize,
    writer: Writer,
    outcome: Outcome,
    progress: Progress,
}

/// Takes one trial after the other until none is left.
fn work(
    plan: &Plan<'_>,
    strategies: &[&dyn Strategy],
    builds: &Builds,
    trials: &[Trial],
    state: &Mutex<State>,
    interrupt: &Interrupt,
) {
    loop {
        let trial = {
            // A thread that panicked left the state consistent.
            let mut state = state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let enough = interrupt.count() > 0 || state.outcome.errors.len() >= MOST_ERRORS;
            let Some(trial) = trials.get(state.next).filter(|_| !enough) else { return };
            state.next += 1;
            trial
        };
        let result = one(plan, strategies, builds, trial, interrupt);
        let mut state = state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let result = result.and_then(|row| match row {
            Some(row) => {
                state.writer.append(&row)?;
                Ok(Some(row))
            }
            None => Ok(None),
        });
        match result {
            Ok(Some(row)) => {
                state.outcome.rows += 1;
                state.progress.show(&row);
            }
            Ok(None) => {}
            Err(error) => {
                let workload = &plan.study.workloads[trial.workload];
                let task = workload.task_name(&workload.tasks[trial.task]);
                let strategy = strategies[trial.strategy].name();
                let error = format!("{strategy}, {task}, trial {}: {error}", trial.number);
                state.progress.clear();
                eprintln!("error: {error}");
                state.outcome.errors.push(error);
            }
        }
    }
}

fn one(
    plan: &Plan<'_>,
    strategies: &[&dyn Strategy],
    builds: &Builds,
    trial: &Trial,
    interrupt: &Interrupt,
) -> Result<Option<Row>, Error> {
    let strategy = strategies[trial.strategy];
    let workload = &plan.study.workloads[trial.workload];
    let task = &workload.tasks[trial.task];
    let limit = plan.strategies[trial.strategy].limit;
    let assignment = Assignment { workload, task, seed: trial.seed, limit };
    let Some(findings) = strategy.trial(builds, &assignment, interrupt)? else { return Ok(None) };
    let counted = match &workload.counting {
        Some(counting) => match strategy.count(builds, &assignment, counting, interrupt)? {
            Some(counted) => Some(counted),
            None => return Ok(None),
        },
        None => None,
    };
    Ok(Some(Row {
        strategy: strategy.name().to_owned(),
        task: workload.task_name(task),
        trial: trial.number,
        seed: trial.seed,
        status: findings.status,
        how: findings.how,
        tests: findings.tests,
        valid: findings.valid,
        // Microseconds are finer than two runs agree on.
        time: (findings.time * 1e6).round() / 1e6,
        limit,
        counted,
    }))
}

/// Progress on the standard error stream.
struct Progress {
    start: Instant,
    shown: Option<Instant>,
    done: usize,
    all: usize,
    live: bool,
}

impl Progress {
    fn new(all: usize) -> Progress {
        let live = std::io::stderr().is_terminal();
        Progress { start: Instant::now(), shown: None, done: 0, all, live }
    }

    fn show(&mut self, row: &Row) {
        self.done += 1;
        let pause = if self.live { Duration::from_millis(100) } else { PAUSE };
        if self.done < self.all && self.shown.is_some_and(|shown| shown.elapsed() < pause) {
            return;
        }
        self.shown = Some(Instant::now());
        let elapsed = self.start.elapsed().as_secs();
        let found = if row.found(row.limit) { "found" } else { "not found" };
        let (done, all, Row { strategy, task, trial, tests, time, .. }) =
            (self.done, self.all, row);
        let line = format!(
            "{done} of {all} trials, {elapsed} s; {strategy} {task} {trial}: {found}, {tests} \
             tests, {time} s"
        );
        if self.live {
            eprint!("\r\x1b[2K\x1b[?7l{line}\x1b[?7h");
        } else {
            eprintln!("{line}");
        }
    }

    /// Clears a live line before other output.
    fn clear(&self) {
        if self.live {
            eprint!("\r\x1b[2K");
        }
    }

    fn end(&self) {
        self.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::plan::task::{Study, Task, Workload};
    use crate::study::rows::row::Status;
    use crate::study::rows::setup::tests::strategy;
    use crate::study::run::strategy::{Description, Findings, Readiness};
    use serde_json::Value;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Finds bugs of mutants named `easy` at once and others never; counts its trials.
    #[derive(Default)]
    struct MadeUp {
        trials: AtomicUsize,
        /// The trial that is interrupted.
        interrupted: Option<usize>,
    }

    impl Strategy for MadeUp {
        fn description(&self) -> &Description {
            &Description { name: "made-up", about: "" }
        }
        fn settings(&self) -> Value {
            Value::Null
        }
        fn prepare(&self, _: &mut Builds, _: &[Workload]) -> Result<Readiness, Error> {
            Ok(Readiness::Ready)
        }
        fn trial(
            &self,
            _: &Builds,
            trial: &Assignment<'_>,
            _: &Interrupt,
        ) -> Result<Option<Findings>, Error> {
            let number = self.trials.fetch_add(1, Ordering::Relaxed);
            if self.interrupted == Some(number) {
                return Ok(None);
            }
            let (status, time) = match trial.task.mutant.as_str() {
                "easy" => (Status::Failed, 0.01),
                "broken" => return Err("it cannot be run".into()),
                _ => (Status::Timeout, trial.limit),
            };
            let message = String::new();
            Ok(Some(Findings { status, how: None, message, tests: 5, valid: 5, time }))
        }
    }

    fn study(mutants: &[&str]) -> Study {
        let tasks = mutants.iter().map(|mutant| Task::new(mutant, "P")).collect();
        let workload =
            Workload { name: "W", package: "w", variable: "V", tasks, ..Workload::default() };
        Study { name: "made-up", about: "", workloads: vec![workload] }
    }

    fn run_it(study: &Study, made_up: &MadeUp, screened: bool, folder: &Path) -> Outcome {
        let strategies = [strategy("made-up", 5, screened)];
        let plan = Plan { study, strategies: &strategies, seed: 1 };
        run(&plan, &[made_up], &Builds::default(), folder, 2, &Interrupt::default()).unwrap()
    }

    #[test]
    fn a_hopeless_task_is_given_three_trials_and_a_solved_one_all() {
        let (folder, made_up) = (tempfile::tempdir().unwrap(), MadeUp::default());
        let outcome = run_it(&study(&["easy", "hard"]), &made_up, true, folder.path());
        assert_eq!(outcome, Outcome { rows: 8, ..Outcome::default() });
        let rows = Rows::read(folder.path()).unwrap();
        assert_eq!(rows.cell("made-up", "W/easy/P").count(), 5);
        assert_eq!(rows.cell("made-up", "W/hard/P").count(), 3);
    }

    #[test]
    fn a_second_run_does_only_what_the_first_left() {
        let (folder, made_up) = (tempfile::tempdir().unwrap(), MadeUp::default());
        let study = study(&["easy", "hard"]);
        assert_eq!(run_it(&study, &made_up, false, folder.path()).rows, 10);
        let path = folder.path().join(row::FILE);
        let text = std::fs::read_to_string(&path).unwrap();
        let cut = text.lines().take(4).map(|line| format!("{line}\n")).collect::<String>();
        // The fifth line is incomplete, as after a power failure.
        std::fs::write(&path, cut + &text.lines().nth(4).unwrap()[..20]).unwrap();
        assert_eq!(run_it(&study, &made_up, false, folder.path()).rows, 6);
        assert_eq!(made_up.trials.load(Ordering::Relaxed), 16);
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(sorted(&std::fs::read_to_string(&path).unwrap()), sorted(&text));
    }

    #[test]
    fn a_trial_that_cannot_be_run_is_an_error_and_not_a_row() {
        let (folder, made_up) = (tempfile::tempdir().unwrap(), MadeUp::default());
        let outcome = run_it(&study(&["broken", "easy"]), &made_up, false, folder.path());
        assert_eq!((outcome.rows, outcome.errors.len()), (5, 5));
        assert!(outcome.errors[0].contains("made-up, W/broken/P, trial 0: it cannot be run"));
    }

    #[test]
    fn an_interrupted_trial_has_no_row() {
        let folder = tempfile::tempdir().unwrap();
        let made_up = MadeUp { interrupted: Some(3), ..MadeUp::default() };
        let outcome = run_it(&study(&["easy"]), &made_up, false, folder.path());
        assert_eq!(outcome.rows, 4);
    }
}
