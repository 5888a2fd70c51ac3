//! The passes with a lookup for each byte of the blocks that were hit, for processors without
//! supported vector instructions.

use super::encoding::CountEncoding;
use super::variant::{SpanView, Tallier, Tally};
use crate::coverage::layout::{BLOCK, KEYS};
use std::slice;

/// The variant without vector instructions.
#[cfg_attr(
    all(not(test), target_arch = "aarch64"),
    allow(dead_code, reason = "NEON is always there")
)]
pub(super) const WORDS: Tallier =
    Tallier { name: "words", buckets: sum::<false>, edges: sum::<true>, fresh };

/// The encoding of each count.
const fn table(kind: CountEncoding) -> [u8; 256] {
    let (mut table, mut count) = ([0; 256], 0);
    while count < 256 {
        table[count] = kind.of(count as u8);
        count += 1;
    }
    table
}

static NUMBERS: [u8; 256] = table(CountEncoding::Numbers);
static HITS: [u8; 256] = table(CountEncoding::Hits);
static BITS: [u8; 256] = table(CountEncoding::Bits);

/// See [`super::variant::Sum`]. Tallies edges or buckets.
unsafe fn sum<const EDGES: bool>(span: &SpanView<'_>) -> Tally {
    let table = if EDGES { &HITS } else { &NUMBERS };
    let mut tally = Tally::default();
    let visit = |at: usize, caps: *const u8, keys: *const u32| {
        // SAFETY: `each_block` visits what the span has.
        let Some(counts) = (unsafe { counts(span, at, caps) }) else { return };
        // SAFETY: as above.
        let keys = unsafe { slice::from_raw_parts(keys, KEYS) };
        for (half, keys) in counts.chunks_exact(BLOCK / 2).zip(keys.chunks_exact(KEYS / 2)) {
            let (low, high) = half.split_at(BLOCK / 4);
            let words = low.chunks_exact(4).zip(high.chunks_exact(4));
            for ((low, high), &key) in words.zip(keys) {
                let mut bytes = [0; 4];
                for at in 0..4 {
                    let numbers = [low[at], high[at]].map(|count| table[usize::from(count)]);
                    bytes[at] = numbers[0] | numbers[1] << 4;
                    let loads = if EDGES { numbers } else { [low[at], high[at]] };
                    tally.load += u64::from(loads[0]) + u64::from(loads[1]);
                }
                let product = u64::from(u32::from_le_bytes(bytes)) * u64::from(key);
                tally.sum = tally.sum.wrapping_add(product);
            }
        }
    };
    // SAFETY: promised by the caller.
    unsafe { span.each_block(visit) };
    tally
}

/// See [`super::variant::Fresh`].
unsafe fn fresh(span: &SpanView<'_>, seen: *const u8, first: u32, found: &mut Vec<u32>) {
    let visit = |at: usize, caps: *const u8, _: *const u32| {
        // SAFETY: `each_block` visits what the span has.
        let Some(counts) = (unsafe { counts(span, at, caps) }) else { return };
        // SAFETY: there are as many bytes of seen buckets as counters.
        let seen = unsafe { slice::from_raw_parts(seen.add(at), BLOCK) };
        for (edge, (&count, &seen)) in (first + at as u32..).zip(counts.iter().zip(seen)) {
            if BITS[usize::from(count)] & !seen != 0 {
                found.push(edge);
            }
        }
    };
    // SAFETY: promised by the caller.
    unsafe { span.each_block(visit) }
}

/// The counts of a block, limited by the caps; `None` if nothing was hit.
///
/// # Safety
/// `at` must be the start of a block of counters, and `caps` must be valid for a block.
#[inline]
unsafe fn counts(span: &SpanView<'_>, at: usize, caps: *const u8) -> Option<[u8; BLOCK]> {
    // SAFETY: promised by the caller; a copy, because the counters may be written to meanwhile.
    let mut counts = unsafe { *span.counters.add(at).cast::<[u8; BLOCK]>() };
    if counts == [0; BLOCK] {
        return None;
    }
    // SAFETY: promised by the caller.
    let caps = unsafe { slice::from_raw_parts(caps, BLOCK) };
    for (count, &cap) in counts.iter_mut().zip(caps) {
        *count = (*count).min(cap);
    }
    Some(counts)
}
