//! Finds the runs that are on disk and reads them.

use super::folder::{self, CAMPAIGNS};
use super::{KnownFailure, Record, RunInfo, fold, read};
use crate::counted::counted;
use crate::error::CliError;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A property of which runs are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptProperty {
    /// Its full name.
    pub name: String,
    /// Its package.
    pub package: String,
    /// Its cargo target, as in the path: `lib`, `bin-NAME` and so on.
    pub target: String,
    /// Numbers and folders of its runs, the newest first.
    pub runs: Vec<(u32, PathBuf)>,
}

/// A run that is kept.
#[derive(Debug)]
pub struct KeptRun {
    /// Seed and options, or why they cannot be read.
    pub info: Result<RunInfo, CliError>,
    /// The seed, if a file has it.
    pub seed: Option<u64>,
    /// How far it got.
    pub state: State,
    /// What it has found.
    pub failures: Vec<KnownFailure>,
    /// Its messages, and what cannot be read.
    pub notes: Vec<String>,
}

/// How far a run got.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// It is still running.
    Running,
    /// It has ended.
    Ended {
        /// The exit code of the command.
        exit_code: u8,
        /// The outcome as one word.
        outcome: String,
    },
    /// Its process ended before the run did.
    Killed,
}

/// The properties of which runs are kept in this folder of mutagen's files, by name.
///
/// # Errors
/// When a folder cannot be read.
pub fn kept(target: &Path) -> Result<Vec<KeptProperty>, CliError> {
    let mut properties = Vec::new();
    for (package, folder) in folders(&target.join(CAMPAIGNS))? {
        for (target, folder) in folders(&folder)? {
            for (property, folder) in folders(&folder)? {
                let mut runs = folder::runs(&folder).or_else(absent).map_err(unread(&folder))?;
                runs.reverse();
                if !runs.is_empty() {
                    properties.push(KeptProperty::new(&package, &target, &property, runs));
                }
            }
        }
    }
    properties.sort_by(|a, b| (&a.name, &a.target).cmp(&(&b.name, &b.target)));
    Ok(properties)
}

/// The folders in a folder, by name; none if the folder is not there.
fn folders(folder: &Path) -> Result<Vec<(String, PathBuf)>, CliError> {
    let inside = || -> io::Result<Vec<(String, PathBuf)>> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                found.push((entry.file_name().to_string_lossy().into_owned(), entry.path()));
            }
        }
        found.sort();
        Ok(found)
    };
    inside().or_else(absent).map_err(unread(folder))
}

/// What is not there has no content.
fn absent<T: Default>(error: io::Error) -> io::Result<T> {
    if error.kind() == io::ErrorKind::NotFound { Ok(T::default()) } else { Err(error) }
}

fn unread(path: &Path) -> impl Fn(io::Error) -> CliError {
    move |error| CliError::CampaignFile { path: path.to_owned(), error }
}

impl KeptProperty {
    /// The names in the folders may be cut, so the files of the runs are asked first.
    fn new(package: &str, target: &str, property: &str, runs: Vec<(u32, PathBuf)>) -> KeptProperty {
        let infos = runs.iter().map(|(_, run)| RunInfo::read(&folder::run_file(run)));
        if let Some(RunInfo { property, package, target, .. }) = infos.flatten().next() {
            return KeptProperty { name: property, package, target, runs };
        }
        let path = property.replace('.', "::");
        let name = match target.split_once('-') {
            Some((_, target)) => format!("{package}::{target}::{path}"),
            None => format!("{package}::{path}"),
        };
        KeptProperty { name, package: package.to_owned(), target: target.to_owned(), runs }
    }
}

impl KeptRun {
    /// Reads the run in this folder. What cannot be read is in its notes.
    pub fn read(folder: &Path) -> KeptRun {
        // Before the records: a run that ends meanwhile must not look killed.
        let alive = folder::is_alive(folder);
        let info = RunInfo::read(&folder::run_file(folder));
        let path = folder::records(folder);
        let mut notes = Vec::new();
        let records = match read(&path) {
            Ok((records, 0)) => records,
            Ok((records, unreadable)) => {
                let lines = counted(unreadable, "line");
                notes.push(format!("{}: {lines} cannot be read", path.display()));
                records
            }
            Err(error) => {
                notes.push(format!("{}: {error}", path.display()));
                Vec::new()
            }
        };
        let mut state = if alive { State::Running } else { State::Killed };
        let mut seed = info.as_ref().ok().map(|info| info.seed);
        for record in &records {
            match record {
                Record::Header { seed: written, .. } => seed = seed.or(Some(*written)),
                Record::Ended { exit_code, outcome, .. } => {
                    state = State::Ended { exit_code: *exit_code, outcome: outcome.clone() };
                }
                Record::Note { text } => notes.push(text.clone()),
                _ => {}
            }
        }
        notes.extend(info.as_ref().err().map(ToString::to_string));
        KeptRun { failures: fold(&records), info, seed, state, notes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaigns::samples::{info, records};
    use crate::campaigns::{Records, RunFolder};

    #[test]
    fn runs_are_found_by_property_the_newest_first_with_their_state() {
        let target = tempfile::tempdir().unwrap();
        assert_eq!(kept(target.path()).unwrap(), []);
        let create = |name: &str, property: &str| {
            RunFolder::create(target.path(), "shop", name, property).unwrap()
        };
        let ended = create("lib", "tests::order");
        info().write(&ended.run_file()).unwrap();
        let mut written = Records::create(&ended.records(), &info()).unwrap();
        records()[1..].iter().for_each(|record| written.append(record).unwrap());
        drop(ended);
        let killed = create("lib", "tests::order");
        let mut written = Records::create(&killed.records(), &info()).unwrap();
        written.append(&records()[1]).unwrap();
        drop(killed);
        let running = create("lib", "tests::order");
        drop(create("tests-laws", "tests::order"));

        let properties = kept(target.path()).unwrap();
        let names: Vec<&str> = properties.iter().map(|kept| kept.name.as_str()).collect();
        assert_eq!(names, ["shop::laws::tests::order", "shop::tests::order"]);
        let runs = &properties[1].runs;
        assert_eq!(runs.iter().map(|run| run.0).collect::<Vec<_>>(), [3, 2, 1]);
        let runs: Vec<KeptRun> = runs.iter().map(|run| KeptRun::read(&run.1)).collect();
        assert_eq!(runs[0].state, State::Running);
        assert_eq!(runs[1].state, State::Killed);
        let outcome = "counterexample".to_owned();
        assert_eq!(runs[2].state, State::Ended { exit_code: 1, outcome });
        assert_eq!(runs.iter().map(|run| run.failures.len()).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!([runs[1].seed, runs[2].seed], [Some(7), Some(7)]);
        assert_eq!(runs[2].notes, ["a note"]);
        assert!(runs[1].info.is_err() && runs[1].notes[0].contains("run.json"));
        drop(running);
    }

    #[test]
    fn the_folders_of_an_earlier_version_are_no_runs() {
        let target = tempfile::tempdir().unwrap();
        let earlier = target.path().join("campaigns/shop/tests.order");
        fs::create_dir_all(&earlier).unwrap();
        fs::write(earlier.join("page"), "").unwrap();
        assert_eq!(kept(target.path()).unwrap(), []);
    }
}
