//! The pass on x86-64: thirty-two counters at a time with AVX2, sixteen with SSE2, which every such
//! processor has. Four vectors share one branch.

use super::{Scan, note, to_aligned};
use std::arch::x86_64::*;

/// Thirty-two counters at a time.
pub(super) const AVX2: Scan = Scan { name: "AVX2", least: 32, pass: avx2 };

/// Sixteen counters at a time.
pub(super) const SSE2: Scan = Scan { name: "SSE2", least: 16, pass: sse2 };

/// See [`super::Pass`].
#[target_feature(enable = "avx2")]
unsafe fn avx2(counters: *const u8, old: *const u8, len: usize, first: u32, found: &mut Vec<u32>) {
    /// The bits of the counters at `at` that the log has not.
    ///
    /// # Safety
    /// Both pointers must be good for a vector at `at`.
    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn new_at(counters: *const u8, old: *const u8, at: usize) -> __m256i {
        // SAFETY: promised by the caller; unaligned reads are used.
        unsafe {
            let hit = _mm256_loadu_si256(counters.add(at).cast());
            _mm256_andnot_si256(_mm256_loadu_si256(old.add(at).cast()), hit)
        }
    }
    #[inline]
    #[target_feature(enable = "avx2")]
    fn is_none(new: __m256i) -> bool {
        _mm256_testz_si256(new, new) != 0
    }
    #[inline]
    #[target_feature(enable = "avx2")]
    fn mask(new: __m256i) -> u64 {
        let zero = _mm256_cmpeq_epi8(new, _mm256_setzero_si256());
        u64::from(!_mm256_movemask_epi8(zero).cast_unsigned())
    }
    let last = len - 32;
    for at in [0, last] {
        // SAFETY: `len` is at least a vector, so both are inside.
        let new = unsafe { new_at(counters, old, at) };
        if !is_none(new) {
            note(mask(new), first + at as u32, found);
        }
    }
    let mut at = to_aligned(counters, 32);
    while at + 128 <= len {
        // SAFETY: four vectors end at `at + 128`.
        let new = unsafe {
            [
                new_at(counters, old, at),
                new_at(counters, old, at + 32),
                new_at(counters, old, at + 64),
                new_at(counters, old, at + 96),
            ]
        };
        let any = _mm256_or_si256(_mm256_or_si256(new[0], new[1]), _mm256_or_si256(new[2], new[3]));
        if !is_none(any) {
            for (part, new) in new.into_iter().enumerate() {
                note(mask(new), first + (at + part * 32) as u32, found);
            }
        }
        at += 128;
    }
    while at < last {
        // SAFETY: before the last vector.
        let new = unsafe { new_at(counters, old, at) };
        if !is_none(new) {
            note(mask(new), first + at as u32, found);
        }
        at += 32;
    }
}

/// See [`super::Pass`].
#[target_feature(enable = "sse2")]
unsafe fn sse2(counters: *const u8, old: *const u8, len: usize, first: u32, found: &mut Vec<u32>) {
    /// The bits of the counters at `at` that the log has not.
    ///
    /// # Safety
    /// Both pointers must be good for a vector at `at`.
    #[inline]
    #[target_feature(enable = "sse2")]
    unsafe fn new_at(counters: *const u8, old: *const u8, at: usize) -> __m128i {
        // SAFETY: promised by the caller; unaligned reads are used.
        unsafe {
            let hit = _mm_loadu_si128(counters.add(at).cast());
            _mm_andnot_si128(_mm_loadu_si128(old.add(at).cast()), hit)
        }
    }
    #[inline]
    #[target_feature(enable = "sse2")]
    fn mask(new: __m128i) -> u64 {
        let zero = _mm_cmpeq_epi8(new, _mm_setzero_si128());
        u64::from(!_mm_movemask_epi8(zero).cast_unsigned() & 0xffff)
    }
    let last = len - 16;
    for at in [0, last] {
        // SAFETY: `len` is at least a vector, so both are inside.
        let new = mask(unsafe { new_at(counters, old, at) });
        if new != 0 {
            note(new, first + at as u32, found);
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
        let any = _mm_or_si128(_mm_or_si128(new[0], new[1]), _mm_or_si128(new[2], new[3]));
        if mask(any) != 0 {
            for (part, new) in new.into_iter().enumerate() {
                note(mask(new), first + (at + part * 16) as u32, found);
            }
        }
        at += 64;
    }
    while at < last {
        // SAFETY: before the last vector.
        let new = mask(unsafe { new_at(counters, old, at) });
        if new != 0 {
            note(new, first + at as u32, found);
        }
        at += 16;
    }
}
