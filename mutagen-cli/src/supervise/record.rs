//! What one worker did, from its events and its end.

use super::{Failure, How};
use mutagen_core::internal::run::protocol::{Event, NewEdge, Running};
use mutagen_core::internal::search::course::Course;
use mutagen_core::internal::search::statistics::Statistics;
use rustix::process::Signal;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

/// What a worker did.
pub(super) struct WorkerRun {
    pub statistics: Statistics,
    /// The digest of its tests, if it ended by itself.
    pub course: Option<Course>,
    pub edges_in_all: Option<u64>,
    pub failures: Vec<Failure>,
    pub notes: Vec<String>,
    /// The last edges that were new, if they were asked for.
    pub new_edges: Vec<NewEdge>,
    /// The value to be confirmed.
    pub value: Option<String>,
    /// The value to be confirmed came back; and why it failed again, if it did.
    pub confirmed: Option<Option<String>>,
    /// Why no test can be run.
    pub unfit: Option<String>,
    pub cpu: Duration,
    /// CPU time of the testing thread since the campaign began.
    pub search: Duration,
    pub ended: Ended,
}

/// How a worker ended.
pub(super) enum Ended {
    /// By itself.
    Finished,
    /// Because of Ctrl-C.
    Interrupted,
    /// While this test ran.
    Killed { running: Running, how: How },
    /// Between two tests, or before the first; with the end of what it printed.
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
            value: None,
            confirmed: None,
            unfit: None,
            cpu: Duration::ZERO,
            search: Duration::ZERO,
            ended: Ended::Finished,
        }
    }

    /// Takes an event; says whether it is the last one.
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

/// What ended the process, in words.
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
