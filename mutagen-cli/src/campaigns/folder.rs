//! The folder of one run: made under a number of its own, locked while the run is alive, and
//! removed when ten newer runs of the property are there.

#[cfg(doc)]
use super::Record;
use super::{Form, name, open};
use crate::error::CliError;
use mutagen_core::internal::search::share::Share;
use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// How many runs of a property are kept, besides those that are alive.
pub const KEPT_RUNS: usize = 10;

/// The folder, inside that of mutagen's files, that has the campaigns.
pub(super) const CAMPAIGNS: &str = "campaigns";

/// The folder, inside that of mutagen's files, of tests that run outside campaigns.
const OUTSIDE: &str = "replays";

/// The file of the lock.
const LOCK: &str = "lock";

/// The folder of large values.
const VALUES: &str = "values";

/// The file of a worker's journal.
pub const JOURNAL: &str = "journal";

/// The file of the tests that a worker has received.
pub const RECEIVED: &str = "received";

/// The start of the name of a folder that is not a run yet.
const NEW: &str = ".new-";

/// The start of the name of a folder that is being removed.
const OLD: &str = ".old-";

/// The age from which a folder that did not become a run is removed.
const ABANDONED: Duration = Duration::from_secs(3600);

/// The most numbers that are tried for a run.
const MOST_TRIES: u32 = 10_000;

/// The folder of a run that is alive: as long as this value lives, its lock is held.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
    number: u32,
    notes: Vec<String>,
    /// The locked file. The system releases the lock when the process ends, even if it is killed.
    _lock: File,
}

/// The folder of a worker in that of a run.
pub fn worker_folder(run: &Path, share: Share) -> PathBuf {
    match share.is_whole() {
        true => run.to_owned(),
        false => run.join(format!("worker-{}", share.worker + 1)),
    }
}

impl RunFolder {
    /// Makes the folder of a new run: `TARGET/campaigns/PACKAGE/TARGET_NAME/PROPERTY/RUN`. Runs of
    /// the property that are no longer alive are removed, but for the newest [`KEPT_RUNS`].
    ///
    /// # Errors
    /// When the folder cannot be made.
    pub fn create(
        target: &Path,
        package: &str,
        target_name: &str,
        property: &str,
    ) -> Result<RunFolder, CliError> {
        let failed = |path: &Path, error| CliError::Folder { path: path.to_owned(), error };
        // The worker runs in another folder.
        let mut folder = std::path::absolute(target).map_err(|error| failed(target, error))?;
        fs::create_dir_all(&folder).map_err(|error| failed(&folder, error))?;
        let names = [package, target_name, property].map(name::component);
        for name in std::iter::once(CAMPAIGNS).chain(names.iter().map(String::as_str)) {
            folder.push(name);
            make(&folder).map_err(|error| failed(&folder, error))?;
        }
        let mut run = staged(&folder).map_err(|error| failed(&folder, error))?;
        run.notes = prune(&folder);
        Ok(run)
    }

