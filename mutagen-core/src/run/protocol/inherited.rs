//! How a worker gets its task and tells what happens: over a socket that it inherits from the
//! supervisor. An environment variable names the supervisor and the socket. The worker removes the
//! variable and closes the socket to its children before user code runs, so that a process that the
//! property starts is an ordinary one, even if it is the same executable.

#![allow(unsafe_code)]

use super::frame::{self, Frames};
use super::{Event, ProtocolError, Task};
use crate::run::protocol::owner;
use crate::search::address::Address;
use rustix::fs::{FileType, fstat};
use rustix::io::{FdFlags, fcntl_dupfd_cloexec, fcntl_getfd, fcntl_setfd};
use serde::{Deserialize, Serialize};
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::Command;

/// The name of the environment variable. Its value is `SUPERVISOR SOCKET`: a process number and a
/// descriptor.
const VARIABLE: &str = "MUTAGEN_WORKER";

/// The least descriptor that a worker moves its socket to, far from those that user code gets.
const HIGH: RawFd = 600;

/// What the supervisor sends to its worker after the task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Order {
    /// Run the first test: the supervisor has written what belongs to the campaign.
    Start,
    /// Take over from the process that has died.
    TakeOver {
        /// The tests that killed a process since the spare was made, by number and address.
        deadly: Vec<Deadly>,
    },
}

/// A test that killed a worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deadly {
    /// The number of the test in the campaign, from 1.
    pub test: u64,
    /// Its address; `None` if the worker died while the test was made.
    pub address: Option<Address>,
    /// Whether the test was run to its end, so that only its value must not be printed.
    pub printing: bool,
}

impl Deadly {
    /// The address of the test if it was made but had no verdict. Such a test counts as failed.
    pub fn unfinished(&self) -> Option<Address> {
        self.address.filter(|_| !self.printing)
    }
}

/// Makes a command start a worker that inherits this socket. The socket must stay open until the
/// command has started.
pub fn pass_on(command: &mut Command, socket: BorrowedFd<'_>) {
    let socket = socket.as_raw_fd();
    command.env(VARIABLE, format!("{} {socket}", std::process::id()));
    // SAFETY: between the fork and the start of the executable, only a system call is made, on a
    // descriptor that the caller keeps open.
    unsafe {
        command.pre_exec(move || {
            let socket = BorrowedFd::borrow_raw(socket);
            Ok(fcntl_setfd(socket, FdFlags::empty())?)
        });
    }
}

/// The task of this process, and the channel to its supervisor; `None` if it is not a worker.
pub fn inherited() -> Option<Result<(Task, Channel), ProtocolError>> {
    let text = std::env::var_os(VARIABLE)?;
    // SAFETY: the process is at its beginning: the test harness runs one test on one thread, and no
    // code of the property has run that could read the environment meanwhile.
    unsafe { std::env::remove_var(VARIABLE) };
    let text = text.into_string().ok()?;
    let (supervisor, socket) = text.split_once(' ')?;
    // A process that inherits the variable from a worker has another parent.
    if supervisor.parse() != Ok(std::os::unix::process::parent_id()) {
        return None;
    }
    let socket: RawFd = socket.parse().ok().filter(|socket| *socket > 2)?;
    // SAFETY: the descriptor is only asked about, and a closed one is an error.
    let borrowed = unsafe { BorrowedFd::borrow_raw(socket) };
    fcntl_getfd(borrowed).ok()?;
    let is_socket = FileType::from_raw_mode(fstat(borrowed).ok()?.st_mode) == FileType::Socket;
    if !is_socket {
        return None;
    }
    // SAFETY: the supervisor left this descriptor open for this process, which has not used it.
    let inherited = unsafe { OwnedFd::from_raw_fd(socket) };
    Some(Channel::adopt(inherited).and_then(|mut channel| {
        let task = channel.receive()?.ok_or_else(|| ProtocolError::Channel(no_message()))?;
        Ok((task, channel))
    }))
}

fn no_message() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "the supervisor has ended")
}

/// The worker's end of the socket.
#[derive(Debug)]
pub struct Channel {
    frames: Frames<UnixStream>,
    stream: UnixStream,
    /// Device and inode of the socket.
    identity: (u64, u64),
}

impl Channel {
    /// Takes over an inherited socket: moves it to a high number, closed to children.
    fn adopt(socket: OwnedFd) -> Result<Channel, ProtocolError> {
        let moved = fcntl_dupfd_cloexec(&socket, HIGH);
        let moved = moved.or_else(|_| fcntl_dupfd_cloexec(&socket, 3));
        Channel::of(UnixStream::from(moved.map_err(|error| ProtocolError::Channel(error.into()))?))
    }

