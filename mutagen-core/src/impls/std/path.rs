//! `PathBuf`: one node, mutated by components. Its mutants are those of the sequence of components,
//! then those of each component as an `OsString`. An empty component at the front makes a path
//! absolute, and an empty component elsewhere doubles a separator. A path is printed as an
//! `OsString`.

use crate::impls::by_shape::via::{Via, via};
use crate::value::{Form, Generator, Mutate, ParseError, Parser};
use std::ffi::OsString;
use std::path::{MAIN_SEPARATOR_STR, Path, PathBuf};

impl Via<Vec<OsString>> for PathBuf {
    fn to_parts(&self) -> Option<Vec<OsString>> {
        Some(components(self))
    }
    fn from_parts(parts: &Vec<OsString>) -> Self {
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
        PathBuf::from_parts(&parts)
    }
    fn write(this: &Self) -> Form {
        Mutate::form(&this.as_os_str().to_owned())
    }
    fn read(parser: &mut Parser) -> Result<Self, ParseError> {
        OsString::parse(parser).map(PathBuf::from)
    }
}

via!([] PathBuf, Vec<OsString>);

/// The texts between the separators. An empty path has no components.
fn components(path: &Path) -> Vec<OsString> {
    if path.as_os_str().is_empty() {
        return Vec::new();
    }
    #[cfg(unix)]
    {
        use std::os::unix::ffi::{OsStrExt, OsStringExt};
        let parts = path.as_os_str().as_bytes().split(|byte| *byte == b'/');
        parts.map(|part| OsString::from_vec(part.to_vec())).collect()
    }
    #[cfg(not(unix))]
    path.to_string_lossy().split(std::path::is_separator).map(OsString::from).collect()
}
