//! The message of `cargo mutagen list`.

use crate::select::Candidate;
use schemars::JsonSchema;
use serde::Serialize;

/// What `cargo mutagen list` writes: the properties of the selected packages, by package and path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct List(pub Vec<ListedProperty>);

/// A property that can be run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ListedProperty {
    /// The full name, which `cargo mutagen run` takes.
    pub property: String,
    /// The name of the package.
    pub package: String,
    /// The name of the cargo target.
    pub target: String,
    /// The kind of the cargo target, such as `lib`, `bin` or `test`.
    pub kind: String,
    /// The modules and the name of the function, without the crate.
    pub path: String,
    /// The source file.
    pub file: String,
    /// The line in the source file, from 1.
    pub line: u32,
    /// Whether plain `cargo test` ignores the property.
    pub ignored: bool,
}

impl From<&Candidate> for ListedProperty {
    fn from(candidate: &Candidate) -> ListedProperty {
        let Candidate { package, target, kind, path, file, line, ignored, .. } = candidate;
        ListedProperty {
            property: candidate.full_name(),
            package: package.clone(),
            target: target.clone(),
            kind: kind.clone(),
            path: path.clone(),
            file: file.clone(),
            line: *line,
            ignored: *ignored,
        }
    }
}
