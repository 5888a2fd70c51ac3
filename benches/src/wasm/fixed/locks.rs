//! Lock files: the parts that one names, and one made of two.

use std::collections::BTreeSet;

/// A package that a lock file names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Part {
    /// The name.
    pub(super) name: String,
    /// The version.
    pub(super) version: String,
}

/// The line before each package.
const HEAD: &str = "[[package]]";

/// The packages that a lock file names.
///
/// # Errors
/// When one has no name or no version.
pub(super) fn parts(lock: &str) -> Result<Vec<Part>, String> {
    lock.split(HEAD).skip(1).map(part).collect()
}

fn part(entry: &str) -> Result<Part, String> {
    let value = |key: &str| {
        let start = format!("{key} = \"");
        let line = entry.lines().find_map(|line| line.strip_prefix(&start)?.strip_suffix('"'));
        line.map(str::to_owned).ok_or_else(|| format!("a package has no line `{start}..\"`"))
    };
    Ok(Part { name: value("name")?, version: value("version")? })
}

/// A lock file with the packages of both. Cargo drops those that are not needed.
///
/// # Errors
/// When a package has no name or no version.
pub(super) fn joined(lock: &str, more: &str) -> Result<String, String> {
    let known: BTreeSet<Part> = parts(lock)?.into_iter().collect();
    let mut text = lock.trim_end().to_owned() + "\n";
    for entry in more.split(HEAD).skip(1) {
        if !known.contains(&part(entry)?) {
            text += &format!("\n{HEAD}{}\n", entry.trim_end());
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\n\
                         dependencies = [\n \"b\",\n]\n";

    #[test]
    fn packages_of_both_files_are_named_once() {
        let more = "[[package]]\nname = \"a\"\nversion = \"1.0.0\"\n\n[[package]]\nname = \"a\"\n\
                    version = \"2.0.0\"\nsource = \"s\"\n";
        let joined = joined(WHOLE, more).unwrap();
        assert_eq!(
            joined,
            format!("{WHOLE}\n[[package]]\nname = \"a\"\nversion = \"2.0.0\"\nsource = \"s\"\n")
        );
        let part = |version: &str| Part { name: "a".to_owned(), version: version.to_owned() };
        assert_eq!(parts(&joined).unwrap(), [part("1.0.0"), part("2.0.0")]);
    }

    #[test]
    fn a_package_without_a_version_is_an_error() {
        let error = joined(WHOLE, "[[package]]\nname = \"a\"\n").unwrap_err();
        assert!(error.contains("`version = "), "{error}");
    }
}
