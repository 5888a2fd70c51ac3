//! The passes over the counters when more than new edges is asked for. The first gives a hash of
//! the bucketed set of edges that were hit and the sum of their counts, and for nearly all tests
//! that is all there is to know: a set that was met before has no new edge and no new bucket. For
//! the others there are two more: the edges that have a bucket which a log has not, and a hash of
//! the set of edges alone.
//!
//! Each edge has a *cap*, the most that its counter is taken for: 255, but 0 if it does not count,
//! and 1 if it is not hit equally often each time. So one minimum keeps all of that apart.
//!
//! The hash is the same whatever does the pass. Counters are taken in blocks of 128, the last of
//! which ends where the counters end and leaves out what the one before it had; a block in which
//! nothing was hit adds nothing and need not be looked at. The number of the bucket of a count,
//! from 0 to 8, takes four bits; those of a block's first and second 32 counters share 32 bytes, as
//! do those of its third and fourth. These are sixteen words, each of which is multiplied by a key
//! that no other word of any module has, and all are added: two given sets have the same sum once
//! in 2^32 choices of keys.

// Vector instructions, chosen at run time, on memory that instrumented code writes to.
#![allow(unsafe_code)]

#[cfg(target_arch = "aarch64")]
mod neon;
mod words;
#[cfg(target_arch = "x86_64")]
mod x86;

use crate::coverage::callbacks::Counters;
use crate::coverage::count_limits::SpanLimits;
use crate::coverage::layout::{BLOCK, KEYS};
use crate::value::seed::mix;
use std::ptr;

/// What a pass found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::coverage) struct Tally {
    /// The sum of products; 0 if nothing was hit. Its lower bits are not as good as its upper ones.
    pub(in crate::coverage) sum: u64,
    /// The sum of all counts.
    pub(in crate::coverage) load: u64,
}

impl Tally {
    /// Adds what another module has.
    #[inline]
    pub(in crate::coverage) fn add(&mut self, other: Tally) {
        self.sum = self.sum.wrapping_add(other.sum);
        self.load += other.load;
    }

    /// The hash of the set: the sum, mixed.
    #[inline]
    pub(in crate::coverage) fn hash(self) -> u64 {
        mix(self.sum)
    }
}

/// What a pass goes over: one module.
struct SpanView<'b> {
    /// Which of the blocks.
    blocks: &'b [u32],
    counters: *const u8,
    caps: *const u8,
    /// The caps of the last block.
    last_block: *const u8,
    keys: *const u32,
    len: usize,
}

impl SpanView<'_> {
    /// These blocks: where each begins, and where its caps and its keys are.
    ///
    /// # Safety
    /// The pointers must be good for `len` bytes, the last block's for a block, the keys' for those
    /// of all blocks, `len` must be at least a block, and there must be such blocks.
    #[inline(always)]
    unsafe fn each_block(&self, mut visit: impl FnMut(usize, *const u8, *const u32)) {
        for &block in self.blocks {
            let at = block as usize * BLOCK;
            let keys = self.keys.wrapping_add(block as usize * KEYS);
            if at + BLOCK <= self.len {
                visit(at, self.caps.wrapping_add(at), keys);
            } else {
                visit(self.len - BLOCK, self.last_block, keys);
            }
        }
    }
}

