//! The folder that keeps fetched solvers, one folder each. It is outside the tree: `SMT_CACHE`, or
//! `mutagen-smt` in the user's cache folder.

use crate::SolverError;
use crate::catalogue::{Catalogue, Entry};
use crate::temporary;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The variable that names the folder.
pub const VARIABLE: &str = "SMT_CACHE";

/// What the name of a folder begins with that is not whole yet.
const PART: &str = ".part-";

/// The folder of solvers.
#[derive(Debug, Clone)]
pub struct Cache {
    folder: PathBuf,
}

/// A solver that is there.
#[derive(Debug, Clone)]
pub struct Solver {
    /// What it is.
    pub entry: Entry,
    /// The folder with its files.
    pub folder: PathBuf,
}

impl Cache {
    /// The folder that the environment names. It need not exist.
    ///
    /// # Errors
    /// When the environment names none.
    pub fn of_user() -> Result<Cache, SolverError> {
        let named = |name: &str| {
            let value = std::env::var_os(name).filter(|value| !value.is_empty());
            value.map(PathBuf::from)
        };
        let folder = named(VARIABLE)
            .or_else(|| named("XDG_CACHE_HOME").map(|folder| folder.join("mutagen-smt")))
            .or_else(|| named("HOME").map(|home| home.join(".cache/mutagen-smt")));
        folder.map(Cache::at).ok_or(SolverError::NoCache)
    }

    /// This folder.
    pub fn at(folder: PathBuf) -> Cache {
        // Solvers run in folders of their own, where a relative path would mean something else.
        Cache { folder: std::path::absolute(&folder).unwrap_or(folder) }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where a solver is, or would be.
    pub fn place(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Whether a solver is there.
    pub fn has(&self, name: &str) -> bool {
        self.place(name).is_dir()
    }

    /// A solver that is there.
    ///
    /// # Errors
    /// When no solver has this name, or it was not fetched. The text has the command for that.
    pub fn solver(&self, name: &str) -> Result<Solver, SolverError> {
        let entry = Catalogue::own()?.entry(name)?.clone();
        if !self.has(name) {
            return Err(SolverError::Absent { name: name.to_owned() });
        }
        Ok(Solver { folder: self.place(name), entry })
    }

    /// A new folder inside the cache whose name says that it is not whole.
    pub(crate) fn part(&self) -> Result<TempDir, SolverError> {
        let failed = |error| SolverError::Cache { path: self.folder.clone(), error };
        fs::create_dir_all(&self.folder).map_err(failed)?;
        temporary::folder(PART, &self.folder).map_err(failed)
    }

    /// Makes a whole folder inside a part the folder of a solver.
    pub(crate) fn keep(&self, whole: &Path, name: &str) -> Result<(), SolverError> {
        let place = self.place(name);
        match fs::rename(whole, &place) {
            // Another fetch was faster.
            Err(_) if place.is_dir() => Ok(()),
            Err(error) => Err(SolverError::Cache { path: place, error }),
            Ok(()) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_solver_is_there_and_another_is_named_with_the_command() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path().to_owned());
        let part = cache.part().unwrap();
        let whole = part.path().join("whole");
        fs::create_dir(&whole).unwrap();
        cache.keep(&whole, "z3-4.8.5").unwrap();
        assert_eq!(cache.solver("z3-4.8.5").unwrap().folder, cache.place("z3-4.8.5"));
        let error = cache.solver("z3-4.8.6").unwrap_err().to_string();
        assert!(error.ends_with("cargo run -p smt-solvers -- fetch z3-4.8.6"), "{error}");
    }
}
