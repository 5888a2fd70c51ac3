//! The file of the journal. An entry is written before any test is made from it, so that every test
//! can be made again from its address and the journal, even if the process crashes. Beside the
//! journal is a file with the state of the search, for a process that resumes it.
//!
//! The file begins with a head of fixed length: a magic number, the marks of the search, and the
//! steps of the running drift. Each step is the parent of the next tests only; a step from which a
//! test was retained moves to the lines after the head, and the others are overwritten. After the
//! head comes a line for each other entry. The end of the file is mapped and filled with zeros.
//!
//! When the file cannot grow, because the disk is full, its lines wait in memory.
//!
//! When the file has grown enough, it is written anew with only the entries that are still needed,
//! and takes the place of the old file by a rename.

mod apart;
mod files;
mod held;
mod layout;
mod line;
mod mapped;
mod read;

pub use read::read;

use super::ProtocolError;
use crate::search::address::{Address, Served};
use crate::search::interface::Search;
use crate::search::journal::{JournalEntry, Marks, Past};
use files::{is_of_somebody_else, put_in_place, reopen, replace, state_path, write_beside};
use held::Held;
use layout::{HEAD, MAGIC, PLACE, PLACES, STEPS};
use mapped::Mapped;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

/// The size of the mapped end in bytes, for about 1500 entries.
const SIZE: usize = 64 * 1024;

/// A journal is compacted when it has grown by this many bytes, and is twice as long as after it
/// was compacted last.
const GROWTH: u64 = 8 << 20;

/// The state is written after this many tests, and after as many tests as the state has bytes,
/// four times. A smaller number would slow down tests of less than a microsecond.
const TESTS: u64 = 1 << 18;
const TESTS_OF_BYTE: u64 = 4;

/// The state is also written when the journal has grown by this many bytes.
const STATE_GROWTH: u64 = 1 << 20;

/// The most bytes of lines that wait in memory.
const MOST_WAITING: usize = 64 << 20;

/// For so many failures, the last ones that are told, the journal keeps what leads to them.
const FAILURES: usize = 1024;

/// The journal of a running campaign.
pub struct Journal {
    path: PathBuf,
    file: Held,
    head: Mapped,
    /// How often the marks were written.
    marked: u64,
    /// Whether the last test was a generated one, and no entry came since. Another such test does
    /// not change the marks.
    is_idle: bool,
    /// The numbers of the steps in the head, their lines, and the length of the lines in bytes.
    steps: Vec<(u64, String)>,
    steps_used: usize,
    /// The mapped end, where it starts in the file, and the length of its lines in bytes.
    end: Mapped,
    start: u64,
    used: usize,
    /// The number of the last entry, and where its line starts in the mapped end, if it is there.
    last: Option<(u64, Option<usize>)>,
    /// The lines that wait because the file cannot grow, by the numbers of their entries, their
    /// length in bytes, and why, if nobody was told yet.
    waiting: Vec<(u64, String)>,
    waiting_bytes: usize,
    trouble: Option<String>,
    /// The length at which the journal is compacted, and by which it grows before.
    compacts_at: u64,
    growth: u64,
    /// Tests so far, and when the state is written.
    tests: u64,
    state_at_test: u64,
    state_at_length: u64,
    failures: Vec<Address>,
}

impl Journal {
    /// Starts a journal, or continues the journal of an earlier worker. Returns what the earlier
    /// worker has left.
    ///
    /// # Errors
    /// When the file cannot be made, or something else than the journal of a campaign is at this
    /// path. A link is followed in no case.
    pub fn open(path: &Path, resume: bool) -> Result<(Journal, Past), ProtocolError> {
        let failed = |error| ProtocolError::File { path: path.to_owned(), error };
        let earlier = if resume { read::all(path)? } else { None };
        let Some(earlier) = earlier else {
            if is_of_somebody_else(path) {
                return Err(ProtocolError::NoLog { path: path.to_owned() });
            }
            let _ = fs::remove_file(state_path(path));
            let file = replace(path, false, write_head).map_err(failed)?;
            return Ok((Journal::of(path, file, HEAD as u64).map_err(failed)?, Past::default()));
        };
        let file = reopen(path).map_err(failed)?;
        // A killed worker may leave a partial line, which is cut off here.
        let mut journal = Journal::of(path, file, earlier.length).map_err(failed)?;
        journal.marked = earlier.marked;
        // The steps of a drift whose process is gone.
        for step in &earlier.steps {
            journal.append_line(step.number, &line::of(step)?)?;
        }
        journal.head.clear(STEPS, HEAD - STEPS);
        Ok((journal, Past { state: read::state(&state_path(path)), ..earlier.past }))
    }

