//! The passes on x86-64: thirty-two counters at a time with AVX2, sixteen with SSE2, which every such
//! processor has.

use super::{Ground, Kind, Tables, Tallier, Tally, note};
use std::arch::x86_64::*;

/// Thirty-two counters at a time.
pub(super) const AVX2: Tallier = Tallier {
    name: "AVX2",
    buckets: avx2::sum::<false>,
    edges: avx2::sum::<true>,
    fresh: avx2::fresh,
};

/// Sixteen counters at a time.
pub(super) const SSE2: Tallier = Tallier {
    name: "SSE2",
    buckets: sse2::sum::<false>,
    edges: sse2::sum::<true>,
    fresh: sse2::fresh,
};

mod avx2 {
    use super::*;

    /// See [`super::super::Sum`]; of edges or of buckets.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn sum<const EDGES: bool>(ground: &Ground<'_>) -> Tally {
        let zero = _mm256_setzero_si256();
        let (mut sum, mut load) = (zero, zero);
        let tables = Looked::up(const { if EDGES { &Tables::HITS } else { &Tables::NUMBERS } });
        let visit = |at: usize, caps: *const u8, keys: *const u32| {
            let counters = ground.counters.wrapping_add(at);
            // SAFETY: `each_block` visits what the ground has.
            unsafe {
                let hit = [row(counters, 0), row(counters, 1), row(counters, 2), row(counters, 3)];
                if is_zero(or_all(hit)) {
                    return;
                }
                for half in 0..2 {
                    let low = _mm256_min_epu8(hit[2 * half], row(caps, 2 * half));
                    let high = _mm256_min_epu8(hit[2 * half + 1], row(caps, 2 * half + 1));
                    let (low_numbers, high_numbers) = (tables.of(low), tables.of(high));
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
        unsafe { ground.each_block(visit) };
        Tally { sum: total(sum), load: total(load) }
    }

    /// See [`super::super::Fresh`].
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn fresh(
        ground: &Ground<'_>,
        seen: *const u8,
        first: u32,
        found: &mut Vec<u32>,
    ) {
        let tables = Looked::up(&Tables::BITS);
        let visit = |at: usize, caps: *const u8, _: *const u32| {
            let (counters, seen) = (ground.counters.wrapping_add(at), seen.wrapping_add(at));
            // SAFETY: `each_block` visits what the ground has, and there are as many bytes of seen
            // buckets.
            unsafe {
                let mut new =
                    [row(counters, 0), row(counters, 1), row(counters, 2), row(counters, 3)];
                if is_zero(or_all(new)) {
                    return;
                }
                for (part, new) in new.iter_mut().enumerate() {
                    let bits = tables.of(_mm256_min_epu8(*new, row(caps, part)));
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
        unsafe { ground.each_block(visit) }
    }

    /// The tables in registers.
    #[derive(Clone, Copy)]
    struct Looked {
        low: __m256i,
        high: __m256i,
    }

    impl Looked {
        #[inline]
        #[target_feature(enable = "avx2")]
        fn up(tables: &Tables) -> Looked {
            // SAFETY: sixteen bytes each; unaligned reads are used.
            let both = |bytes: &[u8; 16]| unsafe {
                _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast()))
            };
            Looked { low: both(&tables.low), high: both(&tables.high) }
        }

        /// What the tables have for thirty-two counts.
        #[inline]
        #[target_feature(enable = "avx2")]
        fn of(self, counts: __m256i) -> __m256i {
            // A look-up gives 0 where the upper bit is set, which this does to all counts from 16 on.
            let lower = _mm256_adds_epu8(counts, _mm256_set1_epi8(0x70));
            let upper = _mm256_and_si256(_mm256_srli_epi16(counts, 4), _mm256_set1_epi8(0x0f));
            _mm256_or_si256(
                _mm256_shuffle_epi8(self.low, lower),
                _mm256_shuffle_epi8(self.high, upper),
            )
        }
    }

    /// # Safety
    /// The pointer must be good for a vector at that row.
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
}

mod sse2 {
    use super::*;

    /// See [`super::super::Sum`]; of edges or of buckets.
    #[target_feature(enable = "sse2")]
    pub(super) unsafe fn sum<const EDGES: bool>(ground: &Ground<'_>) -> Tally {
        let zero = _mm_setzero_si128();
        let (mut sum, mut load) = (zero, zero);
        let visit = |at: usize, caps: *const u8, keys: *const u32| {
            let counters = ground.counters.wrapping_add(at);
            // SAFETY: `each_block` visits what the ground has.
            unsafe {
                if none_hit(counters) {
                    return;
                }
                // The thirty-two bytes of a half are two rows, whose upper numbers are two further on.
                for part in 0..4 {
                    let place = part / 2 * 4 + part % 2;
                    let low = _mm_min_epu8(row(counters, place), row(caps, place));
                    let high = _mm_min_epu8(row(counters, place + 2), row(caps, place + 2));
                    let kind = const { if EDGES { Kind::Hits } else { Kind::Numbers } };
                    let (low_numbers, high_numbers) = (of(kind, low), of(kind, high));
                    let loads = if EDGES { [low_numbers, high_numbers] } else { [low, high] };
                    for part in loads {
                        load = _mm_add_epi64(load, _mm_sad_epu8(part, zero));
                    }
                    let words = _mm_or_si128(low_numbers, _mm_slli_epi16(high_numbers, 4));
                    let keys = row(keys.cast(), part);
                    let even = _mm_mul_epu32(words, keys);
                    let odd = _mm_mul_epu32(_mm_srli_epi64(words, 32), _mm_srli_epi64(keys, 32));
                    sum = _mm_add_epi64(sum, _mm_add_epi64(even, odd));
                }
            }
        };
        // SAFETY: promised by the caller.
        unsafe { ground.each_block(visit) };
        Tally { sum: total(sum), load: total(load) }
    }

    /// See [`super::super::Fresh`].
    #[target_feature(enable = "sse2")]
    pub(super) unsafe fn fresh(
        ground: &Ground<'_>,
        seen: *const u8,
        first: u32,
        found: &mut Vec<u32>,
    ) {
        let visit = |at: usize, caps: *const u8, _: *const u32| {
            let (counters, seen) = (ground.counters.wrapping_add(at), seen.wrapping_add(at));
            // SAFETY: `each_block` visits what the ground has, and there are as many bytes of seen
            // buckets.
            unsafe {
                if none_hit(counters) {
                    return;
                }
                for part in 0..8 {
                    let counts = _mm_min_epu8(row(counters, part), row(caps, part));
                    let new = _mm_andnot_si128(row(seen, part), of(Kind::Bits, counts));
                    let mask = not_zero(new);
                    if mask != 0 {
                        note(u64::from(mask), first + (at + part * 16) as u32, found);
                    }
                }
            }
        };
        // SAFETY: promised by the caller.
        unsafe { ground.each_block(visit) }
    }

    /// What sixteen counts are taken for. There is no look-up: at the least count of each bucket, what
    /// the bucket below is taken for is exchanged for its own.
    #[inline]
    #[target_feature(enable = "sse2")]
    fn of(kind: Kind, counts: __m128i) -> __m128i {
        let mut all = _mm_setzero_si128();
        let mut below = 0;
        for least in [1, 2, 3, 4, 8, 16, 32, 128] {
            let own = kind.of(least);
            let bound = _mm_set1_epi8(least.cast_signed());
            let reached = _mm_cmpeq_epi8(_mm_max_epu8(counts, bound), counts);
            let exchange = _mm_set1_epi8((own ^ below).cast_signed());
            all = _mm_xor_si128(all, _mm_and_si128(reached, exchange));
            below = own;
        }
        all
    }

    /// # Safety
    /// The pointer must be good for a vector at that row.
    #[inline]
    #[target_feature(enable = "sse2")]
    unsafe fn row(start: *const u8, row: usize) -> __m128i {
        // SAFETY: promised by the caller; unaligned reads are used.
        unsafe { _mm_loadu_si128(start.add(row * 16).cast()) }
    }

    /// # Safety
    /// The pointer must be good for a block.
    #[inline]
    #[target_feature(enable = "sse2")]
    unsafe fn none_hit(counters: *const u8) -> bool {
        let mut any = _mm_setzero_si128();
        for part in 0..8 {
            // SAFETY: promised by the caller.
            any = _mm_or_si128(any, unsafe { row(counters, part) });
        }
        not_zero(any) == 0
    }

    /// A bit for each byte that is not zero.
    #[inline]
    #[target_feature(enable = "sse2")]
    fn not_zero(bytes: __m128i) -> u32 {
        let zero = _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_setzero_si128()));
        !zero.cast_unsigned() & 0xffff
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    fn total(sums: __m128i) -> u64 {
        _mm_cvtsi128_si64(_mm_add_epi64(sums, _mm_unpackhi_epi64(sums, sums))).cast_unsigned()
    }
}
