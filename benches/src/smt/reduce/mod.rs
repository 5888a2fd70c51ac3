//! `smt-reduce`: our reduction against ddSMT, on formulas that show a bug. Both ask the same
//! question of each candidate: is it still the same bug? ddSMT asks it through a socket, so that
//! both use the same solvers and children that live on.

mod asked;
mod page;
mod peer;

use super::folder::{ROWS, Study, jobs, read_setup, write_page, write_setup};
use super::formulas::{self, Known};
use crate::pool;
use asked::{Asking, Row};
use benches::study::Error;
use benches::study::rows::lines;
use benches::study::rows::machine::{Machine, commit};
use clap::Args;
use mutagen_cli::supervise::Interrupt;
pub(crate) use peer::{QuestionArguments, ask};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Arguments of `smt-reduce`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Compute the tables from the rows in this folder; ask nobody
    #[arg(long, value_name = "DIR")]
    from: Option<PathBuf>,
    /// Folder for rows and tables; a run into the same folder continues there
    #[arg(long, value_name = "DIR", default_value = "docs/results/smt/reduce")]
    out: PathBuf,
    /// Formulas whose name contains one of these. Default: all
    #[arg(long, value_name = "TEXTS", value_delimiter = ',')]
    formulas: Vec<String>,
    /// The most formulas
    #[arg(long, value_name = "N", default_value_t = 60)]
    most: usize,
    /// CPU seconds of each run of a solver
    #[arg(long, value_name = "SECONDS", default_value_t = 2)]
    limit: u64,
    /// The most candidates of a reduction
    #[arg(long, value_name = "N", default_value_t = 3000)]
    checks: usize,
    /// The command of ddSMT 2.0.6: `pip install ddsmt==2.0.6` in an environment of its own
    #[arg(long, value_name = "FILE", default_value = "ddsmt")]
    ddsmt: PathBuf,
    /// Formulas at a time. Default: one per core
    #[arg(long, short, value_name = "N")]
    jobs: Option<usize>,
}

/// This study.
const STUDY: Study = Study { command: "smt-reduce", folder: "reduce" };

/// How the rows were made.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct Setup {
    machine: String,
    commit: String,
    limit: u64,
    checks: usize,
}

/// Reduces the formulas that have no row; returns whether all were reduced and the bounds hold.
pub(crate) fn measure(arguments: &Arguments) -> Result<bool, Error> {
    if let Some(from) = &arguments.from {
        return report(from, from);
    }
    let out = &arguments.out;
    let folder = formulas::folder()?;
    let list = formulas::known(&folder)?;
    let mut chosen = chosen(&list, &arguments.formulas);
    chosen.truncate(arguments.most);
    let asking = Asking::new(&chosen, &arguments.ddsmt, arguments.limit, arguments.checks)?;
    std::fs::create_dir_all(out)?;
    let path = out.join(ROWS);
    let rows: Vec<Row> = lines::read(&path)?;
    chosen.retain(|known| !rows.iter().any(|row| row.is_of(known)));
    let jobs = jobs(arguments.jobs);
    let setup = Setup {
        machine: Machine::this(jobs).to_string(),
        commit: commit(),
        limit: arguments.limit,
        checks: arguments.checks,
    };
    write_setup(out, &setup)?;
    let interrupt = Interrupt::install()?;
    let mut writer = lines::Writer::open(&path)?;
    let work = |known: &Known| asking.row(known, &folder).map(Some);
    let is_whole = pool::each(&chosen, jobs, &interrupt, work, |row: Row| {
        writer.append(&row)?;
        Ok(row.line())
    })?;
    Ok(report(out, out)? && is_whole)
}

/// One row of the list for each formula and class: of the first release.
fn chosen(list: &[Known], texts: &[String]) -> Vec<Known> {
    let mut chosen: Vec<Known> = Vec::new();
    for known in list {
        let is_other = |other: &Known| (&other.id, &other.class) != (&known.id, &known.class);
        let is_wanted = known.is_named(texts) && !known.solver.starts_with("oxiz");
        if is_wanted && chosen.iter().all(is_other) {
            chosen.push(known.clone());
        }
    }
    chosen
}

/// Writes the page of the rows in a folder. Returns whether the bounds hold.
fn report(from: &Path, to: &Path) -> Result<bool, Error> {
    let (rows, setup): (Vec<Row>, Setup) = (STUDY.rows(from)?, read_setup(from)?);
    let page = page::Page::of(&rows, &setup);
    write_page(from, to, &page.text(), &page.line())?;
    Ok(page.holds())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_is_reduced_once_for_each_class() {
        let known = |id: &str, solver: &str, class: &str| Known {
            id: id.to_owned(),
            file: String::new(),
            expected: String::new(),
            has_constants: false,
            options: Vec::new(),
            solver: solver.to_owned(),
            class: class.to_owned(),
            answers: String::new(),
        };
        let list = [
            known("a", "z3-4.8.5", "crash"),
            known("a", "z3-4.8.6", "crash"),
            known("a", "z3-4.8.7", "soundness"),
            known("b", "oxiz-0.3.4", "soundness"),
            known("c", "cvc4-1.8", "crash"),
        ];
        let names = |texts: &[String]| -> Vec<String> {
            chosen(&list, texts).into_iter().map(|one| one.id + " " + &one.solver).collect()
        };
        assert_eq!(names(&[]), ["a z3-4.8.5", "a z3-4.8.7", "c cvc4-1.8"]);
        assert_eq!(names(&["c".to_owned()]), ["c cvc4-1.8"]);
    }
}
