//! Reads a file of regressions. The file may be edited by hand, merged, or damaged: what is wrong
//! in it is told by file and line, and nothing is changed.

use super::entry::{Entry, KINDS};
use crate::value::text::ParseError;
use derive_more::{Display, Error};
use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The first line of a file.
pub(super) const HEADER: &str = "# mutagen regressions, version 1";

/// The start of the first line in each version.
const ANY_HEADER: &str = "# mutagen regressions, version ";

/// The most bytes of a file.
const MOST: u64 = 64 << 20;

/// The most bytes of a line that an error shows.
const SHOWN: usize = 60;

/// An entry, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// The entry.
    pub entry: Entry,
    /// The line of its beginning, from 1.
    pub line: usize,
    /// The line in which its value begins.
    pub value_line: usize,
    /// The bytes of its lines in the file.
    pub bytes: Range<usize>,
    /// The lines from [`value_line`](Kept::value_line) on with nothing but the value in them. A
    /// place in this text has the column of the file.
    pub source: String,
}

impl Kept {
    /// The line of the file in which this line of [`source`](Kept::source) is, both from 1.
    pub fn line_of(&self, line: usize) -> usize {
        self.value_line + line.saturating_sub(1)
    }

    /// Says that the value is no longer one of the property, and where in the file.
    pub fn unreadable(&self, file: &Path, property: &str, error: &ParseError) -> String {
        let ParseError { line, column, expected, found } = error;
        format!(
            "{}:{}:{column}: a kept counterexample of `{property}` can no longer be read: expected \
             {expected}, found {found}; `cargo mutagen regressions prune` removes such entries",
            file.display(),
            self.line_of(*line),
        )
    }
}

/// Why a file of regressions cannot be read.
#[derive(Debug, Display, Error)]
pub enum RegressionError {
    /// The file cannot be opened or read.
    #[display("{}: {error}; check that it can be read", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// A line is not as it should be.
    #[display(
        "{}:{line}: {what}; correct the line, or restore the file from version control",
        file.display()
    )]
    Line {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// A new entry cannot be written.
    #[display(
        "{}: {error}; check that it can be written and that the disk is not full",
        file.display()
    )]
    Unwritable {
        /// The file.
        file: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
}

/// The entries of a file, in its order; none if there is no such file.
///
/// # Errors
/// When the file cannot be read, or a line is wrong.
pub fn read(file: &Path) -> Result<Vec<Kept>, RegressionError> {
    match text_of(file)? {
        Some(text) => parse(file, &text),
        None => Ok(Vec::new()),
    }
}

/// Whether a text is that of a file of regressions, of any version.
pub fn is_regressions(text: &str) -> bool {
    text.starts_with(ANY_HEADER)
}

/// The text of a file; `None` if there is no such file.
pub(super) fn text_of(file: &Path) -> Result<Option<String>, RegressionError> {
    let unreadable = |error| RegressionError::Unreadable { file: file.to_owned(), error };
    let opened = match File::open(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened.map_err(unreadable)?,
    };
    let mut bytes = Vec::new();
    opened.take(MOST + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MOST {
        let why = format!("it has more than {} MiB", MOST >> 20);
        return Err(unreadable(io::Error::new(io::ErrorKind::FileTooLarge, why)));
    }
    String::from_utf8(bytes).map(Some).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        RegressionError::Line { file: file.to_owned(), line, what: "it is not UTF-8".to_owned() }
    })
}

/// The entries in the text of a file, in its order.
///
/// # Errors
/// When a line is wrong.
pub fn parse(file: &Path, text: &str) -> Result<Vec<Kept>, RegressionError> {
    let mut reader = Reader { kept: Vec::new(), open: None };
    let mut at = 0;
    let read = text.split_inclusive('\n').enumerate().try_for_each(|(index, line)| {
        let bytes = at..at + line.len();
        at = bytes.end;
        reader.line(index + 1, line.trim_end_matches(['\n', '\r']), bytes)
    });
    let read = match read {
        Ok(()) if text.is_empty() => Err((1, format!("expected `{HEADER}`, found nothing"))),
        Ok(()) => reader.close(),
        Err(wrong) => Err(wrong),
    };
    match read {
        Ok(()) => Ok(reader.kept),
        Err((line, what)) => Err(RegressionError::Line { file: file.to_owned(), line, what }),
    }
}

/// The line that is wrong, and what is wrong in it.
type Wrong = (usize, String);

