//! Which properties are in a test executable. `#[property]` leaves a marker in it for each; what the
//! markers say is checked against the tests that the executable itself lists.

use super::BuildError;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// A property in an executable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundProperty {
    /// Its path as libtest knows it: modules and name, without the crate.
    pub path: String,
    /// The source file, as the compiler was given it.
    pub file: String,
    /// The line in it, counted from 1.
    pub line: u32,
    /// Whether plain `cargo test` leaves it out.
    pub ignored: bool,
}

/// The properties in an executable, sorted by path. An executable without markers is not run.
///
/// # Errors
/// When it cannot be read, or does not list its tests.
pub fn properties(executable: &Path) -> Result<Vec<FoundProperty>, BuildError> {
    let error = |error| BuildError::File { path: executable.to_owned(), error };
    let mut found = marked(&fs::read(executable).map_err(error)?);
    if !found.is_empty() {
        found = named(found, &tests(executable)?);
    }
    Ok(found)
}

/// The properties that are among the tests, under the names that the tests have: a keyword as a name
/// keeps its `r#` there, any other name loses it.
fn named(found: Vec<FoundProperty>, tests: &BTreeSet<String>) -> Vec<FoundProperty> {
    let tests: BTreeMap<String, &String> =
        tests.iter().map(|test| (without_marks(test), test)).collect();
    let named = found.into_iter().filter_map(|property| {
        let path = (*tests.get(&without_marks(&property.path))?).clone();
        Some(FoundProperty { path, ..property })
    });
    named.collect()
}

/// A path without the marks of raw identifiers.
pub(crate) fn without_marks(path: &str) -> String {
    let names = path.split("::").map(|name| name.strip_prefix("r#").unwrap_or(name));
    names.collect::<Vec<&str>>().join("::")
}

/// Whether there are counters in an executable: something in it is instrumented.
///
/// # Errors
/// When it cannot be read.
pub fn has_counters(executable: &Path) -> Result<bool, BuildError> {
    let error = |error| BuildError::File { path: executable.to_owned(), error };
    let bytes = fs::read(executable).map_err(error)?;
    // The name of the section, on ELF and Mach-O and on COFF.
    let found = |name: &[u8]| after(&bytes, name).next().is_some();
    Ok(found(b"__sancov_cntrs") || found(b".SCOV$C"))
}

/// The properties that markers in these bytes speak of.
fn marked(bytes: &[u8]) -> Vec<FoundProperty> {
    // Put together here, so that this program has no marker in it.
    let start: Vec<u8> = [b"\x01", "mutagen-property".as_bytes(), b"\x01"].concat();
    let mut found = BTreeMap::new();
    for rest in after(bytes, &start) {
        if let Some(property) = marker(rest) {
            found.entry(property.path.clone()).or_insert(property);
        }
    }
    found.into_values().collect()
}

/// Reads what follows the start of a marker: path, file, line and mode, each ended by a control
/// character.
fn marker(bytes: &[u8]) -> Option<FoundProperty> {
    /// No marker is longer: two paths in a source tree.
    const LONGEST: usize = 1 << 14;
    let mut fields = bytes[..bytes.len().min(LONGEST)].split(|&byte| byte == 1);
    let mut next = || {
        let text = std::str::from_utf8(fields.next()?).ok()?;
        Some(text).filter(|text| !text.is_empty() && !text.contains(char::is_control))
    };
    let (path, file, line, mode) = (next()?, next()?, next()?, next()?);
    // The last field is ended too: what follows must not look like a part of it.
    fields.next()?;
    let (_krate, path) = path.split_once("::")?;
    let ignored = match mode {
        "run" => false,
        "ignored" => true,
        _ => return None,
    };
    Some(FoundProperty {
        path: path.to_owned(),
        file: file.to_owned(),
        line: line.parse().ok()?,
        ignored,
    })
}

/// What follows each occurrence of `start`.
fn after<'b>(bytes: &'b [u8], start: &'b [u8]) -> impl Iterator<Item = &'b [u8]> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        loop {
            let at = rest.iter().position(|&byte| byte == start[0])?;
            rest = &rest[at..];
            match rest.strip_prefix(start) {
                Some(after) => {
                    rest = after;
                    return Some(after);
                }
                None => rest = &rest[1..],
            }
        }
    })
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

    fn text(path: &str, line: &str, mode: &str) -> Vec<u8> {
        ["", "mutagen-property", path, "tests/it.rs", line, mode, ""].join("\x01").into_bytes()
    }

    #[test]
    fn markers_are_found_wherever_they_are_once_each() {
        let mut bytes = b"\x01\x01mutagen\x01".to_vec();
        bytes.extend(text("shop::price::tests::adds", "12", "run"));
        bytes.extend(text("shop::b", "7", "ignored"));
        bytes.extend(b"\xff\x00other text");
        bytes.extend(text("shop::b", "7", "ignored"));
        let found = marked(&bytes);
        let said: Vec<_> =
            found.iter().map(|p| (p.path.as_str(), p.file.as_str(), p.line, p.ignored)).collect();
        let expected =
            [("b", "tests/it.rs", 7, true), ("price::tests::adds", "tests/it.rs", 12, false)];
        assert_eq!(said, expected);
    }

    #[test]
    fn a_property_has_the_name_of_its_test_whatever_is_raw_in_it() {
        let bytes = [text("shop::match::type", "1", "run"), text("shop::gone", "2", "run")];
        let tests = ["r#match::r#type", "other"].map(str::to_owned);
        let found = named(marked(&bytes.concat()), &BTreeSet::from(tests));
        let paths: Vec<&str> = found.iter().map(|property| property.path.as_str()).collect();
        assert_eq!(paths, ["r#match::r#type"]);
    }

    #[test]
    fn what_is_no_whole_marker_is_left_out() {
        let cut = |bytes: Vec<u8>| marked(&bytes[..bytes.len() - 1]).len();
        assert_eq!(cut(text("shop::b", "7", "run")), 0);
        for (path, line, mode) in [("b", "7", "run"), ("s::b", "x", "run"), ("s::b", "7", "maybe")]
        {
            assert_eq!(marked(&text(path, line, mode)), [], "{path} {line} {mode}");
        }
        assert_eq!(marked(&text("s::b\u{7}", "7", "run")), []);
    }
}
