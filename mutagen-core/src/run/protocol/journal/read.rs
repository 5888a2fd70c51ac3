//! Reads a journal and the state beside it. The files may be damaged, or come from elsewhere: a
//! journal that cannot be read is an error with the line, and a state that cannot be read is as if
//! there were none.

use super::layout::{COUNT, HEAD, MAGIC, PLACES, STEPS};
use super::line;
use crate::run::protocol::ProtocolError;
use crate::search::journal::{JournalEntry, Marks, Past};
use crc32fast::hash;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Take};
use std::path::Path;

/// The longest file that is read. A journal is compacted long before: the whole folder of a
/// campaign should never be this large.
const LONGEST: u64 = 256 << 20;

/// The first bytes of a state.
const STATE_MAGIC: &[u8; 16] = b"mutagen state 2\n";

/// What is in the file of a journal.
pub(super) struct Content {
    /// All but the state.
    pub(super) past: Past,
    /// The steps of the drift that was running, which are also among the entries.
    pub(super) steps: Vec<JournalEntry>,
    /// How often the marks were written.
    pub(super) marked: u64,
    /// Where the lines end.
    pub(super) length: u64,
}

/// The entries of a journal, ascending. A last line without a line end, which a killed worker may
/// leave, is ignored.
///
/// # Errors
/// When the file cannot be read, or is not the journal of a campaign, or another line is not an
/// entry.
pub fn read(path: &Path) -> Result<Vec<JournalEntry>, ProtocolError> {
    Ok(all(path)?.map(|content| content.past.entries).unwrap_or_default())
}

/// The content of a journal; `None` if there is no file or it is empty, because the worker was
/// killed before it began.
pub(super) fn all(path: &Path) -> Result<Option<Content>, ProtocolError> {
    let failed = |error| ProtocolError::File { path: path.to_owned(), error };
    let no_log = || ProtocolError::NoLog { path: path.to_owned() };
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
        Ok(file) if file.len() > LONGEST || !file.is_file() => return Err(no_log()),
        Ok(file) if file.len() == 0 => return Ok(None),
        Ok(_) => {}
    }
    let mut file = File::open(path).map_err(failed)?;
    let mut head = vec![0; HEAD];
    match file.read_exact(&mut head) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Err(no_log()),
        read => read.map_err(failed)?,
    }
    if !head.starts_with(MAGIC) {
        return Err(no_log());
    }
    // Steps that are overwritten while they are read may make no sense. Who needs them misses them.
    let steps: Vec<JournalEntry> = complete_lines(&head[STEPS..])
        .split(|byte| *byte == b'\n')
        .filter_map(line::entry)
        .filter(JournalEntry::inherits)
        .collect();
    let mut entries = steps.clone();
    let mut lines = Lines::new(file);
    let mut number = 0;
    while let Some(bytes) = lines.next().map_err(failed)? {
        number += 1;
        let wrong = || ProtocolError::Log { path: path.to_owned(), line: number };
        if !bytes.is_empty() {
            entries.push(line::entry(bytes).ok_or_else(wrong)?);
        }
    }
    // Of entries with one number, the last one holds.
    entries.reverse();
    entries.sort_by_key(|entry| entry.number);
    entries.dedup_by_key(|entry| entry.number);
    let (marks, marked) = marks(&head);
    let length = HEAD as u64 + lines.length;
    let past = Past { entries, state: Vec::new(), marks };
    Ok(Some(Content { past, steps, marked, length }))
}

/// The lines after the head, up to the last whole one before the first zero. One is read at a time,
/// since the zeros at the end of a file may be many.
struct Lines {
    file: BufReader<Take<File>>,
    line: Vec<u8>,
    /// The bytes of the lines so far, with their ends.
    length: u64,
}

impl Lines {
    fn new(file: File) -> Lines {
        let file = BufReader::with_capacity(1 << 16, file.take(LONGEST));
        Lines { file, line: Vec::new(), length: 0 }
    }

    /// The next line, without its end.
    fn next(&mut self) -> io::Result<Option<&[u8]>> {
        self.line.clear();
        loop {
            let bytes = self.file.fill_buf()?;
            let Some(at) = memchr::memchr2(b'\n', 0, bytes) else {
                if bytes.is_empty() {
                    return Ok(None);
                }
                let all = bytes.len();
                self.line.extend_from_slice(bytes);
                self.file.consume(all);
                continue;
            };
            if bytes[at] == 0 {
                return Ok(None);
            }
            self.line.extend_from_slice(&bytes[..at]);
            self.file.consume(at + 1);
            self.length += self.line.len() as u64 + 1;
            return Ok(Some(&self.line));
        }
    }
}

/// The bytes up to the end of the last line before the first zero.
fn complete_lines(bytes: &[u8]) -> &[u8] {
    let text = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
    let end = text.iter().rposition(|byte| *byte == b'\n');
    &text[..end.map_or(0, |end| end + 1)]
}

fn marks(head: &[u8]) -> (Option<Marks>, u64) {
    let word = |at: usize| {
        let bytes = head[at..].first_chunk().copied().unwrap_or_default();
        u64::from_ne_bytes(bytes)
    };
    let [one, other] = PLACES.map(|place| (word(place + COUNT), place));
    let (marked, place) = one.max(other);
    let words = std::array::from_fn(|at| word(place + 8 * at));
    ((marked > 0).then(|| Marks::from_words(words)), marked)
}

/// The bytes of a state as they are written.
pub(super) fn with_checksum(state: &[u8]) -> Vec<u8> {
    let sum = hash(state).to_le_bytes();
    [STATE_MAGIC, &sum[..], state].concat()
}

/// The state in this file; empty if there is none, or if it is damaged.
pub(super) fn state(path: &Path) -> Vec<u8> {
    let is_short =
        fs::symlink_metadata(path).is_ok_and(|file| file.is_file() && file.len() <= LONGEST);
    let bytes = if is_short { fs::read(path).unwrap_or_default() } else { Vec::new() };
    let state = bytes.strip_prefix(STATE_MAGIC).and_then(|bytes| bytes.split_first_chunk());
    match state {
        Some((sum, state)) if u32::from_le_bytes(*sum) == hash(state) => state.to_vec(),
        _ => Vec::new(),
    }
}
