//! The file of the journal, with one line of JSON for each entry: its number, whether the test
//! passed, its tier, its rarest edge, the words of its address, its operands, and the literals that
//! it reached. An example is `[0,true,"Set",12,[1,0,0,0],[],[]]`; a step of a drift has `null` for
//! the tier. An entry is written before any test is made from it, so that every test can be made
//! again from its address and the journal, even if the process crashes. The end of the file is
//! mapped into memory and filled with zeros, because a system call for each entry would cost more
//! than a test.

// A mapped file is memory that the system also writes to.
#![allow(unsafe_code)]

use super::ProtocolError;
use crate::coverage::Tier;
use crate::search::address::Address;
use crate::search::journal::{JournalEntry, Queued};
use crate::value::operands::{Comparison, Operands};
use memmap2::{MmapOptions, MmapRaw};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::atomic::{AtomicU8, Ordering};

/// The size of the mapped part in bytes, for about 1500 entries.
const SIZE: usize = 64 * 1024;

/// The journal of a running campaign.
pub struct Journal {
    path: PathBuf,
    file: File,
    /// The mapped end of the file.
    map: MmapRaw,
    /// Where it starts in the file, and the length of its lines in bytes.
    start: u64,
    used: usize,
    /// The number of the last entry, and where its line starts in the mapped part.
    last: Option<(u64, usize)>,
}

impl Journal {
    /// Starts a journal, or continues the journal of an earlier worker. Returns the entries of the
    /// earlier worker.
    ///
    /// # Errors
    /// When the file cannot be made, or the entries cannot be read.
    pub fn open(path: &Path, resume: bool) -> Result<(Journal, Vec<JournalEntry>), ProtocolError> {
        let failed = |error| ProtocolError::File { path: path.to_owned(), error };
        let (entries, length) = if resume { complete_lines(path)? } else { (Vec::new(), 0) };
        let mut options = File::options();
        let mut file = options.create(true).read(true).append(true).open(path).map_err(failed)?;
        // A killed worker may leave a partial line, which is cut off here.
        let map = map_end(&mut file, length).map_err(failed)?;
        Ok((
            Journal { path: path.to_owned(), file, map, start: length, used: 0, last: None },
            entries,
        ))
    }

    /// Appends an entry. After the return, the entry survives a crash of the process. An entry with
    /// the number of the last one replaces it.
    ///
    /// # Errors
    /// When the file cannot grow.
    pub fn append(&mut self, entry: &JournalEntry) -> Result<(), ProtocolError> {
        let line = line(entry)?;
        if let Some((number, start)) = self.last
            && number == entry.number
        {
            // SAFETY: the bytes of the last line, which are in the mapping. The first one goes
            // first, so that a reader sees the line or none.
            unsafe {
                let begin = self.map.as_mut_ptr().add(start);
                AtomicU8::from_ptr(begin).store(0, Ordering::Release);
                ptr::write_bytes(begin, 0, self.used - start);
            }
            self.used = start;
        }
        let (first, rest) = (line.as_bytes()[0], &line.as_bytes()[1..]);
        if self.used + line.len() > SIZE {
            self.start += self.used as u64;
            self.used = 0;
            self.map = map_end(&mut self.file, self.start)
                .map_err(|error| ProtocolError::File { path: self.path.clone(), error })?;
        }
        // SAFETY: the line fits into the mapping, which is `SIZE` bytes long and writable, and to
        // which nothing else refers. The first byte is written last, so that a process that is
        // killed in between leaves no part of the line: a reader ends at the first zero. The store
        // is a release, so that the compiler does not move it before the copy.
        unsafe {
            let end = self.map.as_mut_ptr().add(self.used);
            ptr::copy_nonoverlapping(rest.as_ptr(), end.add(1), rest.len());
            AtomicU8::from_ptr(end).store(first, Ordering::Release);
        }
        self.last = Some((entry.number, self.used));
        self.used += line.len();
        Ok(())
    }

    /// Drops what was appended since this process was forked from the one that wrote on, so that the
    /// journal is as this process knows it.
    ///
    /// # Errors
    /// When the file cannot be made as it was.
    pub fn go_back(&mut self) -> Result<(), ProtocolError> {
        let failed = |error| ProtocolError::File { path: self.path.clone(), error };
        // SAFETY: the bytes after the lines that this process knows, which are in the mapping.
        unsafe { ptr::write_bytes(self.map.as_mut_ptr().add(self.used), 0, SIZE - self.used) };
        self.file.set_len(self.start + SIZE as u64).map_err(failed)
    }

    /// The entries of a journal. A last line without a line end, which a killed worker may leave,
    /// is ignored.
    ///
    /// # Errors
    /// When the file cannot be read or another line is not an entry.
    pub fn read(path: &Path) -> Result<Vec<JournalEntry>, ProtocolError> {
        Ok(complete_lines(path)?.0)
    }
}

/// Cuts a file to `length` bytes, appends zeros, and maps them. The zeros are written, not only
/// reserved: with a full disk, a write fails, while an access to the mapping kills the process.
fn map_end(file: &mut File, length: u64) -> io::Result<MmapRaw> {
    file.set_len(length)?;
    file.write_all(&[0; SIZE])?;
    MmapOptions::new().offset(length).len(SIZE).map_raw(&*file)
}

