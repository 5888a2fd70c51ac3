//! The messages of `cargo mutagen run`: the report of a campaign, or why it did not begin.

use super::coverage::{CoverageFindings, NewEdge};
use crate::supervise::{self, Kind};
use derive_more::Display;
use mutagen_core::internal::search::statistics;
use schemars::JsonSchema;
use serde::Serialize;

/// Whether a failure repeats.
const CLASS: &str = "^(always|[0-9]+ of [0-9]+|only after other tests|not confirmed)$";

/// The report of a campaign. `cargo mutagen run` writes one when the campaign has ended; with
/// several properties, it writes one line for each.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Run {
    /// The full name of the property.
    pub property: String,
    /// The seed of the campaign.
    pub seed: u64,
    /// The exit code of the campaign.
    pub exit_code: u8,
    /// What came of the campaign.
    pub outcome: Outcome,
    /// Why the campaign could not go on, if it could not.
    pub error: Option<String>,
    /// Whether a signal ended the campaign.
    pub interrupted: bool,
    /// How many times somebody killed or stopped a worker from outside.
    pub interruptions: u64,
    /// How many processes ended before they had done their work.
    pub deaths: u64,
    /// Whether the same command would run the same tests, as far as is known.
    pub repeats: bool,
    /// The figures of the search.
    pub statistics: Statistics,
    /// The digest of the tests, in the order in which they ran. Null if the last worker died, or
    /// if there are several.
    pub course: Option<String>,
    /// What each worker has done.
    pub workers: Vec<Worker>,
    /// How many edges the instrumented code has; 0 if nothing is instrumented.
    pub edges_in_all: u64,
    /// CPU time of the workers that searched, in seconds.
    pub cpu_seconds: f64,
    /// CPU time of the testing threads of these workers since the start of each search, in seconds.
    pub search_seconds: f64,
    /// Time since the start of the first worker, in seconds.
    pub wall_seconds: f64,
    /// What the coverage tells about the property.
    pub coverage_findings: CoverageFindings,
    /// Messages for the user.
    pub notes: Vec<String>,
    /// What came of the kept counterexamples that ran before the campaign.
    pub regressions: RegressionCounts,
    /// The silenced kinds of failures, those of the property first.
    pub silenced: Vec<SilencedKind>,
    /// How many retained tests were new in the corpus.
    pub added_to_corpus: u64,
    /// With `--show-edges`, the last new edges, the newest at the end.
    pub new_edges: Vec<NewEdge>,
    /// The report for people.
    pub report: String,
    /// The folder of the run.
    pub folder: String,
    /// The digest of the test executable.
    pub program: String,
    /// The counterexamples, one for each way to fail, in the order in which they were found.
    pub failures: Vec<Failure>,
}

/// Why a campaign did not begin. `cargo mutagen run` writes it instead of the report.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct RunError {
    /// The name of the property, as it was given.
    pub property: String,
    /// The seed, if one was given or drawn.
    pub seed: Option<u64>,
    /// The exit code of the campaign.
    pub exit_code: u8,
    /// What came of the campaign: `error`.
    pub outcome: Outcome,
    /// The error, with what to do.
    pub error: String,
    /// The figures of the search: all are 0.
    pub statistics: Statistics,
    /// No counterexample: an empty array.
    pub failures: [Failure; 0],
}

impl RunError {
    /// The message about this error.
    pub fn new(property: &str, seed: Option<u64>, exit_code: u8, error: &str) -> RunError {
        RunError {
            property: property.to_owned(),
            seed,
            exit_code,
            outcome: Outcome::Error,
            error: error.to_owned(),
            statistics: Statistics::default(),
            failures: [],
        }
    }
}

/// What came of a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Display, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[display(rename_all = "snake_case")]
pub enum Outcome {
    /// There is a counterexample.
    Counterexample,
    /// No test met the precondition.
    NothingPassed,
    /// There is no counterexample, and some test met the precondition.
    NothingFound,
    /// A signal of the user ended the campaign.
    Interrupted,
    /// An error ended the campaign, or it did not begin.
    Error,
}

