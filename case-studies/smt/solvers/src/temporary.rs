//! Temporary folders that name the process they belong to, so that those of processes that were
//! killed can be told and removed.

use std::fs;
use std::io;
use std::path::Path;
use tempfile::TempDir;

/// A new folder inside another one, whose name is the prefix and the number of this process and a
/// random part. It is removed with the value. Those of processes that are gone are removed first.
pub(crate) fn folder(prefix: &str, inside: &Path) -> io::Result<TempDir> {
    for entry in fs::read_dir(inside)?.flatten() {
        let name = entry.file_name();
        let process = name.to_str().and_then(|name| name.strip_prefix(prefix)?.split_once('-'));
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let is_gone = |text: &str| is_number(text) && !Path::new("/proc").join(text).exists();
        if process.is_some_and(|(number, _)| is_gone(number)) {
            // Somebody else may remove it at the same time.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    let prefix = format!("{prefix}{}-", std::process::id());
    tempfile::Builder::new().prefix(&prefix).tempdir_in(inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_processes_that_are_gone_are_removed_and_no_others() {
        let inside = tempfile::tempdir().unwrap();
        let first = folder("smt-", inside.path()).unwrap();
        // No process has a number as large.
        for name in ["smt-4194305-x", "smt-4194305", "smt-fast-x", "other-4194305-x"] {
            fs::create_dir(inside.path().join(name)).unwrap();
        }
        let second = folder("smt-", inside.path()).unwrap();
        assert!(first.path().exists() && second.path().exists());
        let left = fs::read_dir(inside.path()).unwrap().count();
        assert_eq!((left, inside.path().join("smt-4194305-x").exists()), (5, false));
    }
}