/// The entries that were read, and the one that is being read.
struct Reader {
    kept: Vec<Kept>,
    open: Option<Kept>,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str, bytes: Range<usize>) -> Result<(), Wrong> {
        if number == 1 {
            return header(line).map_err(|what| (1, what));
        }
        let words = line.trim();
        // No line of a value begins with this mark: a break in a text is written as an escape.
        if words.is_empty() || words.starts_with('#') {
            if let Some(open) = self.open.as_mut().filter(|open| open.value_line > 0) {
                open.source.push('\n');
            }
            return Ok(());
        }
        let wrong = |expected: &str| {
            let found = &line[..line.floor_char_boundary(SHOWN)];
            Err((number, format!("expected {expected}, found `{found}`")))
        };
        if line.starts_with([' ', '\t']) {
            let Some(open) = &mut self.open else { return wrong(&kinds()) };
            open.bytes.end = bytes.end;
            return match open.field(number, line) {
                true => Ok(()),
                false => wrong("`value: VALUE`, `key: KEY`, `found by: VERSION` or `| MESSAGE`"),
            };
        }
        self.close()?;
        let Some(entry) = start(line) else {
            let is_conflict = ["<<<<<<<", "=======", ">>>>>>>"].iter().any(|m| line.starts_with(m));
            return match is_conflict {
                true => Err((number, "a conflict of a merge was not resolved".to_owned())),
                false => wrong(&kinds()),
            };
        };
        let source = String::new();
        self.open = Some(Kept { entry, line: number, value_line: 0, bytes, source });
        Ok(())
    }

    /// Ends the entry that is being read.
    fn close(&mut self) -> Result<(), Wrong> {
        let Some(open) = self.open.take() else { return Ok(()) };
        if open.entry.value.is_empty() {
            return Err((open.line, "the entry has no `value: VALUE` below it".to_owned()));
        }
        self.kept.push(open);
        Ok(())
    }
}

impl Kept {
    /// Takes a line below the first one of the entry. Returns whether it is a field.
    fn field(&mut self, number: usize, line: &str) -> bool {
        let (entry, words) = (&mut self.entry, line.trim());
        // All lines after the first one of a value belong to it.
        if self.value_line > 0 {
            if !entry.value.is_empty() {
                entry.value.push('\n');
            }
            entry.value.push_str(words);
            self.source.push('\n');
            self.source.push_str(line);
        } else if let Some(value) = words.strip_prefix("value:") {
            self.value_line = number;
            entry.value.push_str(value.trim_start());
            self.source = line.replacen("value:", "      ", 1);
        } else if let Some(key) = words.strip_prefix("key:") {
            entry.key = key.trim_start().to_owned();
        } else if let Some(by) = words.strip_prefix("found by:") {
            entry.version = by.trim_start().trim_start_matches("mutagen ").to_owned();
        } else if let Some(more) = words.strip_prefix('|') {
            entry.message.push('\n');
            entry.message.push_str(more.strip_prefix(' ').unwrap_or(more));
        } else {
            return false;
        }
        true
    }
}

fn header(line: &str) -> Result<(), String> {
    if line == HEADER {
        return Ok(());
    }
    let shown = &line[..line.floor_char_boundary(SHOWN)];
    Err(match line.strip_prefix(ANY_HEADER).and_then(|rest| rest.parse::<u32>().ok()) {
        Some(version) => format!("version {version} is of a newer mutagen, this one reads 1"),
        None => format!("expected `{HEADER}`, found `{shown}`"),
    })
}

/// The first line of an entry: `KIND: MESSAGE` or `KIND in K of N runs: MESSAGE`.
fn start(line: &str) -> Option<Entry> {
    let (kind, rest) = KINDS.iter().find_map(|kind| Some((*kind, line.strip_prefix(kind)?)))?;
    let (class, message) = rest.split_once(':')?;
    let class = match class {
        "" => None,
        class => {
            let numbers = class.strip_prefix(" in ")?.strip_suffix(" runs")?;
            let (failed, runs) = numbers.split_once(" of ")?;
            Some((failed.parse().ok()?, runs.parse().ok()?))
        }
    };
    Some(Entry {
        kind: kind.to_owned(),
        class,
        message: message.strip_prefix(' ').unwrap_or(message).to_owned(),
        key: String::new(),
        version: String::new(),
        value: String::new(),
    })
}

