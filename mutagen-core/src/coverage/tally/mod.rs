//! The pass over the counters when more than new edges is asked for: the buckets that a log has not, a
//! hash of the bucketed set of edges, and the sum of all counts, in one go. A second pass, for runs
//! that turn out new, gives the hash of the set of edges alone.
//!
//! Each edge has a *cap*, the most that its counter is taken for: 255, but 0 if it does not count, and
//! 1 if it is not hit equally often each time. So one minimum keeps all of that apart.
//!
//! The hash is the same whatever does the pass. Counters are taken in blocks of 128, the last of which
//! ends where the counters end and leaves out what the one before it had. The buckets of a block, as
//! bits of a byte each, go through NH (Black, Halevi, Krawczyk, Krovetz and Rogaway, 1999: sums of
//! products of pairs of words, a key added to each word, such that two given blocks agree once in
//! 2^32), less what an empty block would give; each block's sum is multiplied by a number that depends
//! on its first edge, the halves of the product are joined, and all are added. An empty block adds
//! nothing and need not be looked at.

// Vector instructions, chosen at run time, on memory that instrumented code writes to.
#![allow(unsafe_code)]

#[cfg(target_arch = "aarch64")]
mod neon;
mod words;
#[cfg(target_arch = "x86_64")]
mod x86;

use super::callbacks::Counters;
use std::ptr;

/// The counters that are looked at, or skipped, together.
pub(super) const BLOCK: usize = 128;

/// The caps of a module's last block: 0 where the block before has the counter already.
pub(super) type Tail = [u8; BLOCK];

/// What a pass found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// The hash of the set; 0 if nothing was hit.
    pub(super) hash: u64,
    /// The sum of all counts.
    pub(super) load: u64,
}

/// What a pass goes over: one module.
struct Ground {
    counters: *const u8,
    caps: *const u8,
    /// The caps of the last block.
    tail: *const u8,
    /// The buckets that are not new.
    seen: *const u8,
    len: usize,
    /// The number of the first edge.
    first: u32,
}

/// One pass. Edges with a bucket that is not among those seen are appended, ascending.
///
/// # Safety
/// The pointers must be good for `len` bytes, the tail's for a block, `len` must be at least a block,
/// and the processor must have the instructions.
type Pass = unsafe fn(&Ground, &mut Vec<u32>) -> Tally;

/// A way to do the passes.
#[derive(Clone, Copy)]
pub(super) struct Tallier {
    #[cfg_attr(not(test), allow(dead_code))]
    name: &'static str,
    /// By buckets.
    buckets: Pass,
    /// By edges alone: every bucket is the same, and none is new.
    edges: Pass,
}

impl Tallier {
    /// The fastest that this processor has.
    pub(super) fn best() -> Tallier {
        #[cfg(target_arch = "x86_64")]
        return if std::arch::is_x86_feature_detected!("avx2") { x86::AVX2 } else { x86::SSE2 };
        #[cfg(target_arch = "aarch64")]
        return neon::NEON;
        #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
        words::WORDS
    }

    /// Adds what one module has to a tally, and appends the edges that have a bucket not in `seen`,
    /// ascending. `first` is the number of the first edge.
    ///
    /// # Panics
    /// When there are not as many caps and buckets as counters.
    #[inline]
    pub(super) fn buckets(
        self,
        counters: Counters,
        (caps, tail): (&[u8], &Tail),
        seen: &[u8],
        first: u32,
        found: &mut Vec<u32>,
    ) -> Tally {
        assert_eq!(counters.len(), seen.len(), "the buckets of each counter");
        run(self.buckets, counters, (caps, tail), seen, first, found)
    }

    /// The same for the set of edges alone; the load is that of edges hit once each.
    #[inline]
    pub(super) fn edges(
        self,
        counters: Counters,
        (caps, tail): (&[u8], &Tail),
        first: u32,
    ) -> Tally {
        run(self.edges, counters, (caps, tail), caps, first, &mut Vec::new())
    }

    /// Every way that this processor has, for comparison.
    #[cfg(test)]
    fn all() -> Vec<Tallier> {
        let mut all = vec![words::WORDS, Tallier::best()];
        #[cfg(target_arch = "x86_64")]
        all.push(x86::SSE2);
        all
    }
}