    /// The journal in a file whose lines end here.
    fn of(path: &Path, file: File, length: u64) -> io::Result<Journal> {
        file.set_len(length)?;
        let end = map_end(&file, length, SIZE)?;
        Ok(Journal {
            path: path.to_owned(),
            head: Mapped::of(&file, 0, HEAD)?,
            file: Held::of(path, &file)?,
            marked: 0,
            is_idle: false,
            steps: Vec::new(),
            steps_used: 0,
            end,
            start: length,
            used: 0,
            last: None,
            waiting: Vec::new(),
            waiting_bytes: 0,
            trouble: None,
            compacts_at: length + GROWTH.max(length),
            growth: GROWTH,
            tests: 0,
            state_at_test: TESTS,
            state_at_length: length + STATE_GROWTH,
            failures: Vec::new(),
        })
    }

    /// Makes the journal compact itself after a growth by this many bytes, instead of 8 MiB.
    #[doc(hidden)]
    pub fn growth(mut self, bytes: u64) -> Journal {
        self.growth = bytes;
        self.plan();
        self
    }

    /// Records where the search is. Call it after each test, once its entry is
    /// [appended](Journal::append); `served` is [how the test was served](Address::served). Now and
    /// then it also writes the state of the search, and compacts the journal, and calls `before`
    /// first, because that takes longer and makes values. It returns whether the process may be
    /// forked for that. If the disk is full, the old state and the old journal stay, and both are
    /// tried again later.
    ///
    /// # Errors
    /// When the compacted journal cannot be opened.
    #[inline]
    pub fn follow<S: Search + ?Sized>(
        &mut self,
        search: &S,
        served: Served,
        before: impl FnOnce() -> bool,
    ) -> Result<(), ProtocolError> {
        match served {
            Served::Mutant => self.mark(&search.marks()),
            Served::Generated if !self.is_idle => {
                self.mark(&search.marks());
                self.is_idle = true;
            }
            Served::Generated => {}
            Served::Otherwise => self.is_idle = false,
        }
        self.tests += 1;
        if self.tests >= self.state_at_test || self.length() >= self.state_at_length {
            let may_fork = before();
            self.write_down(search, may_fork)?;
        }
        Ok(())
    }

    /// Keeps the entries that lead to this failure when the journal is compacted.
    pub fn keep_for(&mut self, failure: Address) {
        if self.failures.len() == FAILURES {
            self.failures.remove(0);
        }
        self.failures.push(failure);
    }

    /// Appends an entry. After the return, the entry survives a crash of the process. An entry with
    /// the number of the last one replaces it.
    ///
    /// # Errors
    /// When the file cannot grow and 64 MiB of lines wait in memory.
    pub fn append(&mut self, entry: &JournalEntry) -> Result<(), ProtocolError> {
        self.is_idle = false;
        let line = line::of(entry)?;
        let replaces = self.last.filter(|(number, _)| *number == entry.number);
        if let Some((_, Some(start))) = replaces {
            self.end.clear(start, self.used - start);
            self.used = start;
        }
        // Where the last line is not in the mapped end, this one must come after it.
        let replaces_elsewhere = matches!(replaces, Some((_, None)));
        let is_step = entry.inherits() && entry.literals.is_empty() && !replaces_elsewhere;
        let parent = entry.address.parent();
        let follows = parent.is_some() && self.steps.last().map(|(number, _)| *number) == parent;
        if is_step && !follows {
            self.head.clear(STEPS, self.steps_used);
            self.steps.clear();
            self.steps_used = 0;
        }
        if is_step && STEPS + self.steps_used + line.len() < HEAD {
            self.head.write(STEPS + self.steps_used, line.as_bytes());
            self.steps_used += line.len();
            self.steps.push((entry.number, line));
            self.last = None;
            return Ok(());
        }
        if follows || is_step {
            for (number, line) in std::mem::take(&mut self.steps) {
                self.append_line(number, &line)?;
            }
            self.head.clear(STEPS, self.steps_used);
            self.steps_used = 0;
        }
        self.append_line(entry.number, &line)
    }

