//! Reads `fixed.toml`: releases of libraries with a bug, each with a release without it, and the
//! features that a specification needs for recent releases.

use crate::released::release::Release;
use benches::study::Error;
use serde::Deserialize;
use std::path::Path;

/// The table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct List {
    /// The bugs, in the order of the file.
    pub(super) bugs: Vec<Bug>,
    features: Vec<Feature>,
}

/// A bug of a released library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Bug {
    /// The name in tables.
    pub(super) id: String,
    /// The property of the specification.
    pub(super) property: String,
    /// A release with the bug.
    pub(super) bug: Subject,
    /// A release without it; `None` if there is none.
    pub(super) without: Option<Subject>,
}

/// A release and the folder of the specification that it is tested by.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Subject {
    /// The folder's name.
    pub(super) specification: String,
    /// The release.
    pub(super) release: Release,
}

/// A feature of a specification that only recent releases can be built with.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Feature {
    specification: String,
    name: String,
    since: Release,
}

impl List {
    /// The features of the specification that fit a release, in the order of the file.
    pub(super) fn features(&self, subject: &Subject) -> Vec<&str> {
        let fits = |feature: &&Feature| {
            feature.specification == subject.specification
                && feature.since.krate == subject.release.krate
                && feature.since.version <= subject.release.version
        };
        self.features.iter().filter(fits).map(|feature| feature.name.as_str()).collect()
    }
}

/// A bug as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BugEntry {
    id: String,
    specification: String,
    property: String,
    bug: String,
    without: Option<String>,
    /// What the bug is.
    what: String,
    /// Where that is said.
    source: String,
}

/// A feature as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FeatureEntry {
    specification: String,
    name: String,
    since: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    feature: Vec<FeatureEntry>,
    bug: Vec<toml::Table>,
}

/// The table in a file.
///
/// # Errors
/// When the file cannot be read, or an entry is wrong. The text names file and entry.
pub(super) fn read(file: &Path) -> Result<List, Error> {
    let name = file.display();
    let text = std::fs::read_to_string(file).map_err(|error| format!("{name}: {error}"))?;
    Ok(list(&text).map_err(|error| format!("{name}: {error}"))?)
}

fn list(text: &str) -> Result<List, String> {
    let file: File = toml::from_str(text).map_err(|error| error.to_string().trim().to_owned())?;
    let mut list = List { bugs: Vec::new(), features: Vec::new() };
    for entry in file.feature {
        let since = release(&entry.since)?;
        list.features.push(Feature { specification: entry.specification, name: entry.name, since });
    }
    for (at, table) in file.bug.into_iter().enumerate() {
        let id = table.get("id").and_then(toml::Value::as_str).unwrap_or("?").to_owned();
        let wrong = |why: &str| format!("bug {} ({id}): {why}", at + 1);
        let entry: BugEntry = table.try_into().map_err(|error: toml::de::Error| {
            wrong(error.to_string().trim().lines().next().unwrap_or_default())
        })?;
        if list.bugs.iter().any(|earlier| earlier.id == entry.id) {
            return Err(wrong("an earlier bug has this name"));
        }
        list.bugs.push(bug(&entry).map_err(|why| wrong(&why))?);
    }
    if list.bugs.is_empty() { Err("it has no bug".to_owned()) } else { Ok(list) }
}

fn bug(entry: &BugEntry) -> Result<Bug, String> {
    for (field, text) in [("what", &entry.what), ("source", &entry.source)] {
        if text.trim().is_empty() {
            return Err(format!("`{field}` is empty"));
        }
    }
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    for (field, name) in [("id", &entry.id), ("specification", &entry.specification)] {
        if name.is_empty() || !name.chars().all(is_plain) {
            return Err(format!("`{field}` must be letters, digits and hyphens"));
        }
    }
    let subject = |text: &str| -> Result<Subject, String> {
        Ok(Subject { specification: entry.specification.clone(), release: release(text)? })
    };
    let (bug, without) = (subject(&entry.bug)?, entry.without.as_deref().map(subject));
    let without = without.transpose()?;
    if without.as_ref() == Some(&bug) {
        return Err("both releases are the same".to_owned());
    }
    Ok(Bug { id: entry.id.clone(), property: entry.property.clone(), bug, without })
}

/// A release as `crate 1.0.9`.
fn release(text: &str) -> Result<Release, String> {
    let parts = text.split_once(' ');
    let (krate, version) =
        parts.ok_or_else(|| format!("`{text}` is not a release; write it like `im 15.0.0`"))?;
    Release::read(krate, version)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "[[feature]]\nspecification = \"im\"\nname = \"new\"\n\
                        since = \"imbl 2.0.0\"\n[[bug]]\nid = \"im-union\"\n\
                        specification = \"im\"\nproperty = \"p\"\nbug = \"im 15.1.0\"\n\
                        without = \"imbl 2.0.1\"\nwhat = \"w\"\nsource = \"s\"\n";

    #[test]
    fn a_bug_has_two_releases_and_their_features() {
        let list = list(GOOD).unwrap();
        let bug = &list.bugs[0];
        let without = bug.without.as_ref().unwrap();
        assert_eq!(
            (bug.bug.release.slug(), without.release.slug()),
            ("im-15-1-0".into(), "imbl-2-0-1".into())
        );
        assert_eq!((list.features(&bug.bug), list.features(without)), (vec![], vec!["new"]));
    }

    #[test]
    fn a_wrong_entry_is_named_with_what_is_wrong() {
        let twice = format!("{GOOD}{}", &GOOD[GOOD.find("[[bug]]").unwrap()..]);
        for (text, expected) in [
            (GOOD.replace("what = ", "wat = "), "bug 1 (im-union): unknown field `wat`"),
            (GOOD.replace("what = \"w\"", "what = \" \""), "(im-union): `what` is empty"),
            (GOOD.replace("im 15.1.0", "im-15.1.0"), "`im-15.1.0` is not a release"),
            (GOOD.replace("imbl 2.0.1", "im 15.1.0"), "both releases are the same"),
            (GOOD.replace("id = \"im-union\"", "id = \"../x\""), "`id` must be letters"),
            (twice, "bug 2 (im-union): an earlier bug has this name"),
            ("bug = []".to_owned(), "it has no bug"),
        ] {
            let error = list(&text).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn the_file_of_the_study_can_be_read() {
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../case-studies/metamorphic/fixed.toml");
        let list = read(&file).unwrap();
        assert!(list.bugs.len() >= 22);
        for bug in &list.bugs {
            let folder = file.with_file_name(&bug.bug.specification);
            assert!(folder.join("src/lib.rs").exists(), "{}", folder.display());
        }
    }
}
