//! The file of changes: which released crates it changes, and the entries, each a change at one
//! place.

use crate::error::{EntryProblem, PlantError};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What a replacement writes for the question whether its bug is on.
const SWITCH: &str = "$on";

/// A file of changes.
#[derive(Debug, Clone)]
pub struct Plan {
    path: PathBuf,
    text: PlanText,
}

/// The form of the file.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanText {
    /// The version of each crate for which the entries were written.
    crates: BTreeMap<String, String>,
    /// Changes that are always on and end what would never end.
    #[serde(default, rename = "limit")]
    limits: Vec<Entry>,
    /// Changes that are always on and mend what the release does wrong.
    #[serde(default, rename = "repair")]
    repairs: Vec<Entry>,
    /// Changes that a switch turns on.
    #[serde(default, rename = "bug")]
    bugs: Vec<Entry>,
}

/// A change at one place of one file.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its name in messages; of a bug, the id of its switch.
    pub id: String,
    /// The released crate.
    #[serde(rename = "crate")]
    pub package: String,
    /// The file, relative to the crate.
    pub file: String,
    /// If given, `find` is looked for only after this anchor, which the file must have once.
    pub after: Option<String>,
    /// The text that is replaced. Without `after`, the file must have it once; with `after`, its
    /// first occurrence behind that counts.
    pub find: String,
    /// What takes its place. `$old` is the text that was found, `$on` asks for the bug.
    pub replace: String,
}

/// A released crate to copy.
#[derive(Debug, Clone, Copy)]
pub struct Release<'a> {
    /// The file of changes, for messages.
    pub plan: &'a Path,
    /// The name of the crate.
    pub package: &'a str,
    /// The version for which the entries were written.
    pub version: &'a str,
}

impl Plan {
    /// Reads a file of changes; `path` is its name in messages.
    ///
    /// # Errors
    /// When the text has another form, and when an entry contradicts itself or another one.
    pub fn parse(text: &str, path: &Path) -> Result<Plan, PlantError> {
        let text = toml::from_str(text)
            .map_err(|error| PlantError::Malformed { path: path.to_owned(), error })?;
        let plan = Plan { path: path.to_owned(), text };
        plan.check()?;
        Ok(plan)
    }

    fn check(&self) -> Result<(), PlantError> {
        let mut ids = BTreeSet::new();
        let is_bug = |entry: &Entry| self.text.bugs.iter().any(|bug| std::ptr::eq(bug, entry));
        for entry in self.entries() {
            let has_switch = entry.replace.contains(SWITCH);
            let anchors = entry.after.iter().chain([&entry.find]);
            let problem = if !ids.insert(&entry.id) {
                EntryProblem::SameId
            } else if is_bug(entry) && !has_switch {
                EntryProblem::NoSwitch
            } else if !is_bug(entry) && has_switch {
                EntryProblem::NeedlessSwitch
            } else if !self.text.crates.contains_key(&entry.package) {
                EntryProblem::NoVersion
            } else if anchors.into_iter().any(|anchor| anchor.trim().is_empty()) {
                EntryProblem::EmptyAnchor
            } else {
                continue;
            };
            let (path, id) = (self.path.clone(), entry.id.clone());
            return Err(PlantError::Entry { path, id, problem });
        }
        Ok(())
    }

    /// All entries, in the order in which changes of one place nest: limits, repairs, bugs.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        let PlanText { limits, repairs, bugs, .. } = &self.text;
        limits.iter().chain(repairs).chain(bugs)
    }

    /// The ids of the bugs, in the order of the file.
    pub fn bugs(&self) -> impl Iterator<Item = &str> {
        self.text.bugs.iter().map(|bug| bug.id.as_str())
    }

    /// The crate of this name, with the version for which the entries were written.
    ///
    /// # Errors
    /// When the file does not name the crate.
    pub fn release<'a>(&'a self, package: &'a str) -> Result<Release<'a>, PlantError> {
        match self.text.crates.get(package) {
            Some(version) => Ok(Release { plan: &self.path, package, version }),
            None => {
                Err(PlantError::NoVersion { path: self.path.clone(), package: package.to_owned() })
            }
        }
    }
}

