//! `smt-valfuzz`: Table V of the thesis on value mutation, on formulas that show a published bug on
//! a release. Each strategy gets so many iterations on each formula, against a release that has the
//! bug.

mod asked;
mod made_up;
mod page;
mod row;
mod table;

use super::folder::{ROWS, Study, jobs, read_setup, write_page, write_setup};
use super::formulas::{self, Known};
use crate::pool;
use asked::{Asking, Task};
use benches::study::Error;
use benches::study::rows::lines;
use benches::study::rows::machine::{Machine, commit};
use clap::Args;
use mutagen_cli::supervise::Interrupt;
use row::{Row, Setup};
use smt_valfuzz::Strategy;
use std::path::{Path, PathBuf};

/// Arguments of `smt-valfuzz`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Compute the tables from the rows in this folder; ask nobody
    #[arg(long, value_name = "DIR")]
    from: Option<PathBuf>,
    /// Folder for rows and tables; a run into the same folder continues there. Default:
    /// `docs/results/smt/valfuzz`, or `target/results/smt-valfuzz` with `--quick`
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Strategies, as RBASE or MULTIEF7; a colon and a number after one is its number of trials
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    #[arg(default_value = "RBASE,SKOLU,BLENDB,NEAR")]
    strategies: Vec<String>,
    /// Trials of each strategy. The trials of all are run in turns, so that a run that is stopped
    /// has as many of each
    #[arg(long, value_name = "N", default_value_t = 10)]
    trials: u64,
    /// Iterations on each formula
    #[arg(long, value_name = "N", default_value_t = 50)]
    iterations: usize,
    /// Formulas whose name contains one of these. Default: all that have constants
    #[arg(long, value_name = "TEXTS", value_delimiter = ',')]
    formulas: Vec<String>,
    /// Only formulas that show soundness on some release
    #[arg(long)]
    soundness: bool,
    /// CPU seconds of each run of a solver
    #[arg(long, value_name = "SECONDS", default_value_t = 2)]
    limit: u64,
    /// CPU seconds of all solvers together, after which no more is begun. Default: no end
    #[arg(long, value_name = "SECONDS")]
    budget: Option<f64>,
    /// Two trials on every tenth formula, on made-up solvers: needs no solver
    #[arg(long)]
    quick: bool,
    /// Formulas at a time. Default: one per core
    #[arg(long, short, value_name = "N")]
    jobs: Option<usize>,
}

/// This study.
const STUDY: Study = Study { command: "smt-valfuzz", folder: "valfuzz" };

/// The strategy whose bugs are trivial if each of its runs finds them.
const TRIVIAL: &str = "TRIVIAL";

/// Runs the trials that have no row; returns whether all were run.
pub(crate) fn measure(arguments: &Arguments) -> Result<bool, Error> {
    let out = STUDY.out(arguments.out.as_ref(), arguments.quick);
    if let Some(from) = &arguments.from {
        report(from, arguments.out.as_ref().unwrap_or(from))?;
        return Ok(true);
    }
    let strategies = strategies(arguments)?;
    let folder = formulas::folder()?;
    let formulas = chosen(&formulas::known(&folder)?, arguments);
    let asking = match arguments.quick {
        true => Asking::made_up(arguments.limit),
        false => Asking::released(&formulas, arguments.limit)?,
    };
    std::fs::create_dir_all(&out)?;
    let path = out.join(ROWS);
    let rows: Vec<Row> = lines::read(&path)?;
    let mut tasks = tasks(&strategies, &formulas, arguments.iterations);
    tasks.retain(|task| !rows.iter().any(|row| task.is(row)));
    let jobs = jobs(arguments.jobs);
    let setup = Setup {
        machine: Machine::this(jobs).to_string(),
        commit: commit(),
        limit: arguments.limit,
        iterations: arguments.iterations,
        formulas: formulas.iter().map(|known| known.id.clone()).collect(),
        is_quick: arguments.quick,
    };
    write_setup(&out, &setup)?;
    let interrupt = Interrupt::install()?;
    let mut writer = lines::Writer::open(&path)?;
    let spent = std::sync::Mutex::new(0.0);
    let is_over = || {
        arguments.budget.is_some_and(|budget| {
            *spent.lock().unwrap_or_else(std::sync::PoisonError::into_inner) >= budget
        })
    };
    let work = |task: &Task| match is_over() || interrupt.count() > 0 {
        true => Ok(None),
        false => asking.row(task, &folder).map(Some),
    };
    let is_whole = pool::each(&tasks, jobs, &interrupt, work, |row: Row| {
        writer.append(&row)?;
        *spent.lock().unwrap_or_else(std::sync::PoisonError::into_inner) += row.cpu;
        Ok(row.line())
    })?;
    report(&out, &out)?;
    Ok(is_whole)
}