    /// The folder of processes outside a campaign, in that of mutagen's files. It is removed with
    /// the second value.
    ///
    /// # Errors
    /// When the folder cannot be made.
    pub fn temporary(target: &Path) -> Result<(RunFolder, TempDir), CliError> {
        let make = || {
            // The worker runs in another folder.
            let folder = std::path::absolute(target)?.join(OUTSIDE);
            fs::create_dir_all(&folder)?;
            let made = tempfile::Builder::new().prefix("test-").tempdir_in(folder)?;
            let lock = open::new_file(&made.path().join(LOCK))?;
            let path = made.path().to_owned();
            Ok((RunFolder { path, number: 0, notes: Vec::new(), _lock: lock }, made))
        };
        make().map_err(|error| CliError::Folder { path: target.to_owned(), error })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The number of the run, from 1.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// What went wrong when old runs were removed.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The folder of a worker: that of the run, unless there are several.
    fn worker(&self, share: Share) -> PathBuf {
        worker_folder(&self.path, share)
    }

    /// Makes the folders of the workers, if there are several.
    ///
    /// # Errors
    /// When a folder cannot be made.
    pub fn make_workers(&self, workers: u32) -> Result<(), CliError> {
        (0..workers).try_for_each(|worker| {
            let folder = self.worker(Share { worker, workers });
            fs::create_dir_all(&folder).map_err(|error| CliError::Folder { path: folder, error })
        })
    }

    /// The file of the shared page of a worker.
    pub fn page(&self, share: Share) -> PathBuf {
        self.worker(share).join("page")
    }

    /// The file of a worker's journal of retained tests.
    pub fn journal(&self, share: Share) -> PathBuf {
        self.worker(share).join(JOURNAL)
    }

    /// The file of the tests that a worker has received from others.
    pub fn received(&self, share: Share) -> PathBuf {
        self.worker(share).join(RECEIVED)
    }

    /// The file of the exchange between workers.
    pub fn exchange(&self) -> PathBuf {
        self.path.join("exchange")
    }

    /// The file of the literals of the code under test.
    pub fn literals(&self) -> PathBuf {
        self.path.join("literals.json")
    }

    /// The file of the inputs that the run started from.
    pub fn inputs(&self) -> PathBuf {
        self.path.join("inputs.json")
    }

    /// The executable of the run.
    pub fn program(&self) -> PathBuf {
        self.path.join("program")
    }

    /// The file with seed and options.
    pub fn run_file(&self) -> PathBuf {
        run_file(&self.path)
    }

    /// The file of what was found.
    pub fn records(&self) -> PathBuf {
        records(&self.path)
    }

    /// The folder of values that are too large for the records. It is made with the first value.
    pub fn values(&self) -> PathBuf {
        self.path.join(VALUES)
    }

    /// Writes a value to a new file. Returns its path relative to the folder of the run, for
    /// [`Record::Value`].
    ///
    /// # Errors
    /// When there is such a file already, or it cannot be written.
    pub fn save_value(&self, id: u32, form: Form, text: &str) -> Result<String, CliError> {
        let end = match form {
            Form::Text => "txt",
            Form::Debug => "debug",
            Form::Shrunk => "shrunk.txt",
        };
        let file = format!("{VALUES}/{id}.{end}");
        let path = self.path.join(&file);
        let write = || {
            make(&self.values())?;
            let mut new = open::new_file(&path)?;
            // Half of a value would be taken for the whole one.
            new.write_all(text.as_bytes()).inspect_err(|_| drop(fs::remove_file(&path)))
        };
        match write() {
            Ok(()) => Ok(file),
            Err(error) => Err(CliError::CampaignFile { path, error }),
        }
    }
}

/// The file with seed and options of the run in this folder.
pub(super) fn run_file(folder: &Path) -> PathBuf {
    folder.join("run.json")
}

/// The file of what the run in this folder found.
pub(super) fn records(folder: &Path) -> PathBuf {
    folder.join("records.jsonl")
}

/// Makes a folder, or accepts the one that is there, but no symbolic link.
fn make(folder: &Path) -> io::Result<()> {
    match fs::create_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            if fs::symlink_metadata(folder)?.is_dir() {
                return Ok(());
            }
            Err(io::Error::new(io::ErrorKind::NotADirectory, "not a folder, or a symbolic link"))
        }
        other => other,
    }
}

