//! A part of the journal's file that is mapped into memory. What is written there survives a crash
//! of the process, and takes no system call, which would cost more than a test. A process that is
//! killed in the middle of a write leaves no part of it.

// A mapped file is memory that other processes also read.
#![allow(unsafe_code)]

use memmap2::{MmapOptions, MmapRaw};
use std::fs::File;
use std::io;
use std::ptr;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// Mapped bytes of a file.
pub(super) struct Mapped {
    map: MmapRaw,
}

impl Mapped {
    /// Maps `length` bytes of a file from this offset on. The file must have these bytes, and
    /// nobody may shorten it.
    pub(super) fn of(file: &File, offset: u64, length: usize) -> io::Result<Mapped> {
        if file.metadata()?.len() < offset + length as u64 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(Mapped { map: MmapOptions::new().offset(offset).len(length).map_raw(file)? })
    }

    /// How many bytes are mapped.
    pub(super) fn len(&self) -> usize {
        self.map.len()
    }

    /// Writes these bytes, the first of them last, so that a reader who ends at the first zero sees
    /// all of them or none.
    ///
    /// # Panics
    /// When there are none, or they do not fit.
    pub(super) fn write(&mut self, at: usize, bytes: &[u8]) {
        assert!(at + bytes.len() <= self.len(), "the bytes do not fit");
        let (first, rest) = (bytes[0], &bytes[1..]);
        // SAFETY: the bytes fit (checked above) into the mapping, which is writable and to which
        // nothing else in this process refers. The store is a release, so that the compiler does
        // not move it before the copy.
        unsafe {
            let begin = self.map.as_mut_ptr().add(at);
            ptr::copy_nonoverlapping(rest.as_ptr(), begin.add(1), rest.len());
            AtomicU8::from_ptr(begin).store(first, Ordering::Release);
        }
    }

    /// Writes zeros, the first of them first, so that a reader who ends at the first zero sees all
    /// of the old bytes or none.
    ///
    /// # Panics
    /// When they do not fit.
    pub(super) fn clear(&mut self, at: usize, length: usize) {
        assert!(at + length <= self.len(), "the bytes are not there");
        if length == 0 {
            return;
        }
        // SAFETY: as for `write`.
        unsafe {
            let begin = self.map.as_mut_ptr().add(at);
            AtomicU8::from_ptr(begin).store(0, Ordering::Release);
            ptr::write_bytes(begin, 0, length);
        }
    }

    /// Stores words, in the byte order of the machine.
    ///
    /// # Panics
    /// When they do not fit or `at` is no multiple of 8.
    #[inline]
    pub(super) fn store(&mut self, at: usize, words: &[u64]) {
        assert!(at.is_multiple_of(8) && at + words.len() * 8 <= self.len(), "no place for words");
        for (word, place) in words.iter().zip(0..) {
            // SAFETY: the word lies in the mapping (checked above), which begins at a page boundary
            // if its offset in the file does; `at` is a multiple of 8.
            unsafe {
                let place = self.map.as_mut_ptr().add(at).cast::<u64>().add(place);
                AtomicU64::from_ptr(place).store(*word, Ordering::Release);
            }
        }
    }
}
