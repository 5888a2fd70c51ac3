//! The events of one worker: read from its socket all the time, by a thread that waits for nothing else, and
//! taken by the supervisor one after the other. After the worker's end come those that were sent before it.

use super::record::WorkerRun;
use mutagen_core::internal::run::protocol::Event;
use std::io::{BufRead, BufReader};
#[cfg(target_os = "linux")]
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How long to wait for the next of the last events. They are there already, but on a machine with much to do
/// the thread that reads them may have to wait for its turn: half a second was not always enough.
const LAST: Duration = Duration::from_secs(5);

/// What a worker sends.
pub(super) struct Events {
    receiver: Receiver<Event>,
    /// The socket once more, if it can be had.
    socket: Option<UnixStream>,
}

impl Events {
    /// Reads events from now on until the other end is closed; what is no event is passed over.
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

    /// The next event, if there is one within this time.
    pub(super) fn next(&self, wait: Duration) -> Result<Event, RecvTimeoutError> {
        self.receiver.recv_timeout(wait)
    }

    /// Takes the events that were sent before the worker's end, and says whether the last one was there:
    /// after that there is nothing to wait for.
    pub(super) fn rest(&self, run: &mut WorkerRun, start: Instant) -> bool {
        self.close();
        while let Ok(event) = self.next(LAST) {
            if run.take(event, start) {
                return true;
            }
        }
        false
    }

    /// Takes nothing more from the other end: whoever inherited it from the worker may keep it open for ever.
    fn close(&self) {
        // Other systems give up what was not read yet.
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
