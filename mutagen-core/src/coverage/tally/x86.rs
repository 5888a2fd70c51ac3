//! The passes on x86-64: thirty-two counters at a time with AVX2, sixteen with SSE2, which every such
//! processor has.

use super::{Aligned, BLOCK, Ground, KEYS, Tallier, Tally, note, share};
use std::arch::x86_64::*;

/// Thirty-two counters at a time.
pub(super) const AVX2: Tallier =
    Tallier { name: "AVX2", buckets: avx2::<false>, edges: avx2::<true> };

/// Sixteen counters at a time.
pub(super) const SSE2: Tallier =
    Tallier { name: "SSE2", buckets: sse2::<false>, edges: sse2::<true> };

/// The buckets of counts below 16, and those of the upper half of greater ones, twice for two lanes.
static LOW: Aligned<[u8; 32]> =
    Aligned(twice([0, 1, 2, 4, 8, 8, 8, 8, 16, 16, 16, 16, 16, 16, 16, 16]));
static HIGH: Aligned<[u8; 32]> =
    Aligned(twice([0, 32, 64, 64, 64, 64, 64, 64, 128, 128, 128, 128, 128, 128, 128, 128]));

const fn twice(bytes: [u8; 16]) -> [u8; 32] {
    let (mut both, mut at) = ([0; 32], 0);
    while at < 32 {
        both[at] = bytes[at % 16];
        at += 1;
    }
    both
}

/// See [`super::Pass`]; by edges alone or by buckets.
#[target_feature(enable = "avx2")]
unsafe fn avx2<const EDGES: bool>(ground: &Ground, found: &mut Vec<u32>) -> Tally {
    const ROWS: usize = BLOCK / 32;

    /// The buckets of thirty-two counts.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn buckets(counts: __m256i) -> __m256i {
        // SAFETY: thirty-two aligned bytes each.
        let (low, high) = unsafe {
            (_mm256_load_si256(LOW.0.as_ptr().cast()), _mm256_load_si256(HIGH.0.as_ptr().cast()))
        };
        // A look-up gives 0 where the upper bit is set, which this does to all counts from 16 on.
        let below_16 = _mm256_adds_epu8(counts, _mm256_set1_epi8(0x70));
        let upper = _mm256_and_si256(_mm256_srli_epi16(counts, 4), _mm256_set1_epi8(0x0f));
        _mm256_or_si256(_mm256_shuffle_epi8(low, below_16), _mm256_shuffle_epi8(high, upper))
    }

    /// The block at `at`, whose caps are those given. Adds its counts, and gives its share of the hash.
    ///
    /// # Safety
    /// There must be a block of everything.
    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn block<const EDGES: bool>(
        ground: &Ground,
        at: usize,
        caps: *const u8,
        load: &mut __m256i,
        found: &mut Vec<u32>,
    ) -> u64 {
        let row = |start: *const u8, row: usize| {
            // SAFETY: promised by the caller; unaligned reads are used.
            unsafe { _mm256_loadu_si256(start.add(row * 32).cast()) }
        };
        let counters = ground.counters.wrapping_add(at);
        let hit: [__m256i; ROWS] =
            [row(counters, 0), row(counters, 1), row(counters, 2), row(counters, 3)];
        let any = _mm256_or_si256(_mm256_or_si256(hit[0], hit[1]), _mm256_or_si256(hit[2], hit[3]));
        if _mm256_testz_si256(any, any) != 0 {
            return 0;
        }
        let seen = ground.seen.wrapping_add(at);
        let zero = _mm256_setzero_si256();
        let mut sum = zero;
        let mut new = [zero; ROWS];
        for part in 0..ROWS {
            let counts = _mm256_min_epu8(hit[part], row(caps, part));
            let bits =
                if EDGES { _mm256_min_epu8(counts, _mm256_set1_epi8(1)) } else { buckets(counts) };
            if !EDGES {
                new[part] = _mm256_andnot_si256(row(seen, part), bits);
            }
            let counted = if EDGES { bits } else { counts };
            *load = _mm256_add_epi64(*load, _mm256_sad_epu8(counted, zero));
            let words = _mm256_add_epi32(bits, row(KEYS.0.as_ptr().cast(), part));
            let products = _mm256_mul_epu32(words, _mm256_srli_epi64(words, 32));
            sum = _mm256_add_epi64(sum, products);
        }
        let any = _mm256_or_si256(_mm256_or_si256(new[0], new[1]), _mm256_or_si256(new[2], new[3]));
        if !EDGES && _mm256_testz_si256(any, any) == 0 {
            for (part, new) in new.into_iter().enumerate() {
                let none = _mm256_movemask_epi8(_mm256_cmpeq_epi8(new, zero));
                let mask = u64::from(!none.cast_unsigned());
                note(mask, ground.first + (at + part * 32) as u32, found);
            }
        }
        share(total(sum), ground.first + at as u32)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn total(sums: __m256i) -> u64 {
        let half = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
        let both = _mm_add_epi64(half, _mm_unpackhi_epi64(half, half));
        _mm_cvtsi128_si64(both).cast_unsigned()
    }

    let mut load = _mm256_setzero_si256();
    let (mut at, mut hash) = (0, 0u64);
    while at + BLOCK <= ground.len {
        // SAFETY: the block is inside.
        let own = unsafe { block::<EDGES>(ground, at, ground.caps.add(at), &mut load, found) };
        hash = hash.wrapping_add(own);
        at += BLOCK;
    }
    if at < ground.len {
        // SAFETY: there is at least one block, so the last one is inside.
        let own =
            unsafe { block::<EDGES>(ground, ground.len - BLOCK, ground.tail, &mut load, found) };
        hash = hash.wrapping_add(own);
    }
    Tally { hash, load: total(load) }
}