/// The figures of a search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Statistics {
    /// Tests with a verdict.
    pub tests: u64,
    /// Tests that met the precondition and satisfied the property.
    pub passed: u64,
    /// Tests that did not meet the precondition.
    pub discarded: u64,
    /// Tests that failed.
    pub failed: u64,
    /// Tests that failed in a silenced kind.
    pub silenced: u64,
    /// Distinct edges that passed or discarded tests have hit.
    pub edges: u64,
    /// Batches that still have mutants.
    pub queued: u64,
    /// Samples of each random mutant in a new batch, R.
    pub samples: u64,
    /// How many times the seen coverage was cleared.
    pub resets: u64,
    /// Retained tests: those in the corpus and those with a batch.
    pub retained: u64,
    /// Edges that were not hit again when the same test was repeated.
    pub unstable: u64,
}

impl From<statistics::Statistics> for Statistics {
    fn from(figures: statistics::Statistics) -> Statistics {
        let statistics::Statistics {
            tests,
            passed,
            discarded,
            failed,
            silenced,
            edges,
            queued,
            samples,
            resets,
            retained,
            unstable,
        } = figures;
        Statistics {
            tests,
            passed,
            discarded,
            failed,
            silenced,
            edges,
            queued,
            samples,
            resets,
            retained,
            unstable,
        }
    }
}

/// What one worker of a campaign has done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Worker {
    /// The figures of its search.
    pub statistics: Statistics,
    /// The digest of its tests, in the order in which they ran. Null if its last process died.
    pub course: Option<String>,
    /// Whether it would run the same tests if it received the same from other workers, as far as is
    /// known.
    pub repeats: bool,
}

impl From<&supervise::WorkerSummary> for Worker {
    fn from(worker: &supervise::WorkerSummary) -> Worker {
        let supervise::WorkerSummary { statistics, course, repeats } = *worker;
        let course = course.map(|course| course.to_string());
        Worker { statistics: statistics.into(), course, repeats }
    }
}

/// What came of the kept counterexamples that ran before a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct RegressionCounts {
    /// How many passed.
    pub passed: u64,
    /// How many did not meet the precondition.
    pub discarded: u64,
    /// How many failed.
    pub failed: u64,
    /// How many failed in a silenced kind.
    pub silenced: u64,
    /// How many can no longer be read.
    pub unreadable: u64,
}

impl From<supervise::RegressionCounts> for RegressionCounts {
    fn from(counts: supervise::RegressionCounts) -> RegressionCounts {
        let supervise::RegressionCounts { passed, discarded, failed, silenced, unreadable } =
            counts;
        RegressionCounts { passed, discarded, failed, silenced, unreadable }
    }
}

/// A silenced kind of failures, and how often tests failed in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct SilencedKind {
    /// The kind, as the property names it.
    pub kind: String,
    /// How many tests of the campaign failed in it.
    pub tests: u64,
    /// How many kept counterexamples failed in it.
    pub regressions: u64,
}

impl From<&supervise::SilencedKind> for SilencedKind {
    fn from(silenced: &supervise::SilencedKind) -> SilencedKind {
        let supervise::SilencedKind { kind, tests, regressions } = silenced.clone();
        SilencedKind { kind, tests, regressions }
    }
}

