//! The passes on 64-bit ARM: sixteen counters at a time; every such processor has the instructions.

use super::{ROW, Row, Scan};
use std::arch::aarch64::*;

/// Sixteen counters at a time.
pub(super) const NEON: Scan = Scan { name: "NEON", any, hit, zero };

/// See [`super::Any`].
#[target_feature(enable = "neon")]
unsafe fn any(rows: &[Row], old: *const u8) -> bool {
    let mut new = vdupq_n_u8(0);
    for row in rows {
        for half in [0, ROW / 2] {
            // SAFETY: half a row of counters, and the log has as many bytes; these reads need no alignment.
            new = vorrq_u8(new, unsafe {
                let hit = vld1q_u8(row.counters.start().add(half));
                vbicq_u8(hit, vld1q_u8(old.add(row.first as usize + half)))
            });
        }
    }
    vmaxvq_u8(new) != 0
}

/// See [`super::Hit`].
#[target_feature(enable = "neon")]
unsafe fn hit(rows: &[Row]) -> bool {
    let mut hit = vdupq_n_u8(0);
    for row in rows {
        for half in [0, ROW / 2] {
            // SAFETY: half a row of counters; this read needs no alignment.
            hit = vorrq_u8(hit, unsafe { vld1q_u8(row.counters.start().add(half)) });
        }
    }
    vmaxvq_u8(hit) != 0
}

/// See [`super::Zero`].
#[target_feature(enable = "neon")]
unsafe fn zero(rows: &[Row]) {
    for row in rows {
        for half in [0, ROW / 2] {
            // SAFETY: half a row of counters; this write needs no alignment.
            unsafe { vst1q_u8(row.counters.start().add(half), vdupq_n_u8(0)) };
        }
    }
}
