//! Frames: the form in which messages cross the socket between supervisor and worker. A frame has a
//! mark, a length and a checksum, so that bytes that are no frame are noticed, counted and passed
//! over.

use crc32fast::hash;
use std::io::{self, Read, Write};

/// The first bytes of each frame.
const MARK: [u8; 4] = *b"\x01mgf";

/// The length of the head: mark, length and checksum.
const HEAD: usize = 12;

/// The longest message in bytes. A longer one is cut by its sender.
pub const LONGEST: usize = 64 << 20;

/// Writes a message as one frame.
///
/// # Errors
/// When the stream fails, or the message is longer than 64 MiB.
pub fn write(stream: &mut impl Write, message: &[u8]) -> io::Result<()> {
    if message.len() > LONGEST {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let mut frame = Vec::with_capacity(HEAD + message.len());
    frame.extend_from_slice(&MARK);
    frame.extend_from_slice(&(message.len() as u32).to_le_bytes());
    frame.extend_from_slice(&hash(message).to_le_bytes());
    frame.extend_from_slice(message);
    stream.write_all(&frame)
}

/// Reads frames from a stream.
#[derive(Debug)]
pub struct Frames<R> {
    stream: R,
    /// The bytes that were read and belong to no frame yet.
    pending: Vec<u8>,
    /// How many bytes were passed over because they belong to no frame.
    skipped: u64,
}

impl<R: Read> Frames<R> {
    /// Reads the frames of this stream.
    pub fn new(stream: R) -> Frames<R> {
        Frames { stream, pending: Vec::new(), skipped: 0 }
    }

    /// How many bytes were passed over so far because they belong to no frame.
    pub fn skipped(&self) -> u64 {
        self.skipped
    }

    /// The next message; `None` at the end of the stream. The rest of the stream is then counted as
    /// skipped.
    ///
    /// # Errors
    /// When the stream fails.
    pub fn receive(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            if let Some(message) = self.take() {
                return Ok(Some(message));
            }
            let before = self.pending.len();
            self.pending.resize(before + 64 * 1024, 0);
            let read = match self.stream.read(&mut self.pending[before..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => 0,
                Err(error) => {
                    self.pending.truncate(before);
                    return Err(error);
                }
                Ok(0) => {
                    self.pending.truncate(before);
                    self.skip(before.min(1));
                    match self.take() {
                        Some(message) => return Ok(Some(message)),
                        None if self.pending.is_empty() => return Ok(None),
                        None => continue,
                    }
                }
                Ok(read) => read,
            };
            self.pending.truncate(before + read);
        }
    }

    /// Takes the first frame of the pending bytes, if it is complete.
    fn take(&mut self) -> Option<Vec<u8>> {
        loop {
            let start = memchr::memmem::find(&self.pending, &MARK);
            // A mark may be cut at the end.
            let start = start.unwrap_or(self.pending.len().saturating_sub(MARK.len() - 1));
            self.skip(start);
            let word = |at: usize| {
                let bytes = self.pending.get(at..at + 4)?;
                Some(u32::from_le_bytes(bytes.try_into().ok()?))
            };
            if !self.pending.starts_with(&MARK) {
                return None;
            }
            let (length, checksum) = (word(4)? as usize, word(8)?);
            if length > LONGEST {
                self.skip(1);
                continue;
            }
            let message = self.pending.get(HEAD..HEAD + length)?;
            if hash(message) == checksum {
                let message = message.to_vec();
                self.pending.drain(..HEAD + length);
                return Some(message);
            }
            self.skip(1);
        }
    }

    fn skip(&mut self, bytes: usize) {
        self.skipped += bytes as u64;
        self.pending.drain(..bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::seed;
    use rand::Rng;

    fn framed(message: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        write(&mut bytes, message).unwrap();
        bytes
    }

    fn all(bytes: &[u8]) -> (Vec<Vec<u8>>, u64) {
        let mut frames = Frames::new(bytes);
        let mut messages = Vec::new();
        while let Some(message) = frames.receive().unwrap() {
            messages.push(message);
        }
        (messages, frames.skipped())
    }

    #[test]
    fn what_lies_between_frames_is_counted_and_loses_none_of_them() {
        let bytes =
            [b"garbage\n".as_slice(), &framed(b"one"), b"\x01mg", &framed(b""), b"\xff\x01"];
        let (messages, skipped) = all(&bytes.concat());
        assert_eq!(messages, [b"one".to_vec(), Vec::new()]);
        assert_eq!(skipped, 8 + 3 + 2);
    }

    #[test]
    fn a_changed_frame_is_passed_over_and_the_next_one_is_read() {
        for at in 0..framed(b"first message").len() {
            let mut first = framed(b"first message");
            first[at] ^= 4;
            let (messages, skipped) = all(&[first.clone(), framed(b"second")].concat());
            assert_eq!(messages, [b"second".to_vec()], "byte {at}");
            assert_eq!(skipped, first.len() as u64);
        }
    }

    #[test]
    fn no_bytes_make_the_reader_fail_or_go_on_for_ever() {
        let mut random = seed::random(5);
        for _ in 0..2000 {
            let mut bytes = [framed(b"some text"), framed(&[0; 100])].concat();
            for _ in 0..random.next_u32() % 4 {
                let at = random.next_u32() as usize % bytes.len();
                bytes[at] = random.next_u32() as u8;
            }
            bytes.truncate(random.next_u32() as usize % (bytes.len() + 1));
            let (messages, skipped) = all(&bytes);
            let read: usize = messages.iter().map(|message| HEAD + message.len()).sum();
            assert_eq!(read as u64 + skipped, bytes.len() as u64);
        }
    }
}
