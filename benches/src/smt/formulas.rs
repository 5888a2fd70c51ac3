//! The folder of formulas, and its list of those that show a published bug on a release.

use benches::study::Error;
use smt_lang::Script;
use smt_lang::formulas::VARIABLE;
use std::fs;
use std::path::{Path, PathBuf};

/// The columns of `known.tsv`.
const COLUMNS: [&str; 11] = [
    "id",
    "file",
    "issue",
    "expected",
    "grade",
    "theories",
    "constants",
    "options",
    "solver",
    "class",
    "answers",
];

/// A formula that shows a published bug on a release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Known {
    /// The name of the formula.
    pub(super) id: String,
    /// Its file, below the folder.
    pub(super) file: String,
    /// The right answers.
    pub(super) expected: String,
    /// Whether it has constants.
    pub(super) has_constants: bool,
    /// The options that belong to the bug, for CVC alone.
    pub(super) options: Vec<String>,
    /// The release.
    pub(super) solver: String,
    /// What was seen: `soundness`, `invalid_model`, `crash`.
    pub(super) class: String,
    /// The answers that were seen.
    pub(super) answers: String,
}

impl Known {
    /// Whether the name of the formula contains one of these texts, or there are none.
    pub(super) fn is_named(&self, texts: &[String]) -> bool {
        texts.is_empty() || texts.iter().any(|text| self.id.contains(text.as_str()))
    }
}

/// The folder that the environment names, or the one that is shared beside the repository.
///
/// # Errors
/// When there is no such folder.
pub(super) fn folder() -> Result<PathBuf, Error> {
    let folder = smt_lang::formulas::folder();
    if !folder.is_dir() {
        let shown = folder.display();
        return Err(format!("{shown} is no folder of formulas; name one in {VARIABLE}").into());
    }
    Ok(folder)
}

/// The list in a folder.
///
/// # Errors
/// When it cannot be read, or a row is wrong. The text names file and line.
pub(super) fn known(folder: &Path) -> Result<Vec<Known>, Error> {
    let file = folder.join("known.tsv");
    let name = file.display();
    let text = fs::read_to_string(&file)
        .map_err(|error| format!("{name}: {error}; name a folder with it in {VARIABLE}"))?;
    rows(&text).map_err(|why| format!("{name}, {why}").into())
}

/// A formula of a folder.
///
/// # Errors
/// When it cannot be read. The text names the file.
pub(super) fn script(folder: &Path, file: &str) -> Result<Script, Error> {
    let path = folder.join(file);
    let failed = |why: String| format!("{}: {why}", path.display());
    let bytes = fs::read(&path).map_err(|error| failed(error.to_string()))?;
    Ok(Script::read(&bytes).map_err(|error| failed(error.to_string()))?)
}

fn rows(text: &str) -> Result<Vec<Known>, String> {
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    let mut lines = lines.filter(|(_, line)| !line.starts_with('#') && !line.is_empty());
    let head = lines.next().map(|(_, line)| line.split('\t').collect::<Vec<&str>>());
    if head != Some(COLUMNS.to_vec()) {
        return Err(format!("line 1: the columns must be {}", COLUMNS.join(", ")));
    }
    let mut rows = Vec::new();
    for (at, line) in lines {
        let cells: Vec<&str> = line.split('\t').collect();
        let [id, file, _, expected, _, _, constants, options, solver, class, answers] = cells[..]
        else {
            let found = cells.len();
            return Err(format!(
                "line {at}: it has {found} columns instead of {}; fetch the file again, or mend \
                 the line",
                COLUMNS.len()
            ));
        };
        if !["soundness", "invalid_model", "crash"].contains(&class) {
            return Err(format!("line {at}: there is no class `{class}`"));
        }
        let text = |cell: &str| cell.to_owned();
        let options = match (options, solver.starts_with("cvc")) {
            ("-", _) | (_, false) => Vec::new(),
            (options, true) => options.split(' ').map(text).collect(),
        };
        rows.push(Known {
            id: text(id),
            file: text(file),
            expected: text(expected),
            has_constants: constants == "yes",
            options,
            solver: text(solver),
            class: text(class),
            answers: text(answers),
        });
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(row: &str) -> String {
        format!("# a comment\n{}\n{row}\n", COLUMNS.join("\t"))
    }

    const ROW: &str = "a-1\tf/a.smt2\ti\tsat\tA\t-\tno\t-i --x=y\tcvc4-1.8\tcrash\t-";

    #[test]
    fn a_row_names_formula_solver_and_what_was_seen() {
        let rows = rows(&text(ROW)).unwrap();
        assert_eq!((rows[0].id.as_str(), rows[0].class.as_str()), ("a-1", "crash"));
        assert_eq!(rows[0].options, ["-i", "--x=y"]);
        assert!(!rows[0].has_constants);
        let z3 = super::rows(&text(&ROW.replace("cvc4-1.8", "z3-4.8.5"))).unwrap();
        assert_eq!(z3[0].options, [""; 0]);
    }

    #[test]
    fn a_wrong_row_is_named_with_what_to_do() {
        let short = rows(&text(&ROW.replace("\tcrash\t-", ""))).unwrap_err();
        assert!(short.starts_with("line 3: it has 9 columns instead of 11; fetch"), "{short}");
        let class = rows(&text(&ROW.replace("crash", "odd"))).unwrap_err();
        assert_eq!(class, "line 3: there is no class `odd`");
        assert!(rows("id\tfile\n").unwrap_err().contains("columns must be id, file"));
        let folder = tempfile::tempdir().unwrap();
        let error = known(folder.path()).unwrap_err().to_string();
        assert!(error.contains("known.tsv: ") && error.contains("SMT_FORMULAS"), "{error}");
    }
}
