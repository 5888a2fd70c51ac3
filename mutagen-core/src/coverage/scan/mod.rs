//! The pass over the counters after each test: finds the edges that were hit and are not in a log, by
//! vectors as wide as the processor has them. The first and the last vector are where the counters
//! begin and end, those between are aligned, and so no counter is left for a slower loop; the price
//! is that a counter may be looked at twice. Nothing is zeroed here: counters are zeroed before each
//! test anyhow, for what ran in between, and to do it a second time was measured to cost more than
//! the comparison.

// Vector instructions, chosen at run time, on memory that instrumented code writes to.
#![allow(unsafe_code)]

#[cfg(target_arch = "aarch64")]
mod neon;
mod words;
#[cfg(target_arch = "x86_64")]
mod x86;

use super::callbacks::Counters;

/// One such pass: `len` counters from the first pointer on, the bytes of a log from the second on, and
/// the number of the first edge. New edges are appended to the last argument, in no order, and perhaps
/// more than once.
///
/// # Safety
/// Both pointers must be good for `len` bytes, `len` must be at least the pass's `least`, and the
/// processor must have the instructions.
type Pass = unsafe fn(*const u8, *const u8, usize, u32, &mut Vec<u32>);

/// A way to do the pass.
#[derive(Clone, Copy)]
pub(super) struct Scan {
    #[cfg_attr(not(test), allow(dead_code, reason = "tests say by it which one they mean"))]
    name: &'static str,
    /// The fewest counters that it can do: one vector.
    least: usize,
    pass: Pass,
}

impl Scan {
    /// The fastest that this processor has.
    pub(super) fn best() -> Scan {
        #[cfg(target_arch = "x86_64")]
        return if std::arch::is_x86_feature_detected!("avx2") { x86::AVX2 } else { x86::SSE2 };
        #[cfg(target_arch = "aarch64")]
        return neon::NEON;
        #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
        words::WORDS
    }

    /// Appends the edges that were hit and whose byte in `old` is zero, in no order, and perhaps more
    /// than once. `first` is the number of the first edge.
    ///
    /// # Panics
    /// When there are not as many bytes as counters.
    pub(super) fn unseen(self, counters: Counters, old: &[u8], first: u32, found: &mut Vec<u32>) {
        assert_eq!(counters.len(), old.len(), "a byte of the log for each counter");
        let len = counters.len();
        let pass = match len {
            _ if len >= self.least => self.pass,
            _ if len >= words::WORDS.least => words::WORDS.pass,
            _ => words::bytes,
        };
        // SAFETY: the registry promises the counters, the slice the log's bytes; `len` was compared
        // with the least just now, and a `Scan` is made for processors that have its instructions.
        unsafe { pass(counters.start(), old.as_ptr(), len, first, found) }
    }

    /// Every way that this processor has, for comparison.
    #[cfg(test)]
    fn all() -> Vec<Scan> {
        let mut all = vec![words::WORDS, Scan::best()];
        #[cfg(target_arch = "x86_64")]
        all.push(x86::SSE2);
        all
    }
}

/// How many bytes after a pointer the first multiple of `vector` lies, a power of two.
#[inline]
fn to_aligned(counters: *const u8, vector: usize) -> usize {
    counters.addr().wrapping_neg() & (vector - 1)
}

/// Appends the numbers of the set bits of `mask`, counted from `first` on.
#[cold]
#[inline(never)]
fn note(mut mask: u64, first: u32, found: &mut Vec<u32>) {
    while mask != 0 {
        found.push(first + mask.trailing_zeros());
        mask &= mask - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::super::callbacks::tests::made_up;
    use super::*;
    use rand::{Rng, RngExt, SeedableRng};

    /// Counters and bytes of a log, `hit` and `old` of a hundred not zero.
    fn random(random: &mut impl Rng, len: usize, hit: u32, old: u32) -> (Vec<u8>, Vec<u8>) {
        let mut count = |_| {
            let is_hit = random.random_range(0..100) < hit;
            let is_old = random.random_range(0..100) < old;
            (if is_hit { random.random_range(1..=255) } else { 0 }, if is_old { 0xff } else { 0 })
        };
        (0..len).map(&mut count).unzip()
    }

    #[test]
    fn every_pass_finds_what_a_loop_over_bytes_finds() {
        let mut source = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(0);
        for len in (0..=300).chain([1000, 4096, 13_001]) {
            for (hit, old) in [(0, 0), (2, 0), (5, 90), (100, 0), (100, 100), (60, 50)] {
                for offset in [0, 1, 7, 16] {
                    let (counts, log) = random(&mut source, len + offset, hit, old);
                    let expected: Vec<u32> = (offset..counts.len())
                        .filter(|&at| counts[at] != 0 && log[at] == 0)
                        .map(|at| 1000 + (at - offset) as u32)
                        .collect();
                    let registry = made_up(&counts, &[]);
                    let Some(module) = registry.modules().first().copied() else { continue };
                    let part = module.counters.without_first(offset);
                    for scan in Scan::all() {
                        let mut found = Vec::new();
                        scan.unseen(part, &log[offset..], 1000, &mut found);
                        found.sort_unstable();
                        found.dedup();
                        assert_eq!(found, expected, "{} of {len} from {offset}", scan.name);
                    }
                    let now: Vec<u8> =
                        (0..counts.len()).map(|at| module.counters.get(at)).collect();
                    assert_eq!(now, counts, "counters of length {len} were written to");
                }
            }
        }
    }
}
