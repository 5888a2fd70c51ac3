//! The results of one worker, collected from its events and its end.

use super::{Failure, How};
use mutagen_core::internal::coverage::CoverageFindings;
use mutagen_core::internal::run::protocol::{Event, NewEdge, Running};
use mutagen_core::internal::search::course::Course;
use mutagen_core::internal::search::statistics::Statistics;
use rustix::process::Signal;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

/// The results of a worker.
pub(super) struct WorkerRun {
    pub statistics: Statistics,
    /// The digest of its tests, if it ended normally.
    pub course: Option<Course>,
    pub edges_in_all: Option<u64>,
    pub failures: Vec<Failure>,
    pub notes: Vec<String>,
    /// The last new edges, if they were requested.
    pub new_edges: Vec<NewEdge>,
    /// What the coverage tells about the property, if anything.
    pub findings: Option<CoverageFindings>,
    /// The value of the test to confirm.
    pub value: Option<String>,
    /// The result of the confirmation: why the test failed again, if it did.
    pub confirmed: Option<Option<String>>,
    /// Why no test can run.
    pub unfit: Option<String>,
    pub cpu: Duration,
    /// CPU time of the testing thread since the campaign began.
    pub search: Duration,
    pub ended: Ended,
}

/// How a worker ended.
pub(super) enum Ended {
    /// The worker ended normally.
    Finished,
    /// The worker ended because of Ctrl-C.
    Interrupted,
    /// The worker ended during this test.
    Killed { running: Running, how: How },
    /// The worker ended between two tests or before the first one. Holds the end of its output.
    Lost { how: String, said: String },
}

impl WorkerRun {
    /// Nothing yet.
    pub(super) fn new() -> WorkerRun {
        WorkerRun {
            statistics: Statistics::default(),
            course: None,
            edges_in_all: None,
            failures: Vec::new(),
            notes: Vec::new(),
            new_edges: Vec::new(),
            findings: None,
            value: None,
            confirmed: None,
            unfit: None,
            cpu: Duration::ZERO,
            search: Duration::ZERO,
            ended: Ended::Finished,
        }
    }

    /// Processes an event. Returns whether it is the last one.
    pub(super) fn take(&mut self, event: Event, start: Instant) -> bool {
        match event {
            Event::Started { edges } => self.edges_in_all = Some(edges),
            Event::Failure { test, address, value, message, search_nanoseconds } => {
                self.failures.push(Failure {
                    test,
                    address,
                    value,
                    how: How::Failed(message),
                    repeated: false,
                    found: start.elapsed(),
                    search: Duration::from_nanos(search_nanoseconds),
                });
            }
            Event::Value { value } => self.value = Some(value),
            Event::Confirmed { failed } => {
                self.confirmed = Some(failed);
                return true;
            }
            Event::NewEdges { last } => self.new_edges = last,
            Event::CoverageFindings { findings } => self.findings = Some(findings),
            Event::CannotRun { why } => {
                self.unfit = Some(why);
                return true;
            }
            Event::Finished { statistics, course, cpu_nanoseconds, search_nanoseconds } => {
                self.statistics = statistics;
                self.course = Some(course);
                self.cpu = Duration::from_nanos(cpu_nanoseconds);
                self.search = Duration::from_nanos(search_nanoseconds);
                return true;
            }
        }
        false
    }
}

/// The reason for the process's end, as text.
pub(super) fn describe(status: ExitStatus, errors: &str) -> String {
    if errors.contains("has overflowed its stack") {
        return "overflowed its stack".to_owned();
    }
    let signal = status.signal().and_then(Signal::from_named_raw);
    match (signal, status.signal(), status.code()) {
        (Some(Signal::ABORT), ..) => "aborted".to_owned(),
        (Some(Signal::KILL), ..) => {
            "was killed by another process (or by the system, because memory ran out)".to_owned()
        }
        (Some(Signal::SEGV | Signal::BUS), ..) => "made an invalid memory access".to_owned(),
        (Some(Signal::ILL | Signal::TRAP), ..) => {
            "executed an illegal or trap instruction".to_owned()
        }
        (_, Some(signal), _) => format!("was ended by signal {signal}"),
        (_, None, Some(code)) => format!("exited with code {code}"),
        (_, None, None) => "ended".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_process_is_put_into_words() {
        let words = |raw| describe(ExitStatus::from_raw(raw), "");
        assert_eq!(words(6), "aborted");
        assert!(words(9).starts_with("was killed"));
        assert_eq!(words(11), "made an invalid memory access");
        assert_eq!(words(14), "was ended by signal 14");
        assert_eq!(words(3 << 8), "exited with code 3");
        let said = "thread 'main' has overflowed its stack\nfatal runtime error";
        assert_eq!(describe(ExitStatus::from_raw(6), said), "overflowed its stack");
    }
}