    /// Makes the files as this process knows them, which was forked from the one that wrote on:
    /// drops what was appended, marked or compacted since, and writes where the search is and its
    /// state.
    ///
    /// # Errors
    /// When the file cannot be made as it was.
    pub fn go_back(&mut self, marks: &Marks, state: &[u8]) -> Result<(), ProtocolError> {
        let failed = |error| ProtocolError::File { path: self.path.clone(), error };
        // The state may name what is dropped, so it goes first.
        let _ = fs::remove_file(state_path(&self.path));
        let file = self.file.writable().map_err(failed)?;
        if self.file.is_replaced() {
            // The journal was compacted, which left the file of this process without a name.
            let length = self.length();
            let mut lines = vec![0; (length - HEAD as u64) as usize];
            file.read_exact_at(&mut lines, HEAD as u64).map_err(failed)?;
            let written = replace(&self.path, false, |file| {
                write_head(file)?;
                file.write_all(&lines)
            });
            let file = written.map_err(failed)?;
            let new = Journal::of(&self.path, file, length).map_err(failed)?;
            (self.file, self.head, self.end) = (new.file, new.head, new.end);
            (self.start, self.used) = (new.start, new.used);
            self.last = self.last.map(|(number, _)| (number, None));
        } else {
            self.end.clear(self.used, self.end.len() - self.used);
            file.set_len(self.start + self.end.len() as u64).map_err(failed)?;
        }
        self.head.clear(STEPS, HEAD - STEPS);
        let mut at = STEPS;
        for (_, line) in &self.steps {
            self.head.write(at, line.as_bytes());
            at += line.len();
        }
        // The other process has counted further.
        PLACES.iter().for_each(|place| self.head.clear(*place, PLACE));
        self.mark(marks);
        if !state.is_empty() {
            // With a full disk, a process that resumes does without the state.
            let bytes = read::with_checksum(state);
            let _ = replace(&state_path(&self.path), false, |file| file.write_all(&bytes));
        }
        Ok(())
    }

    fn append_line(&mut self, number: u64, line: &str) -> Result<(), ProtocolError> {
        if self.waiting.is_empty() && self.used + line.len() <= self.end.len() {
            self.write_line(number, line);
            return Ok(());
        }
        self.last = Some((number, None));
        self.waiting.push((number, line.to_owned()));
        self.waiting_bytes += line.len();
        let Err(error) = self.grow() else { return Ok(()) };
        if self.waiting_bytes > MOST_WAITING {
            return Err(ProtocolError::File { path: self.path.clone(), error });
        }
        if self.waiting.len() == 1 {
            self.trouble = Some(format!(
                "{}: {error}; the campaign goes on, and what belongs into this file waits in memory: \
                 the value of a test that ends its process may not be shown",
                self.path.display()
            ));
        }
        Ok(())
    }

    /// Makes room for the lines that wait, and writes them.
    #[cold]
    fn grow(&mut self) -> io::Result<()> {
        let start = self.start + self.used as u64;
        let size = SIZE.max(self.waiting_bytes);
        // Nothing is cut off: a spare maps the old end.
        self.end = map_end(&self.file.writable()?, start, size)?;
        (self.start, self.used, self.waiting_bytes) = (start, 0, 0);
        for (number, line) in std::mem::take(&mut self.waiting) {
            self.write_line(number, &line);
        }
        Ok(())
    }

    fn write_line(&mut self, number: u64, line: &str) {
        self.end.write(self.used, line.as_bytes());
        self.last = Some((number, Some(self.used)));
        self.used += line.len();
    }

