//! The passes on 64-bit ARM: sixteen counters at a time; every such processor has the instructions.

use super::{BLOCK, Ground, KEYS, Tallier, Tally, note, share};
use std::arch::aarch64::*;

/// Sixteen counters at a time.
pub(super) const NEON: Tallier =
    Tallier { name: "NEON", buckets: neon::<false>, edges: neon::<true> };

/// The buckets of counts below 16, and those of the upper half of greater ones.
static LOW: [u8; 16] = [0, 1, 2, 4, 8, 8, 8, 8, 16, 16, 16, 16, 16, 16, 16, 16];
static HIGH: [u8; 16] = [0, 32, 64, 64, 64, 64, 64, 64, 128, 128, 128, 128, 128, 128, 128, 128];

const ROWS: usize = BLOCK / 16;

/// See [`super::Pass`]; by edges alone or by buckets.
#[target_feature(enable = "neon")]
unsafe fn neon<const EDGES: bool>(ground: &Ground, found: &mut Vec<u32>) -> Tally {
    let (mut at, mut tally) = (0, Tally::default());
    while at + BLOCK <= ground.len {
        // SAFETY: the block is inside.
        let own = unsafe { block::<EDGES>(ground, at, ground.caps.add(at), found) };
        tally.hash = tally.hash.wrapping_add(own.hash);
        tally.load += own.load;
        at += BLOCK;
    }
    if at < ground.len {
        // SAFETY: there is at least one block, so the last one is inside.
        let own = unsafe { block::<EDGES>(ground, ground.len - BLOCK, ground.tail, found) };
        tally.hash = tally.hash.wrapping_add(own.hash);
        tally.load += own.load;
    }
    tally
}

/// The block at `at`, whose caps are those given.
///
/// # Safety
/// There must be a block of everything.
#[inline]
#[target_feature(enable = "neon")]
unsafe fn block<const EDGES: bool>(
    ground: &Ground,
    at: usize,
    caps: *const u8,
    found: &mut Vec<u32>,
) -> Tally {
    let row = |start: *const u8, row: usize| {
        // SAFETY: promised by the caller; these reads need no alignment.
        unsafe { vld1q_u8(start.add(row * 16)) }
    };
    let counters = ground.counters.wrapping_add(at);
    let mut any = row(counters, 0);
    for part in 1..ROWS {
        any = vorrq_u8(any, row(counters, part));
    }
    if vmaxvq_u8(any) == 0 {
        return Tally::default();
    }
    let mut sum = vdupq_n_u64(0);
    let mut load = 0;
    for part in 0..ROWS {
        let counts = vminq_u8(row(counters, part), row(caps, part));
        let bits = if EDGES { vminq_u8(counts, vdupq_n_u8(1)) } else { buckets(counts) };
        load += u64::from(vaddlvq_u8(if EDGES { bits } else { counts }));
        if !EDGES {
            let new = vbicq_u8(bits, row(ground.seen.wrapping_add(at), part));
            if vmaxvq_u8(new) != 0 {
                note(mask(new), ground.first + (at + part * 16) as u32, found);
            }
        }
        let keys = vreinterpretq_u32_u8(row(KEYS.0.as_ptr().cast(), part));
        let words = vreinterpretq_u64_u32(vaddq_u32(vreinterpretq_u32_u8(bits), keys));
        sum = vmlal_u32(sum, vmovn_u64(words), vshrn_n_u64::<32>(words));
    }
    Tally { hash: share(vaddvq_u64(sum), ground.first + at as u32), load }
}

/// The buckets of sixteen counts. A look-up gives 0 where there is no such entry.
#[inline]
#[target_feature(enable = "neon")]
fn buckets(counts: uint8x16_t) -> uint8x16_t {
    // SAFETY: sixteen bytes each.
    let (low, high) = unsafe { (vld1q_u8(LOW.as_ptr()), vld1q_u8(HIGH.as_ptr())) };
    vorrq_u8(vqtbl1q_u8(low, counts), vqtbl1q_u8(high, vshrq_n_u8::<4>(counts)))
}

#[inline]
#[target_feature(enable = "neon")]
fn mask(new: uint8x16_t) -> u64 {
    let mut bytes = [0; 16];
    // SAFETY: sixteen bytes for sixteen lanes.
    unsafe { vst1q_u8(bytes.as_mut_ptr(), new) };
    bytes.iter().zip(0..).filter(|&(&byte, _)| byte != 0).fold(0, |all, (_, at)| all | 1 << at)
}
