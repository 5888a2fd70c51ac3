//! The append-only file of what a run has found. Everything is kept in memory as well, so that
//! nothing is lost when the file is.

use super::limits::Used;
use super::{Record, RunInfo, open};
use crate::error::CliError;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// The records of a run.
#[derive(Debug)]
pub struct Records {
    all: Vec<Record>,
    /// Where in `all` the last repetition of each key is.
    again: BTreeMap<String, usize>,
    file: Option<Open>,
}

/// The open file.
#[derive(Debug)]
struct Open {
    path: PathBuf,
    file: File,
    /// Device and inode.
    identity: (u64, u64),
    used: Used,
    /// Whether the last write may have left half a line.
    torn: bool,
}

impl Records {
    /// Makes the file and writes its first record.
    ///
    /// # Errors
    /// When there is such a file already, or it cannot be written.
    pub fn create(path: &Path, info: &RunInfo) -> Result<Records, CliError> {
        let open = Open::create(path)
            .map_err(|error| CliError::CampaignFile { path: path.to_owned(), error })?;
        let mut records = Records { file: Some(open), ..Records::in_memory() };
        records.append_durably(&Record::header(info))?;
        Ok(records)
    }

    /// Records without a file.
    pub fn in_memory() -> Records {
        Records { all: Vec::new(), again: BTreeMap::new(), file: None }
    }

    /// Keeps a record and writes it to the file.
    ///
    /// # Errors
    /// When it cannot be written: the disk is full, or the file was removed, moved or has reached
    /// its limit. The record is kept in memory nevertheless.
    pub fn append(&mut self, record: &Record) -> Result<(), CliError> {
        self.take(record, false)
    }

    /// The same, and waits until the record is on the disk.
    ///
    /// # Errors
    /// The same.
    pub fn append_durably(&mut self, record: &Record) -> Result<(), CliError> {
        self.take(record, true)
    }

    /// All records so far, written or not. Of the repetitions of a failure only the last is kept.
    pub fn all(&self) -> &[Record] {
        &self.all
    }

    fn take(&mut self, record: &Record, durably: bool) -> Result<(), CliError> {
        let record = record.clone().cut();
        let written = match &mut self.file {
            Some(open) => open
                .write(&record, durably)
                .map_err(|error| CliError::CampaignFile { path: open.path.clone(), error }),
            None => Ok(()),
        };
        self.keep(record);
        written
    }

    fn keep(&mut self, record: Record) {
        if let Record::Again { key, .. } = &record {
            if let Some(&at) = self.again.get(key) {
                self.all[at] = record;
                return;
            }
            self.again.insert(key.clone(), self.all.len());
        }
        self.all.push(record);
    }
}

impl Open {
    fn create(path: &Path) -> io::Result<Open> {
        let file = open::new_file(path)?;
        let metadata = file.metadata()?;
        let identity = (metadata.dev(), metadata.ino());
        // The name of the file must survive a loss of power, too. Not every system can do this.
        if let Some(folder) = path.parent() {
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
        }
        let path = path.to_owned();
        Ok(Open { path, file, identity, used: Used::default(), torn: false })
    }

    fn write(&mut self, record: &Record, durably: bool) -> io::Result<()> {
        // Counts of repetitions would fill the file in a long campaign with a common failure.
        if let Record::Again { count, .. } = record
            && self.used.is_half()
            && !count.is_power_of_two()
        {
            return Ok(());
        }
        self.check_place()?;
        let mut line = record.line()?;
        if !self.used.write(record, line.len() as u64) {
            return Err(io::Error::new(
                io::ErrorKind::FileTooLarge,
                "the file has reached its limit, so this is kept in memory only",
            ));
        }
        if self.torn {
            line.insert(0, b'\n');
        }
        self.torn = true;
        self.file.write_all(&line)?;
        self.torn = false;
        if durably { self.file.sync_data() } else { Ok(()) }
    }

