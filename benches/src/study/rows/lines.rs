//! Files of JSON lines that are only appended to, so that an interrupted run goes on where it was.

use crate::study::Error;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::Path;

/// Reads the lines of a file; none if there is no file. An incomplete last line is ignored.
///
/// # Errors
/// When the file cannot be read, or another line is broken.
pub fn read<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, Error> {
    let failed = |why: String| -> Error { format!("{}: {why}", path.display()).into() };
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(failed(error.to_string())),
    };
    let lines = whole_lines(&text).lines().enumerate();
    let parsed = lines.map(|(at, line)| {
        let row = serde_json::from_str(line);
        row.map_err(|error| failed(format!("line {} is no row: {error}", at + 1)))
    });
    parsed.collect()
}

/// The text without what follows the last end of a line.
fn whole_lines(text: &str) -> &str {
    text.rfind('\n').map_or("", |end| &text[..=end])
}

/// Appends lines to a file.
pub struct Writer {
    file: File,
}

impl Writer {
    /// Opens a file, and cuts off an incomplete last line.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn open(path: &Path) -> Result<Writer, Error> {
        let whole = match fs::read_to_string(path) {
            Ok(text) => Some(whole_lines(&text).len()),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(format!("{}: {error}", path.display()).into()),
        };
        let file = File::options().create(true).append(true).open(path)?;
        if let Some(length) = whole {
            file.set_len(length as u64)?;
        }
        Ok(Writer { file })
    }

    /// Appends one line, as one write.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn append(&mut self, row: &impl Serialize) -> Result<(), Error> {
        let mut line = serde_json::to_vec(row)?;
        line.push(b'\n');
        Ok(self.file.write_all(&line)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_cut_short_at_the_end_is_dropped_and_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.jsonl");
        Writer::open(&path).unwrap().append(&("first", 1)).unwrap();
        let whole = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{whole}{}", &whole[..7])).unwrap();
        let first = || ("first".to_owned(), 1);
        assert_eq!(read::<(String, i32)>(&path).unwrap(), [first()]);
        Writer::open(&path).unwrap().append(&("second", 2)).unwrap();
        let second = ("second".to_owned(), 2);
        assert_eq!(read::<(String, i32)>(&path).unwrap(), [first(), second]);
    }

    #[test]
    fn a_broken_line_elsewhere_is_an_error_with_its_number() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.jsonl");
        fs::write(&path, "{}\n{}\n").unwrap();
        let error = read::<(String, i32)>(&path).unwrap_err().to_string();
        assert!(error.contains("line 1"), "{error}");
    }
}
