//! What a worker process tells: its events, and its end. Threads of their own read the socket and
//! wait for the process, so that the supervisor takes both without delay. After the end, the
//! supervisor still takes the events that were sent before.

use mutagen_core::internal::run::protocol::{Event, Frames};
use rustix::io::Errno;
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use std::cell::Cell;
#[cfg(target_os = "linux")]
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

/// How long to wait for each remaining event after the worker's end. The events have arrived
/// already, but on a busy machine the reading thread may have to wait for the CPU: 500 ms was not
/// always enough.
const LAST: Duration = Duration::from_secs(5);

/// What happened.
#[derive(Debug)]
pub(super) enum Happened {
    /// The worker sent an event.
    Event(Event),
    /// The socket was closed at its other end.
    Closed,
    /// The process with this number ended. It was not waited for yet.
    Exited(Pid),
}

/// The events of a worker.
pub(super) struct Events {
    sender: Sender<Happened>,
    receiver: Receiver<Happened>,
    /// A second handle of the socket, if one could be made.
    socket: Option<UnixStream>,
    unread: Arc<Unread>,
    /// Whether the socket was closed at its other end.
    is_closed: Cell<bool>,
}

/// What was sent and could not be read.
#[derive(Debug, Default)]
struct Unread {
    bytes: AtomicU64,
    messages: AtomicU64,
}

impl Events {
    /// Starts reading events until the other end is closed.
    pub(super) fn listen(stream: UnixStream) -> Events {
        let (sender, receiver) = mpsc::channel();
        let socket = stream.try_clone().ok();
        let unread = Arc::<Unread>::default();
        let (told, counted) = (sender.clone(), Arc::clone(&unread));
        std::thread::spawn(move || {
            let mut frames = Frames::new(stream);
            while let Ok(Some(message)) = frames.receive() {
                counted.bytes.store(frames.skipped(), Ordering::Relaxed);
                let Ok(event) = serde_json::from_slice(&message) else {
                    counted.messages.fetch_add(1, Ordering::Relaxed);
                    continue;
                };
                if told.send(Happened::Event(event)).is_err() {
                    return;
                }
            }
            counted.bytes.store(frames.skipped(), Ordering::Relaxed);
            let _ = told.send(Happened::Closed);
        });
        Events { sender, receiver, socket, unread, is_closed: Cell::new(false) }
    }

    /// Starts waiting for the end of a child process.
    pub(super) fn wait_for(&self, process: Pid) {
        let sender = self.sender.clone();
        std::thread::spawn(move || {
            // The process stays there until the supervisor waits for it, so that its number is not
            // used again.
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            while matches!(waitid(WaitId::Pid(process), options), Err(Errno::INTR)) {}
            let _ = sender.send(Happened::Exited(process));
        });
    }

    /// What happens next, if something happens within this time.
    pub(super) fn next(&self, wait: Duration) -> Result<Happened, RecvTimeoutError> {
        let happened = self.receiver.recv_timeout(wait);
        if matches!(happened, Ok(Happened::Closed)) {
            self.is_closed.set(true);
        }
        happened
    }

    /// The events that were sent before the worker's end and were not taken yet.
    pub(super) fn rest(&self) -> Vec<Event> {
        self.close();
        let mut rest = Vec::new();
        while !self.is_closed.get()
            && let Ok(happened) = self.next(LAST)
        {
            if let Happened::Event(event) = happened {
                rest.push(event);
            }
        }
        rest
    }

    /// The events that have arrived already, if the socket goes on to be used.
    pub(super) fn arrived(&self) -> Vec<Event> {
        let arrived = self.receiver.try_iter().filter_map(|happened| match happened {
            Happened::Event(event) => Some(event),
            Happened::Closed | Happened::Exited(_) => None,
        });
        arrived.collect()
    }

    /// A remark about what could not be read, if there was something.
    pub(super) fn unreadable(&self) -> Option<String> {
        let bytes = self.unread.bytes.load(Ordering::Relaxed);
        let messages = self.unread.messages.load(Ordering::Relaxed);
        (bytes + messages > 0).then(|| {
            format!(
                "{bytes} bytes and {messages} messages on the worker's socket could not be read; \
                 the property, or a process that it started, writes to files that it has not opened"
            )
        })
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
    use mutagen_core::internal::run::protocol::write_frame;
    use std::io::Write;

    fn send(socket: &mut UnixStream, event: &Event) {
        write_frame(socket, &serde_json::to_vec(event).unwrap()).unwrap();
    }

    fn again(test: u64) -> Event {
        Event::Again { test, failed: true }
    }

    #[test]
    fn all_events_that_were_sent_before_the_end_are_taken_and_garbage_is_counted() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        let events = Events::listen(ours);
        for test in 0..500 {
            send(&mut theirs, &again(test));
        }
        theirs.write_all(b"garbage").unwrap();
        write_frame(&mut theirs, b"{\"no\":\"event\"}").unwrap();
        send(&mut theirs, &again(500));
        drop(theirs);
        assert_eq!(events.rest(), (0..=500).map(again).collect::<Vec<Event>>());
        let remark = events.unreadable().unwrap();
        assert!(remark.starts_with("7 bytes and 1 messages"), "{remark}");
    }

    #[test]
    fn nothing_unreadable_is_not_remarked() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        let events = Events::listen(ours);
        send(&mut theirs, &again(1));
        drop(theirs);
        assert_eq!((events.rest(), events.unreadable()), (vec![again(1)], None));
    }

    #[test]
    fn the_end_of_a_child_is_told_and_leaves_it_to_be_waited_for() {
        let (ours, _theirs) = UnixStream::pair().unwrap();
        let events = Events::listen(ours);
        let mut child = std::process::Command::new("sh").args(["-c", "exit 5"]).spawn().unwrap();
        let process = Pid::from_child(&child);
        events.wait_for(process);
        let happened = events.next(Duration::from_secs(30)).unwrap();
        assert!(matches!(happened, Happened::Exited(ended) if ended == process), "{happened:?}");
        assert_eq!(child.wait().unwrap().code(), Some(5));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn whoever_keeps_the_socket_open_is_not_waited_for() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        let events = Events::listen(ours);
        send(&mut theirs, &again(3));
        assert_eq!(events.rest(), [again(3)]);
        assert!(writeln!(theirs, "too late").is_err());
    }
}
