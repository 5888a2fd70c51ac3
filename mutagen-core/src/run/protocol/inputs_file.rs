//! The file of the inputs that a campaign starts from: JSON, written by the supervisor once a
//! campaign and read by each of its workers. An input has one or several texts, of which the first
//! that is a value of the property counts: a file of raw bytes can be meant as bytes or as a text.

use super::ProtocolError;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

/// The most bytes of the file.
const LONGEST: u64 = 512 << 20;

/// Writes the file.
///
/// # Errors
/// When the file cannot be written.
pub fn save(inputs: &[Vec<String>], path: &Path) -> Result<(), ProtocolError> {
    let text = serde_json::to_string(inputs).map_err(|error| unusable(path, error))?;
    fs::write(path, text).map_err(|error| unusable(path, error))
}

/// Reads the file.
///
/// # Errors
/// When the file is missing, is too long, or is not such a file.
pub fn load(path: &Path) -> Result<Vec<Vec<String>>, ProtocolError> {
    let file = File::open(path).map_err(|error| unusable(path, error))?;
    let mut text = String::new();
    let read = file.take(LONGEST + 1).read_to_string(&mut text);
    read.map_err(|error| unusable(path, error))?;
    if text.len() as u64 > LONGEST {
        return Err(unusable(path, format!("larger than {} MiB", LONGEST >> 20)));
    }
    serde_json::from_str(&text).map_err(|error| unusable(path, error))
}

fn unusable(path: &Path, why: impl ToString) -> ProtocolError {
    ProtocolError::Inputs { path: path.to_owned(), why: why.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_saved_is_loaded_and_a_broken_file_is_an_error_that_names_it() {
        let path = std::env::temp_dir().join(format!("mutagen-inputs-{}", std::process::id()));
        let inputs = vec![vec!["(1,)".to_owned()], vec!["\u{1}\"".to_owned(), String::new()]];
        save(&inputs, &path).unwrap();
        assert_eq!(load(&path).unwrap(), inputs);
        for broken in ["", "[[1]]", "[[\"a\"]"] {
            fs::write(&path, broken).unwrap();
            let error = load(&path).unwrap_err().to_string();
            assert!(error.starts_with(&path.display().to_string()), "{error}");
        }
        fs::remove_file(&path).unwrap();
        assert!(load(&path).is_err());
    }
}
