//! The file of the inputs that a campaign starts from: JSON, written by the supervisor once a
//! campaign and read by each of its workers. An input has one or several texts, of which the first
//! that is a value of the property counts: a file of raw bytes can be meant as bytes or as a text.

use super::{ProtocolError, json_file};
use std::path::Path;

/// The most bytes of the file.
const LONGEST: u64 = 512 << 20;

/// Writes the file.
///
/// # Errors
/// When the file cannot be written.
pub fn save(inputs: &[Vec<String>], path: &Path) -> Result<(), ProtocolError> {
    json_file::save(inputs, path).map_err(|why| unusable(path, why))
}

/// Reads the file.
///
/// # Errors
/// When the file is missing, is too long, or is not such a file.
pub fn load(path: &Path) -> Result<Vec<Vec<String>>, ProtocolError> {
    json_file::load(path, LONGEST).map_err(|why| unusable(path, why))
}

fn unusable(path: &Path, why: String) -> ProtocolError {
    ProtocolError::Inputs { path: path.to_owned(), why }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

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