/// Gives the sum of products and the load.
///
/// # Safety
/// That of [`SpanView::each_block`], and the processor must have the instructions.
type Sum = unsafe fn(&SpanView<'_>) -> Tally;

/// Appends, ascending, the edges that have a bucket that is not among those that were seen, which
/// are a bit each in a byte per counter. The last number but the edges is that of the first edge.
///
/// # Safety
/// As for [`Sum`], and the buckets' pointer must be good for `len` bytes.
type Fresh = unsafe fn(&SpanView<'_>, *const u8, u32, &mut Vec<u32>);

/// A way to do the passes.
#[derive(Clone, Copy)]
pub(in crate::coverage) struct Tallier {
    #[cfg_attr(not(test), allow(dead_code, reason = "tests say by it which one they mean"))]
    name: &'static str,
    /// Of counts in their buckets.
    buckets: Sum,
    /// Of edges that were hit, however often.
    edges: Sum,
    fresh: Fresh,
}

impl Tallier {
    /// The fastest that this processor has.
    pub(in crate::coverage) fn best() -> Tallier {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            return x86::AVX2;
        }
        #[cfg(target_arch = "aarch64")]
        return neon::NEON;
        #[cfg(not(target_arch = "aarch64"))]
        words::WORDS
    }

    /// What one module adds to the bucketed set and to the load, as far as these blocks go: those
    /// left out must have nothing that was hit and counts.
    #[inline]
    pub(in crate::coverage) fn buckets(
        self,
        counters: Counters,
        capped: SpanLimits<'_>,
        blocks: &[u32],
    ) -> Tally {
        // SAFETY: a `Tallier` is made for processors that have its instructions.
        on(counters, capped, blocks, |span| unsafe { (self.buckets)(span) })
    }

    /// What one module adds to the set of edges; the load is that of edges hit once each.
    #[inline]
    pub(in crate::coverage) fn edges(
        self,
        counters: Counters,
        capped: SpanLimits<'_>,
        blocks: &[u32],
    ) -> Tally {
        // SAFETY: as above.
        on(counters, capped, blocks, |span| unsafe { (self.edges)(span) })
    }

    /// Appends, ascending, the edges that have a bucket whose bit is not in `seen`. `first` is the
    /// number of the first edge.
    ///
    /// # Panics
    /// When there are not as many bytes as counters.
    pub(in crate::coverage) fn fresh(
        self,
        counters: Counters,
        capped: SpanLimits<'_>,
        blocks: &[u32],
        seen: &[u8],
        first: u32,
        found: &mut Vec<u32>,
    ) {
        assert_eq!(counters.len(), seen.len(), "the buckets of each counter");
        let mut padded = [0; BLOCK];
        let seen = if seen.len() < BLOCK {
            padded[..seen.len()].copy_from_slice(seen);
            padded.as_ptr()
        } else {
            seen.as_ptr()
        };
        // SAFETY: as above, and there are as many bytes as counters, or a block.
        on(counters, capped, blocks, |span| unsafe { (self.fresh)(span, seen, first, found) });
    }

    /// Every way that this processor has, for comparison.
    #[cfg(test)]
    fn all() -> Vec<Tallier> {
        vec![words::WORDS, Tallier::best()]
    }
}

/// Calls a pass with a span that is good for all that it needs.
///
/// # Panics
/// When there are not as many caps and keys as the counters need, or the last block is not one of
/// theirs.
#[inline]
fn on<R>(
    counters: Counters,
    capped: SpanLimits<'_>,
    blocks: &[u32],
    pass: impl FnOnce(&SpanView<'_>) -> R,
) -> R {
    let (len, SpanLimits { caps, last_block, keys }) = (counters.len(), capped);
    assert!(len == caps.len() && keys.len() == len.div_ceil(BLOCK) * KEYS, "caps of this module");
    assert!(
        blocks.last().is_none_or(|&last| (last as usize) < len.div_ceil(BLOCK)),
        "a block of it"
    );
    let (last_block, keys) = (last_block.as_ptr(), keys.as_ptr());
    if len >= BLOCK {
        let (counters, caps) = (counters.start().cast_const(), caps.as_ptr());
        return pass(&SpanView { blocks, counters, caps, last_block, keys, len });
    }
    // A module smaller than a block is made one by counters that are not hit.
    let mut counts = [0; BLOCK];
    // SAFETY: `len` bytes of counters, fewer than a block.
    unsafe { ptr::copy_nonoverlapping(counters.start(), counts.as_mut_ptr(), len) };
    pass(&SpanView {
        blocks,
        counters: counts.as_ptr(),
        caps: last_block,
        last_block,
        keys,
        len: BLOCK,
    })
}

/// The number of the bucket of a count, from 1 on; 0 for no hit.
const fn number(count: u8) -> u8 {
    match count {
        0 => 0,
        1 => 1,
        2 => 2,
        3 => 3,
        4..=7 => 4,
        8..=15 => 5,
        16..=31 => 6,
        32..=127 => 7,
        128..=255 => 8,
    }
}

/// The bucket of a count as a bit; none for no hit.
pub(in crate::coverage) const fn bucket(count: u8) -> u8 {
    match number(count) {
        0 => 0,
        number => 1 << (number - 1),
    }
}

/// Two tables from which vector instructions look a byte up: by the lower half of counts below 16,
/// and by the upper half of the others.
#[cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64")),
    allow(dead_code, reason = "elsewhere no vector instructions are used")
)]
#[repr(align(16))]
struct Tables {
    low: [u8; 16],
    high: [u8; 16],
}

