//! Frames: the form in which messages cross the socket between supervisor and worker. A frame has a
//! mark, a length and checksums, so that bytes that are no frame are noticed, counted and passed
//! over. The head has a checksum of its own, so that a wrong length does not make the reader wait
//! for bytes that never come.

use crc32fast::hash;
use std::io::{self, Read, Write};

/// The first bytes of each frame.
const MARK: [u8; 4] = *b"\x01mgf";

/// The length of the head: mark, length, checksum of the message, and checksum of the head so far.
const HEAD: usize = 16;

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
    frame.extend_from_slice(&hash(&frame).to_le_bytes());
    frame.extend_from_slice(message);
    stream.write_all(&frame)
}

/// Reads frames from a stream.
#[derive(Debug)]
pub struct Frames<R> {
    stream: R,
    /// Where the stream writes to.
    buffer: Box<[u8]>,
    /// The bytes that were read and belong to no frame yet.
    pending: Vec<u8>,
    /// How many bytes were passed over because they belong to no frame.
    skipped: u64,
}

impl<R: Read> Frames<R> {
    /// Reads the frames of this stream.
    pub fn new(stream: R) -> Frames<R> {
        let buffer = vec![0; 64 * 1024].into();
        Frames { stream, buffer, pending: Vec::new(), skipped: 0 }
    }

    /// The stream.
    pub fn stream(&self) -> &R {
        &self.stream
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
            match self.stream.read(&mut self.buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
                Ok(0) if self.pending.is_empty() => return Ok(None),
                // The rest of a frame never comes, but another one may be in what did.
                Ok(0) => self.skip(1),
                Ok(read) => self.pending.extend_from_slice(&self.buffer[..read]),
            }
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
            if word(12)? != hash(&self.pending[..12]) || length > LONGEST {
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
    use crate::mutated::{VERSIONS, slowest};
    use std::os::unix::net::UnixStream;
    use std::time::Duration;

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
    fn a_frame_of_a_wrong_length_does_not_hold_up_the_next_one() {
        let (mut sender, receiver) = UnixStream::pair().unwrap();
        receiver.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut frames = Frames::new(receiver);
        for length in [LONGEST as u32, LONGEST as u32 + 1, u32::MAX, 14] {
            let mut first = framed(b"first message");
            first[MARK.len()..][..4].copy_from_slice(&length.to_le_bytes());
            sender.write_all(&first).unwrap();
            write(&mut sender, b"second").unwrap();
            assert_eq!(frames.receive().unwrap().as_deref(), Some(&b"second"[..]));
        }
    }

    #[test]
    fn mutated_streams_give_only_messages_that_were_sent() {
        let sent = [b"some text".to_vec(), vec![0; 100], b"{\"Note\":{\"text\":\"x\"}}".to_vec()];
        let bytes: Vec<u8> = sent.iter().cycle().take(9).flat_map(|sent| framed(sent)).collect();
        assert_eq!(all(&bytes), (sent.iter().cycle().take(9).cloned().collect(), 0));
        let (mut whole, mut lost) = (0, 0);
        let slowest = slowest(VERSIONS, &bytes, |version| {
            let (messages, skipped) = all(version);
            assert!(messages.iter().all(|message| sent.contains(message)));
            let read: usize = messages.iter().map(|message| HEAD + message.len()).sum();
            assert_eq!(read as u64 + skipped, version.len() as u64);
            whole += u64::from(skipped == 0);
            lost += u64::from(skipped > 0);
        });
        assert!(slowest < Duration::from_secs(1), "{slowest:?}");
        assert!(lost > VERSIONS / 2 && whole > 0, "{lost} {whole}");
    }
}