/// A counterexample of a campaign.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Failure {
    /// The number of the failure in its run, from 1.
    pub id: u32,
    /// The number of the worker that has found it, from 1; null if there is only one.
    pub worker: Option<u32>,
    /// The number of the test among those of its worker, from 1; 0 for a kept counterexample.
    pub test: u64,
    /// How the search made the test, as `replay --address` takes it; null for a kept
    /// counterexample, or if the worker died before it was known.
    pub address: Option<String>,
    /// How the test failed.
    pub kind: Kind,
    /// Why the test failed.
    pub message: String,
    /// What tells this failure from others.
    pub key: String,
    /// The kind of the failure that the property names, as `--silence` takes it; null if it names
    /// none.
    pub own_kind: Option<String>,
    /// Whether the failure repeats: `always`, `K of N` runs, `only after other tests`, or `not
    /// confirmed` if the test was not run again.
    #[schemars(regex(pattern = CLASS))]
    pub class: String,
    /// How many tests failed in this way.
    pub count: u64,
    /// The arguments as they were found, as `Debug` prints them; cut after 4 KiB.
    pub value: Option<String>,
    /// The arguments as they were found, in mutagen's text form; cut after 4 KiB.
    pub text: Option<String>,
    /// The file with the whole value, if it was cut.
    pub value_file: Option<String>,
    /// The smallest test that failed in this way, if it is not the first.
    pub smallest: Option<Smallest>,
    /// The smallest test that shrinking has found; null if it was not shrunk.
    pub shrunk: Option<Shrunk>,
    /// The last output of the process that died.
    pub last_words: Option<String>,
    /// The stack of the process that died, the innermost function first.
    pub frames: Vec<String>,
    /// What the worker did, such as `running` for the property itself.
    pub phase: String,
    /// Remarks about the failure, such as that the value cannot be printed.
    pub remarks: Vec<String>,
    /// The file and the line of the kept counterexample, if there is one.
    pub kept_in: Option<String>,
    /// What is to be added to the file of kept counterexamples, if it was not written. The first
    /// line of such a file is `# mutagen regressions, version 1`.
    pub entry: Option<String>,
    /// Whether this is a kept counterexample that failed again.
    pub is_regression: bool,
    /// The command that runs the counterexample again.
    pub replay: Option<String>,
    /// Whether the test failed more than once.
    pub repeated: bool,
    /// Time from the start of the campaign until the failure, in seconds.
    pub seconds: f64,
    /// CPU time of the testing thread until the failure, in seconds.
    pub search_seconds: f64,
}

/// The smallest test that failed in a known way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Smallest {
    /// The number of the worker that has found it, from 1; null if there is only one.
    pub worker: Option<u32>,
    /// The number of the test among those of its worker, from 1.
    pub test: u64,
    /// How the search made the test.
    pub address: String,
    /// The arguments in mutagen's text form.
    pub text: String,
    /// How many nodes the arguments have.
    pub nodes: u64,
}

impl From<&supervise::Smallest> for Smallest {
    fn from(smallest: &supervise::Smallest) -> Smallest {
        let supervise::Smallest { worker, test, text, nodes, .. } = smallest;
        let (address, text) = (smallest.source().to_string(), text.clone());
        Smallest { worker: *worker, test: *test, address, text, nodes: *nodes }
    }
}

/// What shrinking has made of a counterexample.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Shrunk {
    /// The arguments in mutagen's text form; cut after 4 KiB.
    pub text: String,
    /// The arguments as `Debug` prints them; cut after 4 KiB.
    pub value: Option<String>,
    /// The file with the whole value, if it was cut.
    pub value_file: Option<String>,
    /// Why the test fails; null if it fails as the first one did.
    pub message: Option<String>,
    /// How many nodes the first test has.
    pub nodes_before: u64,
    /// How many nodes the arguments have.
    pub nodes: u64,
    /// How many candidates were run.
    pub tests: u64,
    /// How long shrinking took, in seconds.
    pub seconds: f64,
    /// Whether nothing smaller was left to be tried.
    pub is_done: bool,
}

impl From<&supervise::Shrunk> for Shrunk {
    fn from(shrunk: &supervise::Shrunk) -> Shrunk {
        let supervise::Shrunk { text, value, message, nodes, runs, time, is_done, file } = shrunk;
        let [nodes_before, nodes] = *nodes;
        Shrunk {
            text: text.clone(),
            value: value.clone(),
            value_file: file.as_deref().map(super::text_of),
            message: message.clone(),
            nodes_before,
            nodes,
            tests: *runs,
            seconds: time.as_secs_f64(),
            is_done: *is_done,
        }
    }
}
