//! A worker of an earlier run whose run is repeated: its share of the campaign, and the tests that
//! it received.

use crate::campaigns::{RECEIVED, RunFolder, RunInfo, worker_folder};
use crate::error::CliError;
use mutagen_core::internal::search::share::Share;
use std::fs;
use std::path::Path;

/// A worker of an earlier run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepeatedWorker {
    /// Its share of the campaign.
    pub share: Share,
    /// What it received, as its file has it.
    received: Vec<u8>,
}

impl RepeatedWorker {
    /// The worker with this folder. All of it is read, because the folder may be removed when a new
    /// run begins.
    ///
    /// # Errors
    /// When it is not the folder of a worker, or a file of its run cannot be read.
    pub fn of(folder: &Path) -> Result<RepeatedWorker, CliError> {
        let not_one = || CliError::NoWorker { path: folder.to_owned() };
        let path = folder.canonicalize().map_err(|_| not_one())?;
        let run = path.parent().ok_or_else(not_one)?;
        let file = run.join("run.json");
        if !file.exists() {
            return Err(not_one());
        }
        let info = RunInfo::read(&file)?;
        let shares = (0..info.workers).map(|worker| Share { worker, workers: info.workers });
        let share = shares
            .filter(|share| !share.is_whole())
            .find(|share| worker_folder(run, *share) == path);
        let share = share.ok_or_else(not_one)?;
        let file = path.join(RECEIVED);
        let received =
            fs::read(&file).map_err(|error| CliError::CampaignFile { path: file, error })?;
        Ok(RepeatedWorker { share, received })
    }

    /// Writes what the worker received into the folder of the run that repeats it.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write_received(&self, files: &RunFolder) -> Result<(), CliError> {
        let path = files.received(Share::WHOLE);
        fs::write(&path, &self.received).map_err(|error| CliError::CampaignFile { path, error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mutagen_core::internal::search::options::Options;

    #[test]
    fn the_share_of_a_worker_is_that_of_its_folder_and_another_folder_is_an_error() {
        let run = tempfile::tempdir().unwrap();
        let info = RunInfo::new("p", "k", "lib", 1, Vec::new(), Options::default(), "d");
        RunInfo { workers: 3, ..info.clone() }.write(&run.path().join("run.json")).unwrap();
        for name in ["worker-1", "worker-3", "worker-4", "values"] {
            fs::create_dir(run.path().join(name)).unwrap();
            fs::write(run.path().join(name).join(RECEIVED), "").unwrap();
        }
        let share = |name: &str| RepeatedWorker::of(&run.path().join(name)).map(|it| it.share);
        assert_eq!(share("worker-1").unwrap(), Share { worker: 0, workers: 3 });
        assert_eq!(share("worker-3").unwrap(), Share { worker: 2, workers: 3 });
        for name in ["worker-4", "values", "missing"] {
            let error = share(name).unwrap_err().to_string();
            assert!(
                error.contains(name) && error.contains("not the folder of a worker"),
                "{error}"
            );
        }
        fs::create_dir(run.path().join("worker-1/worker-1")).unwrap();
        assert!(share("worker-1/worker-1").is_err(), "the folder around it is no run");
        info.write(&run.path().join("run.json")).unwrap();
        assert!(share("worker-1").is_err(), "a run of one worker has no folders of workers");
    }
}
