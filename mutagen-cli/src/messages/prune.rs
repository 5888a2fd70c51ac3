//! The message of `cargo mutagen regressions prune`.

use schemars::JsonSchema;
use serde::Serialize;

/// What `cargo mutagen regressions prune` writes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Prune {
    /// Whether nothing was removed, because of `--dry-run`.
    pub dry_run: bool,
    /// How many entries were removed, or would be without `--dry-run`.
    pub removed: u64,
    /// How many entries of the properties are kept.
    pub kept: u64,
    /// The entries that can no longer be read.
    pub entries: Vec<UnreadableEntry>,
    /// The files that belong to no property of the build. Not looked for if a property was named.
    pub orphaned: Vec<OrphanedFile>,
}

/// An entry that can no longer be read, because the types have changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct UnreadableEntry {
    /// The full name of the property.
    pub property: String,
    /// The file, relative to the folder of the package.
    pub file: String,
    /// The line of the file in which the value cannot be read, from 1.
    pub line: u64,
    /// The column in that line, in characters from 1.
    pub column: u64,
    /// What was expected there.
    pub expected: String,
    /// What was found there.
    pub found: String,
}

/// A file of regressions that belongs to no property of the build.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct OrphanedFile {
    /// The name of the package.
    pub package: String,
    /// The file, relative to the folder of the package.
    pub file: String,
    /// Whether the file was removed, or would be without `--dry-run`: with `--orphaned`.
    pub removed: bool,
}
