//! `cargo mutagen search-options`: prints the options of the search, one per line.

use crate::error::CliError;
use crate::exit_code::Exit;
use crate::stdout;
use mutagen_core::internal::search::options::{Listed, Options};
use std::fmt::Write;

/// Prints all options.
///
/// # Errors
/// When the standard output cannot be written.
pub fn search_options() -> Result<Exit, CliError> {
    stdout::write(&table())?;
    Ok(Exit::NothingFound)
}

/// The list as columns.
pub fn table() -> String {
    let mut list = Options::list();
    list.insert(0, Listed { usage: "KEY".into(), default: "DEFAULT".into(), text: "EFFECT" });
    let width = |cell: fn(&Listed) -> &str| list.iter().map(|row| cell(row).len()).max();
    let usage = width(|row| &row.usage).unwrap_or(0);
    let default = width(|row| &row.default).unwrap_or(0);
    let mut text = String::new();
    for row in &list {
        let Listed { usage: key, default: value, text: effect } = row;
        let _ = writeln!(text, "{key:usage$}  {value:default$}  {effect}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    fn markdown() -> String {
        let mut text = String::from("| key | default | effect |\n|---|---|---|\n");
        for Listed { usage, default, text: effect } in Options::list() {
            let default = if default.is_empty() { default } else { format!("`{default}`") };
            let usage = usage.replace('|', "\\|");
            let _ = writeln!(text, "| `{usage}` | {default} | {effect} |");
        }
        text
    }

    #[test]
    fn the_document_has_the_same_list() {
        const START: &str = "<!-- table: search-options -->\n";
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/search.md");
        let document = fs::read_to_string(&path).unwrap();
        let (before, rest) = document.split_once(START).unwrap();
        let (_, after) = rest.split_once("<!-- end -->").unwrap();
        let expected = format!("{before}{START}\n{}\n<!-- end -->{after}", markdown());
        if std::env::var_os("MUTAGEN_BLESS").is_some() {
            fs::write(&path, &expected).unwrap();
        } else {
            assert!(document == expected, "run the tests once with MUTAGEN_BLESS=1");
        }
    }

    #[test]
    fn each_option_fits_on_a_line() {
        for line in table().lines() {
            assert!(line.chars().count() <= 100, "{line}");
        }
    }
}
