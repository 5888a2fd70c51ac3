//! Appends an entry to a file of regressions. What is in the file stays as it is, and the file is
//! replaced as a whole, so that a kill leaves the old file or the new one.

use super::entry::Entry;
use super::file::{HEADER, Kept, RegressionError, parse, text_of};
use crate::value::text::squeezed;
use std::fs::{self, File};
use std::io::{self, Write};
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
/// same value is not added again. Neither is one of a failure that does not always happen, if there
/// is an entry of the same key: it would be found with another value each time.
///
/// # Errors
/// When the file cannot be read, is damaged, or cannot be written. It is unchanged then.
pub fn add(file: &Path, property: &str, entry: &Entry) -> Result<Added, RegressionError> {
    let unwritable = |error| RegressionError::Unwritable { file: file.to_owned(), error };
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(unwritable)?;
    let _lock = lock(file);
    let mut text = match text_of(file)? {
        Some(text) => text,
        None => beginning(property),
    };
    let kept = parse(file, &text)?;
    let value = squeezed(&entry.value);
    let is_known = |known: &Entry| {
        let is_same_key = !entry.key.is_empty() && entry.key == known.key;
        squeezed(&known.value) == value || is_same_key && entry.class.is_some()
    };
    if let Some(known) = kept.iter().find(|kept| is_known(&kept.entry)) {
        return Ok(Added::Known(known.line));
    }
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text.push('\n');
    let line = text.lines().count() + 1;
    text.push_str(&entry.to_string());
    replace(file, &text).map_err(unwritable)?;
    Ok(Added::New(line))
}

/// The lines before the first entry of a file of a property. Only the first one is needed.
pub fn beginning(property: &str) -> String {
    format!(
        "{HEADER}\n\
         # Counterexamples of `{property}`, which run before all other tests.\n\
         # Commit this file. To drop an entry, delete its lines.\n"
    )
}

/// Removes these entries, which were [read](super::read) from the file, and the blank line before
/// each. One that is no longer in the file is passed over. Returns how many were removed.
///
/// # Errors
/// When the file cannot be read, is damaged, or cannot be written. It is unchanged then.
pub fn remove(file: &Path, entries: &[Kept]) -> Result<usize, RegressionError> {
    let _lock = lock(file);
    let Some(text) = text_of(file)? else { return Ok(0) };
    let is_meant = |kept: &Kept| entries.iter().any(|known| known.entry == kept.entry);
    let (mut left, mut at, mut removed) = (String::with_capacity(text.len()), 0, 0);
    for kept in parse(file, &text)?.iter().filter(|kept| is_meant(kept)) {
        let gap = &text[at..kept.bytes.start];
        let is_after_blank = gap == "\n" || gap.ends_with("\n\n");
        left.push_str(if is_after_blank { &gap[..gap.len() - 1] } else { gap });
        at = kept.bytes.end;
        removed += 1;
    }
    left.push_str(&text[at..]);
    let unwritable = |error| RegressionError::Unwritable { file: file.to_owned(), error };
    if removed > 0 {
        replace(file, &left).map_err(unwritable)?;
    }
    Ok(removed)
}

/// Locks the folder of a file, so that processes change the file one after the other. Where there
/// are no locks, the change of one may be lost.
fn lock(file: &Path) -> Option<File> {
    let folder = File::open(file.parent()?).ok()?;
    folder.lock().ok().map(|()| folder)
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
        // Somebody has changed the file since it was read.
        let others = format!("{}\n{}", texts[2], entry("(4,)"));
        fs::write(&file, &others).unwrap();
        assert_eq!(remove(&file, &kept[1..]).unwrap(), 2);
        let left = format!("{}\n{}", texts[0], entry("(4,)"));
        assert_eq!(fs::read_to_string(&file).unwrap(), left);
        assert_eq!(remove(&file, &kept).unwrap(), 1);
        assert_eq!(remove(&file, &kept).unwrap(), 0);
        assert_eq!(read(&file).unwrap().len(), 1);
    }

    #[test]
    fn values_that_differ_within_quotes_are_two_and_a_failure_by_chance_is_kept_once() {
        let folder = Folder::new("mutagen-add-known");
        let file = folder.0.join("b.txt");
        assert_eq!(add(&file, "b", &entry("(\"a b\",)")).unwrap(), Added::New(5));
        assert_eq!(add(&file, "b", &entry("(\"a  b\",)")).unwrap(), Added::New(10));
        assert_eq!(add(&file, "b", &entry("( \"a b\" )")).unwrap(), Added::Known(5));
        let by_chance = Entry { class: Some((2, 5)), ..entry("(\"c\",)") };
        assert_eq!(add(&file, "b", &by_chance).unwrap(), Added::Known(5));
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
    fn threads_that_add_at_once_lose_no_entry() {
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
