//! The file of the journal, with one line of JSON for each entry: its number, whether the test
//! passed, its tier, its rarest edge, the words of its address, and its operands. An example is
//! `[0,true,"Set",12,[1,0,0,0],[]]`; a step of a drift has `null` for the tier. An entry is written
//! before any test is made from it, so that every test can be made again from its address and the
//! journal. The newest lines are first written to a mapped file next to the journal, because a
//! system call for each entry would cost more than a test.

use super::ProtocolError;
use super::file::if_exists;
use super::tail::Tail;
use crate::search::address::Address;
use crate::search::journal::JournalEntry;
use crate::value::operands::Operands;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The journal of a running campaign.
pub struct Journal {
    path: PathBuf,
    file: File,
    tail: Tail,
}

impl Journal {
    /// Starts a journal, or continues the journal of an earlier worker. Returns the entries of the
    /// earlier worker.
    ///
    /// # Errors
    /// When the files cannot be made, or the entries cannot be read.
    pub fn open(path: &Path, resume: bool) -> Result<(Journal, Vec<JournalEntry>), ProtocolError> {
        let error = |error| ProtocolError::File { path: path.to_owned(), error };
        let before = match resume {
            true => parts(path)?,
            false => {
                // The tail must be cleared first, or its old lines would be read as lines of the
                // new journal.
                Tail::create(&tail_of(path)).map_err(error)?;
                Parts::default()
            }
        };
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(error)?;
        // A killed worker may leave a partial line. It is removed, or the next entry would be
        // appended to it.
        file.set_len(before.complete).map_err(error)?;
        file.write_all(before.rest.as_bytes()).map_err(error)?;
        let tail = Tail::create(&tail_of(path)).map_err(error)?;
        Ok((Journal { path: path.to_owned(), file, tail }, before.entries))
    }

    /// Appends an entry. After the return, the entry survives a crash of the process.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn append(&mut self, entry: JournalEntry) -> Result<(), ProtocolError> {
        let line = line(entry)?;
        if self.tail.append(line.as_bytes()) {
            return Ok(());
        }
        self.flush()?;
        match self.tail.append(line.as_bytes()) {
            true => Ok(()),
            false => self.write(line.as_bytes()),
        }
    }

    /// Moves the newest lines into the journal file.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn flush(&mut self) -> Result<(), ProtocolError> {
        let lines = self.tail.lines().to_vec();
        self.write(&lines)?;
        // A worker that is killed before this line leaves the lines in both files. The reader drops
        // the duplicates.
        self.tail.clear();
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), ProtocolError> {
        let written = self.file.write_all(bytes);
        written.map_err(|error| ProtocolError::File { path: self.path.clone(), error })
    }

    /// The entries of a journal. A last line without a line end, which a killed worker may leave,
    /// is ignored.
    ///
    /// # Errors
    /// When the file cannot be read or another line is not an entry.
    pub fn read(path: &Path) -> Result<Vec<JournalEntry>, ProtocolError> {
        Ok(parts(path)?.entries)
    }
}

/// The file for the newest lines of a journal.
fn tail_of(path: &Path) -> PathBuf {
    path.with_extension("tail")
}

/// The contents of the two files of a journal.
#[derive(Default)]
struct Parts {
    entries: Vec<JournalEntry>,
    /// The length in bytes of the whole lines in the journal file.
    complete: u64,
    /// The lines after those, from the other file.
    rest: String,
}

fn parts(path: &Path) -> Result<Parts, ProtocolError> {
    let failed = |error| ProtocolError::File { path: path.to_owned(), error };
    let text = if_exists(fs::read_to_string(path)).map_err(failed)?.unwrap_or_default();
    let complete = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    let mut entries = Vec::new();
    for (at, line) in complete.lines().enumerate() {
        match entry(line).filter(|entry| entry.number == at as u64) {
            Some(entry) => entries.push(entry),
            None => return Err(ProtocolError::Log { path: path.to_owned(), line: at + 1 }),
        }
    }
    let newest = Tail::read(&tail_of(path)).map_err(failed)?;
    let mut rest = String::new();
    for line in newest.lines() {
        let Some(entry) = entry(line) else {
            let line = entries.len() + 1;
            return Err(ProtocolError::Log { path: tail_of(path), line });
        };
        // Lines that are already in the journal come from a flush that did not finish.
        if entry.number == entries.len() as u64 {
            entries.push(entry);
            rest += line;
            rest.push('\n');
        }
    }
    Ok(Parts { entries, complete: complete.len() as u64, rest })
}

