//! The events of one worker. A dedicated thread reads them from the worker's socket without delay,
//! and the supervisor takes them one by one. After the worker has ended, the supervisor still takes
//! the events that were sent before.

use super::record::WorkerRun;
use mutagen_core::internal::run::protocol::Event;
use std::io::{BufRead, BufReader};
#[cfg(target_os = "linux")]
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How long to wait for each remaining event after the worker's end. The events have arrived
/// already, but on a busy machine the reading thread may have to wait for the CPU: 500 ms was not
/// always enough.
const LAST: Duration = Duration::from_secs(5);

/// The events of a worker.
pub(super) struct Events {
    receiver: Receiver<Event>,
    /// A second handle of the socket, if one could be made.
    socket: Option<UnixStream>,
}

impl Events {
    /// Starts reading events until the other end is closed. Messages that are not events are
    /// skipped.
    pub(super) fn listen(stream: UnixStream) -> Events {
        let (sender, receiver) = mpsc::channel();
        let socket = stream.try_clone().ok();
        std::thread::spawn(move || {
            for line in BufReader::new(stream).lines() {
                let Ok(line) = line else { break };
                let Ok(event) = serde_json::from_str(&line) else { continue };
                if sender.send(event).is_err() {
                    break;
                }
            }
        });
        Events { receiver, socket }
    }

    /// The next event, if one arrives within this time.
    pub(super) fn next(&self, wait: Duration) -> Result<Event, RecvTimeoutError> {
        self.receiver.recv_timeout(wait)
    }

    /// Takes the events that were sent before the worker's end. Returns whether the last event of
    /// the worker was among them, after which no more events come.
    pub(super) fn rest(&self, run: &mut WorkerRun, start: Instant) -> bool {
        self.close();
        while let Ok(event) = self.next(LAST) {
            if run.take(event, start) {
                return true;
            }
        }
        false
    }

    /// Stops reading. A process that inherited the socket from the worker may keep it open forever.
    fn close(&self) {
        // Linux keeps the data that was not read yet; other systems drop it.
        #[cfg(target_os = "linux")]
        if let Some(socket) = &self.socket {
            let _ = socket.shutdown(Shutdown::Read);
        }
        #[cfg(not(target_os = "linux"))]
        let _ = &self.socket;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mutagen_core::internal::search::course::Course;
    use mutagen_core::internal::search::statistics::Statistics;
    use std::io::Write;

    fn send(socket: &mut UnixStream, event: &Event) {
        writeln!(socket, "{}", serde_json::to_string(event).unwrap()).unwrap();
    }

    fn finished() -> Event {
        let statistics = Statistics { tests: 7, ..Statistics::default() };
        let course = Course::default();
        Event::Finished { statistics, course, cpu_nanoseconds: 1, search_nanoseconds: 1 }
    }

    #[test]
    fn all_events_that_were_sent_before_the_end_are_taken_up_to_the_last_one() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        let events = Events::listen(ours);
        for edges in 0..500 {
            send(&mut theirs, &Event::Started { edges });
        }
        writeln!(theirs, "what is no event").unwrap();
        send(&mut theirs, &finished());
        let mut run = WorkerRun::new();
        assert!(events.rest(&mut run, Instant::now()));
        assert_eq!((run.edges_in_all, run.statistics.tests), (Some(499), 7));
        drop(theirs);
    }

    #[test]
    fn a_worker_that_ended_before_its_last_event_has_not_finished() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        let events = Events::listen(ours);
        send(&mut theirs, &Event::Started { edges: 3 });
        drop(theirs);
        let mut run = WorkerRun::new();
        assert!(!events.rest(&mut run, Instant::now()));
        assert_eq!(run.edges_in_all, Some(3));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn whoever_keeps_the_socket_open_is_not_waited_for() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        let events = Events::listen(ours);
        send(&mut theirs, &Event::Started { edges: 3 });
        let mut run = WorkerRun::new();
        assert!(!events.rest(&mut run, Instant::now()));
        assert_eq!(run.edges_in_all, Some(3));
        assert_eq!(events.next(LAST).unwrap_err(), RecvTimeoutError::Disconnected);
        assert!(writeln!(theirs, "too late").is_err());
    }
}