    fn of(stream: UnixStream) -> Result<Channel, ProtocolError> {
        let identity = identity(stream.as_fd()).map_err(ProtocolError::Channel)?;
        let reader = stream.try_clone().map_err(ProtocolError::Channel)?;
        Ok(Channel { frames: Frames::new(reader), stream, identity })
    }

    /// Sends an event.
    ///
    /// # Errors
    /// When the supervisor is gone, or user code has closed the socket.
    pub fn send(&mut self, event: &Event) -> Result<(), ProtocolError> {
        owner::end_foreign();
        self.check()?;
        let message = serde_json::to_vec(event)?;
        frame::write(&mut self.stream, &message).map_err(|error| {
            // Without a supervisor, nobody reads the text of the error.
            let is_shut = error.kind() == io::ErrorKind::BrokenPipe;
            ProtocolError::Channel(if is_shut { closed() } else { error })
        })
    }

    /// Waits for a message of the supervisor; `None` if it has ended.
    ///
    /// # Errors
    /// When the message is not what was expected, or user code has closed the socket.
    pub fn receive<M: for<'d> Deserialize<'d>>(&mut self) -> Result<Option<M>, ProtocolError> {
        self.check()?;
        let message = self.frames.receive().map_err(ProtocolError::Channel)?;
        Ok(message.map(|message| serde_json::from_slice(&message)).transpose()?)
    }

    /// Whether the descriptor is still the socket: user code may have closed it, and then opened a
    /// file of its own that has the same number.
    fn check(&self) -> Result<(), ProtocolError> {
        if identity(self.stream.as_fd()).is_ok_and(|now| now == self.identity) {
            return Ok(());
        }
        Err(ProtocolError::Channel(closed()))
    }
}

fn closed() -> io::Error {
    io::Error::other("the code under test has closed the socket")
}

/// Device and inode of an open file.
pub(crate) fn identity(file: BorrowedFd<'_>) -> io::Result<(u64, u64)> {
    let stat = fstat(file)?;
    Ok((stat.st_dev as u64, stat.st_ino as u64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::course::Course;
    use crate::search::statistics::Statistics;

    #[test]
    fn events_arrive_as_they_were_sent() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let mut channel = Channel::of(ours).unwrap();
        let events = [
            Event::Started {
                edges: 3,
                shape: "u8".into(),
                silenced: Vec::new(),
                is_specified: true,
            },
            Event::Finished {
                statistics: Statistics { tests: 9, samples: 4, ..Statistics::default() },
                course: Course::default(),
                cpu_nanoseconds: 5,
                search_nanoseconds: 4,
            },
        ];
        events.iter().for_each(|event| channel.send(event).unwrap());
        drop(channel);
        let mut frames = Frames::new(theirs);
        for event in &events {
            let message = frames.receive().unwrap().unwrap();
            assert_eq!(serde_json::from_slice::<Event>(&message).unwrap(), *event);
        }
        assert_eq!((frames.receive().unwrap(), frames.skipped()), (None, 0));
    }

    #[test]
    fn a_file_that_has_taken_the_number_of_the_socket_is_not_written_to() {
        let (ours, _theirs) = UnixStream::pair().unwrap();
        let mut channel = Channel::of(ours).unwrap();
        let (other, mut read) = UnixStream::pair().unwrap();
        channel.stream = other;
        let error = channel.send(&Event::CannotRun { why: "x".into() }).unwrap_err().to_string();
        assert!(error.contains("has closed the socket"), "{error}");
        drop(channel);
        let mut text = String::new();
        io::Read::read_to_string(&mut read, &mut text).unwrap();
        assert_eq!(text, "");
    }

    #[test]
    fn a_socket_that_was_shut_down_counts_as_closed() {
        let (ours, _theirs) = UnixStream::pair().unwrap();
        let mut channel = Channel::of(ours).unwrap();
        channel.stream.shutdown(std::net::Shutdown::Both).unwrap();
        let error = channel.send(&Event::CannotRun { why: "x".into() }).unwrap_err().to_string();
        assert!(error.contains("has closed the socket"), "{error}");
    }

    #[test]
    fn a_process_with_another_parent_is_no_worker() {
        assert!(std::env::var_os(VARIABLE).is_none());
        assert!(inherited().is_none());
    }
}
