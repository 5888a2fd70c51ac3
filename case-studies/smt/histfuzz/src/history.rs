//! The history: formulas of a folder, each with the issue that its name tells, and cut by issue
//! number where only the bugs known at some time may be used.

use smt_lang::{ReadError, Script};
use std::fmt;
use std::path::{Path, PathBuf};

/// A formula of a folder.
#[derive(Debug, Clone)]
pub struct Formula {
    /// The name of the file, without its ending.
    pub name: String,
    /// The text as it is in the file.
    pub text: String,
    /// What the text says.
    pub script: Script,
}

impl Formula {
    /// Reads a formula.
    ///
    /// # Errors
    ///
    /// As [`Script::read`].
    pub fn read(name: &str, text: &str) -> Result<Formula, ReadError> {
        let script = Script::read(text.as_bytes())?;
        Ok(Formula { name: name.to_owned(), text: text.to_owned(), script })
    }

    /// The solver and the number of the issue, as in `z3_2650_0`.
    pub fn issue(&self) -> Option<(&str, u32)> {
        let (solver, rest) = self.name.split_once('_')?;
        let number = rest.split_once('_').map_or(rest, |(number, _)| number);
        Some((solver, number.parse().ok()?))
    }
}

/// The formulas of one folder, in the order of their names.
#[derive(Debug, Clone, Default)]
pub struct History {
    /// What could be read.
    pub formulas: Vec<Formula>,
    /// The files that could not be read, and why.
    pub unread: Vec<(String, String)>,
}

/// Which part of the history may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cut {
    /// All of it.
    Whole,
    /// Issues of z3 below the first number, and of cvc5 below the second.
    Below(u32, u32),
}

impl Cut {
    /// The history before z3 4.8.5 and CVC4 1.7, as the paper cuts it by date (section IV-C).
    pub const OLD: Cut = Cut::Below(2260, 2930);

    fn keeps(self, formula: &Formula) -> bool {
        match (self, formula.issue()) {
            (Cut::Whole, _) => true,
            (Cut::Below(z3, _), Some(("z3", number))) => number < z3,
            (Cut::Below(_, cvc), Some((_, number))) => number < cvc,
            (Cut::Below(..), None) => false,
        }
    }
}

/// Why a folder gives no formulas.
#[derive(Debug)]
pub enum HistoryError {
    /// The folder or a file in it cannot be read.
    Io(PathBuf, std::io::Error),
    /// No file there ends in `.smt2`.
    Empty(PathBuf),
}

impl fmt::Display for HistoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HistoryError::Io(path, error) => {
                write!(f, "cannot read the formulas in {}: {error}", path.display())?;
            }
            HistoryError::Empty(path) => {
                write!(f, "no file in {} ends in .smt2", path.display())?;
            }
        }
        write!(f, "; set SMT_FORMULAS to the folder that has `histfuzz` and `ordinary` in it")
    }
}

impl std::error::Error for HistoryError {}

impl History {
    /// Reads the files of a folder that end in `.smt2`. A file that is no list of S-expressions is
    /// named in [`History::unread`].
    ///
    /// # Errors
    ///
    /// If the folder cannot be read or has no such file.
    pub fn of_folder(folder: &Path) -> Result<History, HistoryError> {
        let io = |path: &Path| {
            let path = path.to_owned();
            move |error| HistoryError::Io(path, error)
        };
        let mut paths = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(io(folder))? {
            let path = entry.map_err(io(folder))?.path();
            if path.extension().is_some_and(|ending| ending == "smt2") {
                paths.push(path);
            }
        }
        paths.sort();
        let mut history = History::default();
        for path in &paths {
            let bytes = std::fs::read(path).map_err(io(path))?;
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let text = String::from_utf8_lossy(&bytes);
            match Formula::read(&name, &text) {
                Ok(formula) => history.formulas.push(formula),
                Err(error) => history.unread.push((name.into_owned(), error.to_string())),
            }
        }
        if paths.is_empty() {
            return Err(HistoryError::Empty(folder.to_owned()));
        }
        Ok(history)
    }

    /// A history of these texts, each with a name: those that can be read.
    pub fn of_texts<'a>(texts: impl IntoIterator<Item = (&'a str, &'a str)>) -> History {
        let mut history = History::default();
        for (name, text) in texts {
            match Formula::read(name, text) {
                Ok(formula) => history.formulas.push(formula),
                Err(error) => history.unread.push((name.to_owned(), error.to_string())),
            }
        }
        history
    }

    /// The part of the history that a cut leaves.
    #[must_use]
    pub fn cut(&self, cut: Cut) -> History {
        let formulas = self.formulas.iter().filter(|formula| cut.keeps(formula));
        History { formulas: formulas.cloned().collect(), unread: self.unread.clone() }
    }
}