impl Entry {
    /// The replacement, with the question of the switch written out. An id that the switch does
    /// not know does not compile.
    pub fn replacement(&self) -> String {
        let id = &self.id;
        let question = format!("::wasm_switch::on(const {{ ::wasm_switch::Bug::of({id:?}) }})");
        self.replace.replace(SWITCH, &question)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Plan, PlantError> {
        Plan::parse(text, Path::new("bugs.toml"))
    }

    /// A file with one entry of this kind.
    fn one(kind: &str, id: &str, find: &str, replace: &str) -> String {
        format!(
            "[[{kind}]]\nid = '{id}'\ncrate = 'a'\nfile = 'src/lib.rs'\nfind = '{find}'\n\
             replace = '{replace}'\n"
        )
    }

    const VERSIONS: &str = "[crates]\na = '1.0.0'\n";

    #[test]
    fn limits_come_before_repairs_and_bugs_whatever_their_order_in_the_file() {
        let entries = [
            one("bug", "1", "x", "$on"),
            one("limit", "steps", "x", "y"),
            one("repair", "z", "x", "y"),
            one("bug", "2", "x", "$on"),
        ];
        let plan = parse(&[VERSIONS, &entries.concat()].concat()).expect("it is well formed");
        let ids: Vec<&str> = plan.entries().map(|entry| entry.id.as_str()).collect();
        assert_eq!(ids, ["steps", "z", "1", "2"]);
        assert_eq!(plan.bugs().collect::<Vec<_>>(), ["1", "2"]);
    }

    #[test]
    fn an_entry_that_contradicts_itself_is_refused_by_its_name() {
        let bug = one("bug", "1", "x", "$on");
        for (entries, expected) in [
            ([bug.clone(), bug.clone()].concat(), EntryProblem::SameId),
            (one("bug", "1", "x", "y"), EntryProblem::NoSwitch),
            (one("limit", "1", "x", "$on"), EntryProblem::NeedlessSwitch),
            (one("repair", "1", "x", "$on"), EntryProblem::NeedlessSwitch),
            (bug.replace("'a'", "'b'"), EntryProblem::NoVersion),
            (one("repair", "1", " ", "y"), EntryProblem::EmptyAnchor),
        ] {
            match parse(&[VERSIONS, &entries].concat()) {
                Err(PlantError::Entry { id, problem, .. }) => {
                    assert_eq!((id.as_str(), problem), ("1", expected));
                }
                other => panic!("{expected:?} expected, not {other:?}"),
            }
        }
    }

    #[test]
    fn a_field_that_does_not_exist_is_refused_with_its_name() {
        let text = [VERSIONS, &one("bug", "1", "x", "$on"), "before = 'y'\n"].concat();
        let error = parse(&text).expect_err("there is no such field").to_string();
        assert!(error.contains("bugs.toml cannot be understood"), "{error}");
        assert!(error.contains("before"), "{error}");
    }

    #[test]
    fn the_switch_is_asked_by_the_id_of_the_bug() {
        let plan = parse(&[VERSIONS, &one("bug", "6b", "x", "if $on { $old }")].concat());
        let plan = plan.expect("it is well formed");
        let replacement = plan.entries().next().map(Entry::replacement);
        let expected = "if ::wasm_switch::on(const { ::wasm_switch::Bug::of(\"6b\") }) { $old }";
        assert_eq!(replacement.as_deref(), Some(expected));
    }

    #[test]
    fn a_crate_without_version_is_refused_with_its_name() {
        let plan = parse(VERSIONS).expect("it is well formed");
        assert_eq!(plan.release("a").map(|release| release.version).ok(), Some("1.0.0"));
        let error = plan.release("b").expect_err("it has no version").to_string();
        assert!(error.contains("names no version of b; add `b = "), "{error}");
    }
}