/// The strategies with their numbers of trials.
fn strategies(arguments: &Arguments) -> Result<Vec<(String, u64)>, Error> {
    let mut all = Vec::new();
    for text in &arguments.strategies {
        let (name, trials) = match text.split_once(':') {
            Some((name, trials)) => match trials.parse() {
                Ok(trials) => (name, trials),
                Err(_) => return Err(format!("`{text}`: write it as RBASE:10").into()),
            },
            None => (text.as_str(), arguments.trials),
        };
        Strategy::named(name)?;
        let trials = if arguments.quick { trials.min(2) } else { trials };
        all.push((name.to_owned(), trials));
    }
    Ok(all)
}

/// One row of the list for each formula: of soundness if it has one, of the first release.
fn chosen(list: &[Known], arguments: &Arguments) -> Vec<Known> {
    let mut chosen: Vec<Known> = Vec::new();
    for known in list {
        let is_wanted = known.is_named(&arguments.formulas);
        if !is_wanted || !known.has_constants || known.solver.starts_with("oxiz") {
            continue;
        }
        match chosen.iter_mut().find(|other| other.id == known.id) {
            Some(other) if known.class == "soundness" && other.class != "soundness" => {
                *other = known.clone();
            }
            Some(_) => {}
            None => chosen.push(known.clone()),
        }
    }
    chosen.retain(|known| !arguments.soundness || known.class == "soundness");
    match arguments.quick {
        true => chosen.into_iter().step_by(10).collect(),
        false => chosen,
    }
}

/// All trials: the trivial bugs first, then trial by trial.
fn tasks(strategies: &[(String, u64)], formulas: &[Known], iterations: usize) -> Vec<Task> {
    let task = |strategy: &str, trial: u64, known: &Known| Task {
        strategy: strategy.to_owned(),
        trial,
        iterations,
        known: known.clone(),
    };
    let mut tasks: Vec<Task> = formulas.iter().map(|known| task(TRIVIAL, 0, known)).collect();
    let most = strategies.iter().map(|(_, trials)| *trials).max().unwrap_or(0);
    for trial in 0..most {
        for (strategy, _) in strategies.iter().filter(|(_, trials)| trial < *trials) {
            tasks.extend(formulas.iter().map(|known| task(strategy, trial, known)));
        }
    }
    tasks
}

/// Writes the page of the rows in a folder.
fn report(from: &Path, to: &Path) -> Result<(), Error> {
    let (rows, setup): (Vec<Row>, Setup) = (STUDY.rows(from)?, read_setup(from)?);
    write_page(from, to, &page::text(&rows, &setup), &page::line(&rows, &setup))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(id: &str, solver: &str, class: &str) -> Known {
        let text = |text: &str| text.to_owned();
        Known {
            id: text(id),
            file: format!("{id}.smt2"),
            expected: text("sat"),
            has_constants: true,
            options: Vec::new(),
            solver: text(solver),
            class: text(class),
            answers: text("unsat"),
        }
    }

    #[test]
    fn a_formula_is_run_on_a_release_with_soundness_and_trials_come_in_turns() {
        let list = [
            known("a", "z3-4.8.5", "invalid_model"),
            known("a", "z3-4.8.6", "soundness"),
            known("a", "z3-4.8.7", "soundness"),
            known("b", "cvc4-1.8", "crash"),
            known("c", "oxiz-0.3.4", "soundness"),
        ];
        #[derive(clap::Parser)]
        struct Line {
            #[command(flatten)]
            arguments: Arguments,
        }
        let line = ["x", "--strategies", "RBASE:2,NEAR:1"];
        let arguments = <Line as clap::Parser>::parse_from(line).arguments;
        let formulas = chosen(&list, &arguments);
        let solvers: Vec<&str> = formulas.iter().map(|known| &*known.solver).collect();
        assert_eq!(solvers, ["z3-4.8.6", "cvc4-1.8"]);
        let tasks = tasks(&strategies(&arguments).unwrap(), &formulas, 5);
        let order: Vec<String> =
            tasks.iter().map(|t| format!("{}{}{}", t.strategy, t.trial, t.known.id)).collect();
        let expected = [
            "TRIVIAL0a",
            "TRIVIAL0b",
            "RBASE0a",
            "RBASE0b",
            "NEAR0a",
            "NEAR0b",
            "RBASE1a",
            "RBASE1b",
        ];
        assert_eq!(order, expected);
    }

    #[test]
    fn a_trial_on_made_up_solvers_has_a_row_that_repeats() {
        let folder = tempfile::tempdir().unwrap();
        let text = "(declare-const x Int)(assert (and (< x 7) (> x 1)))(check-sat)";
        std::fs::write(folder.path().join("a.smt2"), text).unwrap();
        let asking = Asking::made_up(1);
        for strategy in ["RBASE", "SKOLU", "NEAR", TRIVIAL] {
            let known = known("a", "z3-4.8.5", "soundness");
            let task = Task { strategy: strategy.to_owned(), trial: 1, iterations: 30, known };
            let row = asking.row(&task, folder.path()).unwrap();
            assert!(task.is(&row) && row.formulas > 0, "{row:?}");
            assert_eq!(row.tests > 0, !["RBASE", TRIVIAL].contains(&strategy), "{row:?}");
            let again = asking.row(&task, folder.path()).unwrap();
            assert_eq!((row.found, row.formulas), (again.found, again.formulas));
        }
    }
}
