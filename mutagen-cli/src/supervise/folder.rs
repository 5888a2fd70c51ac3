//! The folder for a campaign's own files: the shared page, the journal of retained tests, and the
//! literals of the code under test. A campaign replaces the files of the previous campaign.
//! Simultaneous campaigns of one property use separate folders.

use crate::error::CliError;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// The most campaigns of one property that can run at the same time.
const MOST: usize = 1000;

/// A folder that belongs to one campaign while this value lives.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// The locked file. The system releases the lock when the process ends, even if it is killed.
    _lock: File,
}

impl Folder {
    /// Takes the first free folder of a property, inside the folder that holds all files of
    /// mutagen, and creates it if necessary.
    ///
    /// # Errors
    /// When the folder cannot be created.
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

    /// The file of the journal of retained tests.
    pub fn log(&self) -> PathBuf {
        self.path.join("retained.log")
    }

    /// The file of the literals of the code under test.
    pub fn literals(&self) -> PathBuf {
        self.path.join("literals.json")
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
