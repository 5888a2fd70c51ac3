//! Lines of source files that a run of a test reaches, for `cargo mutagen gaps`. The numbers of
//! edges differ between two builds, and lines do not.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Lines, from 1, by file. Files are relative to a folder, with `/` between the parts.
pub type Lines = BTreeMap<String, BTreeSet<u32>>;

/// A line of a file below a folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Line {
    /// The folder. Lines of other files are not looked at.
    pub folder: PathBuf,
    /// The file, relative to the folder.
    pub file: String,
    /// The line in that file, from 1.
    pub line: u32,
}

/// The name of a file relative to a folder, as [`Lines`] has it; `None` if it is not below it.
pub fn file_below(folder: &Path, file: &str) -> Option<String> {
    let inside = Path::new(file).strip_prefix(folder).ok()?;
    let parts = inside.components().map(|part| part.as_os_str().to_string_lossy());
    Some(parts.collect::<Vec<_>>().join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_from_its_folder_and_others_have_no_name() {
        let folder = Path::new("/crates/set-1.0.0");
        assert_eq!(file_below(folder, "/crates/set-1.0.0/src/a/b.rs").unwrap(), "src/a/b.rs");
        assert_eq!(file_below(folder, "/crates/set-1.0.0-rc/src/b.rs"), None);
        assert_eq!(file_below(folder, "src/b.rs"), None);
    }
}