    /// Writing to a removed file succeeds, so the place must be looked at.
    fn check_place(&self) -> io::Result<()> {
        let there = fs::symlink_metadata(&self.path)?;
        if (there.dev(), there.ino()) == self.identity {
            return Ok(());
        }
        Err(io::Error::other("the file was replaced by another one"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaigns::read;
    use crate::campaigns::samples::{finding, info, records};
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn create(folder: &Path) -> (PathBuf, Records) {
        let path = folder.join("records.jsonl");
        let records = Records::create(&path, &info()).unwrap();
        (path, records)
    }

    #[test]
    fn what_was_appended_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let (path, mut written) = create(folder.path());
        for (at, record) in records().iter().skip(1).enumerate() {
            if at % 2 == 0 { written.append(record) } else { written.append_durably(record) }
                .unwrap();
        }
        assert_eq!(written.all(), records());
        assert_eq!(read(&path).unwrap(), (records(), 0));
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn a_file_that_is_there_or_a_symbolic_link_is_not_touched() {
        let folder = tempfile::tempdir().unwrap();
        let (path, _) = create(folder.path());
        let before = fs::read(&path).unwrap();
        let link = folder.path().join("link");
        symlink(&path, &link).unwrap();
        for path in [&path, &link] {
            let error = Records::create(path, &info()).unwrap_err().to_string();
            assert!(error.contains(&path.display().to_string()), "{error}");
        }
        assert_eq!(fs::read(&path).unwrap(), before);
        assert!(read(&link).is_err());
    }

    #[test]
    fn after_the_folder_has_vanished_each_append_is_an_error_and_everything_is_in_memory() {
        for moved in [false, true] {
            let above = tempfile::tempdir().unwrap();
            let folder = above.path().join("0001");
            fs::create_dir(&folder).unwrap();
            let (_, mut records) = create(&folder);
            records.append_durably(&Record::Found(finding(1))).unwrap();
            if moved {
                fs::rename(&folder, above.path().join("moved")).unwrap();
            } else {
                fs::remove_dir_all(&folder).unwrap();
            }
            let error = records.append(&Record::Found(finding(2))).unwrap_err().to_string();
            assert!(error.contains("records.jsonl"), "{error}");
            assert!(records.append_durably(&Record::Found(finding(3))).is_err());
            let found = records.all().iter().filter(|record| matches!(record, Record::Found(_)));
            assert_eq!(found.count(), 3);
        }
    }

    #[test]
    fn a_full_disk_is_an_error_and_a_torn_line_does_not_spoil_the_next_one() {
        let folder = tempfile::tempdir().unwrap();
        let (path, mut records) = create(folder.path());
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let open = records.file.as_mut().unwrap();
        let file = std::mem::replace(&mut open.file, full);
        assert!(records.append(&Record::Found(finding(1))).is_err());
        // What a full disk leaves of a line.
        (&file).write_all(b"0123abcd {\"found\":{\"id").unwrap();
        records.file.as_mut().unwrap().file = file;
        records.append(&Record::Found(finding(2))).unwrap();
        let (read, unreadable) = read(&path).unwrap();
        assert_eq!((&read[1..], unreadable), (&[Record::Found(finding(2))][..], 1));
        assert_eq!(records.all().len(), 3);
    }

    #[test]
    fn a_common_failure_fills_neither_memory_nor_file_and_the_end_has_room() {
        let folder = tempfile::tempdir().unwrap();
        let (path, mut written) = create(folder.path());
        let key = || "k".repeat(4000);
        for count in 2..30_000 {
            written.append(&Record::Again { key: key(), count, test: count }).unwrap();
        }
        assert_eq!(written.all().len(), 2);
        let text = "\u{1}".repeat(60 << 10);
        let mut notes = 0;
        while written.append(&Record::Note { text: text.clone() }).is_ok() {
            notes += 1;
        }
        assert!((50..200).contains(&notes), "{notes}");
        let end = records().pop().unwrap();
        written.append_durably(&end).unwrap();
        let (read, unreadable) = read(&path).unwrap();
        assert_eq!((read.last(), unreadable), (Some(&end), 0));
        let last = read.iter().rev().find_map(|record| match record {
            Record::Again { count, .. } => Some(*count),
            _ => None,
        });
        assert_eq!(last, Some(16384));
    }
}