#[cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64")),
    allow(dead_code, reason = "elsewhere no vector instructions are used")
)]
impl Tables {
    /// The numbers of buckets.
    const NUMBERS: Tables = Tables::of(CountEncoding::Numbers);
    /// The bits of buckets.
    const BITS: Tables = Tables::of(CountEncoding::Bits);
    /// Whether there was a hit.
    const HITS: Tables = Tables::of(CountEncoding::Hits);

    const fn of(kind: CountEncoding) -> Tables {
        let mut tables = Tables { low: [0; 16], high: [0; 16] };
        let mut at = 1;
        while at < 16 {
            tables.low[at as usize] = kind.of(at);
            tables.high[at as usize] = kind.of(at << 4);
            at += 1;
        }
        tables
    }
}

/// What a count is taken for.
#[derive(Clone, Copy)]
enum CountEncoding {
    Numbers,
    Bits,
    Hits,
}

impl CountEncoding {
    const fn of(self, count: u8) -> u8 {
        match self {
            CountEncoding::Numbers => number(count),
            CountEncoding::Bits => bucket(count),
            CountEncoding::Hits => (count != 0) as u8,
        }
    }
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
    use super::*;
    use crate::coverage::callbacks::tests::made_up;
    use crate::coverage::count_limits::CountLimits;
    use crate::coverage::layout::key;
    use rand::{Rng, RngExt, SeedableRng};
    use std::collections::BTreeSet;

