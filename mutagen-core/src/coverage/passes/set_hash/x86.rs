//! The passes on x86-64 with AVX2, 32 counters at a time.

use super::encoding::Tables;
use super::variant::{SpanView, Tallier, Tally, note};
use std::arch::x86_64::*;

/// The variant with AVX2.
pub(super) const AVX2: Tallier =
    Tallier { name: "AVX2", buckets: sum::<false>, edges: sum::<true>, fresh };

/// See [`super::variant::Sum`]. Tallies edges or buckets.
#[target_feature(enable = "avx2")]
unsafe fn sum<const EDGES: bool>(span: &SpanView<'_>) -> Tally {
    let zero = _mm256_setzero_si256();
    let (mut sum, mut load) = (zero, zero);
    let tables = LookupTable::load(const { if EDGES { &Tables::HITS } else { &Tables::NUMBERS } });
    let visit = |at: usize, caps: *const u8, keys: *const u32| {
        let counters = span.counters.wrapping_add(at);
        // SAFETY: `each_block` visits what the span has.
        unsafe {
            let hit = [row(counters, 0), row(counters, 1), row(counters, 2), row(counters, 3)];
            if is_zero(or_all(hit)) {
                return;
            }
            for half in 0..2 {
                let low = _mm256_min_epu8(hit[2 * half], row(caps, 2 * half));
                let high = _mm256_min_epu8(hit[2 * half + 1], row(caps, 2 * half + 1));
                let (low_numbers, high_numbers) = (tables.classify(low), tables.classify(high));
                let loads = if EDGES { [low_numbers, high_numbers] } else { [low, high] };
                for part in loads {
                    load = _mm256_add_epi64(load, _mm256_sad_epu8(part, zero));
                }
                let shifted = _mm256_slli_epi16(high_numbers, 4);
                let words = _mm256_or_si256(low_numbers, shifted);
                let keys = row(keys.cast(), half);
                let even = _mm256_mul_epu32(words, keys);
                let odd =
                    _mm256_mul_epu32(_mm256_srli_epi64(words, 32), _mm256_srli_epi64(keys, 32));
                sum = _mm256_add_epi64(sum, _mm256_add_epi64(even, odd));
            }
        }
    };
    // SAFETY: promised by the caller.
    unsafe { span.each_block(visit) };
    Tally { sum: total(sum), load: total(load) }
}

/// See [`super::variant::Fresh`].
#[target_feature(enable = "avx2")]
unsafe fn fresh(span: &SpanView<'_>, seen: *const u8, first: u32, found: &mut Vec<u32>) {
    let tables = LookupTable::load(&Tables::BITS);
    let visit = |at: usize, caps: *const u8, _: *const u32| {
        let (counters, seen) = (span.counters.wrapping_add(at), seen.wrapping_add(at));
        // SAFETY: `each_block` visits what the span has, and there are as many bytes of seen
        // buckets.
        unsafe {
            let mut new = [row(counters, 0), row(counters, 1), row(counters, 2), row(counters, 3)];
            if is_zero(or_all(new)) {
                return;
            }
            for (part, new) in new.iter_mut().enumerate() {
                let bits = tables.classify(_mm256_min_epu8(*new, row(caps, part)));
                *new = _mm256_andnot_si256(row(seen, part), bits);
            }
            if is_zero(or_all(new)) {
                return;
            }
            for (part, new) in new.into_iter().enumerate() {
                let none = _mm256_movemask_epi8(_mm256_cmpeq_epi8(new, _mm256_setzero_si256()));
                let mask = u64::from(!none.cast_unsigned());
                note(mask, first + (at + part * 32) as u32, found);
            }
        }
    };
    // SAFETY: promised by the caller.
    unsafe { span.each_block(visit) }
}

/// The tables in registers.
#[derive(Clone, Copy)]
struct LookupTable {
    low: __m256i,
    high: __m256i,
}

impl LookupTable {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(tables: &Tables) -> LookupTable {
        // SAFETY: both tables have 16 bytes; unaligned reads are used.
        let both = |bytes: &[u8; 16]| unsafe {
            _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast()))
        };
        LookupTable { low: both(&tables.low), high: both(&tables.high) }
    }

    /// The entries for 32 counts.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn classify(self, counts: __m256i) -> __m256i {
        // A lookup returns 0 where the upper bit is set. This addition sets it for all counts of 16
        // or more.
        let lower = _mm256_adds_epu8(counts, _mm256_set1_epi8(0x70));
        let upper = _mm256_and_si256(_mm256_srli_epi16(counts, 4), _mm256_set1_epi8(0x0f));
        _mm256_or_si256(_mm256_shuffle_epi8(self.low, lower), _mm256_shuffle_epi8(self.high, upper))
    }
}

/// # Safety
/// The pointer must be valid for a vector at that row.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn row(start: *const u8, row: usize) -> __m256i {
    // SAFETY: promised by the caller; unaligned reads are used.
    unsafe { _mm256_loadu_si256(start.add(row * 32).cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn or_all(rows: [__m256i; 4]) -> __m256i {
    _mm256_or_si256(_mm256_or_si256(rows[0], rows[1]), _mm256_or_si256(rows[2], rows[3]))
}

#[inline]
#[target_feature(enable = "avx2")]
fn is_zero(row: __m256i) -> bool {
    _mm256_testz_si256(row, row) != 0
}

#[inline]
#[target_feature(enable = "avx2")]
fn total(sums: __m256i) -> u64 {
    let half = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    _mm_cvtsi128_si64(_mm_add_epi64(half, _mm_unpackhi_epi64(half, half))).cast_unsigned()
}
