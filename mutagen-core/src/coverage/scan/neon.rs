//! The pass on 64-bit ARM: sixteen counters at a time; every such processor has the instructions.

use super::{Scan, note};
use std::arch::aarch64::*;

/// Sixteen counters at a time.
pub(super) const NEON: Scan = Scan { name: "NEON", least: 16, pass: neon };

/// See [`super::Pass`].
unsafe fn neon(counters: *mut u8, old: *const u8, len: usize, first: u32, found: &mut Vec<u32>) {
    /// The bits of the counters at `at` that the log has not; the counters become zero.
    ///
    /// # Safety
    /// Both pointers must be good for a vector at `at`, and `counters` for writing.
    #[inline]
    unsafe fn take(counters: *mut u8, old: *const u8, at: usize) -> uint8x16_t {
        // SAFETY: promised by the caller; these accesses need no alignment.
        unsafe {
            let counters = counters.add(at);
            let hit = vld1q_u8(counters);
            vst1q_u8(counters, vdupq_n_u8(0));
            vbicq_u8(hit, vld1q_u8(old.add(at)))
        }
    }
    #[inline]
    fn mask(new: uint8x16_t) -> u64 {
        let mut bytes = [0; 16];
        // SAFETY: sixteen bytes for sixteen lanes.
        unsafe { vst1q_u8(bytes.as_mut_ptr(), new) };
        bytes.iter().zip(0..).filter(|&(&byte, _)| byte != 0).fold(0, |all, (_, at)| all | 1 << at)
    }
    let last = len - 16;
    // SAFETY: `len` is at least a vector, so the last one is inside.
    let tail = unsafe { take(counters, old, last) };
    if vmaxvq_u8(tail) != 0 {
        note(mask(tail), first + last as u32, found);
    }
    let mut at = 0;
    while at + 64 <= len {
        // SAFETY: four vectors end at `at + 64`.
        let new = unsafe {
            [
                take(counters, old, at),
                take(counters, old, at + 16),
                take(counters, old, at + 32),
                take(counters, old, at + 48),
            ]
        };
        let all = vorrq_u8(vorrq_u8(new[0], new[1]), vorrq_u8(new[2], new[3]));
        if vmaxvq_u8(all) != 0 {
            for (part, new) in new.into_iter().enumerate() {
                note(mask(new), first + (at + part * 16) as u32, found);
            }
        }
        at += 64;
    }
    while at < last {
        // SAFETY: before the last vector.
        let new = unsafe { take(counters, old, at) };
        if vmaxvq_u8(new) != 0 {
            note(mask(new), first + at as u32, found);
        }
        at += 16;
    }
}
