//! The release of a crate: its name and its version.

use std::fmt;

/// A release of a crate.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Release {
    /// The crate.
    pub(crate) krate: String,
    /// The three numbers of the version.
    pub(crate) version: [u64; 3],
}

impl Release {
    /// A release by the name of its crate and its version as cargo writes it.
    ///
    /// # Errors
    /// When either is not written so. The text says how to write it.
    pub(crate) fn read(krate: &str, version: &str) -> Result<Release, String> {
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
        if krate.is_empty() || !krate.chars().all(is_name) {
            return Err(format!("`{krate}` is not the name of a crate"));
        }
        let parts: Option<Vec<u64>> = version.split('.').map(number).collect();
        let parts: Option<[u64; 3]> = parts.and_then(|parts| parts.try_into().ok());
        let wrong = || format!("`{version}` is not a release; write it like `1.0.9`");
        Ok(Release { krate: krate.to_owned(), version: parts.ok_or_else(wrong)? })
    }

    /// The version as cargo writes it.
    pub(crate) fn number(&self) -> String {
        self.version.map(|part| part.to_string()).join(".")
    }

    /// Name and version as a part of a package's name.
    pub(crate) fn slug(&self) -> String {
        format!("{}-{}", self.krate, self.number().replace('.', "-"))
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.krate, self.number())
    }
}

/// A part of a version, written as cargo does.
fn number(text: &str) -> Option<u64> {
    let number: u64 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}
