//! Regressions under plain `cargo test`: the counterexamples that are kept run before other tests,
//! and a new one is added to them.

use crate::run::execute::{Executor, printed};
use crate::run::outcome::Outcome;
use crate::run::property::Property;
use crate::run::regressions::{
    Added, Entry, Kept, MOST_VALUE, RegressionError, UnknownUse, Use, add, beginning, read,
};
use derive_more::{Display, From};
use std::io::Write;
use std::path::PathBuf;

/// The regressions of one property.
pub(crate) struct Regressions {
    /// The file.
    file: PathBuf,
    /// The file, relative to the folder of the package.
    shown: PathBuf,
    writes: bool,
    /// What is kept.
    kept: Vec<Kept>,
}

/// Why the regressions of a property cannot be used.
#[derive(Debug, Display, From)]
pub(crate) enum Unusable {
    /// The environment has an unknown setting.
    Use(UnknownUse),
    /// The file is damaged.
    File(RegressionError),
}

impl Regressions {
    /// The regressions of a property; `None` if they are off, or cargo does not run the test, so
    /// that the folder of the package is not known.
    ///
    /// # Errors
    /// When the environment has an unknown setting, or the file is damaged.
    pub(crate) fn of(property: &Property) -> Result<Option<Regressions>, Unusable> {
        let how = Use::of_environment()?;
        let folder = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let (Some(folder), Some(shown)) = (folder, property.regressions()) else { return Ok(None) };
        if how == Use::Off {
            return Ok(None);
        }
        let file = folder.join(&shown);
        let mut kept = read(&file)?;
        kept.sort_by_key(|kept| kept.entry.is_deadly());
        Ok(Some(Regressions { file, shown, writes: how == Use::Write, kept }))
    }

    /// Runs each counterexample that is kept. Returns the report about the first one that fails.
    /// Those that may end the process come last, and each of them is named before.
    pub(crate) fn run(&self, property: &Property) -> Option<String> {
        if self.kept.is_empty() {
            return None;
        }
        let mut executor = Executor::new(property);
        self.kept.iter().find_map(|kept| self.run_one(property, kept, &mut executor))
    }

    fn run_one(
        &self,
        property: &Property,
        kept: &Kept,
        executor: &mut Executor<'_>,
    ) -> Option<String> {
        let (path, file) = (property.path(), self.shown.display());
        let value = match property.read(&kept.source) {
            Ok((value, _)) => value,
            Err(error) => {
                note(&kept.unreadable(&self.shown, path, &error));
                return None;
            }
        };
        let line = kept.line;
        if kept.entry.is_deadly() {
            let kind = &kept.entry.kind;
            note(&format!("`{path}` runs the test of {file}:{line}, which may end here: {kind}"));
        }
        let Outcome::Failed(why) = executor.run(&*value) else { return None };
        let (value, _) = printed(property, &*value, usize::MAX);
        let name = property.path_in_crate();
        Some(format!(
            "a kept counterexample fails, {file}:{line}: {why}\n{value}\n\
             to run it alone: cargo mutagen replay {name} {file}:{line}"
        ))
    }

    /// Keeps a new counterexample, unless it has not failed again. Returns what became of it, as an
    /// end of the report.
    pub(crate) fn keep(&self, property: &Property, entry: Option<&Entry>) -> String {
        let Some(entry) = entry else {
            return "\nnot kept for later runs: it did not fail again".to_owned();
        };
        let file = self.shown.display();
        if entry.value.len() > MOST_VALUE || property.read(&entry.value).is_err() {
            return "\nnot kept for later runs: the value has a part without a text form, or is \
                    very long"
                .to_owned();
        }
        let name = property.path_in_crate();
        let added = if self.writes { Some(add(&self.file, name, entry)) } else { None };
        match added {
            Some(Ok(Added::New(line))) => format!("\nkept in {file}:{line}, to be run first"),
            Some(Ok(Added::Known(line))) => format!("\nit is kept in {file}:{line} already"),
            Some(Err(error)) => format!("\nnot kept for later runs: {error}"),
            None if self.file.exists() => {
                format!("\nto keep it, add this to {file}:\n{entry}")
            }
            None => format!("\nto keep it, write this to {file}:\n{}\n{entry}", beginning(name)),
        }
    }
}

/// Writes a note to the standard error stream. `eprintln!` would not help: the test harness
/// captures it and shows it only for failed tests.
pub(crate) fn note(text: &str) {
    // The test has not failed, even if the note cannot be written.
    let _ = writeln!(std::io::stderr(), "note: {text}");
}
