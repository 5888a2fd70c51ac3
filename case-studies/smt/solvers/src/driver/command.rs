//! A process for each script.

use super::{Driver, Reply, Settings};
use crate::SolverError;
use crate::cache::Solver;
use crate::catalogue::{Code, Entry, Runs};
use crate::process::{self, INPUT, Way};
use crate::temporary;
use std::path::PathBuf;
use std::process::Command;
use tempfile::TempDir;

/// A solver that is an executable.
#[derive(Debug)]
pub struct Executable {
    entry: Entry,
    program: PathBuf,
    libraries: PathBuf,
    /// The folder in which it runs, for whatever it writes.
    folder: TempDir,
}

impl Executable {
    /// The executable of a solver.
    ///
    /// # Errors
    /// When the solver has none, or no folder for its runs can be made.
    pub fn new(solver: &Solver) -> Result<Executable, SolverError> {
        let entry = solver.entry.clone();
        let kind = entry.name.split('-').next().unwrap_or_default();
        let program = match entry.runs {
            Runs::Z3 => "bin/z3".to_owned(),
            Runs::Yices => "bin/yices-smt2".to_owned(),
            Runs::Cvc => format!("usr/bin/{kind}"),
            Runs::Cvc5Python | Runs::BitwuzlaPython => {
                return Err(SolverError::Way {
                    name: entry.name,
                    way: "an executable".to_owned(),
                    others: "z3, cvc4-1.8, cvc5-1.0.3, yices".to_owned(),
                });
            }
        };
        Ok(Executable {
            program: solver.folder.join(program),
            libraries: solver.folder.join("usr/lib/x86_64-linux-gnu"),
            folder: work_folder(&entry.name)?,
            entry,
        })
    }

    fn arguments(&self, settings: &Settings) -> Vec<String> {
        let mut all: Vec<&str> = Vec::new();
        match self.entry.runs {
            Runs::Z3 => all.push("-smt2"),
            Runs::Cvc => all.extend(["--lang", "smt2"]),
            _ => {}
        }
        let options = settings.arguments(self.entry.runs);
        all.extend(options.iter().map(String::as_str));
        all.into_iter().map(str::to_owned).chain([INPUT.to_owned()]).collect()
    }
}

impl Driver for Executable {
    fn name(&self) -> &str {
        &self.entry.name
    }

    fn code(&self) -> Code {
        self.entry.code
    }

    fn ask(&mut self, script: &str, settings: &Settings) -> Result<Reply, SolverError> {
        let arguments = self.arguments(settings);
        let mut command = Command::new(&self.program);
        command.args(&arguments).current_dir(self.folder.path());
        command.env("LC_ALL", "C").env("TMPDIR", self.folder.path());
        if self.libraries.is_dir() {
            command.env("LD_LIBRARY_PATH", &self.libraries);
        }
        let name = || self.entry.name.clone();
        let ended = match process::run(&mut command, script.as_bytes(), &settings.limits) {
            Ok(ended) => ended,
            Err(error) if !self.program.exists() => {
                let why = format!("{}: {error}", self.program.display());
                return Err(SolverError::Start { name: name(), why });
            }
            Err(error) => return Err(SolverError::Process { name: name(), error }),
        };
        if ended.way == Way::Exit(127) {
            let text = String::from_utf8_lossy(&ended.errors);
            if let Some(line) = text.lines().find(|line| line.contains("shared libraries")) {
                return Err(SolverError::Start { name: name(), why: line.to_owned() });
            }
        }
        let shown = format!("{} {}", self.entry.name, arguments.join(" "));
        Ok(Reply::of(&ended, script, settings, shown))
    }
}

/// A folder for the runs of a solver, which is removed with the driver.
pub(super) fn work_folder(name: &str) -> Result<TempDir, SolverError> {
    let made = temporary::folder("mutagen-smt-", &std::env::temp_dir());
    made.map_err(|error| SolverError::Process { name: name.to_owned(), error })
}