    /// Why the file cannot grow, once.
    pub fn trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }

    /// Records where the batches of the search are.
    #[inline]
    fn mark(&mut self, marks: &Marks) {
        self.marked += 1;
        self.is_idle = false;
        let place = PLACES[self.marked as usize % PLACES.len()];
        let [a, b, c, d, e, f, g] = marks.to_words();
        self.head.store(place, &[a, b, c, d, e, f, g, self.marked]);
    }

    /// The length of the file without the zeros at its end.
    fn length(&self) -> u64 {
        self.start + self.used as u64
    }

    /// Writes the state of the search, and compacts the journal if it is long.
    #[cold]
    fn write_down<S: Search + ?Sized>(
        &mut self,
        search: &S,
        may_fork: bool,
    ) -> Result<(), ProtocolError> {
        if !self.waiting.is_empty() {
            // The state and the compacted journal would name entries that the file lacks.
            self.state_at_test = self.tests + TESTS;
            self.state_at_length = self.length() + STATE_GROWTH;
            return Ok(());
        }
        let state = search.state();
        let tests = TESTS.max(TESTS_OF_BYTE * state.len() as u64);
        self.state_at_test = self.tests + tests;
        let state_path = state_path(&self.path);
        let is_long = self.length() >= self.compacts_at;
        let written = state.is_empty() || {
            let bytes = read::with_checksum(&state);
            replace(&state_path, is_long, |file| file.write_all(&bytes)).is_ok()
        };
        // A state must never name an entry that the journal lacks, so the state comes first.
        if is_long {
            self.plan();
            if written {
                self.compact(search, may_fork)?;
            }
        }
        self.state_at_length = self.compacts_at.min(self.length() + STATE_GROWTH);
        Ok(())
    }

    /// Plans when the journal is compacted, if it is as long as it should be now.
    fn plan(&mut self) {
        self.compacts_at = self.length() + self.growth.max(self.length());
        self.state_at_length = self.compacts_at.min(self.length() + STATE_GROWTH);
    }

    fn compact<S: Search + ?Sized>(
        &mut self,
        search: &S,
        may_fork: bool,
    ) -> Result<(), ProtocolError> {
        // With a full disk, the old journal stays.
        let written = match may_fork {
            true => apart::do_apart(|| self.write_compacted(search)),
            false => self.write_compacted(search),
        };
        let Some([last, length]) = written else { return Ok(()) };
        if put_in_place(&self.path).is_err() {
            return Ok(());
        }
        let new = reopen(&self.path).and_then(|file| Journal::of(&self.path, file, length));
        let failed = |error| ProtocolError::File { path: self.path.clone(), error };
        let new = new.map_err(failed)?;
        *self = Journal {
            last: Some((last, None)),
            growth: self.growth,
            tests: self.tests,
            state_at_test: self.state_at_test,
            failures: std::mem::take(&mut self.failures),
            marked: self.marked,
            ..new
        };
        self.plan();
        self.mark(&search.marks());
        Ok(())
    }

    /// Writes the compacted journal beside the old one. Returns the number of its last
    /// entry, and its length in bytes.
    fn write_compacted<S: Search + ?Sized>(&self, search: &S) -> Option<[u64; 2]> {
        let entries = read(&self.path).ok()?;
        let kept = search.compact(entries, &self.failures)?;
        let last = kept.last()?.number;
        let lines: Result<Vec<String>, ProtocolError> = kept.iter().map(line::of).collect();
        let lines = lines.ok()?.concat();
        drop(kept);
        let written = write_beside(&self.path, true, |file| {
            write_head(file)?;
            file.write_all(lines.as_bytes())
        });
        written.is_ok().then_some([last, (HEAD + lines.len()) as u64])
    }
}

fn write_head(file: &mut File) -> io::Result<()> {
    let mut head = vec![0; HEAD];
    head[..MAGIC.len()].copy_from_slice(MAGIC);
    file.write_all(&head)
}

/// Writes zeros from `start` on, and maps them. The zeros are written, not only reserved: with a
/// full disk, a write fails, while an access to the mapping kills the process.
fn map_end(file: &File, start: u64, size: usize) -> io::Result<Mapped> {
    file.write_all_at(&vec![0; size], start)?;
    Mapped::of(file, start, size)
}

#[cfg(test)]
mod mutated_tests;
#[cfg(test)]
mod tests;
