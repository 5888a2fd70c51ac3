//! The passes in words of eight bytes, for processors without vectors of ours.

use super::{ROW, Row, Scan};
use std::ptr;

/// Eight counters at a time.
#[cfg_attr(
    any(target_arch = "x86_64", target_arch = "aarch64"),
    allow(dead_code, reason = "tests compare it with the others")
)]
pub(super) const WORDS: Scan = Scan { name: "words", any, hit, zero };

const WIDTH: usize = size_of::<u64>();

/// See [`super::Any`].
unsafe fn any(rows: &[Row], old: *const u8) -> bool {
    let mut new = 0;
    for row in rows {
        let (hit, old) = (row.counters.start(), old.wrapping_add(row.first as usize));
        for at in (0..ROW).step_by(WIDTH) {
            // SAFETY: a word of a row, and the log has as many bytes; unaligned reads are used.
            new |= unsafe {
                ptr::read_unaligned(hit.add(at).cast::<u64>())
                    & !ptr::read_unaligned(old.add(at).cast::<u64>())
            };
        }
    }
    new != 0
}

/// See [`super::Hit`].
unsafe fn hit(rows: &[Row]) -> bool {
    let mut hit = 0;
    for row in rows {
        for at in (0..ROW).step_by(WIDTH) {
            // SAFETY: a word of a row; an unaligned read is used.
            hit |= unsafe { ptr::read_unaligned(row.counters.start().add(at).cast::<u64>()) };
        }
    }
    hit != 0
}

/// See [`super::Zero`].
unsafe fn zero(rows: &[Row]) {
    for row in rows {
        row.counters.zero();
    }
}