/// The first lines that an entry may have, in words.
fn kinds() -> String {
    let all: Vec<String> = KINDS.iter().map(|kind| format!("`{kind}: MESSAGE`")).collect();
    let (last, first) = all
        .split_last()
        .map_or((String::new(), String::new()), |(last, first)| (last.clone(), first.join(", ")));
    format!("{first} or {last}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutated::{VERSIONS, slowest};
    use std::time::Duration;

    fn parsed(text: &str) -> Result<Vec<Kept>, String> {
        parse(Path::new("r.txt"), text).map_err(|error| error.to_string())
    }

    fn entries() -> Vec<Entry> {
        let long = format!("({},)", ["Node(\"a # b\", None)"; 12].join(", "));
        let mut entries = vec![
            Entry::new("failed", "7 is odd", "at src/lib.rs:7:5: # is odd", "(7,)"),
            Entry::new("died", "ended by SIGABRT\nsecond line", "SIGABRT in x", "(\"a:\\n\", 3)"),
            Entry::new("out of memory", "", "", &long),
        ];
        entries[0].class = Some((2, 5));
        entries
    }

    fn file(entries: &[Entry]) -> String {
        let entries: Vec<String> = entries.iter().map(Entry::to_string).collect();
        format!("{HEADER}\n# For people.\n\n{}", entries.join("\n"))
    }

    #[test]
    fn what_was_written_is_read_and_each_entry_knows_its_lines() {
        let (entries, text) = (entries(), file(&entries()));
        let kept = parsed(&text).unwrap();
        assert_eq!(kept.len(), 3);
        for (kept, mut entry) in kept.into_iter().zip(entries) {
            assert_eq!(text[kept.bytes.clone()], entry.to_string());
            let before = text[..kept.bytes.start].lines().count();
            assert_eq!(kept.line, before + 1);
            assert!(text.lines().nth(kept.value_line - 1).unwrap().starts_with("  value:"));
            let words = |text: &str| text.split_whitespace().collect::<String>();
            let value = words(&kept.entry.value).replace(",)", ")").replace(",]", "]");
            assert_eq!(value, words(&entry.value).replace(",)", ")").replace(",]", "]"));
            entry.value.clone_from(&kept.entry.value);
            assert_eq!(kept.entry, entry);
        }
    }

    #[test]
    fn an_entry_by_hand_needs_a_value_only() {
        let kept =
            parsed(&format!("{HEADER}\nfailed: by hand\n\tvalue: (1,\n\n # x\n 2)")).unwrap();
        assert_eq!(kept[0].entry.value, "(1,\n2)");
        let kept =
            parsed(&format!("{HEADER}\r\nfailed: a\r\n  value:\r\n   (1,\r\n    2)")).unwrap();
        assert_eq!((kept[0].entry.value.as_str(), kept[0].value_line), ("(1,\n2)", 3));
        assert_eq!(kept[0].source, "        \n   (1,\n    2)");
        let kept = parsed(&format!("{HEADER}\nfailed: a\n  value: (1,\n\n    2)")).unwrap();
        assert_eq!(kept[0].source, "         (1,\n\n    2)");
        assert_eq!(kept[0].line_of(3), 5);
    }

    #[test]
    fn what_is_wrong_is_told_by_its_line() {
        let wrong = |text: &str| parsed(text).unwrap_err();
        assert!(wrong("").starts_with("r.txt:1: expected `# mutagen regressions, version 1`"));
        assert!(wrong("failed: x\n").contains("found `failed: x`; correct the line, or restore"));
        let newer = wrong("# mutagen regressions, version 7\n");
        assert!(newer.starts_with("r.txt:1: version 7 is of a newer mutagen"), "{newer}");
        let line = |lines: &str| wrong(&format!("{HEADER}\n{lines}"));
        assert!(line("\nbroke: x").starts_with("r.txt:3: expected `failed: MESSAGE`, `died"));
        assert!(line("  value: 3").starts_with("r.txt:2: expected `failed"));
        assert!(line("failed: x\n\n").starts_with("r.txt:2: the entry has no `value: VALUE`"));
        assert!(line("failed: x\n  valve: 3").starts_with("r.txt:3: expected `value: VALUE`"));
        assert!(line("<<<<<<< HEAD").contains(":2: a conflict of a merge"));
        assert!(line("failed in 2 runs: x").starts_with("r.txt:2: expected"));
    }

    #[test]
    fn mutated_files_are_errors_or_other_entries() {
        let text = file(&entries());
        let (mut read, mut refused) = (0, 0);
        let slowest = slowest(VERSIONS, text.as_bytes(), |version| {
            let Ok(version) = std::str::from_utf8(version) else { return };
            match parse(Path::new("r.txt"), version) {
                Ok(kept) => {
                    read += 1;
                    assert!(kept.iter().all(|kept| !kept.entry.value.is_empty()));
                }
                Err(RegressionError::Line { line, .. }) => {
                    refused += 1;
                    assert!(line <= version.lines().count().max(1));
                }
                Err(other) => panic!("{other}"),
            }
        });
        assert!(slowest < Duration::from_secs(1), "{slowest:?}");
        assert!(read > VERSIONS / 100 && refused > VERSIONS / 100, "{read} {refused}");
    }
}