#[inline]
fn run(
    pass: Pass,
    counters: Counters,
    (caps, tail): (&[u8], &Tail),
    seen: &[u8],
    first: u32,
    found: &mut Vec<u32>,
) -> Tally {
    let len = counters.len();
    assert_eq!(len, caps.len(), "a cap for each counter");
    if len < BLOCK {
        return run_small(pass, counters, tail, seen, first, found);
    }
    let (counters, tail) = (counters.start().cast_const(), tail.as_ptr());
    let (caps, seen) = (caps.as_ptr(), seen.as_ptr());
    // SAFETY: the registry promises the counters, the slices the rest; `len` is at least a block, and
    // a `Tallier` is made for processors that have its instructions.
    unsafe { pass(&Ground { counters, caps, tail, seen, len, first }, found) }
}

/// A module smaller than a block, made one by counters that are not hit.
fn run_small(
    pass: Pass,
    counters: Counters,
    tail: &Tail,
    seen: &[u8],
    first: u32,
    found: &mut Vec<u32>,
) -> Tally {
    let len = counters.len();
    let (mut counts, mut known) = ([0; BLOCK], [0; BLOCK]);
    known[..len].copy_from_slice(seen);
    // SAFETY: `len` bytes of counters, fewer than a block.
    unsafe { ptr::copy_nonoverlapping(counters.start(), counts.as_mut_ptr(), len) };
    let (counters, tail, seen) = (counts.as_ptr(), tail.as_ptr(), known.as_ptr());
    // SAFETY: a block of each; the rest as above.
    unsafe { pass(&Ground { counters, caps: tail, tail, seen, len: BLOCK, first }, found) }
}

/// The bucket of a count, as a bit; none for 0.
pub(super) const fn bucket(count: u8) -> u8 {
    match count {
        0 => 0,
        1 => 1,
        2 => 2,
        3 => 4,
        4..=7 => 8,
        8..=15 => 16,
        16..=31 => 32,
        32..=127 => 64,
        128..=255 => 128,
    }
}

/// Memory that a vector of thirty-two bytes can be read from.
#[repr(align(32))]
struct Aligned<T>(T);

/// The words that are added to those of a block.
static KEYS: Aligned<[u32; BLOCK / 4]> = Aligned(keys());

/// What a block gives in which nothing was hit.
const EMPTY: u64 = {
    let (keys, mut sum, mut at) = (keys(), 0u64, 0);
    while at < keys.len() {
        sum = sum.wrapping_add(keys[at] as u64 * keys[at + 1] as u64);
        at += 2;
    }
    sum
};

/// Digits that look random: splitmix64 from 0.
const fn keys() -> [u32; BLOCK / 4] {
    let (mut keys, mut state, mut at) = ([0; BLOCK / 4], 0u64, 0);
    while at < keys.len() {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        keys[at] = (mixed ^ mixed >> 31) as u32;
        at += 1;
    }
    keys
}

