//! The pass on 64-bit ARM: sixteen counters at a time; every such processor has the instructions.

use super::{Scan, note, to_aligned};
use std::arch::aarch64::*;

/// Sixteen counters at a time.
pub(super) const NEON: Scan = Scan { name: "NEON", least: 16, pass: neon };

/// See [`super::Pass`].
#[target_feature(enable = "neon")]
unsafe fn neon(counters: *const u8, old: *const u8, len: usize, first: u32, found: &mut Vec<u32>) {
    /// The bits of the counters at `at` that the log has not.
    ///
    /// # Safety
    /// Both pointers must be good for a vector at `at`.
    #[inline]
    #[target_feature(enable = "neon")]
    unsafe fn new_at(counters: *const u8, old: *const u8, at: usize) -> uint8x16_t {
        // SAFETY: promised by the caller; these reads need no alignment.
        unsafe { vbicq_u8(vld1q_u8(counters.add(at)), vld1q_u8(old.add(at))) }
    }
    #[inline]
    #[target_feature(enable = "neon")]
    fn mask(new: uint8x16_t) -> u64 {
        let mut bytes = [0; 16];
        // SAFETY: sixteen bytes for sixteen lanes.
        unsafe { vst1q_u8(bytes.as_mut_ptr(), new) };
        bytes.iter().zip(0..).filter(|&(&byte, _)| byte != 0).fold(0, |all, (_, at)| all | 1 << at)
    }
    let last = len - 16;
    for at in [0, last] {
        // SAFETY: `len` is at least a vector, so both are inside.
        let new = unsafe { new_at(counters, old, at) };
        if vmaxvq_u8(new) != 0 {
            note(mask(new), first + at as u32, found);
        }
    }
    let mut at = to_aligned(counters, 16);
    while at + 64 <= len {
        // SAFETY: four vectors end at `at + 64`.
        let new = unsafe {
            [
                new_at(counters, old, at),
                new_at(counters, old, at + 16),
                new_at(counters, old, at + 32),
                new_at(counters, old, at + 48),
            ]
        };
        if vmaxvq_u8(vorrq_u8(vorrq_u8(new[0], new[1]), vorrq_u8(new[2], new[3]))) != 0 {
            for (part, new) in new.into_iter().enumerate() {
                note(mask(new), first + (at + part * 16) as u32, found);
            }
        }
        at += 64;
    }
    while at < last {
        // SAFETY: before the last vector.
        let new = unsafe { new_at(counters, old, at) };
        if vmaxvq_u8(new) != 0 {
            note(mask(new), first + at as u32, found);
        }
        at += 16;
    }
}