/// See [`super::Pass`]; by edges alone or by buckets.
#[target_feature(enable = "sse2")]
unsafe fn sse2<const EDGES: bool>(ground: &Ground, found: &mut Vec<u32>) -> Tally {
    const ROWS: usize = BLOCK / 16;

    /// The buckets of sixteen counts. Without a look-up in a table: from each threshold on, the bit of
    /// the bucket below is exchanged for the next.
    #[inline]
    #[target_feature(enable = "sse2")]
    fn buckets(counts: __m128i) -> __m128i {
        let mut bits = _mm_setzero_si128();
        let mut below = 0;
        for (bucket, least) in [1, 2, 3, 4, 8, 16, 32, 128].into_iter().enumerate() {
            let own = 1 << bucket;
            let least = _mm_set1_epi8(u8::cast_signed(least));
            let reached = _mm_cmpeq_epi8(_mm_max_epu8(counts, least), counts);
            let exchange = _mm_set1_epi8(u8::cast_signed(own | below));
            bits = _mm_xor_si128(bits, _mm_and_si128(reached, exchange));
            below = own;
        }
        bits
    }

    /// The block at `at`, whose caps are those given. Adds its counts, and gives its share of the hash.
    ///
    /// # Safety
    /// There must be a block of everything.
    #[inline]
    #[target_feature(enable = "sse2")]
    unsafe fn block<const EDGES: bool>(
        ground: &Ground,
        at: usize,
        caps: *const u8,
        load: &mut __m128i,
        found: &mut Vec<u32>,
    ) -> u64 {
        let row = |start: *const u8, row: usize| {
            // SAFETY: promised by the caller; unaligned reads are used.
            unsafe { _mm_loadu_si128(start.add(row * 16).cast()) }
        };
        let zero = _mm_setzero_si128();
        let is_zero =
            |bytes: __m128i| _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, zero)).cast_unsigned();
        let counters = ground.counters.wrapping_add(at);
        let mut any = zero;
        for part in 0..ROWS {
            any = _mm_or_si128(any, row(counters, part));
        }
        if is_zero(any) == 0xffff {
            return 0;
        }
        let mut sum = zero;
        for part in 0..ROWS {
            let counts = _mm_min_epu8(row(counters, part), row(caps, part));
            let bits = if EDGES { _mm_min_epu8(counts, _mm_set1_epi8(1)) } else { buckets(counts) };
            if !EDGES {
                let seen = row(ground.seen.wrapping_add(at), part);
                let none = is_zero(_mm_andnot_si128(seen, bits));
                if none != 0xffff {
                    let edge = ground.first + (at + part * 16) as u32;
                    note(u64::from(!none & 0xffff), edge, found);
                }
            }
            let counted = if EDGES { bits } else { counts };
            *load = _mm_add_epi64(*load, _mm_sad_epu8(counted, zero));
            let words = _mm_add_epi32(bits, row(KEYS.0.as_ptr().cast(), part));
            sum = _mm_add_epi64(sum, _mm_mul_epu32(words, _mm_srli_epi64(words, 32)));
        }
        share(total(sum), ground.first + at as u32)
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    fn total(sums: __m128i) -> u64 {
        _mm_cvtsi128_si64(_mm_add_epi64(sums, _mm_unpackhi_epi64(sums, sums))).cast_unsigned()
    }

    let mut load = _mm_setzero_si128();
    let (mut at, mut hash) = (0, 0u64);
    while at + BLOCK <= ground.len {
        // SAFETY: the block is inside.
        let own = unsafe { block::<EDGES>(ground, at, ground.caps.add(at), &mut load, found) };
        hash = hash.wrapping_add(own);
        at += BLOCK;
    }
    if at < ground.len {
        // SAFETY: there is at least one block, so the last one is inside.
        let own =
            unsafe { block::<EDGES>(ground, ground.len - BLOCK, ground.tail, &mut load, found) };
        hash = hash.wrapping_add(own);
    }
    Tally { hash, load: total(load) }
}
