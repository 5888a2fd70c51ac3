//! Reads `fixed.toml`: releases with a bug, each with a release without it.

use crate::released::release::Release;
use benches::study::Error;
use serde::Deserialize;
use std::path::Path;

/// A bug that a release fixed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pair {
    /// A release with the bug.
    pub(super) bug: Release,
    /// A release without it.
    pub(super) without: Release,
}

/// An entry as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    engine: String,
    bug: String,
    without: String,
    /// What the bug is.
    what: String,
    /// Where that is said.
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    pair: Vec<toml::Table>,
}

/// The pairs in a file.
///
/// # Errors
/// When the file cannot be read, or an entry is wrong. The text names file and entry.
pub(super) fn read(file: &Path) -> Result<Vec<Pair>, Error> {
    let name = file.display();
    let text = std::fs::read_to_string(file).map_err(|error| format!("{name}: {error}"))?;
    Ok(pairs(&text).map_err(|error| format!("{name}: {error}"))?)
}

fn pairs(text: &str) -> Result<Vec<Pair>, String> {
    let file: File = toml::from_str(text).map_err(|error| error.to_string().trim().to_owned())?;
    let mut pairs: Vec<Pair> = Vec::new();
    for (at, table) in file.pair.into_iter().enumerate() {
        let named = ["engine", "bug"].map(|key| table.get(key).and_then(toml::Value::as_str));
        let named = named.map(|text| text.unwrap_or("?")).join(" ");
        let wrong = |why: &str| format!("pair {} ({named}): {why}", at + 1);
        let entry: Entry = table.try_into().map_err(|error: toml::de::Error| {
            wrong(error.to_string().trim().lines().next().unwrap_or_default())
        })?;
        let pair = pair(&entry).map_err(|why| wrong(&why))?;
        if pairs.iter().any(|earlier| earlier.bug == pair.bug) {
            return Err(wrong("an earlier pair has this release with its bug"));
        }
        pairs.push(pair);
    }
    if pairs.is_empty() { Err("it has no pair".to_owned()) } else { Ok(pairs) }
}

fn pair(entry: &Entry) -> Result<Pair, String> {
    for (field, text) in [("what", &entry.what), ("source", &entry.source)] {
        if text.trim().is_empty() {
            return Err(format!("`{field}` is empty"));
        }
    }
    let release = |version: &str| Release::read(&entry.engine, version);
    let pair = Pair { bug: release(&entry.bug)?, without: release(&entry.without)? };
    if pair.bug == pair.without {
        return Err("both releases are the same".to_owned());
    }
    Ok(pair)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "[[pair]]\nengine = \"wasmi\"\nbug = \"0.32.0\"\nwithout = \"0.32.1\"\n\
                        what = \"w\"\nsource = \"s\"\n";

    #[test]
    fn a_pair_has_two_releases() {
        let pairs = pairs(GOOD).unwrap();
        assert_eq!(pairs.len(), 1);
        assert_eq!(
            (pairs[0].bug.to_string(), pairs[0].without.number()),
            ("wasmi-0.32.0".into(), "0.32.1".into())
        );
        assert_eq!(pairs[0].bug.slug(), "wasmi-0-32-0");
    }

    #[test]
    fn a_wrong_entry_is_named_with_what_is_wrong() {
        let twice = GOOD.repeat(2);
        for (text, expected) in [
            (GOOD.replace("what = ", "wat = "), "pair 1 (wasmi 0.32.0): unknown field `wat`"),
            (GOOD.replace("what = \"w\"\n", ""), "pair 1 (wasmi 0.32.0): missing field `what`"),
            (GOOD.replace("what = \"w\"", "what = \" \""), "(wasmi 0.32.0): `what` is empty"),
            (GOOD.replace("0.32.1", "0.32"), "`0.32` is not a release; write it like `1.0.9`"),
            (GOOD.replace("0.32.1", "0.32.01"), "`0.32.01` is not a release"),
            (GOOD.replace("0.32.1", "0.32.0"), "both releases are the same"),
            (GOOD.replace("wasmi", "../x"), "`../x` is not the name of a crate"),
            (twice, "pair 2 (wasmi 0.32.0): an earlier pair has this release"),
            (format!("pears = 1\n{GOOD}"), "unknown field `pears`"),
            ("pair = []".to_owned(), "it has no pair"),
            (String::new(), "missing field `pair`"),
        ] {
            let error = pairs(&text).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn the_file_of_the_study_can_be_read_and_one_that_is_not_there_is_named() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../case-studies/wasm/fixed.toml");
        assert!(read(&file).unwrap().len() >= 10);
        let error = read(Path::new("no/such.toml")).unwrap_err().to_string();
        assert!(error.starts_with("no/such.toml: "), "{error}");
    }
}
