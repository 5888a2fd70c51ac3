//! The file of the literals of the code under test: JSON, written by the supervisor once a campaign
//! and read by each of its workers.

use super::{ProtocolError, json_file};
use crate::value::literals::Literals;
use std::path::Path;

/// The most bytes of the file. The supervisor writes a few MiB at most.
const LONGEST: u64 = 64 << 20;

/// Writes the file.
///
/// # Errors
/// When the file cannot be written.
pub fn save(literals: &Literals, path: &Path) -> Result<(), ProtocolError> {
    json_file::save(literals, path).map_err(|why| unusable(path, why))
}

/// Reads the file.
///
/// # Errors
/// When the file is missing, is too long, or is not such a file.
pub(crate) fn load(path: &Path) -> Result<Literals, ProtocolError> {
    json_file::load(path, LONGEST).map_err(|why| unusable(path, why))
}

fn unusable(path: &Path, why: String) -> ProtocolError {
    ProtocolError::Literals { path: path.to_owned(), why }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutated::{VERSIONS, slowest, write};
    use crate::value::literals::{Function, Literal, Occurring};
    use std::fs::{self, File};
    use std::path::PathBuf;
    use std::time::Duration;

    /// A path for the file of a test, which is removed at its end.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let name = format!("mutagen-literals-{}-{name}.json", std::process::id());
            Scratch(std::env::temp_dir().join(name))
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    fn literals() -> Literals {
        let function =
            |path: &str, is_module| Function { krate: "a".into(), path: path.into(), is_module };
        let at = |literal, places: &[usize]| Occurring { literal, places: places.to_vec() };
        let literals = vec![
            at(Literal::Text("quote\" and é".into()), &[0]),
            at(Literal::Integer(i128::MIN), &[0, 1]),
            at(Literal::Float(0.1 + 0.2), &[1]),
            at(Literal::Char('é'), &[0]),
            at(Literal::Bytes(vec![0x89, b'P']), &[]),
        ];
        let functions = vec![function("a::f", false), function("a", true)];
        Literals::new(literals, functions, vec![vec![0, 3]]).unwrap()
    }

    fn check(error: &ProtocolError, path: &Path) {
        let error = error.to_string();
        assert!(error.starts_with(&path.display().to_string()), "{error}");
        assert!(error.contains("run the campaign again"), "{error}");
    }

    #[test]
    fn a_missing_broken_or_long_file_of_literals_is_an_error_that_names_the_file() {
        let scratch = Scratch::new("broken");
        let path = &scratch.0;
        check(&load(path).unwrap_err(), path);
        save(&literals(), path).unwrap();
        assert_eq!(load(path).unwrap(), literals());
        fs::write(path, "{\"literals\":[{").unwrap();
        check(&load(path).unwrap_err(), path);
        File::options().write(true).open(path).unwrap().set_len(1 << 40).unwrap();
        let error = load(path).unwrap_err();
        check(&error, path);
        assert!(error.to_string().contains("larger than 64 MiB"), "{error}");
    }

    #[test]
    fn a_mutated_file_of_literals_is_an_error_or_has_literals_in_their_places() {
        let scratch = Scratch::new("mutated");
        let path = &scratch.0;
        save(&literals(), path).unwrap();
        let bytes = fs::read(path).unwrap();
        let (mut read, mut refused) = (0, 0);
        let slowest = slowest(VERSIONS, &bytes, |version| {
            write(path, version);
            match load(path) {
                Ok(literals) => {
                    read += 1;
                    let places = literals.all().iter().flat_map(|literal| &literal.places);
                    assert!(places.max().is_none_or(|place| *place < literals.functions().len()));
                    let in_groups = literals.groups().iter().flatten();
                    assert!(in_groups.max().is_none_or(|at| *at < literals.len()));
                    let is_finite = |at: &usize| match literals.get(*at) {
                        Some(Literal::Float(float)) => float.is_finite(),
                        _ => false,
                    };
                    assert!(literals.floats().iter().all(is_finite));
                    save(&literals, path).unwrap();
                    assert_eq!(load(path).unwrap(), literals);
                }
                Err(error) => {
                    refused += 1;
                    check(&error, path);
                }
            }
        });
        assert!(slowest < Duration::from_secs(1), "{slowest:?}");
        assert!(read > 300 && refused > VERSIONS / 2, "{read} {refused}");
    }
}
