//! Appends an entry to a file of regressions. What is in the file stays as it is, and the file is
//! replaced as a whole, so that a kill leaves the old file or the new one.

use super::entry::Entry;
use super::file::{HEADER, RegressionError, parse, text_of};
use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;

/// What became of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Added {
    /// It begins in this line, from 1.
    New(usize),
    /// An entry of the same value was there already, in this line.
    Known(usize),
}

impl Added {
    /// The line of the entry in the file, from 1.
    pub fn line(self) -> usize {
        match self {
            Added::New(line) | Added::Known(line) => line,
        }
    }
}

/// Appends an entry to the file of a property, and makes the file if there is none. An entry of the
/// same value is not added again.
///
/// # Errors
/// When the file cannot be read, is damaged, or cannot be written. It is unchanged then.
pub fn add(file: &Path, property: &str, entry: &Entry) -> Result<Added, RegressionError> {
    let unwritable = |error| RegressionError::Unwritable { file: file.to_owned(), error };
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(unwritable)?;
    // Two processes that add at once add one after the other. Without locks, one entry may be lost.
    let locked = File::open(folder);
    let _ = locked.as_ref().map(File::lock);
    let mut text = match text_of(file)? {
        Some(text) => text,
        None => format!(
            "{HEADER}\n\
             # Counterexamples of `{property}`, which run before all other tests.\n\
             # Commit this file. To drop an entry, delete its lines.\n"
        ),
    };
    let kept = parse(file, &text)?;
    let written = entry.to_string();
    let is_same = |text: &str| value_of(text) == value_of(&written);
    if let Some(known) = kept.iter().find(|kept| is_same(&text[kept.bytes.clone()])) {
        return Ok(Added::Known(known.line));
    }
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text.push('\n');
    let line = text.lines().count() + 1;
    text.push_str(&written);
    replace(file, &text).map_err(unwritable)?;
    Ok(Added::New(line))
}

/// Removes these bytes of a file, which are those of entries that were [read](super::read) from it.
///
/// # Errors
/// When the file cannot be read or written.
pub fn remove(file: &Path, entries: &[Range<usize>]) -> Result<(), RegressionError> {
    let Some(text) = text_of(file)? else { return Ok(()) };
    let mut left = String::with_capacity(text.len());
    let mut at = 0;
    for entry in entries {
        let gap = text.get(at..entry.start).unwrap_or_default();
        // The blank line before an entry goes with it.
        let is_after_blank = gap == "\n" || gap.ends_with("\n\n");
        left.push_str(if is_after_blank { &gap[..gap.len() - 1] } else { gap });
        at = entry.end.min(text.len());
    }
    left.push_str(text.get(at..).unwrap_or_default());
    let written = replace(file, &left);
    written.map_err(|error| RegressionError::Unwritable { file: file.to_owned(), error })
}

/// The words of the value in the lines of an entry.
fn value_of(entry: &str) -> Vec<&str> {
    let value = entry.split_once("\n  value:").map_or(entry, |(_, value)| value);
    value.split_whitespace().collect()
}

/// Replaces a file by one with this text.
fn replace(file: &Path, text: &str) -> io::Result<()> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let new = file.with_file_name(format!(".{name}.{}", std::process::id()));
    let write = || {
        let mut file = File::create(&new)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()
    };
    let written = write().and_then(|()| fs::rename(&new, file));
    written.inspect_err(|_| drop(fs::remove_file(&new)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::regressions::read;
    use std::path::PathBuf;

    /// A folder of a test, which is removed at its end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let folder = std::env::temp_dir().join(format!("{name}-{}", std::process::id()));
            fs::create_dir(&folder).unwrap();
            Folder(folder)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn entry(value: &str) -> Entry {
        Entry::new("failed", "it is odd", "at src/lib.rs:7:5", value)
    }

    #[test]
    fn entries_are_appended_once_and_what_is_there_stays() {
        let folder = Folder::new("mutagen-add");
        let file = folder.0.join("a/b.txt");
        assert_eq!(add(&file, "a::b", &entry("(7,)")).unwrap(), Added::New(5));
        let by_hand = fs::read_to_string(&file).unwrap() + "  # mine\n# more";
        fs::write(&file, &by_hand).unwrap_or_default();
        assert!(by_hand.contains("Counterexamples of `a::b`"));
        let long = format!("({},)", ["\"aaaaaaaaaaaaaaaa\""; 20].join(", "));
        assert_eq!(add(&file, "a::b", &entry(&long)).unwrap(), Added::New(12));
        assert_eq!(add(&file, "a::b", &entry(&long)).unwrap(), Added::Known(12));
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.starts_with(&by_hand), "{text}");
        assert_eq!(fs::read_dir(folder.0.join("a")).unwrap().count(), 1);
    }

    #[test]
    fn entries_are_removed_and_the_rest_stays() {
        let folder = Folder::new("mutagen-remove");
        let file = folder.0.join("b.txt");
        let texts: Vec<String> = [1, 2, 3]
            .map(|number| {
                add(&file, "b", &entry(&format!("({number},)"))).unwrap();
                fs::read_to_string(&file).unwrap()
            })
            .into();
        let kept = read(&file).unwrap();
        let places: Vec<Range<usize>> = kept.iter().map(|kept| kept.bytes.clone()).collect();
        remove(&file, &places[1..]).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), texts[0]);
        remove(&file, &places[..1]).unwrap();
        assert!(read(&file).unwrap().is_empty());
    }

    #[test]
    fn a_damaged_file_is_not_touched() {
        let folder = Folder::new("mutagen-add-damaged");
        let file = folder.0.join("b.txt");
        fs::write(&file, "<<<<<<< HEAD\n").unwrap();
        let error = add(&file, "b", &entry("(7,)")).unwrap_err().to_string();
        assert!(error.contains("b.txt:1: expected"), "{error}");
        assert_eq!(fs::read_to_string(&file).unwrap(), "<<<<<<< HEAD\n");
    }

    #[test]
    fn processes_that_add_at_once_lose_no_entry() {
        let folder = Folder::new("mutagen-add-at-once");
        let file = folder.0.join("b.txt");
        std::thread::scope(|scope| {
            for number in 0..16 {
                let file = &file;
                scope.spawn(move || add(file, "b", &entry(&format!("({number},)"))).unwrap());
            }
        });
        assert_eq!(read(&file).unwrap().len(), 16);
    }
}