/// Makes the folder of the next run. The folder is locked before it gets its number, so that no
/// other process ever sees a new run without its lock.
fn staged(folder: &Path) -> io::Result<RunFolder> {
    let staged = tempfile::Builder::new().prefix(NEW).tempdir_in(folder)?;
    let lock = open::new_file(&staged.path().join(LOCK))?;
    lock.try_lock()?;
    let first = runs(folder)?.last().map_or(1, |(number, _)| number.saturating_add(1));
    for number in first..first.saturating_add(MOST_TRIES) {
        let path = folder.join(format!("{number:04}"));
        // A folder replaces an empty folder only, and that of another run has its lock inside.
        match fs::rename(staged.path(), &path) {
            Ok(()) => {
                let _ = staged.keep();
                return Ok(RunFolder { path, number, notes: Vec::new(), _lock: lock });
            }
            Err(_) if fs::symlink_metadata(&path).is_ok() => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::ResourceBusy.into())
}

/// The runs in the folder of a property, by number.
pub(super) fn runs(folder: &Path) -> io::Result<Vec<(u32, PathBuf)>> {
    let mut runs = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if let Some(number) = entry.file_name().to_str().and_then(number)
            && entry.file_type()?.is_dir()
        {
            runs.push((number, entry.path()));
        }
    }
    runs.sort();
    Ok(runs)
}

fn number(name: &str) -> Option<u32> {
    let digits = name.len() >= 4 && name.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| name.parse().ok()).flatten()
}