    /// The sum by its definition, for bucket numbers. `word` is the number of the first key.
    fn sum(numbers: &[u8], mut word: u64) -> u64 {
        let mut all = 0u64;
        for start in (0..numbers.len()).step_by(BLOCK) {
            // The last block ends where the counters end.
            let first = if start + BLOCK <= numbers.len() {
                start
            } else {
                numbers.len().saturating_sub(BLOCK)
            };
            let mut block = [0; BLOCK];
            let end = numbers.len().min(start + BLOCK);
            block[start - first..end - first].copy_from_slice(&numbers[start..end]);
            for half in block.chunks(64) {
                let both: Vec<u8> = (0..32).map(|at| half[at] | half[at + 32] << 4).collect();
                for bytes in both.chunks(4) {
                    let digits = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
                    all = all.wrapping_add(u64::from(digits) * u64::from(key(word)));
                    word += 1;
                }
            }
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
                let (counts, caps, seen) = random(&mut source, len + offset, shares);
                let registry = made_up(&counts, &[]);
                let counters = registry.modules()[0].counters.without_first(offset);
                let (counts, caps, seen) = (&counts[offset..], &caps[offset..], &seen[offset..]);
                let taken = counts.iter().zip(caps).map(|(&count, &cap)| count.min(cap));
                let taken: Vec<u8> = taken.collect();
                let map = |kind: CountEncoding| taken.iter().map(move |&count| kind.of(count));
                let (numbers, hits) =
                    (map(CountEncoding::Numbers).collect(), map(CountEncoding::Hits).collect());
                let total = |counts: &Vec<u8>| counts.iter().map(|&count| u64::from(count)).sum();
                let of = |numbers: &Vec<u8>, load: &Vec<u8>, word| Tally {
                    sum: sum(numbers, word),
                    load: total(load),
                };
                let new = (0..len).filter(|&at| bucket(taken[at]) & !seen[at] != 0);
                let new: Vec<u32> = new.map(|at| 1000 + at as u32).collect();
                // Twice the module, so that the keys of the second are others.
                let mut all = CountLimits::default();
                all.fit(&[len, len]);
                for (edge, &cap) in (0..).zip(caps.iter().chain(caps)) {
                    all.set(edge, cap);
                }
                let blocks: Vec<u32> = (0..len.div_ceil(BLOCK) as u32).collect();
                // Those in which nothing was hit may be left out.
                let some = blocks.iter().copied().filter(|&block| {
                    let start = block as usize * BLOCK;
                    taken[start..len.min(start + BLOCK)].iter().any(|&count| count != 0)
                });
                let some: Vec<u32> = some.collect();
                for tallier in Tallier::all() {
                    let name = format!("{}, {len} from {offset}, {shares:?}", tallier.name);
                    for module in [0, 1] {
                        let word = (module * len.div_ceil(BLOCK) * KEYS) as u64;
                        for blocks in [&blocks, &some] {
                            let tally = tallier.buckets(counters, all.of(module), blocks);
                            assert_eq!(tally, of(&numbers, &taken, word), "{name}");
                            let tally = tallier.edges(counters, all.of(module), blocks);
                            assert_eq!(tally, of(&hits, &hits, word), "{name}");
                        }
                    }
                    for blocks in [&blocks, &some] {
                        let mut found = Vec::new();
                        tallier.fresh(counters, all.of(0), blocks, seen, 1000, &mut found);
                        assert_eq!(found, new, "{name}");
                    }
                }
            }
        }
    }

    #[test]
    fn every_count_is_in_its_bucket_in_every_pass() {
        let counts: Vec<u8> = (0..=255).collect();
        let registry = made_up(&counts, &[]);
        let counters = registry.modules()[0].counters;
        let mut caps = CountLimits::default();
        caps.fit(&[256]);
        let buckets = [1..=1, 2..=2, 3..=3, 4..=7, 8..=15, 16..=31, 32..=127, 128..=255];
        for (bit, own) in buckets.into_iter().enumerate() {
            for tallier in Tallier::all() {
                let mut found = Vec::new();
                tallier.fresh(counters, caps.of(0), &[0, 1], &[!(1 << bit); 256], 0, &mut found);
                assert_eq!(found, own.clone().collect::<Vec<u32>>(), "{}", tallier.name);
            }
        }
    }

    #[test]
    fn sets_that_differ_in_an_edge_or_a_bucket_have_different_hashes() {
        let len = 500;
        let mut sets = BTreeSet::new();
        for edge in 0..len {
            for number in 1..=8 {
                for with in [0, 1] {
                    let mut numbers = vec![0; len];
                    numbers[len - 1 - edge] = with;
                    numbers[edge] = number;
                    sets.insert(numbers);
                }
            }
        }
        let hash = |numbers: &Vec<u8>| Tally { sum: sum(numbers, 0), load: 0 }.hash();
        let hashes: BTreeSet<u64> = sets.iter().map(hash).collect();
        assert_eq!(hashes.len(), sets.len());
        // The lower and the upper bits are used each on their own.
        let rows: BTreeSet<u64> = hashes.iter().map(|hash| hash % (1 << 14)).collect();
        assert!(rows.len() > 5000, "{} of {}", rows.len(), sets.len());
    }
}
