//! Finds the property that a name on the command line refers to.

use crate::escape::escape;
use crate::instrument::{CrateSource, without_marks};
use derive_more::{Display, Error};
use std::path::PathBuf;

/// A property that can be run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The package that has it.
    pub package: String,
    /// The folder of that package.
    pub folder: PathBuf,
    /// The test executable that contains it.
    pub executable: PathBuf,
    /// The sources of the instrumented crates in the executable.
    pub sources: Vec<CrateSource>,
    /// The names of the instrumented crates in it, as `name@version` if the workspace depends on
    /// several versions.
    pub instrumented: Vec<String>,
    /// The instrumented packages in it that are not members of the workspace, and still have debug
    /// assertions and overflow checks.
    pub checked: Vec<String>,
    /// The cargo target of the executable.
    pub target: String,
    /// The kind of that target: `lib`, `bin`, `test` and so on.
    pub kind: String,
    /// Modules and name.
    pub path: String,
    /// The source file.
    pub file: String,
    /// The line in the source file.
    pub line: u32,
    /// Whether plain `cargo test` ignores it.
    pub ignored: bool,
}

impl Candidate {
    /// The unique full name: package and path, with the target between them if the target is not
    /// the library.
    pub fn full_name(&self) -> String {
        let Candidate { package, target, path, .. } = self;
        match self.kind.as_str() {
            "bin" | "test" | "example" | "bench" => format!("{package}::{target}::{path}"),
            _ => format!("{package}::{path}"),
        }
    }
}

/// Why a name does not select exactly one property.
#[derive(Debug, Display, Error, PartialEq, Eq)]
pub enum SelectError {
    /// There are no properties.
    #[display(
        "the selected packages have no properties: mark a function with \
         `#[mutagen_core::property]` inside `#[cfg(test)]` code or a file of `tests/`, or select \
         another package with `--package`"
    )]
    NoProperties,
    /// No property has this name.
    #[display(
        "there is no property `{}`; the nearest are:{}\n`cargo mutagen list` shows all",
        escape(name),
        indent(nearest)
    )]
    Unknown {
        /// The requested name.
        name: String,
        /// The full names of the most similar properties, the nearest first.
        nearest: Vec<String>,
    },
    /// Several properties match.
    #[display(
        "`{}` matches several properties:{}\nwrite more of the path, or add `--package`",
        escape(name),
        indent(candidates)
    )]
    Ambiguous {
        /// The requested name.
        name: String,
        /// The full names of the matching properties.
        candidates: Vec<String>,
    },
}

/// Each name on an indented line of its own, and at the end how many more there are.
pub(crate) fn indent(names: &[String]) -> String {
    let shown = names.iter().take(MOST_SHOWN);
    let mut text: String = shown.map(|name| format!("\n    {name}")).collect();
    if names.len() > MOST_SHOWN {
        text += &format!("\n    and {} more", names.len() - MOST_SHOWN);
    }
    text
}

/// The most names that an error lists.
const MOST_SHOWN: usize = 20;

/// The most names that an error suggests.
const NEAREST_SHOWN: usize = 3;

/// The candidate that `name` refers to: the one with this path, else the one whose path ends with
/// it, else the only one whose path contains it.
///
/// # Errors
/// When no candidate fits, or several fit equally well.
pub fn select<'c>(candidates: &'c [Candidate], name: &str) -> Result<&'c Candidate, SelectError> {
    if candidates.is_empty() {
        return Err(SelectError::NoProperties);
    }
    // The user need not know which names are keywords.
    let wanted = without_marks(name);
    let end = format!("::{wanted}");
    let full = |candidate: &Candidate| without_marks(&candidate.full_name());
    let ways: [&dyn Fn(&Candidate) -> bool; 4] = [
        &|candidate| full(candidate) == wanted,
        &|candidate| without_marks(&candidate.path) == wanted,
        &|candidate| full(candidate).ends_with(&end),
        &|candidate| full(candidate).contains(&wanted),
    ];
    for way in ways {
        let fitting: Vec<&Candidate> = candidates.iter().filter(|c| way(c)).collect();
        match fitting.as_slice() {
            [] => {}
            [only] => return Ok(only),
            several => {
                let candidates = several.iter().map(|c| c.full_name()).collect();
                return Err(SelectError::Ambiguous { name: name.to_owned(), candidates });
            }
        }
    }
    let nearest = nearest(name, candidates.iter().map(Candidate::full_name));
    Err(SelectError::Unknown { name: name.to_owned(), nearest })
}

