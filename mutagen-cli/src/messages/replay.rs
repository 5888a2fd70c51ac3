//! The message of `cargo mutagen replay`.

use crate::supervise::Kind;
use schemars::JsonSchema;
use serde::Serialize;

/// What `cargo mutagen replay` writes when all tests have run. What the property prints goes to the
/// standard error stream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Replay {
    /// The full name of the property.
    pub property: String,
    /// The exit code of the command.
    pub exit_code: u8,
    /// The tests, in the order in which they ran.
    pub tests: Vec<ReplayedTest>,
}

/// A test that was replayed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ReplayedTest {
    /// Where the test is from: an entry of a file of regressions with its line, another file,
    /// `--text`, or an address with its run.
    pub from: String,
    /// The arguments in mutagen's text form, as they were given.
    pub text: String,
    /// The arguments as `Debug` prints them; null if they cannot be read or were not printed.
    pub value: Option<String>,
    /// What came of the test.
    pub outcome: ReplayOutcome,
    /// How the test failed, if it did.
    pub kind: Option<Kind>,
    /// What tells this failure from others, if the property told of it.
    pub key: Option<String>,
    /// Why the test failed, if it did.
    pub message: Option<String>,
    /// The silenced kind in which the test failed, if it did.
    pub silenced: Option<String>,
    /// Why the text is no value of the property, if it is none.
    pub error: Option<UnreadableText>,
    /// The stack of the process that died, the innermost function first.
    pub frames: Vec<String>,
    /// The last output of the process that died.
    pub last_words: Option<String>,
    /// Messages for the user, such as that a missing field has got its default.
    pub notes: Vec<String>,
    /// With `--emit-test`, the source of a `#[test]` function.
    pub test_function: Option<String>,
    /// With `--debug`, the command line of a debugger.
    pub debugger: Option<String>,
}

/// What came of a test that was replayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReplayOutcome {
    /// The property held.
    Passed,
    /// The value does not meet the precondition.
    Discarded,
    /// The property failed, ended its process, or exceeded a limit.
    Failed,
    /// The property failed in a silenced kind.
    Silenced,
    /// The text is no value of the property.
    Unreadable,
    /// The test did not run: because of `--debug` or `--emit-test`, or a signal came before.
    NotRun,
}

/// Why a text is no value of the property.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct UnreadableText {
    /// The file with the text, if it is from one.
    pub file: Option<String>,
    /// The line of the error, from 1: in the file, or else in the text.
    pub line: u64,
    /// The column of the error, in characters from 1.
    pub column: u64,
    /// What was expected there.
    pub expected: String,
    /// What was found there.
    pub found: String,
}
