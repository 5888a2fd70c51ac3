//! The passes on x86-64: a row of thirty-two counters at a time with AVX2, half a row with SSE2, which
//! every such processor has.

use super::{ROW, Row, Scan};
use std::arch::x86_64::*;

/// Thirty-two counters at a time.
pub(super) const AVX2: Scan = Scan { name: "AVX2", any: any_avx2, hit: hit_avx2, zero: zero_avx2 };

/// Sixteen counters at a time.
pub(super) const SSE2: Scan = Scan { name: "SSE2", any: any_sse2, hit: hit_sse2, zero: zero_sse2 };

/// See [`super::Any`].
#[target_feature(enable = "avx2")]
unsafe fn any_avx2(rows: &[Row], old: *const u8) -> bool {
    let mut new = _mm256_setzero_si256();
    let mut add = |row: &Row| {
        // SAFETY: a row of counters, and the log has as many bytes; unaligned reads are used.
        new = _mm256_or_si256(new, unsafe {
            let hit = _mm256_loadu_si256(row.counters.start().cast());
            let old = _mm256_loadu_si256(old.add(row.first as usize).cast());
            _mm256_andnot_si256(old, hit)
        });
    };
    // Four at a time, because a step of the loop takes longer than a row.
    let (fours, rest) = rows.as_chunks::<4>();
    for four in fours {
        four.iter().for_each(&mut add);
    }
    rest.iter().for_each(add);
    _mm256_testz_si256(new, new) == 0
}

/// See [`super::Hit`].
#[target_feature(enable = "avx2")]
unsafe fn hit_avx2(rows: &[Row]) -> bool {
    let mut hit = _mm256_setzero_si256();
    let mut add = |row: &Row| {
        // SAFETY: a row of counters; an unaligned read is used.
        let counts = unsafe { _mm256_loadu_si256(row.counters.start().cast()) };
        hit = _mm256_or_si256(hit, counts);
    };
    let (fours, rest) = rows.as_chunks::<4>();
    for four in fours {
        four.iter().for_each(&mut add);
    }
    rest.iter().for_each(add);
    _mm256_testz_si256(hit, hit) == 0
}

/// See [`super::Zero`].
#[target_feature(enable = "avx2")]
unsafe fn zero_avx2(rows: &[Row]) {
    let zero = |row: &Row| {
        // SAFETY: a row of counters; an unaligned write is used.
        unsafe { _mm256_storeu_si256(row.counters.start().cast(), _mm256_setzero_si256()) };
    };
    let (fours, rest) = rows.as_chunks::<4>();
    for four in fours {
        four.iter().for_each(zero);
    }
    rest.iter().for_each(zero);
}

/// See [`super::Any`].
#[target_feature(enable = "sse2")]
unsafe fn any_sse2(rows: &[Row], old: *const u8) -> bool {
    let mut new = _mm_setzero_si128();
    for row in rows {
        for half in [0, ROW / 2] {
            // SAFETY: half a row of counters, and the log has as many bytes; unaligned reads are used.
            new = _mm_or_si128(new, unsafe {
                let hit = _mm_loadu_si128(row.counters.start().add(half).cast());
                let old = _mm_loadu_si128(old.add(row.first as usize + half).cast());
                _mm_andnot_si128(old, hit)
            });
        }
    }
    _mm_movemask_epi8(_mm_cmpeq_epi8(new, _mm_setzero_si128())) != 0xffff
}

/// See [`super::Hit`].
#[target_feature(enable = "sse2")]
unsafe fn hit_sse2(rows: &[Row]) -> bool {
    let mut hit = _mm_setzero_si128();
    for row in rows {
        for half in [0, ROW / 2] {
            // SAFETY: half a row of counters; an unaligned read is used.
            let counts = unsafe { _mm_loadu_si128(row.counters.start().add(half).cast()) };
            hit = _mm_or_si128(hit, counts);
        }
    }
    _mm_movemask_epi8(_mm_cmpeq_epi8(hit, _mm_setzero_si128())) != 0xffff
}

/// See [`super::Zero`].
#[target_feature(enable = "sse2")]
unsafe fn zero_sse2(rows: &[Row]) {
    for row in rows {
        for half in [0, ROW / 2] {
            // SAFETY: half a row of counters; an unaligned write is used.
            unsafe { _mm_storeu_si128(row.counters.start().add(half).cast(), _mm_setzero_si128()) };
        }
    }
}
