//! The outcome of a campaign.

use super::Failure;
use crate::campaigns::Records;
use mutagen_core::internal::coverage::{CoverageFindings, Verdict};
use mutagen_core::internal::run::protocol::NewEdge;
use mutagen_core::internal::run::silenced::said;
use mutagen_core::internal::search::course::Course;
use mutagen_core::internal::search::statistics::Statistics;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

/// What came of the kept counterexamples that ran before a campaign.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct RegressionCounts {
    /// How many passed.
    pub passed: u64,
    /// How many did not meet the precondition.
    pub discarded: u64,
    /// How many failed.
    pub failed: u64,
    /// How many failed in a silenced kind.
    pub silenced: u64,
    /// How many cannot be read any more.
    pub unreadable: u64,
}

/// A silenced kind of failures, and how often tests failed in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SilencedKind {
    /// The kind.
    pub kind: String,
    /// How many tests of the campaign failed in it.
    pub tests: u64,
    /// How many kept counterexamples failed in it.
    pub regressions: u64,
}

/// What came of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InputRun {
    /// The verdict.
    pub verdict: Verdict,
    /// Whether it was retained.
    pub is_retained: bool,
}

/// What one worker of a campaign has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkerSummary {
    /// Its statistics.
    pub statistics: Statistics,
    /// The digest of its tests, if it ended normally.
    pub course: Option<Course>,
    /// Whether it would run the same tests if it received the same, as far as is known.
    pub repeats: bool,
}

/// The outcome of a campaign.
#[derive(Debug, Default)]
pub struct Summary {
    /// The statistics of all workers together.
    pub statistics: Statistics,
    /// What each worker has done.
    pub workers: Vec<WorkerSummary>,
    /// The number of counters in the instrumented code; 0 when nothing is instrumented.
    pub edges_in_all: u64,
    /// The counterexamples, one for each way to fail, in the order in which they were found.
    pub failures: Vec<Failure>,
    /// How often somebody killed or stopped a worker from outside. The tests of a killed worker
    /// were run again.
    pub interruptions: u64,
    /// How often of these somebody stopped a worker. It went on.
    pub stops: u64,
    /// How many processes ended before they had done their work, for whatever reason.
    pub deaths: u64,
    /// CPU time of the workers that searched, without the workers that repeated a test.
    pub cpu: Duration,
    /// CPU time of the testing threads of those workers, from the start of each search.
    pub search: Duration,
    /// Time from the start of the first worker until all workers were ready for their first test;
    /// `None` if they never were.
    pub begun: Option<Duration>,
    /// Time from the start of the first worker.
    pub wall: Duration,
    /// Whether a signal ended it.
    pub interrupted: bool,
    /// The exit code for that signal.
    pub signal_code: Option<u8>,
    /// Whether a failure that does not repeat counts for the exit code.
    pub flaky_counts: bool,
    /// Whether the report also has the test that was shrunk.
    pub shows_original: bool,
    /// Whether the same command would run the same tests, as far as is known.
    pub repeats: bool,
    /// Why the campaign could not go on, if it could not.
    pub error: Option<String>,
    /// The last new edges, the newest at the end; empty if they were not requested.
    pub new_edges: Vec<NewEdge>,
    /// What the coverage tells about the property.
    pub findings: CoverageFindings,
    /// The places of the inputs that are no values of the property, and why they are not.
    pub unreadable: Vec<(u64, String)>,
    /// What came of each input, by its place, if the campaign tells it.
    pub inputs: BTreeMap<u64, InputRun>,
    /// How many retained tests were new in the corpus.
    pub added: u64,
    /// What came of the kept counterexamples.
    pub regressions: RegressionCounts,
    /// The silenced kinds of failures: those of the property, and then those of the command.
    pub silenced: Vec<SilencedKind>,
    /// Whether no campaign ran, because a kept counterexample fails.
    pub is_regression: bool,
    /// Messages for the user.
    pub notes: Vec<String>,
    /// The folder of the run.
    pub folder: PathBuf,
    /// The digest of the program.
    pub program: String,
    /// The records of the run, to which the end is added.
    pub records: Option<Records>,
}

impl Summary {
    /// What is said about the silenced kinds: how many tests failed in them, and in which of them
    /// none did.
    pub(super) fn silenced_notes(&self) -> Vec<String> {
        let tests = self.silenced.iter().map(|silenced| (&*silenced.kind, silenced.tests));
        let unseen = |silenced: &&SilencedKind| silenced.tests + silenced.regressions == 0;
        let unseen = self.silenced.iter().filter(unseen);
        let unseen: Vec<String> = unseen.map(|unseen| format!("`{}`", unseen.kind)).collect();
        let kinds = if unseen.len() == 1 { "kind" } else { "kinds" };
        let unseen = (!unseen.is_empty() && self.statistics.tests > 0)
            .then(|| format!("no test failed in the silenced {kinds} {}", unseen.join(", ")));
        said(tests).into_iter().chain(unseen).collect()
    }

    /// The digest of the tests of the only worker; `None` if there are several, or if the worker
    /// did not end normally.
    pub fn course(&self) -> Option<Course> {
        match &self.workers[..] {
            [worker] => worker.course,
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes(tests: u64, kinds: &[(&str, u64, u64)]) -> Vec<String> {
        let silenced = kinds.iter().map(|&(kind, tests, regressions)| SilencedKind {
            kind: kind.to_owned(),
            tests,
            regressions,
        });
        let statistics = Statistics { tests, ..Statistics::default() };
        Summary { statistics, silenced: silenced.collect(), ..Summary::default() }.silenced_notes()
    }

    #[test]
    fn tests_of_silenced_kinds_are_said_by_kind_and_kinds_that_were_never_seen_are_named() {
        assert_eq!(notes(9, &[]), [""; 0]);
        let two = [("trap", 3, 0), ("value", 4, 1), ("old", 0, 1)];
        assert_eq!(notes(9, &two), ["7 tests failed in silenced kinds: 3 in `trap`, 4 in `value`"]);
        let unseen = [("trap", 3, 0), ("tarp", 0, 0), ("x", 0, 0)];
        let expected = [
            "3 tests failed in the silenced kind `trap`",
            "no test failed in the silenced kinds `tarp`, `x`",
        ];
        assert_eq!(notes(9, &unseen), expected);
        assert_eq!(notes(9, &[("x", 0, 0)]), ["no test failed in the silenced kind `x`"]);
        assert_eq!(notes(0, &[("x", 0, 0)]), [""; 0], "no campaign ran");
    }
}
