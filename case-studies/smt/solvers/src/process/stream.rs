//! An output stream of a process, read without waiting.

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

/// A stream and what was read from it.
#[derive(Debug)]
pub(super) struct Stream {
    file: File,
    pub(super) bytes: Vec<u8>,
    is_closed: bool,
}

impl Stream {
    /// The stream behind a pipe.
    pub(super) fn new(pipe: OwnedFd) -> io::Result<Stream> {
        let flags = fcntl_getfl(pipe.as_fd())?;
        fcntl_setfl(pipe.as_fd(), flags | OFlags::NONBLOCK)?;
        Ok(Stream { file: File::from(pipe), bytes: Vec::new(), is_closed: false })
    }

    /// The pipe, unless its other end was closed.
    pub(super) fn open(&self) -> Option<BorrowedFd<'_>> {
        (!self.is_closed).then(|| self.file.as_fd())
    }

    /// Reads what is there, so that there are at most `most` bytes in all.
    pub(super) fn read(&mut self, most: usize) -> io::Result<()> {
        let mut buffer = [0; 1 << 14];
        while !self.is_closed {
            let room = most.saturating_sub(self.bytes.len()).min(buffer.len());
            if room == 0 {
                return Ok(());
            }
            match self.file.read(&mut buffer[..room]) {
                Ok(0) => self.is_closed = true,
                Ok(read) => self.bytes.extend_from_slice(&buffer[..read]),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}
