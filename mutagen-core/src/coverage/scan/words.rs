//! The pass in words of eight bytes, for processors without vectors of ours and for modules too small
//! for one; and byte by byte for the smallest.

use super::{Scan, note};
use std::ptr;

/// Eight counters at a time.
pub(super) const WORDS: Scan = Scan { name: "words", least: WIDTH, pass: words };

const WIDTH: usize = 8;

/// See [`super::Pass`].
unsafe fn words(counters: *mut u8, old: *const u8, len: usize, first: u32, found: &mut Vec<u32>) {
    let last = len - WIDTH;
    // SAFETY: `len` is at least a word, so the last word is inside.
    unsafe { word(counters, old, last, first, found) };
    for at in (0..last).step_by(WIDTH) {
        // SAFETY: before the last word.
        unsafe { word(counters, old, at, first, found) };
    }
}

/// # Safety
/// Both pointers must be good for eight bytes at `at`, and `counters` for writing.
#[inline]
unsafe fn word(counters: *mut u8, old: *const u8, at: usize, first: u32, found: &mut Vec<u32>) {
    // SAFETY: promised by the caller; unaligned accesses are used.
    unsafe {
        let counters = counters.add(at).cast::<u64>();
        let hit = ptr::read_unaligned(counters);
        if hit == 0 {
            return;
        }
        ptr::write_unaligned(counters, 0);
        let new = hit & !ptr::read_unaligned(old.add(at).cast::<u64>());
        if new != 0 {
            let bytes = new.to_ne_bytes();
            let mask = (0..WIDTH).filter(|&byte| bytes[byte] != 0).fold(0, |all, b| all | 1 << b);
            note(mask, first + at as u32, found);
        }
    }
}

/// See [`super::Pass`]: any number of counters.
pub(super) unsafe fn bytes(
    counters: *mut u8,
    old: *const u8,
    len: usize,
    first: u32,
    found: &mut Vec<u32>,
) {
    for at in 0..len {
        // SAFETY: the caller promises `len` of both.
        unsafe {
            if ptr::replace(counters.add(at), 0) != 0 && *old.add(at) == 0 {
                found.push(first + at as u32);
            }
        }
    }
}
