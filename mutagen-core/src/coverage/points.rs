//! Coverage points of the engine's own: facts about a test that no branch of the code under test
//! shows. They report themselves as a module does, so each is an edge like any other.

#![allow(unsafe_code)]

use super::callbacks::Registry;
use std::sync::atomic::{AtomicU8, Ordering};

/// How many points there are.
pub const POINTS: usize = 4096;

static COUNTS: [AtomicU8; POINTS] = [const { AtomicU8::new(0) }; POINTS];

/// Makes the points edges of this process. Call it before the first test.
pub fn register() {
    let start = COUNTS.as_ptr().cast::<u8>().cast_mut();
    // SAFETY: these are static bytes that may change behind a shared reference, and all their
    // values are valid. Nothing refers to one of them for longer than an increment.
    unsafe { Registry::of_process().add_counters(start, start.wrapping_add(POINTS)) }
}

/// Hits the point with this number, taken modulo their number.
#[inline]
pub fn hit(point: usize) {
    let count = &COUNTS[point % POINTS];
    // A count must not go back to 0, which would be a point that is not hit.
    let more = count.load(Ordering::Relaxed).saturating_add(1);
    count.store(more, Ordering::Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_ends_at_its_greatest_value() {
        (0..300).for_each(|_| hit(POINTS + 7));
        assert_eq!(COUNTS[7].load(Ordering::Relaxed), u8::MAX);
    }
}