fn line(entry: JournalEntry) -> Result<String, ProtocolError> {
    let JournalEntry { number, address, passed, tier, rarest, operands } = entry;
    let fields = (number, passed, tier, rarest, address.to_words(), operands.as_slice());
    Ok(serde_json::to_string(&fields)? + "\n")
}

fn entry(line: &str) -> Option<JournalEntry> {
    let fields: (_, _, _, _, _, Vec<i64>) = serde_json::from_str(line).ok()?;
    let (number, passed, tier, rarest, words, operands) = fields;
    let (address, operands) = (Address::from_words(words)?, Operands::of(&operands));
    Some(JournalEntry { number, address, passed, tier, rarest, operands })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::Tier;

    fn path(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("mutagen-log-{}-{name}", std::process::id()))
    }

    #[test]
    fn a_resumed_log_goes_on_where_it_was_and_a_torn_line_is_left_out() {
        let path = path("resume");
        let entries = [
            JournalEntry {
                number: 0,
                address: Address::Generated { number: 4, size: 2 },
                passed: true,
                tier: Some(Tier::BucketedSet),
                rarest: u32::MAX,
                operands: Operands::of(&[i64::MIN, 77]),
            },
            JournalEntry {
                number: 1,
                address: Address::Drifted { parent: 0, first: 7, edits: 0x1d },
                passed: true,
                tier: None,
                rarest: 0,
                operands: Operands::default(),
            },
            JournalEntry {
                number: 2,
                address: Address::Mutant { parent: 0, position: 3, mutant: 9 },
                passed: false,
                tier: Some(Tier::Edge),
                rarest: 0,
                operands: Operands::default(),
            },
        ];
        let (mut journal, _) = Journal::open(&path, false).unwrap();
        journal.append(entries[0]).unwrap();
        journal.flush().unwrap();
        journal.file.write_all(b"[1,true,").unwrap();
        drop(journal);
        assert_eq!(Journal::read(&path).unwrap(), &entries[..1]);
        let (mut journal, earlier) = Journal::open(&path, true).unwrap();
        assert_eq!(earlier, &entries[..1]);
        journal.append(entries[1]).unwrap();
        journal.append(entries[2]).unwrap();
        assert_eq!(Journal::read(&path).unwrap(), entries);
        remove(&path);
    }

    #[test]
    fn nothing_is_lost_or_there_twice_wherever_the_process_was_killed() {
        let path = path("killed");
        let entry = |number| JournalEntry {
            number,
            address: Address::Generated { number: number * 1_000_000_007, size: 3 },
            passed: true,
            tier: Some(Tier::Set),
            rarest: 9,
            operands: Operands::default(),
        };
        // More entries than the tail has room for.
        let entries: Vec<JournalEntry> = (0..2000).map(entry).collect();
        let (mut journal, _) = Journal::open(&path, false).unwrap();
        for (at, &entry) in entries.iter().enumerate() {
            journal.append(entry).unwrap();
            if at % 97 == 0 {
                assert_eq!(Journal::read(&path).unwrap(), &entries[..=at]);
            }
        }
        assert!(fs::metadata(&path).unwrap().len() > 0, "the journal itself has some");
        // An interrupted flush: the lines are in the journal, the last one incomplete, and still in
        // the tail.
        let lines = journal.tail.lines().to_vec();
        journal.write(&lines[..lines.len() - 5]).unwrap();
        drop(journal);
        assert_eq!(Journal::read(&path).unwrap(), entries);
        let (mut journal, earlier) = Journal::open(&path, true).unwrap();
        assert_eq!(earlier, entries);
        journal.append(entry(2000)).unwrap();
        assert_eq!(Journal::read(&path).unwrap().len(), 2001);
        drop(journal);
        assert!(Journal::open(&path, false).unwrap().1.is_empty());
        assert!(
            Journal::read(&path).unwrap().is_empty(),
            "a new journal has nothing of the old one"
        );
        remove(&path);
    }

    fn remove(path: &Path) {
        for path in [path, &tail_of(path)] {
            let _ = fs::remove_file(path);
        }
    }

    #[test]
    fn a_line_that_is_no_entry_is_an_error_with_its_number() {
        let path = path("broken");
        fs::write(&path, "[0,true,\"Edge\",3,[1,0,0,0],[]]\n[1,true,\"Edge\",3]\n").unwrap();
        let error = Journal::read(&path).unwrap_err().to_string();
        assert!(error.contains("line 2") && error.contains("delete the file"), "{error}");
        fs::remove_file(path).unwrap();
    }
}