/// Whether the run in this folder is alive.
pub(super) fn is_alive(folder: &Path) -> bool {
    let lock = open::existing(&folder.join(LOCK));
    // A shared lock: two readers must not take each other for the run.
    lock.is_ok_and(|lock| matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

/// Removes old runs and remains. Returns what could not be removed.
fn prune(folder: &Path) -> Vec<String> {
    let mut notes = Vec::new();
    let mut note = |path: &Path, error: io::Error| {
        if error.kind() != io::ErrorKind::NotFound {
            notes.push(format!("{}: an old run cannot be removed: {error}", path.display()));
        }
    };
    match runs(folder) {
        Ok(runs) => {
            for (_, run) in &runs[..runs.len().saturating_sub(KEPT_RUNS)] {
                remove(run).unwrap_or_else(|error| note(run, error));
            }
        }
        Err(error) => note(folder, error),
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let starts = |start: &str| OsStr::to_str(&name).is_some_and(|name| name.starts_with(start));
        let age = entry.metadata().and_then(|data| data.modified()).map(|time| time.elapsed());
        let abandoned = matches!(age, Ok(Ok(age)) if age > ABANDONED);
        if starts(OLD) || (starts(NEW) && abandoned && !is_alive(&path)) {
            fs::remove_dir_all(&path).unwrap_or_else(|error| note(&path, error));
        }
    }
    notes
}

/// Removes a run unless it is alive.
fn remove(run: &Path) -> io::Result<()> {
    let lock = match open::to_lock(&run.join(LOCK)) {
        Ok(lock) => Some(lock),
        // Its removal was begun.
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    match lock.as_ref().map(File::try_lock) {
        None | Some(Ok(())) => {}
        Some(Err(TryLockError::WouldBlock)) => return Ok(()),
        Some(Err(TryLockError::Error(error))) => return Err(error),
    }
    // Another process that reads the runs must not see half of one.
    let name = run.file_name().unwrap_or_default().to_string_lossy();
    let old = run.with_file_name(format!("{OLD}{name}-{}", std::process::id()));
    fs::rename(run, &old)?;
    fs::remove_dir_all(&old)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::os::unix::fs::symlink;

    fn create(target: &Path) -> RunFolder {
        RunFolder::create(target, "shop", "lib", "tests::order").unwrap()
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn each_run_has_the_next_number_also_when_runs_are_alive() {
        let target = tempfile::tempdir().unwrap();
        let first = create(target.path());
        assert!(first.path().ends_with("campaigns/shop/lib/tests.order/0001"));
        assert!(first.path().is_absolute());
        let second = create(target.path());
        assert_eq!((first.number(), second.number()), (1, 2));
        assert_ne!(first.page(Share::WHOLE), second.page(Share::WHOLE));
        drop((first, second));
        assert_eq!(create(target.path()).number(), 3);
    }

    #[test]
    fn runs_that_start_at_once_get_different_folders() {
        let target = tempfile::tempdir().unwrap();
        let numbers = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..16).map(|_| scope.spawn(|| create(target.path()))).collect();
            let runs: Vec<RunFolder> = threads.into_iter().map(|t| t.join().unwrap()).collect();
            for run in &runs {
                assert!(is_alive(run.path()), "{run:?}");
            }
            runs.iter().map(RunFolder::number).collect::<BTreeSet<u32>>()
        });
        assert_eq!(numbers, (1..=16).collect());
    }

    #[test]
    fn the_newest_ten_runs_are_kept_and_those_that_are_alive() {
        let target = tempfile::tempdir().unwrap();
        let alive = create(target.path());
        fs::write(alive.records(), "kept").unwrap();
        for number in 2..=30 {
            let run = create(target.path());
            fs::create_dir(run.values()).unwrap();
            assert_eq!(run.notes(), [""; 0]);
            assert_eq!(run.number(), number);
        }
        let above = alive.path().parent().unwrap().to_owned();
        let mut expected = vec!["0001".to_owned()];
        expected.extend((21..=30).map(|number| format!("{number:04}")));
        assert_eq!(names(&above), expected);
        assert_eq!(fs::read(alive.records()).unwrap(), b"kept");
        drop(alive);
        create(target.path());
        assert_eq!(names(&above)[0], "0022");
    }

    #[test]
    fn remains_of_a_kill_are_removed() {
        let target = tempfile::tempdir().unwrap();
        let above = create(target.path()).path().parent().unwrap().to_owned();
        fs::create_dir(above.join(".old-0000-1")).unwrap();
        fs::create_dir(above.join(".new-abc")).unwrap();
        let old = std::time::SystemTime::now() - 2 * ABANDONED;
        File::open(above.join(".new-abc")).unwrap().set_modified(old).unwrap();
        fs::create_dir(above.join(".new-young")).unwrap();
        create(target.path());
        assert_eq!(names(&above), [".new-young", "0001", "0002"]);
    }

    #[test]
    fn a_symbolic_link_in_place_of_a_folder_is_refused_and_one_in_place_of_a_run_left_alone() {
        let target = tempfile::tempdir().unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        fs::create_dir(elsewhere.path().join("0001")).unwrap();
        fs::create_dir_all(target.path().join("campaigns/shop")).unwrap();
        symlink(elsewhere.path(), target.path().join("campaigns/shop/lib")).unwrap();
        let error = RunFolder::create(target.path(), "shop", "lib", "order").unwrap_err();
        assert!(error.to_string().contains("symbolic link"), "{error}");

        let above = create(&target.path().join("other")).path().parent().unwrap().to_owned();
        symlink(elsewhere.path(), above.join("0002")).unwrap();
        assert_eq!(create(&target.path().join("other")).number(), 3);
        assert_eq!(names(elsewhere.path()), ["0001"]);
    }

    #[test]
    fn a_large_value_gets_a_file_of_its_own_and_no_file_is_replaced() {
        let target = tempfile::tempdir().unwrap();
        let run = create(target.path());
        let text = "x".repeat(1 << 20);
        let file = run.save_value(3, Form::Text, &text).unwrap();
        assert_eq!(file, "values/3.txt");
        assert_eq!(fs::read_to_string(run.path().join(file)).unwrap(), text);
        assert_eq!(run.save_value(3, Form::Debug, "y").unwrap(), "values/3.debug");
        let error = run.save_value(3, Form::Text, "other").unwrap_err().to_string();
        assert!(error.contains("values/3.txt"), "{error}");
    }

    #[test]
    fn a_run_is_alive_as_long_as_its_value_lives() {
        let target = tempfile::tempdir().unwrap();
        let run = create(target.path());
        let path = run.path().to_owned();
        assert!(is_alive(&path) && is_alive(&path));
        drop(run);
        assert!(!is_alive(&path));
    }
}
