//! The folder for a campaign's own files: the shared page and the log of retained tests. Each
//! campaign replaces those of the one before; campaigns of one property at the same time get a
//! folder each.

use crate::error::CliError;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Campaigns of one property that can run at the same time.
const MOST: usize = 1000;

/// A folder that belongs to one campaign as long as this lives.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// Locked; the system unlocks it when the process ends, however it ends.
    _lock: File,
}

impl Folder {
    /// Takes the first free folder of a property, below the folder for everything of mutagen's, and
    /// makes it if need be.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn claim(target: &Path, package: &str, property: &str) -> Result<Folder, CliError> {
        let name = property.replace("::", ".");
        let above = target.join("campaigns").join(package);
        for number in 1..MOST {
            let name = if number == 1 { name.clone() } else { format!("{name}~{number}") };
            let path = above.join(name);
            let failed = |error| CliError::Folder { path: path.clone(), error };
            fs::create_dir_all(&path).map_err(failed)?;
            let options = File::options().create(true).append(true).open(path.join("lock"));
            let lock = options.map_err(failed)?;
            match lock.try_lock() {
                Ok(()) => return Ok(Folder { path, _lock: lock }),
                Err(fs::TryLockError::WouldBlock) => {}
                Err(fs::TryLockError::Error(error)) => return Err(failed(error)),
            }
        }
        let error = std::io::ErrorKind::ResourceBusy.into();
        Err(CliError::Folder { path: above, error })
    }

    /// The file of the shared page.
    pub fn page(&self) -> PathBuf {
        self.path.join("page")
    }

    /// The log of retained tests.
    pub fn log(&self) -> PathBuf {
        self.path.join("retained.log")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_campaigns_of_one_property_do_not_share_files_but_a_later_one_takes_the_first_folder() {
        let target = tempfile::tempdir().unwrap();
        let claim = || Folder::claim(target.path(), "pkg", "tests::holds").unwrap();
        let first = claim();
        let second = claim();
        assert!(first.log().ends_with("campaigns/pkg/tests.holds/retained.log"));
        assert_ne!(first.page(), second.page());
        let path = first.page();
        drop(first);
        assert_eq!(claim().page(), path);
    }
}
