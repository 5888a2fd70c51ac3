//! Finds the properties of a test executable. `#[property]` leaves a marker in the executable for
//! each property. The markers are checked against the tests that the executable lists.

use super::BuildError;
use mutagen_core::internal::run::marker::{Marker, after, property_of};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// A property in an executable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundProperty {
    /// Modules and name, without the crate. The path of its test has one more component.
    pub path: String,
    /// The source file, as it was passed to the compiler.
    pub file: String,
    /// The line in the source file, from 1.
    pub line: u32,
    /// Whether plain `cargo test` ignores the property.
    pub ignored: bool,
}

/// The properties of an executable, sorted by path. An executable without markers is not run.
///
/// # Errors
/// When the executable cannot be read or does not list its tests.
pub fn properties(executable: &Path) -> Result<Vec<FoundProperty>, BuildError> {
    let error = |error| BuildError::File { path: executable.to_owned(), error };
    let mut found = marked(&fs::read(executable).map_err(error)?);
    if !found.is_empty() {
        found = named(found, &tests(executable)?);
    }
    Ok(found)
}

/// The properties that have a test, named as their tests are: a keyword keeps its `r#`, any other
/// name loses it.
fn named(found: Vec<FoundProperty>, tests: &BTreeSet<String>) -> Vec<FoundProperty> {
    let tested: BTreeMap<String, &str> = tests
        .iter()
        .filter_map(|test| property_of(test))
        .map(|property| (without_marks(property), property))
        .collect();
    let named = found.into_iter().filter_map(|property| {
        let path = (*tested.get(&without_marks(&property.path))?).to_owned();
        Some(FoundProperty { path, ..property })
    });
    named.collect()
}

/// A path without the `r#` of raw identifiers.
pub(crate) fn without_marks(path: &str) -> String {
    let names = path.split("::").map(|name| name.strip_prefix("r#").unwrap_or(name));
    names.collect::<Vec<&str>>().join("::")
}

/// Whether an executable has counters, that is, whether some of its code is instrumented.
///
/// # Errors
/// When the executable cannot be read.
pub fn has_counters(executable: &Path) -> Result<bool, BuildError> {
    let error = |error| BuildError::File { path: executable.to_owned(), error };
    let bytes = fs::read(executable).map_err(error)?;
    // The section's name on ELF, Mach-O and COFF.
    let found = |name: &[u8]| after(&bytes, name).next().is_some();
    Ok(found(b"__sancov_cntrs") || found(b".SCOV$C"))
}

/// The properties that the markers in these bytes describe, without duplicates.
fn marked(bytes: &[u8]) -> Vec<FoundProperty> {
    let mut found = BTreeMap::new();
    for Marker { path, file, line, ignored } in Marker::all(bytes) {
        if let Some((_krate, path)) = path.split_once("::") {
            let (path, file) = (path.to_owned(), file.to_owned());
            let property = FoundProperty { path: path.clone(), file, line, ignored };
            found.entry(path).or_insert(property);
        }
    }
    found.into_values().collect()
}

/// The paths of the tests that an executable lists.
fn tests(executable: &Path) -> Result<BTreeSet<String>, BuildError> {
    let mut command = Command::new(executable);
    command.args(["--list", "--format", "terse"]).stdin(Stdio::null());
    let failed = |said: String| BuildError::List { path: executable.to_owned(), said };
    let output = command.output().map_err(|error| failed(error.to_string()))?;
    if !output.status.success() {
        return Err(failed(output.status.to_string()));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutated::{VERSIONS, slowest};
    use std::time::Duration;

    fn text(path: &str, line: &str, mode: &str) -> Vec<u8> {
        ["", "mutagen-property", path, "tests/it.rs", line, mode, ""].join("\x01").into_bytes()
    }

    #[test]
    fn a_property_is_listed_once_and_by_path() {
        let texts = [
            text("shop::price::tests::adds", "12", "run"),
            text("shop::b", "7", "ignored"),
            text("shop::b", "7", "ignored"),
            text("without_a_crate", "7", "run"),
            text("without_a_name::", "7", "run"),
        ];
        let found = marked(&texts.concat());
        let said: Vec<_> =
            found.iter().map(|p| (p.path.as_str(), p.file.as_str(), p.line, p.ignored)).collect();
        let expected =
            [("b", "tests/it.rs", 7, true), ("price::tests::adds", "tests/it.rs", 12, false)];
        assert_eq!(said, expected);
    }

    #[test]
    fn mutated_executables_give_properties_with_whole_names_or_none() {
        let texts =
            [text("shop::price::tests::adds", "12", "run"), text("shop::b", "7", "ignored")];
        let bytes = texts.join(&b"\x7fELF\0\0\xff\n"[..]);
        let original = marked(&bytes);
        let (mut whole, mut fewer) = (0, 0);
        let slowest = slowest(VERSIONS, &bytes, |version| {
            let found = marked(version);
            let is_text = |text: &str| !text.is_empty() && !text.contains(char::is_control);
            assert!(found.iter().all(|found| is_text(&found.path) && is_text(&found.file)));
            whole += u64::from(found == original);
            fewer += u64::from(found.len() < original.len());
        });
        assert!(slowest < Duration::from_secs(1), "{slowest:?}");
        assert!(whole > VERSIONS / 100 && fewer > VERSIONS / 4, "{whole} {fewer}");
    }

    #[test]
    fn a_property_has_the_name_of_its_test_whatever_is_raw_in_it() {
        let bytes = [text("shop::match::type", "1", "run"), text("shop::gone", "2", "run")];
        let tests = ["r#match::r#type::property", "gone", "other"].map(str::to_owned);
        let found = named(marked(&bytes.concat()), &BTreeSet::from(tests));
        let paths: Vec<&str> = found.iter().map(|property| property.path.as_str()).collect();
        assert_eq!(paths, ["r#match::r#type"]);
    }
}
