//! `PathBuf`: one node, mutated by components. Its mutants are those of the sequence of components,
//! then those of each component as an `OsString`. An empty component at the front makes a path
//! absolute, and an empty component elsewhere doubles a separator. A path is printed as an
//! `OsString`.

use crate::impls::by_shape::surrogate::{Surrogate, represented};
use crate::value::generate::Generator;
use crate::value::mutate::Mutate;
use crate::value::text::{Form, ParseError, Parser};
use std::ffi::OsString;
use std::path::{MAIN_SEPARATOR_STR, PathBuf};

impl Surrogate for PathBuf {
    type Parts = Vec<OsString>;

    fn parts(&self) -> Option<Vec<OsString>> {
        Some(components(self))
    }
    fn of(parts: &Vec<OsString>) -> Self {
        PathBuf::from(parts.join(MAIN_SEPARATOR_STR.as_ref()))
    }
    fn draw(generator: &mut Generator) -> Self {
        let mut parts = Vec::<OsString>::generate(generator);
        for part in &mut parts {
            match generator.below(16) {
                0 => *part = "..".into(),
                1 => *part = ".".into(),
                _ => {}
            }
        }
        if !parts.is_empty() && generator.one_in(4) {
            parts.insert(0, OsString::new());
        }
        PathBuf::of(&parts)
    }
    fn write(&self) -> Form {
        Mutate::form(&self.as_os_str().to_owned())
    }
    fn read(parser: &mut Parser) -> Result<Self, ParseError> {
        OsString::parse(parser).map(PathBuf::from)
    }
}

represented!([] PathBuf);

/// The texts between the separators. An empty path has no components.
#[cfg(unix)]
fn components(path: &std::path::Path) -> Vec<OsString> {
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    let bytes = path.as_os_str().as_bytes();
    if bytes.is_empty() {
        return Vec::new();
    }
    bytes.split(|byte| *byte == b'/').map(|part| OsString::from_vec(part.to_vec())).collect()
}

/// The texts between the separators. An empty path has no components.
#[cfg(not(unix))]
fn components(path: &std::path::Path) -> Vec<OsString> {
    let text = path.to_string_lossy();
    if text.is_empty() {
        return Vec::new();
    }
    text.split(std::path::is_separator).map(OsString::from).collect()
}
