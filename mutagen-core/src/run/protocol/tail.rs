//! The newest lines of a journal, in a small mapped file that outlives the process. Appending a
//! line is a copy without a system call. If the worker crashes, the next worker finds the lines
//! there.

// A mapped file is memory that the system also writes to.
#![allow(unsafe_code)]

use super::file::{create_mapped, if_exists};
use memmap2::MmapRaw;
use std::fs;
use std::io;
use std::path::Path;
use std::ptr;

/// The size of the file in bytes. It holds the length of the lines, and then the lines.
const SIZE: usize = 16 * 1024;

const HEAD: usize = size_of::<u64>();

/// The newest lines.
pub(super) struct Tail {
    map: MmapRaw,
    len: usize,
}

impl Tail {
    /// Makes an empty tail and replaces the file.
    ///
    /// # Errors
    /// When the file cannot be made.
    pub(super) fn create(path: &Path) -> io::Result<Tail> {
        Ok(Tail { map: create_mapped(path, SIZE)?, len: 0 })
    }

    /// The lines that the last process left; empty if there is no file.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(super) fn read(path: &Path) -> io::Result<String> {
        let bytes = if_exists(fs::read(path))?.unwrap_or_default();
        let Some((head, rest)) = bytes.split_first_chunk::<HEAD>() else {
            return Ok(String::new());
        };
        let len = usize::try_from(u64::from_le_bytes(*head)).unwrap_or(usize::MAX);
        Ok(String::from_utf8_lossy(rest.get(..len).unwrap_or_default()).into_owned())
    }

    /// Appends a line, if there is room for it.
    pub(super) fn append(&mut self, line: &[u8]) -> bool {
        let fits = HEAD + self.len + line.len() <= SIZE;
        if fits {
            // SAFETY: the mapping is `SIZE` bytes long, writable, and nothing else has a reference
            // to it.
            unsafe {
                let end = self.map.as_mut_ptr().add(HEAD + self.len);
                ptr::copy_nonoverlapping(line.as_ptr(), end, line.len());
            }
            self.set_len(self.len + line.len());
        }
        fits
    }

    /// The lines in the tail.
    pub(super) fn lines(&self) -> &[u8] {
        // SAFETY: `len` bytes were written there, and they are not written to while they are
        // borrowed.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().add(HEAD), self.len) }
    }

    /// Removes all lines.
    pub(super) fn clear(&mut self) {
        self.set_len(0);
    }

    /// Sets the length. The caller writes the bytes first, so that a process that is killed in
    /// between leaves only whole lines.
    fn set_len(&mut self, len: usize) {
        self.len = len;
        // SAFETY: the mapping begins at a page, and is longer than its head. The write is volatile
        // because only the next process depends on its order after the earlier writes, and the
        // compiler does not know that.
        unsafe { ptr::write_volatile(self.map.as_mut_ptr().cast(), (len as u64).to_le()) };
    }
}
