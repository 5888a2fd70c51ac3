//! What a worker process tells: its events, and its end. Threads of their own read the socket and
//! wait for the process, so that the supervisor takes both without delay. After the end, the
//! supervisor still takes the events that were sent before, even if the reading thread has to wait
//! for the CPU.

use super::arrivals::{Arrivals, Reader};
use mutagen_core::internal::run::protocol::{Event, Frames};
use rustix::io::Errno;
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use std::cell::Cell;
use std::io::{self, Read};
#[cfg(target_os = "linux")]
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

/// How long to wait for the remaining events after the worker's end. The events have arrived
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
    /// A second handle of the socket, to stop reading.
    socket: UnixStream,
    arrivals: Arrivals,
    reading: Arc<Reading>,
    /// Whether the socket was closed at its other end.
    is_closed: Cell<bool>,
}

/// What the reading thread does.
#[derive(Debug, Default)]
struct Reading {
    /// The bytes that were sent and could not be read.
    bytes: AtomicU64,
    /// The messages that were sent and could not be read.
    messages: AtomicU64,
    /// Whether another process writes from now on.
    is_another: AtomicBool,
    /// Whether the end of the socket was read.
    is_closed: AtomicBool,
}

/// The socket as the reading thread reads it. The end comes once when another process begins to
/// write, so that a frame of which only a part was sent does not hold up the frames after it.
struct Socket {
    reader: Reader<UnixStream>,
    reading: Arc<Reading>,
}

impl Read for Socket {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reader.wait()?;
        if self.reading.is_another.swap(false, Ordering::SeqCst) {
            return Ok(0);
        }
        let read = self.reader.read(buffer)?;
        self.reading.is_closed.store(read == 0, Ordering::Relaxed);
        Ok(read)
    }
}

impl Events {
    /// Starts reading events until the other end is closed.
    ///
    /// # Errors
    /// When the system has no file descriptor left.
    pub(super) fn listen(socket: UnixStream) -> io::Result<Events> {
        let (sender, receiver) = mpsc::channel();
        let (arrivals, reader) = Arrivals::of(socket.try_clone()?)?;
        let reading = Arc::<Reading>::default();
        let (told, read) = (sender.clone(), Socket { reader, reading: Arc::clone(&reading) });
        std::thread::spawn(move || {
            let mut frames = Frames::new(read);
            tell(&mut frames, &told);
            let _ = told.send(Happened::Closed);
        });
        Ok(Events { sender, receiver, socket, arrivals, reading, is_closed: Cell::new(false) })
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

    /// The events that were sent before the worker's end and were not taken yet, if another process
    /// goes on with the socket.
    pub(super) fn arrived(&self) -> Vec<Event> {
        self.arrivals.wait(LAST);
        let arrived = self.receiver.try_iter().filter_map(|happened| match happened {
            Happened::Event(event) => Some(event),
            Happened::Closed => {
                self.is_closed.set(true);
                None
            }
            Happened::Exited(_) => None,
        });
        arrived.collect()
    }

    /// Another process writes from now on.
    pub(super) fn begin_another(&self) {
        self.reading.is_another.store(true, Ordering::SeqCst);
    }

    /// A remark about what could not be read, if there was something.
    pub(super) fn unreadable(&self) -> Option<String> {
        let bytes = self.reading.bytes.load(Ordering::Relaxed);
        let messages = self.reading.messages.load(Ordering::Relaxed);
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
        let _ = self.socket.shutdown(Shutdown::Read);
        #[cfg(not(target_os = "linux"))]
        let _ = &self.socket;
    }
}

/// Reads and tells events until the other end is closed.
fn tell(frames: &mut Frames<Socket>, told: &Sender<Happened>) {
    loop {
        let received = frames.receive();
        let reading = &frames.stream().reading;
        reading.bytes.store(frames.skipped(), Ordering::Relaxed);
        match received {
            Ok(Some(message)) => match serde_json::from_slice(&message) {
                Ok(event) => {
                    if told.send(Happened::Event(event)).is_err() {
                        return;
                    }
                }
                Err(_) => {
                    reading.messages.fetch_add(1, Ordering::Relaxed);
                }
            },
            Ok(None) if !reading.is_closed.load(Ordering::Relaxed) => {}
            Ok(None) | Err(_) => return,
        }
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
        let events = Events::listen(ours).unwrap();
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
        let events = Events::listen(ours).unwrap();
        send(&mut theirs, &again(1));
        drop(theirs);
        assert_eq!((events.rest(), events.unreadable()), (vec![again(1)], None));
    }

    #[test]
    fn the_end_of_a_child_is_told_and_leaves_it_to_be_waited_for() {
        let (ours, _theirs) = UnixStream::pair().unwrap();
        let events = Events::listen(ours).unwrap();
        let mut child = std::process::Command::new("sh").args(["-c", "exit 5"]).spawn().unwrap();
        let process = Pid::from_child(&child);
        events.wait_for(process);
        let happened = events.next(Duration::from_secs(30)).unwrap();
        assert!(matches!(happened, Happened::Exited(ended) if ended == process), "{happened:?}");
        assert_eq!(child.wait().unwrap().code(), Some(5));
    }

    #[test]
    fn all_events_that_have_arrived_are_taken_though_the_socket_stays_open() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        let events = Events::listen(ours).unwrap();
        for round in 0..200 {
            let tests = round..round + 20;
            tests.clone().for_each(|test| send(&mut theirs, &again(test)));
            assert_eq!(events.arrived(), tests.map(again).collect::<Vec<Event>>());
        }
        drop(theirs);
        while !events.is_closed.get() {
            assert_eq!(events.arrived(), []);
        }
    }

    #[test]
    fn a_frame_that_was_cut_does_not_hold_up_those_of_the_next_process() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        let events = Events::listen(ours).unwrap();
        for cut in [0, 3, 15, 500] {
            let mut frame = Vec::new();
            write_frame(&mut frame, &[b' '; 1000]).unwrap();
            theirs.write_all(&frame[..cut]).unwrap();
            assert_eq!(events.arrived(), []);
            events.begin_another();
            send(&mut theirs, &again(cut as u64));
            assert_eq!(events.arrived(), [again(cut as u64)]);
        }
        assert_eq!(events.unreadable().map(|remark| remark.starts_with("518 bytes")), Some(true));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn whoever_keeps_the_socket_open_is_not_waited_for() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        let events = Events::listen(ours).unwrap();
        send(&mut theirs, &again(3));
        assert_eq!(events.rest(), [again(3)]);
        assert!(writeln!(theirs, "too late").is_err());
    }
}
