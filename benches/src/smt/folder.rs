//! The folder of a study of SMT solvers: rows that a run continues, how they were made, and the page
//! that is computed from them.

use benches::study::Error;
use benches::study::rows::lines;
use serde::Serialize;
use serde::de::DeserializeOwned;
use smt_solvers::cache::Cache;
use std::path::{Path, PathBuf};

/// The file of the rows.
pub(super) const ROWS: &str = "rows.jsonl";

/// The file that says how the rows were made.
const SETUP: &str = "setup.json";

/// A study, by its names.
pub(super) struct Study {
    /// That of the command.
    pub(super) command: &'static str,
    /// That of its folder in `docs/results/smt`.
    pub(super) folder: &'static str,
}

impl Study {
    /// The folder of a run that names this one.
    pub(super) fn out(&self, named: Option<&PathBuf>, is_quick: bool) -> PathBuf {
        named.cloned().unwrap_or_else(|| match is_quick {
            true => Path::new("target/results").join(self.command),
            false => Path::new("docs/results/smt").join(self.folder),
        })
    }

    /// The rows of a folder.
    ///
    /// # Errors
    /// When there are none, or they cannot be read.
    pub(super) fn rows<R: DeserializeOwned>(&self, folder: &Path) -> Result<Vec<R>, Error> {
        let rows = lines::read(&folder.join(ROWS))?;
        if rows.is_empty() {
            let (file, command) = (folder.join(ROWS).display().to_string(), self.command);
            return Err(
                format!("{file} has no rows; run `{command} --out` with this folder").into()
            );
        }
        Ok(rows)
    }
}

/// Writes how the rows of a folder are made.
///
/// # Errors
/// When the file cannot be written.
pub(super) fn write_setup(folder: &Path, setup: &impl Serialize) -> Result<(), Error> {
    let text = serde_json::to_string_pretty(setup)? + "\n";
    Ok(std::fs::write(folder.join(SETUP), text)?)
}

/// How the rows of a folder were made.
///
/// # Errors
/// When the file cannot be read. The text names it.
pub(super) fn read_setup<S: DeserializeOwned>(folder: &Path) -> Result<S, Error> {
    let path = folder.join(SETUP);
    let text = std::fs::read_to_string(&path);
    let text = text.map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?)
}

/// Writes the page of a folder, and prints one line about it.
///
/// # Errors
/// When the page cannot be written.
pub(super) fn write_page(folder: &Path, text: &str, line: &str) -> Result<(), Error> {
    std::fs::create_dir_all(folder)?;
    let page = folder.join("README.md");
    std::fs::write(&page, text)?;
    println!("{line}\n{}", page.display());
    Ok(())
}

/// How much is done at a time, unless a number is given: one for each core.
pub(super) fn jobs(named: Option<usize>) -> usize {
    named.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// Checks that these solvers were fetched.
///
/// # Errors
/// When some were not. The text has the command that gets them.
pub(super) fn fetched<'n>(
    cache: &Cache,
    names: impl Iterator<Item = &'n str>,
) -> Result<(), Error> {
    let mut absent: Vec<&str> = names.filter(|name| !cache.has(name)).collect();
    if absent.is_empty() {
        return Ok(());
    }
    absent.sort_unstable();
    absent.dedup();
    let command = format!("cargo run -p smt-solvers -- fetch {}", absent.join(" "));
    Err(format!("some solvers are not there; get them: {command}").into())
}
