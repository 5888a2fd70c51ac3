//! The pass in words of eight bytes, for processors without vectors of ours and for modules too small
//! for one; and byte by byte for the smallest.

use super::{Scan, note};
use std::ptr;

/// Eight counters at a time.
pub(super) const WORDS: Scan = Scan { name: "words", least: WIDTH, pass: words };

const WIDTH: usize = 8;

/// See [`super::Pass`].
unsafe fn words(counters: *const u8, old: *const u8, len: usize, first: u32, found: &mut Vec<u32>) {
    let last = len - WIDTH;
    for at in (0..last).step_by(WIDTH).chain([last]) {
        // SAFETY: `len` is at least a word, so the last word is inside, and the others are before it;
        // unaligned reads are used.
        let new = unsafe {
            let hit = ptr::read_unaligned(counters.add(at).cast::<u64>());
            hit & !ptr::read_unaligned(old.add(at).cast::<u64>())
        };
        if new != 0 {
            let bytes = new.to_ne_bytes();
            let set = (0..WIDTH).filter(|&byte| bytes[byte] != 0);
            note(set.fold(0, |mask, byte| mask | 1 << byte), first + at as u32, found);
        }
    }
}

/// See [`super::Pass`]: any number of counters.
pub(super) unsafe fn bytes(
    counters: *const u8,
    old: *const u8,
    len: usize,
    first: u32,
    found: &mut Vec<u32>,
) {
    for at in 0..len {
        // SAFETY: the caller promises `len` bytes of both.
        if unsafe { *counters.add(at) != 0 && *old.add(at) == 0 } {
            found.push(first + at as u32);
        }
    }
}