/// The entries of a journal, and the length of their lines in bytes.
fn complete_lines(path: &Path) -> Result<(Vec<JournalEntry>, u64), ProtocolError> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        text => text.map_err(|error| ProtocolError::File { path: path.to_owned(), error })?,
    };
    let text = text.split('\0').next().unwrap_or_default();
    let complete = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    let read = |(at, line)| {
        let entry = entry(line).filter(|entry| entry.number == at as u64);
        entry.ok_or_else(|| ProtocolError::Log { path: path.to_owned(), line: at + 1 })
    };
    let entries: Result<_, _> = complete.lines().enumerate().map(read).collect();
    Ok((entries?, complete.len() as u64))
}

/// An entry as it is written. The words of the address end with the last one that is not 0.
#[derive(Serialize, Deserialize)]
struct Line<'e>(
    u64,
    bool,
    Option<Tier>,
    u32,
    Vec<u64>,
    Cow<'e, [Comparison]>,
    Cow<'e, [u32]>,
    #[serde(default)] Option<Queued>,
    #[serde(default)] Option<Cow<'e, str>>,
);

fn line(entry: &JournalEntry) -> Result<String, ProtocolError> {
    let words = entry.address.to_words();
    let used = words.iter().rposition(|word| *word != 0).map_or(0, |last| last + 1);
    let line = Line(
        entry.number,
        entry.passed,
        entry.tier,
        entry.rarest,
        words[..used].to_vec(),
        entry.operands.as_slice().into(),
        entry.literals.as_slice().into(),
        entry.batch,
        entry.value.as_deref().map(Cow::Borrowed),
    );
    Ok(serde_json::to_string(&line)? + "\n")
}

fn entry(line: &str) -> Option<JournalEntry> {
    let Line(number, passed, tier, rarest, used, operands, literals, batch, value) =
        serde_json::from_str(line).ok()?;
    let mut words = [0; Address::WORDS];
    words.get_mut(..used.len())?.copy_from_slice(&used);
    let (address, operands) = (Address::from_words(words)?, Operands::of(operands.into_owned()));
    let (literals, value) = (literals.into_owned(), value.map(|text| text.into()));
    Some(JournalEntry { number, address, passed, tier, rarest, operands, literals, batch, value })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::Tier;

    fn path(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("mutagen-log-{}-{name}", std::process::id()))
    }

    /// Writes a part of a line after the last entry.
    fn tear(path: &Path, part: &str) {
        let text = fs::read_to_string(path).unwrap();
        fs::write(path, text.trim_end_matches('\0').to_owned() + part + "\0\0").unwrap();
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
                operands: Operands::of(vec![
                    Comparison::Numbers(u64::MAX, 77, 8),
                    Comparison::Texts(b"\xff\0".as_slice().into(), b"ab".as_slice().into()),
                ]),
                literals: vec![3, 9],
                batch: None,
                value: None,
            },
            JournalEntry {
                number: 1,
                address: Address::Drifted { parent: 0, first: 7, edits: 0x1d },
                passed: true,
                tier: None,
                rarest: 0,
                operands: Operands::default(),
                literals: Vec::new(),
                batch: None,
                value: None,
            },
            JournalEntry {
                number: 2,
                address: Address::Mutant { parent: 0, position: 3, mutant: 9 },
                passed: false,
                tier: Some(Tier::Edge),
                rarest: 0,
                operands: Operands::default(),
                literals: Vec::new(),
                batch: None,
                value: None,
            },
        ];
        let (mut journal, _) = Journal::open(&path, false).unwrap();
        journal.append(&entries[0]).unwrap();
        drop(journal);
        tear(&path, "[1,true,");
        assert_eq!(Journal::read(&path).unwrap(), &entries[..1]);
        let (mut journal, earlier) = Journal::open(&path, true).unwrap();
        assert_eq!(earlier, &entries[..1]);
        journal.append(&entries[1]).unwrap();
        journal.append(&entries[2]).unwrap();
        assert_eq!(Journal::read(&path).unwrap(), entries);
        fs::remove_file(&path).unwrap();
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
            literals: Vec::new(),
            batch: None,
            value: None,
        };
        let entries: Vec<JournalEntry> = (0..2000).map(entry).collect();
        let (mut journal, _) = Journal::open(&path, false).unwrap();
        for (at, entry) in entries.iter().enumerate() {
            journal.append(entry).unwrap();
            if at % 97 == 0 {
                assert_eq!(Journal::read(&path).unwrap(), &entries[..=at]);
            }
        }
        // The process is killed in the middle of a line.
        let last = line(&entry(2000)).unwrap();
        drop(journal);
        tear(&path, &last[..last.len() - 5]);
        assert_eq!(Journal::read(&path).unwrap(), entries);
        let (mut journal, earlier) = Journal::open(&path, true).unwrap();
        assert_eq!(earlier, entries);
        journal.append(&entry(2000)).unwrap();
        assert_eq!(Journal::read(&path).unwrap().len(), 2001);
        drop(journal);
        assert!(Journal::open(&path, false).unwrap().1.is_empty());
        assert!(
            Journal::read(&path).unwrap().is_empty(),
            "a new journal has nothing of the old one"
        );
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_line_that_is_no_entry_is_an_error_with_its_number() {
        let path = path("broken");
        fs::write(&path, "[0,true,\"Edge\",3,[1,0,0,0],[],[]]\n[1,true,\"Edge\",3]\n").unwrap();
        let error = Journal::read(&path).unwrap_err().to_string();
        assert!(error.contains("line 2") && error.contains("delete the file"), "{error}");
        fs::remove_file(path).unwrap();
    }
}
