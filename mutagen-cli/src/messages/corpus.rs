//! The messages of `cargo mutagen corpus`.

use crate::supervise::Kind;
use schemars::JsonSchema;
use serde::Serialize;

/// What `cargo mutagen corpus list` writes: the corpora, by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CorpusList(pub Vec<ListedCorpus>);

/// The corpus of a property.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ListedCorpus {
    /// Package, target and path of the property, joined by `::`.
    pub name: String,
    /// How many tests the corpus has.
    pub tests: u64,
    /// The length of all tests together, in bytes.
    pub bytes: u64,
    /// The folder of the corpus.
    pub folder: String,
}

/// What `cargo mutagen corpus minimize` writes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct CorpusMinimize {
    /// The full name of the property.
    pub property: String,
    /// The folder of the corpus.
    pub folder: String,
    /// The exit code of the command: 1 if a test of the corpus fails.
    pub exit_code: u8,
    /// How many tests were removed, since they add nothing to the coverage of the others.
    pub removed: u64,
    /// How many tests were set aside, since they are no longer values of the property.
    pub set_aside: u64,
    /// How many tests the corpus has now.
    pub tests: u64,
    /// The tests that fail, one for each way to fail. They stay in the corpus.
    pub failures: Vec<CorpusFailure>,
    /// Messages for the user.
    pub notes: Vec<String>,
}

/// What `cargo mutagen corpus merge` writes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct CorpusMerge {
    /// The full name of the property.
    pub property: String,
    /// The folder of the corpus.
    pub folder: String,
    /// The exit code of the command: 1 if a test fails.
    pub exit_code: u8,
    /// How many tests were added.
    pub added: u64,
    /// How many tests the corpus has now.
    pub tests: u64,
    /// The tests that fail, one for each way to fail.
    pub failures: Vec<CorpusFailure>,
    /// Messages for the user.
    pub notes: Vec<String>,
}

/// A test of a corpus that fails.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct CorpusFailure {
    /// How the test failed.
    pub kind: Kind,
    /// Why the test failed.
    pub message: String,
    /// What tells this failure from others.
    pub key: String,
    /// The file of the test, if it is known.
    pub file: Option<String>,
}

/// What `cargo mutagen corpus clear` writes: the corpora that were removed, by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CorpusClear(pub Vec<ClearedCorpus>);

/// A corpus that was removed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ClearedCorpus {
    /// Package, target and path of the property, joined by `::`.
    pub name: String,
    /// The folder of the corpus.
    pub folder: String,
    /// How many tests were removed, without those that had been set aside before.
    pub removed: u64,
}
