//! The file of the literals of the code under test: JSON, written by the supervisor once a campaign
//! and read by each of its workers.

use super::ProtocolError;
use crate::value::literals::Literals;
use std::fs;
use std::path::Path;

/// Writes the file.
///
/// # Errors
/// When the file cannot be written.
pub fn save(literals: &Literals, path: &Path) -> Result<(), ProtocolError> {
    let text = serde_json::to_string(literals).map_err(|error| unusable(path, error))?;
    fs::write(path, text).map_err(|error| unusable(path, error))
}

/// Reads the file.
///
/// # Errors
/// When the file is missing or is not such a file.
pub(crate) fn load(path: &Path) -> Result<Literals, ProtocolError> {
    let text = fs::read_to_string(path).map_err(|error| unusable(path, error))?;
    serde_json::from_str(&text).map_err(|error| unusable(path, error))
}

fn unusable(path: &Path, why: impl ToString) -> ProtocolError {
    ProtocolError::Literals { path: path.to_owned(), why: why.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::literals::{Function, Literal, Occurring};

    #[test]
    fn a_missing_or_broken_file_of_literals_is_an_error_that_names_the_file() {
        let path = std::env::temp_dir().join(format!("literals-{}.json", std::process::id()));
        let function = Function { krate: "a".into(), path: "a::f".into(), is_module: false };
        let text = Literal::Text("quote\" and é".into());
        let literals = vec![
            Occurring { literal: text, places: vec![0] },
            Occurring { literal: Literal::Integer(i128::MIN), places: vec![0] },
        ];
        let literals = Literals::new(literals, vec![function], Vec::new()).unwrap();
        save(&literals, &path).unwrap();
        assert_eq!(load(&path).unwrap(), literals);
        fs::write(&path, "{\"literals\":[{").unwrap();
        let broken = load(&path).unwrap_err().to_string();
        fs::remove_file(&path).unwrap();
        let missing = load(&path).unwrap_err().to_string();
        for error in [broken, missing] {
            let name = path.display().to_string();
            assert!(
                error.starts_with(&name) && error.contains("run the campaign again"),
                "{error}"
            );
        }
    }
}
