//! The message of `cargo mutagen failures`.

use crate::campaigns;
use schemars::JsonSchema;
use serde::Serialize;

/// What `cargo mutagen failures` writes: the runs that are kept, by property, the newest first.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Failures(pub Vec<KeptRun>);

/// A run that is kept on disk. What was in a file that is damaged is null.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct KeptRun {
    /// The full name of the property.
    pub property: String,
    /// The name of its package.
    pub package: String,
    /// Its cargo target: `lib`, `bin-NAME`, `tests-NAME`, `example-NAME` or `bench-NAME`.
    pub target: String,
    /// The number of the run, from 1.
    pub run: u32,
    /// The folder of the run.
    pub folder: String,
    /// The seed of the campaign.
    pub seed: Option<u64>,
    /// The options that were given and that decide which tests run.
    pub options: Option<Vec<String>>,
    /// The digest of the test executable.
    pub program: Option<String>,
    /// The start of the run, in seconds since 1970.
    pub started: Option<u64>,
    /// How far the run got.
    pub state: RunState,
    /// The exit code of the command, if the run has ended.
    pub exit_code: Option<u8>,
    /// What came of the run, if it has ended: as `outcome` of the report.
    pub outcome: Option<String>,
    /// What the run has found.
    pub failures: Vec<KeptFailure>,
    /// Messages of the run, and what cannot be read of its files.
    pub notes: Vec<String>,
}

/// How far a run got.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    /// It is still running.
    Running,
    /// Its process ended before the run did.
    Killed,
    /// It has ended.
    Ended,
}

/// A failure that a run has found.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct KeptFailure {
    /// The number of the failure in its run, from 1.
    pub id: u32,
    /// What tells this failure from others.
    pub key: String,
    /// How the test failed, as `kind` of the report; `unreadable` if its record is lost.
    pub kind: String,
    /// Why the test failed.
    pub message: String,
    /// Whether the failure repeats, as `class` of the report; null if that was not found out.
    pub class: Option<String>,
    /// How many tests failed in this way.
    pub count: u64,
    /// The number of the first such test in the campaign, from 1.
    pub test: u64,
    /// The number of the last such test in the campaign, from 1.
    pub last_test: u64,
    /// How the search made the first test.
    pub address: String,
    /// What the worker did, such as `running` for the property itself.
    pub phase: String,
    /// Time from the start of the campaign until the failure, in seconds.
    pub seconds: f64,
    /// CPU time of the testing thread until the failure, in seconds.
    pub search_seconds: f64,
    /// The arguments as they were found, in mutagen's text form.
    pub text: Option<KeptValue>,
    /// The arguments as they were found, as `Debug` prints them.
    pub debug: Option<KeptValue>,
    /// The arguments of the shrunk test, in mutagen's text form.
    pub shrunk: Option<KeptValue>,
    /// What shrinking came to.
    pub shrinking: Option<KeptShrinking>,
    /// The last output of the process that died.
    pub last_words: Option<String>,
    /// The stack of the process that died, the innermost function first.
    pub frames: Vec<String>,
}

impl From<&campaigns::KnownFailure> for KeptFailure {
    fn from(failure: &campaigns::KnownFailure) -> KeptFailure {
        let campaigns::KnownFailure { finding, text, debug, shrunk, reduction, .. } = failure;
        let campaigns::KnownFailure { last_words, frames, class, count, last_test, .. } = failure;
        KeptFailure {
            id: finding.id,
            key: finding.key.clone(),
            kind: finding.kind.clone(),
            message: finding.message.clone(),
            class: class.clone(),
            count: *count,
            test: finding.test,
            last_test: *last_test,
            address: finding.address.clone(),
            phase: finding.phase.clone(),
            seconds: finding.seconds,
            search_seconds: finding.search_seconds,
            text: text.as_ref().map(KeptValue::from),
            debug: debug.as_ref().map(KeptValue::from),
            shrunk: shrunk.as_ref().map(KeptValue::from),
            shrinking: reduction.as_ref().map(KeptShrinking::from),
            last_words: last_words.clone(),
            frames: frames.clone(),
        }
    }
}

/// The value of a failure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct KeptValue {
    /// The value, or the start of a large one.
    pub text: String,
    /// The file with the whole value, relative to the folder of the run, if it was cut.
    pub file: Option<String>,
    /// The length of the whole value, in bytes.
    pub bytes: u64,
}

impl From<&campaigns::KnownValue> for KeptValue {
    fn from(value: &campaigns::KnownValue) -> KeptValue {
        let campaigns::KnownValue { text, file, bytes } = value.clone();
        KeptValue { text, file, bytes }
    }
}

/// What shrinking a failure came to.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct KeptShrinking {
    /// Why the shrunk test fails; null if it fails as the first one did.
    pub message: Option<String>,
    /// How many nodes the first test has.
    pub nodes_before: u64,
    /// How many nodes the shrunk test has.
    pub nodes: u64,
    /// How many candidates were run.
    pub tests: u64,
    /// How long shrinking took, in seconds.
    pub seconds: f64,
    /// Whether nothing smaller was left to be tried.
    pub is_done: bool,
}

impl From<&campaigns::Reduction> for KeptShrinking {
    fn from(reduction: &campaigns::Reduction) -> KeptShrinking {
        let campaigns::Reduction { message, nodes, runs, seconds, is_done, .. } = reduction;
        let [nodes_before, nodes] = *nodes;
        KeptShrinking {
            message: message.clone(),
            nodes_before,
            nodes,
            tests: *runs,
            seconds: *seconds,
            is_done: *is_done,
        }
    }
}
