//! The newest lines of a journal, in memory that outlives the process: a small file that is mapped.
//! To put a line there costs a copy and no system call, and whatever becomes of the worker, the
//! next one finds what the last one put there.

// A mapped file is memory that the system also writes to.
#![allow(unsafe_code)]

use memmap2::{MmapOptions, MmapRaw};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::ptr;

/// Bytes of the file: the length of what is there, then that.
const SIZE: usize = 16 * 1024;

const HEAD: usize = size_of::<u64>();

/// The newest lines.
pub(super) struct Tail {
    map: MmapRaw,
    len: usize,
}

impl Tail {
    /// A new one, in place of what is there.
    ///
    /// # Errors
    /// When the file cannot be made.
    pub(super) fn create(path: &Path) -> io::Result<Tail> {
        match fs::remove_file(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut file = File::options().read(true).write(true).create_new(true).open(path)?;
        // Written and not only as long: where the disk is full, a write says so, and a mapping
        // kills.
        file.write_all(&[0; SIZE])?;
        Ok(Tail { map: MmapOptions::new().len(SIZE).map_raw(&file)?, len: 0 })
    }

    /// What the last process left; nothing if there is no such file.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(super) fn read(path: &Path) -> io::Result<String> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(String::new()),
            Err(error) => return Err(error),
        };
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

    /// What is there.
    pub(super) fn lines(&self) -> &[u8] {
        // SAFETY: so many bytes were written there, and they are not written to while they are
        // borrowed.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().add(HEAD), self.len) }
    }

    /// Takes everything away.
    pub(super) fn clear(&mut self) {
        self.set_len(0);
    }

    /// After the bytes: a process that is killed in between leaves what was complete.
    fn set_len(&mut self, len: usize) {
        self.len = len;
        // SAFETY: the mapping begins at a page, and is longer than its head. Volatile: the order of
        // this write and those before matters to the next process only, which the compiler does not
        // know of.
        unsafe { ptr::write_volatile(self.map.as_mut_ptr().cast(), (len as u64).to_le()) };
    }
}
