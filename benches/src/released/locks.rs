//! Lock files: the parts that one names, and one made of two.

/// A package that a lock file names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Part {
    /// The name.
    pub(crate) name: String,
    /// The version.
    pub(crate) version: String,
}

/// The line before each package.
const HEAD: &str = "[[package]]";

/// The packages that a lock file names.
///
/// # Errors
/// When one has no name or no version.
pub(crate) fn parts(lock: &str) -> Result<Vec<Part>, String> {
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

/// A lock file with the packages of a first one, and those of a second one that are `wanted`. The
/// second one wins if both name a package. Cargo drops what is not needed.
///
/// # Errors
/// When a package has no name or no version.
pub(crate) fn joined(
    lock: &str,
    more: &str,
    wanted: impl Fn(&Part) -> bool,
) -> Result<String, String> {
    let mut added = Vec::new();
    for entry in more.split(HEAD).skip(1) {
        let part = part(entry)?;
        if wanted(&part) {
            added.push((part, entry));
        }
    }
    let mut entries = lock.split(HEAD);
    let mut text = entries.next().unwrap_or_default().to_owned();
    for entry in entries {
        let part = part(entry)?;
        if !added.iter().any(|(name, _)| *name == part) {
            text += &format!("{HEAD}{}\n\n", entry.trim_end());
        }
    }
    for (_, entry) in added {
        text += &format!("{HEAD}{}\n\n", entry.trim_end());
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\n\
                         dependencies = [\n \"b\",\n]\n\n[[package]]\nname = \"b\"\n\
                         version = \"1.0.0\"\n";

    #[test]
    fn packages_of_both_files_are_named_once() {
        let more = "[[package]]\nname = \"a\"\nversion = \"1.0.0\"\n\n[[package]]\nname = \"a\"\n\
                    version = \"2.0.0\"\nsource = \"s\"\n";
        let both = joined(WHOLE, more, |_| true).unwrap();
        let expected = "version = 4\n\n[[package]]\nname = \"b\"\nversion = \"1.0.0\"\n\n\
                        [[package]]\nname = \"a\"\nversion = \"1.0.0\"\n\n[[package]]\n\
                        name = \"a\"\nversion = \"2.0.0\"\nsource = \"s\"\n\n";
        assert_eq!(both, expected);
        assert_eq!(joined(WHOLE, more, |_| false).unwrap(), format!("{WHOLE}\n"));
        let part = |version: &str| Part { name: "a".to_owned(), version: version.to_owned() };
        assert_eq!(parts(more).unwrap(), [part("1.0.0"), part("2.0.0")]);
    }

    #[test]
    fn a_package_without_a_version_is_an_error() {
        let error = joined(WHOLE, "[[package]]\nname = \"a\"\n", |_| true).unwrap_err();
        assert!(error.contains("`version = "), "{error}");
    }
}
