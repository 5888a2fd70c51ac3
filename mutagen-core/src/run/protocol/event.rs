//! The events that a worker sends to its supervisor, one line of JSON each, over the socket that is
//! its standard input. The end of the socket tells the supervisor that the worker is gone.

use super::stopwatch::{Stopwatch, cpu_nanoseconds};
use super::{NewEdge, ProtocolError};
use crate::coverage::CoverageFindings;
use crate::search::address::Address;
use crate::search::course::Course;
use crate::search::statistics::Statistics;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;

/// One event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// The worker is about to run its first test.
    Started {
        /// The number of counters in the process; 0 when nothing is instrumented.
        edges: u64,
    },
    /// A test failed.
    Failure {
        /// The number of the test in the campaign, from 1.
        test: u64,
        /// How the test was made.
        address: Address,
        /// The arguments as `{:#?}` prints them.
        value: String,
        /// Why it failed.
        message: String,
        /// CPU time of the testing thread since the campaign began, in nanoseconds. It does not
        /// include printing the value.
        search_nanoseconds: u64,
    },
    /// The value of the test to be confirmed, sent before the test runs.
    Value {
        /// The arguments as `{:#?}` prints them.
        value: String,
    },
    /// The test to be confirmed ended.
    Confirmed {
        /// Why it failed, if it did.
        failed: Option<String>,
    },
    /// There are new edges since the last such event.
    NewEdges {
        /// The last new edges, the newest last.
        last: Vec<NewEdge>,
    },
    /// What the coverage of the campaign so far tells about the property, if that has changed.
    CoverageFindings {
        /// The findings, which replace earlier ones.
        findings: CoverageFindings,
    },
    /// No test can be run, so the worker ends.
    CannotRun {
        /// The reason and what to do about it.
        why: String,
    },
    /// The campaign ended.
    Finished {
        /// The counters at the end of the campaign.
        statistics: Statistics,
        /// The digest of the worker's tests.
        course: Course,
        /// CPU time of the process, in nanoseconds.
        cpu_nanoseconds: u64,
        /// CPU time of the testing thread since the campaign began, in nanoseconds.
        search_nanoseconds: u64,
    },
}

impl Event {
    /// The last event of a campaign, with the CPU time so far.
    pub fn finished(statistics: Statistics, course: Course, search: &Stopwatch) -> Event {
        Event::Finished {
            statistics,
            course,
            cpu_nanoseconds: cpu_nanoseconds(),
            search_nanoseconds: search.nanoseconds(),
        }
    }
}

/// The worker's end of the socket.
pub struct Channel {
    stream: UnixStream,
}

impl Channel {
    /// Takes the socket from standard input.
    ///
    /// # Errors
    /// When standard input cannot be duplicated.
    pub fn open() -> Result<Channel, ProtocolError> {
        let descriptor = std::io::stdin().as_fd().try_clone_to_owned();
        let descriptor = descriptor.map_err(ProtocolError::Channel)?;
        Ok(Channel { stream: UnixStream::from(descriptor) })
    }

    /// Sends an event.
    ///
    /// # Errors
    /// When the supervisor is gone.
    pub fn send(&mut self, event: &Event) -> Result<(), ProtocolError> {
        let mut line = serde_json::to_vec(event)?;
        line.push(b'\n');
        self.stream.write_all(&line).map_err(ProtocolError::Channel)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufRead, BufReader};

    #[test]
    fn events_arrive_as_they_were_sent_one_a_line() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let mut channel = Channel { stream: ours };
        let events = [
            Event::Started { edges: 3 },
            Event::Failure {
                test: 1,
                address: Address::Mutant { parent: 1, position: 2, mutant: 3 },
                value: "a\nb \u{1} \"".into(),
                message: "m".into(),
                search_nanoseconds: 5,
            },
            Event::finished(
                Statistics { tests: 9, ..Statistics::default() },
                Course::default(),
                &Stopwatch::start(),
            ),
        ];
        for event in &events {
            channel.send(event).unwrap();
        }
        drop(channel);
        let lines = BufReader::new(theirs).lines();
        let read: Vec<Event> =
            lines.map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect();
        assert_eq!(read, events);
    }
}