/// What a block adds to the hash: `sum` is what its products come to, `edge` its first edge.
#[inline]
fn share(sum: u64, edge: u32) -> u64 {
    let factor = (u64::from(edge) << 1 | 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let product = u128::from(sum.wrapping_sub(EMPTY)) * u128::from(factor);
    product as u64 ^ (product >> 64) as u64
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
    use super::super::caps::Caps;
    use super::*;
    use rand::{Rng, RngExt, SeedableRng};

    /// The hash by its definition, for buckets already made.
    fn hash(bits: &[u8], first: u32) -> u64 {
        let keys = keys();
        let mut starts: Vec<(usize, usize)> =
            (0..bits.len() / BLOCK).map(|block| (block * BLOCK, block * BLOCK)).collect();
        if !bits.len().is_multiple_of(BLOCK) {
            starts.push((bits.len().saturating_sub(BLOCK), bits.len() / BLOCK * BLOCK));
        }
        let mut all = 0u64;
        for (start, own) in starts {
            let mut block = [0; BLOCK];
            let end = bits.len().min(start + BLOCK);
            block[own - start..end - start].copy_from_slice(&bits[own..end]);
            let word = |at: usize| {
                let bytes =
                    [block[at * 4], block[at * 4 + 1], block[at * 4 + 2], block[at * 4 + 3]];
                u64::from(u32::from_le_bytes(bytes).wrapping_add(keys[at]))
            };
            let products = (0..BLOCK / 8).map(|pair| word(2 * pair) * word(2 * pair + 1));
            let sum = products.fold(0, u64::wrapping_add);
            all = all.wrapping_add(share(sum, first + start as u32));
        }
        all
    }

    /// Counters, caps and buckets seen, of which so many of a hundred are not 0, 255 and 0.
    fn random(
        random: &mut impl Rng,
        len: usize,
        [hit, capped, known]: [u32; 3],
    ) -> (Vec<u8>, Vec<u8>, Vec<u8>) {
        let (mut counts, mut caps, mut seen) = (vec![0; len], vec![255; len], vec![0; len]);
        for at in 0..len {
            let mut of_hundred = |share: u32| random.random_range(0..100) < share;
            let [is_hit, is_capped, is_known] = [hit, capped, known].map(&mut of_hundred);
            if is_hit {
                // Small counts are as frequent as large ones.
                counts[at] = random.random_range(1..=255) >> random.random_range(0..8);
            }
            if is_capped {
                caps[at] = random.random_range(0..=1);
            }
            if is_known {
                seen[at] = random.random_range(1..=255);
            }
        }
        (counts, caps, seen)
    }

    #[test]
    fn every_pass_gives_what_a_loop_over_bytes_gives() {
        let mut source = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
        let shares = [[0, 0, 0], [2, 1, 0], [5, 10, 90], [100, 0, 0], [100, 5, 100], [60, 50, 50]];
        for len in (1..=400).chain([1000, 4096, 13_001]) {
            for (round, shares) in shares.into_iter().enumerate() {
                let offset = [0, 1, 7, 16, 31, 5][round];
                let first = [0, 1000][len % 2];
                let (counts, caps, seen) = random(&mut source, len + offset, shares);
                let registry = made_up(&counts, &[]);
                let counters = registry.modules()[0].counters.without_first(offset);
                let (counts, caps, seen) = (&counts[offset..], &caps[offset..], &seen[offset..]);
                let taken = counts.iter().zip(caps).map(|(&count, &cap)| count.min(cap));
                let taken: Vec<u8> = taken.collect();
                let bits: Vec<u8> = taken.iter().map(|&count| bucket(count)).collect();
                let once: Vec<u8> = taken.iter().map(|&count| count.min(1)).collect();
                let load = |counts: &[u8]| counts.iter().map(|&count| u64::from(count)).sum();
                let by_buckets = Tally { hash: hash(&bits, first), load: load(&taken) };
                let by_edges = Tally { hash: hash(&once, first), load: load(&once) };
                let new = (0..len).filter(|&at| bits[at] & !seen[at] != 0);
                let new: Vec<u32> = new.map(|at| first + at as u32).collect();
                let mut kept = Caps::default();
                kept.fit(&[len]);
                for (edge, &cap) in (0..).zip(caps) {
                    kept.set(edge, cap);
                }
                let caps = kept.of(0);
                for tallier in Tallier::all() {
                    let mut found = Vec::new();
                    let tally = tallier.buckets(counters, caps, seen, first, &mut found);
                    let name = tallier.name;
                    assert_eq!(tally, by_buckets, "{name}, {len} from {offset}, {shares:?}");
                    assert_eq!(found, new, "{name}, {len} from {offset}, {shares:?}");
                    let tally = tallier.edges(counters, caps, first);
                    assert_eq!(tally, by_edges, "{name}, {len} from {offset}, {shares:?}");
                }
            }
        }
    }

    #[test]
    fn every_count_is_in_its_bucket_in_every_pass() {
        let counts: Vec<u8> = (0..=255).collect();
        let registry = made_up(&counts, &[]);
        let counters = registry.modules()[0].counters;
        let mut caps = Caps::default();
        caps.fit(&[256]);
        for bit in 0..8 {
            let seen = vec![!(1 << bit); 256];
            let own: Vec<u32> = (0..256).filter(|&count| bucket(count as u8) == 1 << bit).collect();
            for tallier in Tallier::all() {
                let mut found = Vec::new();
                tallier.buckets(counters, caps.of(0), &seen, 0, &mut found);
                assert_eq!(found, own, "{}", tallier.name);
            }
        }
    }

    #[test]
    fn sets_that_differ_in_an_edge_or_a_bucket_have_different_hashes() {
        let mut hashes = std::collections::BTreeSet::new();
        let len = 500;
        for edge in 0..len {
            for count in [1, 2, 3, 4, 8, 16, 32, 128] {
                for with in [0, 1] {
                    let mut bits = vec![0; len];
                    bits[len - 1 - edge] |= with;
                    bits[edge] = bucket(count);
                    hashes.insert((hash(&bits, 0), bits));
                }
            }
        }
        let sets = hashes.len();
        let different: std::collections::BTreeSet<u64> =
            hashes.into_iter().map(|(hash, _)| hash).collect();
        assert_eq!(different.len(), sets);
        assert_eq!(hash(&vec![0; len], 0), 0);
    }
}
