//! `smt-known`: formulas that show a published bug on a release, asked again, each class seen by
//! our own oracle. The present releases of z3 and cvc5 must show none of them.

mod asked;
pub(super) mod fakes;
mod notes;
mod page;
mod row;

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
use std::path::{Path, PathBuf};

/// Arguments of `smt-known`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Compute the tables from the rows in this folder; ask nobody
    #[arg(long, value_name = "DIR")]
    from: Option<PathBuf>,
    /// Folder for rows and tables; a run into the same folder continues there. Default:
    /// `docs/results/smt/known`, or `target/results/smt-known` with `--quick`
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Formulas whose name contains one of these. Default: all
    #[arg(long, value_name = "TEXTS", value_delimiter = ',')]
    formulas: Vec<String>,
    /// CPU seconds of each run of a solver
    #[arg(long, value_name = "SECONDS", default_value_t = 12)]
    limit: u64,
    /// Every sixth formula, on made-up solvers that say what the list says: needs no solver
    #[arg(long)]
    quick: bool,
    /// Formulas at a time. Default: one per core
    #[arg(long, short, value_name = "N")]
    jobs: Option<usize>,
}

/// This study.
const STUDY: Study = Study { command: "smt-known", folder: "known" };

/// The releases that must show no bug.
const PRESENT: [&str; 2] = ["z3-5.4.1", "cvc5-1.4.2"];

/// The solvers that judge, in the order in which they are asked.
const REFERENCES: [&str; 5] =
    ["z3-5.4.1", "cvc5-1.4.2", "z3-4.16.0", "yices-2.6.5", "bitwuzla-0.9.1"];

/// Asks; returns whether everything was asked and the bounds hold.
pub(crate) fn measure(arguments: &Arguments) -> Result<bool, Error> {
    let out = STUDY.out(arguments.out.as_ref(), arguments.quick);
    if let Some(from) = &arguments.from {
        return report(from, arguments.out.as_ref().unwrap_or(from));
    }
    let folder = formulas::folder()?;
    let of_oxiz = |known: &Known| known.solver.starts_with("oxiz");
    let mut list = formulas::known(&folder)?;
    list.retain(|known| !of_oxiz(known) && known.is_named(&arguments.formulas));
    let mut tasks = Task::all(&list);
    if arguments.quick {
        tasks = tasks.into_iter().step_by(6).collect();
    }
    let asking = match arguments.quick {
        true => Asking::fakes(arguments.limit)?,
        false => Asking::released(&tasks, arguments.limit)?,
    };
    std::fs::create_dir_all(&out)?;
    let path = out.join(ROWS);
    let rows: Vec<Row> = lines::read(&path)?;
    tasks.iter_mut().for_each(|task| task.leave_out(&rows));
    tasks.retain(|task| !task.is_done());
    let jobs = jobs(arguments.jobs);
    let setup = Setup {
        machine: Machine::this(jobs).to_string(),
        commit: commit(),
        limit: arguments.limit,
        rows: list.len(),
        is_quick: arguments.quick,
    };
    write_setup(&out, &setup)?;
    let interrupt = Interrupt::install()?;
    let mut writer = lines::Writer::open(&path)?;
    let work = |task: &Task| asking.rows(task, &folder, &interrupt);
    let is_whole = pool::each(&tasks, jobs, &interrupt, work, |rows: Vec<Row>| {
        for row in &rows {
            writer.append(row)?;
        }
        Ok(rows.iter().map(Row::line).collect::<Vec<String>>().join("; "))
    })?;
    Ok(report(&out, &out)? && is_whole)
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
    fn a_quick_run_goes_on_where_it_was_and_its_page_can_be_computed_again() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("known.tsv");
        let head = "id\tfile\tissue\texpected\tgrade\ttheories\tconstants\toptions\tsolver\tclass\
                    \tanswers\n";
        let rows = "a\tf/a.smt2\t-\tsat\tA\t-\tno\t-\tz3-4.8.5\tsoundness\tunsat\n\
                    a\tf/a.smt2\t-\tsat\tA\t-\tno\t-\tz3-4.8.6\tinvalid_model\tsat\n\
                    a\tf/a.smt2\t-\tsat\tA\t-\tno\t-\tcvc4-1.8\tcrash\t-\n";
        std::fs::write(&list, format!("{head}{rows}")).unwrap();
        std::fs::create_dir(folder.path().join("f")).unwrap();
        std::fs::write(folder.path().join("f/a.smt2"), "; z3\n(assert true)(check-sat)").unwrap();
        let tasks = Task::all(&formulas::known(folder.path()).unwrap());
        let asking = Asking::fakes(5).unwrap();
        let rows = asking.rows(&tasks[0], folder.path(), &Interrupt::default()).unwrap().unwrap();
        let seen = |solver: &str| {
            let row = rows.iter().find(|row| row.solver == solver).unwrap();
            (row.seen.as_str(), row.is_shown())
        };
        assert_eq!(rows.len(), 5);
        assert_eq!(seen("z3-4.8.5"), ("soundness", true));
        assert_eq!(seen("z3-4.8.6"), ("invalid_model", true));
        assert_eq!(seen("cvc4-1.8"), ("crash", true));
        assert_eq!((seen("z3-5.4.1").0, seen("cvc5-1.4.2").0), ("agrees", "agrees"));
        let mut task = tasks[0].clone();
        task.leave_out(&rows[..4]);
        assert!(!task.is_done());
        task.leave_out(&rows);
        assert!(task.is_done());
    }
}
