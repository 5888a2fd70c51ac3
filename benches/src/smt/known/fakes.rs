//! Solvers that are made up for a quick run: shell scripts that say what the list says. They show
//! that the study works, and nothing about solvers.

use super::super::formulas::Known;
use benches::study::Error;
use smt_solvers::cache::Solver;
use smt_solvers::catalogue::{Entry, Runs};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// A solver in a folder that says what a row of the list says it did.
pub(super) fn suspect(entry: &Entry, folder: &Path, known: &Known) -> Result<Solver, Error> {
    let answers = match known.answers.as_str() {
        "-" => String::new(),
        answers => lines(answers),
    };
    let rest = match known.class.as_str() {
        "crash" => "kill -SEGV $$",
        "invalid_model" => "echo '(error \"line 1: an invalid model was generated\")'; exit 1",
        _ => "",
    };
    made(entry, folder, &answers, rest)
}

/// A solver in a folder that gives the right answers.
pub(super) fn reference(entry: &Entry, folder: &Path, expected: &str) -> Result<Solver, Error> {
    made(entry, folder, &lines(expected), "")
}

fn lines(answers: &str) -> String {
    answers.replace('/', "\\n") + "\\n"
}

fn made(entry: &Entry, folder: &Path, answers: &str, rest: &str) -> Result<Solver, Error> {
    let folder = folder.join(&entry.name);
    fs::create_dir_all(folder.join("bin"))?;
    let program = folder.join("bin/z3");
    fs::write(&program, format!("#!/bin/sh\nprintf '{answers}'\n{rest}\n"))?;
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755))?;
    Ok(Solver { entry: Entry { runs: Runs::Z3, ..entry.clone() }, folder })
}
