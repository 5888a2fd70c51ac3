//! The passes on 64-bit ARM, 16 counters at a time. Every such processor has these instructions.

use super::encoding::Tables;
use super::variant::{SpanView, Tallier, Tally, note};
use std::arch::aarch64::*;

/// The variant with NEON.
pub(super) const NEON: Tallier =
    Tallier { name: "NEON", buckets: sum::<false>, edges: sum::<true>, fresh };

/// See [`super::variant::Sum`]. Tallies edges or buckets.
#[target_feature(enable = "neon")]
unsafe fn sum<const EDGES: bool>(span: &SpanView<'_>) -> Tally {
    let mut sum = vdupq_n_u64(0);
    let mut load = 0;
    let tables = LookupTable::load(const { if EDGES { &Tables::HITS } else { &Tables::NUMBERS } });
    let visit = |at: usize, caps: *const u8, keys: *const u32| {
        let counters = span.counters.wrapping_add(at);
        // SAFETY: `each_block` visits what the span has.
        unsafe {
            if none_hit(counters) {
                return;
            }
            // The 32 bytes of a half are 2 rows. The rows with the upper numbers are 2 rows further
            // on.
            for part in 0..4 {
                let place = part / 2 * 4 + part % 2;
                let low = vminq_u8(row(counters, place), row(caps, place));
                let high = vminq_u8(row(counters, place + 2), row(caps, place + 2));
                let (low_numbers, high_numbers) = (tables.classify(low), tables.classify(high));
                let loads = if EDGES { [low_numbers, high_numbers] } else { [low, high] };
                load += loads.into_iter().map(|part| u64::from(vaddlvq_u8(part))).sum::<u64>();
                let both = vorrq_u8(low_numbers, vshlq_n_u8::<4>(high_numbers));
                let words = vreinterpretq_u32_u8(both);
                let keys = vreinterpretq_u32_u8(row(keys.cast(), part));
                sum = vmlal_u32(sum, vget_low_u32(words), vget_low_u32(keys));
                sum = vmlal_high_u32(sum, words, keys);
            }
        }
    };
    // SAFETY: promised by the caller.
    unsafe { span.each_block(visit) };
    Tally { sum: vaddvq_u64(sum), load }
}

/// See [`super::variant::Fresh`].
#[target_feature(enable = "neon")]
unsafe fn fresh(span: &SpanView<'_>, seen: *const u8, first: u32, found: &mut Vec<u32>) {
    let tables = LookupTable::load(&Tables::BITS);
    let visit = |at: usize, caps: *const u8, _: *const u32| {
        let (counters, seen) = (span.counters.wrapping_add(at), seen.wrapping_add(at));
        // SAFETY: `each_block` visits what the span has, and there are as many bytes of seen
        // buckets.
        unsafe {
            if none_hit(counters) {
                return;
            }
            for part in 0..8 {
                let bits = tables.classify(vminq_u8(row(counters, part), row(caps, part)));
                let new = vbicq_u8(bits, row(seen, part));
                if vmaxvq_u8(new) != 0 {
                    note(mask(new), first + (at + part * 16) as u32, found);
                }
            }
        }
    };
    // SAFETY: promised by the caller.
    unsafe { span.each_block(visit) }
}

/// The tables in registers.
#[derive(Clone, Copy)]
struct LookupTable {
    low: uint8x16_t,
    high: uint8x16_t,
}

impl LookupTable {
    #[inline]
    #[target_feature(enable = "neon")]
    fn load(tables: &Tables) -> LookupTable {
        // SAFETY: both tables have 16 bytes.
        let (low, high) =
            unsafe { (vld1q_u8(tables.low.as_ptr()), vld1q_u8(tables.high.as_ptr())) };
        LookupTable { low, high }
    }

    /// The entries for 16 counts. A lookup returns 0 for an index outside the table.
    #[inline]
    #[target_feature(enable = "neon")]
    fn classify(self, counts: uint8x16_t) -> uint8x16_t {
        let upper = vshrq_n_u8::<4>(counts);
        vorrq_u8(vqtbl1q_u8(self.low, counts), vqtbl1q_u8(self.high, upper))
    }
}

/// # Safety
/// The pointer must be valid for a vector at that row.
#[inline]
#[target_feature(enable = "neon")]
unsafe fn row(start: *const u8, row: usize) -> uint8x16_t {
    // SAFETY: promised by the caller; these reads need no alignment.
    unsafe { vld1q_u8(start.add(row * 16)) }
}

/// # Safety
/// The pointer must be valid for a block.
#[inline]
#[target_feature(enable = "neon")]
unsafe fn none_hit(counters: *const u8) -> bool {
    let mut any = vdupq_n_u8(0);
    for part in 0..8 {
        // SAFETY: promised by the caller.
        any = vorrq_u8(any, unsafe { row(counters, part) });
    }
    vmaxvq_u8(any) == 0
}

#[inline]
#[target_feature(enable = "neon")]
fn mask(new: uint8x16_t) -> u64 {
    let mut bytes = [0; 16];
    // SAFETY: `bytes` has room for the 16 lanes.
    unsafe { vst1q_u8(bytes.as_mut_ptr(), new) };
    bytes.iter().zip(0..).filter(|&(&byte, _)| byte != 0).fold(0, |all, (_, at)| all | 1 << at)
}