/// Those of some full names whose last segments are most similar to that of `name`, the nearest
/// first.
pub(crate) fn nearest(name: &str, among: impl Iterator<Item = String>) -> Vec<String> {
    let asked = last(name);
    let ranked = among.map(|full| (strsim::jaro_winkler(last(&full), asked), full));
    let mut ranked: Vec<(f64, String)> = ranked.collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    ranked.into_iter().take(NEAREST_SHOWN).map(|(_, name)| name).collect()
}

/// Whether a name is the full name of a property or its last segments.
pub(crate) fn is_meant(full: &str, name: &str) -> bool {
    let (full, name) = (without_marks(full), without_marks(name));
    full.strip_suffix(&name).is_some_and(|before| before.is_empty() || before.ends_with("::"))
}

fn last(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidates(paths: &[&str]) -> Vec<Candidate> {
        paths
            .iter()
            .map(|path| Candidate {
                package: "pkg".into(),
                folder: PathBuf::new(),
                instrumented: Vec::new(),
                checked: Vec::new(),
                executable: PathBuf::new(),
                sources: Vec::new(),
                target: "pkg".into(),
                kind: "lib".into(),
                path: (*path).into(),
                file: String::new(),
                line: 0,
                ignored: false,
            })
            .collect()
    }

    fn found(paths: &[&str], name: &str) -> String {
        select(&candidates(paths), name).map(|c| c.path.clone()).unwrap_or_else(|e| e.to_string())
    }

    #[test]
    fn twenty_of_the_matching_names_are_listed_and_what_was_asked_is_escaped() {
        let all: Vec<String> = (0..2000).map(|number| format!("laws::p{number:04}")).collect();
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        let error = select(&candidates(&all), "laws::p").unwrap_err().to_string();
        assert!(error.contains("    pkg::laws::p0019\n    and 1980 more\nwrite more"), "{error}");
        assert_eq!(error.lines().count(), 1 + 20 + 1 + 1);
        let error = select(&candidates(&all), "x\u{1b}[2J").unwrap_err().to_string();
        assert!(error.contains("`x\\u{1b}[2J`") && !error.contains('\u{1b}'), "{error}");
    }

    #[test]
    fn a_whole_path_wins_over_an_end_and_an_end_over_a_part() {
        let paths = ["insert", "tests::insert", "tests::insert_twice"];
        assert_eq!(found(&paths, "insert"), "insert");
        assert_eq!(found(&paths[1..], "insert"), "tests::insert");
        assert_eq!(found(&paths[2..], "insert"), "tests::insert_twice");
        assert_eq!(found(&paths, "pkg::tests::insert"), "tests::insert");
    }

    #[test]
    fn a_keyword_as_a_name_is_meant_with_its_mark_and_without() {
        assert_eq!(found(&["tests::r#type", "tests::types"], "type"), "tests::r#type");
        assert_eq!(found(&["tests::r#type", "tests::types"], "r#type"), "tests::r#type");
    }

    #[test]
    fn several_that_fit_equally_are_listed() {
        let text = found(&["a::order", "b::order"], "order");
        assert!(text.contains("pkg::a::order") && text.contains("pkg::b::order"), "{text}");
    }

    #[test]
    fn the_target_tells_properties_of_one_name_apart() {
        let mut both = candidates(&["order", "order"]);
        both[1].target = "laws".into();
        both[1].kind = "test".into();
        let text = select(&both, "order").unwrap_err().to_string();
        assert!(text.contains("pkg::order") && text.contains("pkg::laws::order"), "{text}");
        for candidate in &both {
            assert_eq!(select(&both, &candidate.full_name()), Ok(candidate));
        }
        assert_eq!(select(&both, "laws::order"), Ok(&both[1]));
    }

    #[test]
    fn an_unknown_name_brings_the_nearest_ones() {
        let text = found(&["prop_validator", "zebra", "prop_interpreter"], "prop_validater");
        let (first, second) = (text.find("prop_validator"), text.find("prop_interpreter"));
        assert!(first < second && text.contains("cargo mutagen list"), "{text}");
    }

    #[test]
    fn no_property_at_all_says_how_to_write_one() {
        assert!(found(&[], "x").contains("#[mutagen_core::property]"));
    }

    #[test]
    fn a_property_is_meant_by_its_full_name_and_by_its_last_segments() {
        let full = "shop::laws::tests::r#type";
        for name in [full, "type", "r#type", "tests::type", "laws::tests::type"] {
            assert!(is_meant(full, name), "{name}");
        }
        for name in ["", "ype", "tests", "shop", "other::type", "sts::type"] {
            assert!(!is_meant(full, name), "{name}");
        }
    }
}
