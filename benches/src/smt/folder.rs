//! The folder of a study of SMT solvers: rows that a run continues, how they were made, and the
//! page that is computed from them.

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

/// The file of remarks that people write on the rows.
const REMARKS: &str = "remarks.md";

/// The most characters of a line of a page.
const WIDTH: usize = 100;

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

/// Writes the page of the rows in `from` into the folder `to`, and prints one line about it. What
/// people remark on the rows stands in a file beside them, and on the page after its title.
///
/// # Errors
/// When the remarks cannot be read, or the page cannot be written.
pub(super) fn write_page(from: &Path, to: &Path, text: &str, line: &str) -> Result<(), Error> {
    let remarks = from.join(REMARKS);
    let remarks = match std::fs::read_to_string(&remarks) {
        Ok(remarks) => remarks,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(format!("{}: {error}", remarks.display()).into()),
    };
    std::fs::create_dir_all(to)?;
    let page = to.join("README.md");
    std::fs::write(&page, page_of(text, &remarks))?;
    println!("{line}\n{}", page.display());
    Ok(())
}

/// A page with remarks after its title, its lines wrapped.
fn page_of(text: &str, remarks: &str) -> String {
    let remarks = remarks.trim();
    let page = match text.split_once("\n\n") {
        Some((title, rest)) if !remarks.is_empty() => format!("{title}\n\n{remarks}\n\n{rest}"),
        _ => text.to_owned(),
    };
    page.lines().flat_map(wrapped).map(|line| line + "\n").collect()
}

/// A line of Markdown in lines of at most [`WIDTH`] characters. Rows of tables and titles stay
/// whole, and so does a word that is longer.
fn wrapped(line: &str) -> Vec<String> {
    let is_marker = |word: &str| {
        let number = word.strip_suffix(['.', ')']).unwrap_or_default();
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        is_number || ["-", "+", "*"].contains(&word) || word.starts_with(['#', '|', '>'])
    };
    let rest = line.trim_start();
    let mut indent = " ".repeat(line.len() - rest.len());
    if rest.starts_with(['|', '#']) {
        return vec![line.to_owned()];
    }
    let mut lines = vec![indent.clone()];
    if rest.starts_with("* ") || rest.starts_with("- ") {
        indent.push_str("  ");
    }
    for word in rest.split(' ') {
        let last = lines.last_mut().expect("there is always one");
        let is_first = last.trim().is_empty();
        // A mark of a list at the beginning of a line would begin one.
        let fits = last.chars().count() + 1 + word.chars().count() <= WIDTH;
        if is_first || fits || is_marker(word) {
            let space = if is_first { "" } else { " " };
            last.push_str(space);
            last.push_str(word);
        } else {
            lines.push(format!("{indent}{word}"));
        }
    }
    lines
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_page_are_wrapped_but_for_tables_and_begin_no_list() {
        let word = "word ".repeat(19);
        assert_eq!(wrapped(&format!("{word}12345")), [format!("{word}12345")]);
        assert_eq!(wrapped(&format!("{word}123456")), [word.trim_end(), "123456"]);
        let item = wrapped(&format!("* {word}next"));
        assert_eq!(item, [format!("* {}", word.trim_end()), "  next".to_owned()]);
        assert_eq!(wrapped(&format!("{word}- 123456 and")).len(), 2);
        assert!(!wrapped(&format!("{word}abc 12. and"))[1].starts_with("12."));
        let row = format!("| {word}{word}|");
        assert_eq!(wrapped(&row), [row]);
        assert_eq!(wrapped(""), [""]);
    }

    #[test]
    fn remarks_stand_after_the_title() {
        assert_eq!(page_of("# A\n\nb\n", ""), "# A\n\nb\n");
        assert_eq!(page_of("# A\n\nb\n", "c\n"), "# A\n\nc\n\nb\n");
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(REMARKS), "c").unwrap();
        let to = folder.path().join("to");
        write_page(folder.path(), &to, "# A\n\nb\n", "").unwrap();
        assert_eq!(std::fs::read_to_string(to.join("README.md")).unwrap(), "# A\n\nc\n\nb\n");
    }
}
