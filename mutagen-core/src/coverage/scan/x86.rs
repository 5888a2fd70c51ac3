//! The pass on x86-64: thirty-two counters at a time with AVX2, sixteen with SSE2, which every such
//! processor has. Four vectors share one branch.

use super::{Scan, note};
use std::arch::x86_64::*;

/// Thirty-two counters at a time.
pub(super) const AVX2: Scan = Scan { name: "AVX2", least: 32, pass: avx2 };

/// Sixteen counters at a time.
pub(super) const SSE2: Scan = Scan { name: "SSE2", least: 16, pass: sse2 };

/// See [`super::Pass`].
#[target_feature(enable = "avx2")]
unsafe fn avx2(counters: *mut u8, old: *const u8, len: usize, first: u32, found: &mut Vec<u32>) {
    /// The bits of the counters at `at` that the log has not; the counters become zero.
    ///
    /// # Safety
    /// Both pointers must be good for a vector at `at`, and `counters` for writing.
    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn take(counters: *mut u8, old: *const u8, at: usize) -> __m256i {
        // SAFETY: promised by the caller; unaligned accesses are used.
        unsafe {
            let counters = counters.add(at).cast::<__m256i>();
            let hit = _mm256_loadu_si256(counters);
            _mm256_storeu_si256(counters, _mm256_setzero_si256());
            _mm256_andnot_si256(_mm256_loadu_si256(old.add(at).cast()), hit)
        }
    }
    #[inline]
    #[target_feature(enable = "avx2")]
    fn mask(new: __m256i) -> u64 {
        let zero = _mm256_cmpeq_epi8(new, _mm256_setzero_si256());
        u64::from(!_mm256_movemask_epi8(zero).cast_unsigned())
    }
    let last = len - 32;
    // SAFETY: `len` is at least a vector, so the last one is inside.
    let tail = unsafe { take(counters, old, last) };
    if _mm256_testz_si256(tail, tail) == 0 {
        note(mask(tail), first + last as u32, found);
    }
    let mut at = 0;
    while at + 128 <= len {
        // SAFETY: four vectors end at `at + 128`.
        let new = unsafe {
            [
                take(counters, old, at),
                take(counters, old, at + 32),
                take(counters, old, at + 64),
                take(counters, old, at + 96),
            ]
        };
        let any = _mm256_or_si256(
            _mm256_or_si256(new[0], new[1]),
            _mm256_or_si256(new[2], new[3]),
        );
        if _mm256_testz_si256(any, any) == 0 {
            for (part, new) in new.into_iter().enumerate() {
                note(mask(new), first + (at + part * 32) as u32, found);
            }
        }
        at += 128;
    }
    while at < last {
        // SAFETY: before the last vector.
        let new = unsafe { take(counters, old, at) };
        if _mm256_testz_si256(new, new) == 0 {
            note(mask(new), first + at as u32, found);
        }
        at += 32;
    }
}

/// See [`super::Pass`].
unsafe fn sse2(counters: *mut u8, old: *const u8, len: usize, first: u32, found: &mut Vec<u32>) {
    /// The bits of the counters at `at` that the log has not; the counters become zero.
    ///
    /// # Safety
    /// Both pointers must be good for a vector at `at`, and `counters` for writing.
    #[inline]
    unsafe fn take(counters: *mut u8, old: *const u8, at: usize) -> __m128i {
        // SAFETY: promised by the caller; unaligned accesses are used.
        unsafe {
            let counters = counters.add(at).cast::<__m128i>();
            let hit = _mm_loadu_si128(counters);
            _mm_storeu_si128(counters, _mm_setzero_si128());
            _mm_andnot_si128(_mm_loadu_si128(old.add(at).cast()), hit)
        }
    }
    #[inline]
    fn mask(new: __m128i) -> u64 {
        let zero = _mm_cmpeq_epi8(new, _mm_setzero_si128());
        u64::from(!_mm_movemask_epi8(zero).cast_unsigned() & 0xffff)
    }
    let last = len - 16;
    // SAFETY: `len` is at least a vector, so the last one is inside.
    let tail = mask(unsafe { take(counters, old, last) });
    if tail != 0 {
        note(tail, first + last as u32, found);
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
        let new = mask(unsafe { take(counters, old, at) });
        if new != 0 {
            note(new, first + at as u32, found);
        }
        at += 16;
    }
}
