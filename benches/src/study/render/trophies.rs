//! What the table of bugs of released crates says of a task: the release, the kind of the bug, the
//! property and the report.

use crate::study::render::markdown::words;
use trophy::table;

/// The heads of the columns.
pub(super) fn head() -> Vec<String> {
    words(&["bug", "release", "kind", "takes", "property", "typed", "witness"])
}

/// The cells of a task, by its name without the workload. A bug that has left the table has only a
/// name.
pub(super) fn cells(name: &str) -> Vec<String> {
    let name = name.split('/').next().unwrap_or(name);
    let Some(bug) = table::bugs().iter().find(|bug| bug.name == name) else {
        let mut cells = vec![String::new(); head().len()];
        cells[0] = name.to_owned();
        return cells;
    };
    vec![
        format!("[{name}]({})", bug.reference),
        format!("{} {}", bug.krate, bug.version),
        bug.kind.to_string(),
        (if bug.takes_text { "text" } else { "bytes" }).to_owned(),
        format!("`{}`", bug.property),
        bug.typed.map_or("–".to_owned(), |path| format!("`{path}`")),
        witness(&bug.witness),
    ]
}

/// The most bytes of a witness that are shown.
const SHOWN: usize = 24;

/// The first bytes of a witness, as in a string of Rust.
fn witness(bytes: &[u8]) -> String {
    let shown = bytes[..bytes.len().min(SHOWN)].escape_ascii().to_string().replace('|', "\\x7c");
    let more = if bytes.len() > SHOWN { "…" } else { "" };
    format!("`` {shown}{more} ``, {} bytes", bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bug_has_a_cell_in_each_column() {
        for bug in table::bugs() {
            let cells = cells(&format!("{}/{}", bug.name, bug.property));
            assert_eq!(cells.len(), head().len());
            assert!(cells.iter().all(|cell| !cell.contains('|') && !cell.is_empty()), "{cells:?}");
        }
        assert_eq!(cells("gone/property")[0], "gone");
    }

    #[test]
    fn a_long_witness_is_cut() {
        assert_eq!(witness(b"a|\0"), "`` a\\x7c\\x00 ``, 3 bytes");
        assert_eq!(witness(&[b'('; 30]), format!("`` {}… ``, 30 bytes", "(".repeat(24)));
    }
}
