//! The messages of `cargo mutagen gaps`: what was gained, or why nothing could be looked for.

use schemars::JsonSchema;
use serde::Serialize;

/// What `cargo mutagen gaps` writes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Gaps {
    /// The full name of the specification.
    pub specification: String,
    /// The crate and its version, as `name@version`.
    pub suite_of: String,
    /// The seed of the campaign.
    pub seed: u64,
    /// How many tests the suite of the crate has.
    pub suite_tests: u64,
    /// How many lines of the crate have counters in either build, without those of test code.
    pub lines: u64,
    /// How many of them the suite reaches.
    pub suite_lines: u64,
    /// How many lines the campaign reaches that the suite does not.
    pub campaign_gains: u64,
    /// How many of these the tests reach.
    pub gained: u64,
    /// The lines that the tests gain, by file.
    pub files: Vec<GapFile>,
    /// The tests, each of which passes alone.
    pub tests: Vec<GapTest>,
    /// The file that the tests were appended to; null without `--emit` or without tests.
    pub file: Option<String>,
    /// Messages for the user.
    pub notes: Vec<String>,
}

/// The lines that are gained in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct GapFile {
    /// The file, relative to the folder of the crate.
    pub file: String,
    /// The lines, from 1, ascending.
    pub lines: Vec<u32>,
}

/// A test that reaches lines that the suite does not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct GapTest {
    /// The name of the function.
    pub name: String,
    /// The lines that it gains, by file.
    pub gains: Vec<GapFile>,
    /// The value of the specification's arguments, in mutagen's text form.
    pub text: String,
    /// The source of the function.
    pub source: String,
}

/// Why `cargo mutagen gaps` could not look for gaps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct GapsError {
    /// The specification, as it was given.
    pub specification: String,
    /// The crate, as it was given.
    pub suite_of: String,
    /// The exit code.
    pub exit_code: u8,
    /// The error, with what to do.
    pub error: String,
}
