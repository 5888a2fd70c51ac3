//! The passes over the counters when a search asks for more than new edges. The first pass computes
//! a hash of the bucketed set of edges that were hit, and the sum of their counts. For nearly all
//! tests this pass is enough: a set that was seen before has no new edge and no new bucket. For the
//! other tests there are 2 more passes. One finds the edges with a bucket that the log does not
//! have, the other computes a hash of the set of edges alone.
//!
//! Each edge has a *cap*, the maximum that its count is treated as: 255, or 0 if the edge does not
//! count, or 1 if the edge is not hit equally often each time. A single minimum operation therefore
//! handles all 3 cases.
//!
//! The hash is the same for every variant of the pass. Counters are taken in blocks of 128. The
//! last block ends where the counters end and leaves out the counters that the block before it has.
//! A block in which nothing was hit adds nothing and need not be read. The bucket of a count has a
//! number from 0 to 8, which takes 4 bits. The first and second 32 counters of a block share 32
//! bytes, as do the third and fourth. These are 16 words. Each word is multiplied by a key that no
//! other word of any module has, and the products are added. Any 2 different sets have the same sum
//! for one in 2^32 choices of keys.

// Vector instructions, chosen at run time, read memory that instrumented code writes to.
#![allow(unsafe_code)]

mod encoding;
#[cfg(target_arch = "aarch64")]
mod neon;
mod variant;
mod words;
#[cfg(target_arch = "x86_64")]
mod x86;

use crate::coverage::active_counters::Span;
use crate::coverage::layout::{BLOCK, KEYS};
use std::ptr;
use variant::SpanView;

pub(in crate::coverage) use encoding::bucket;
pub(in crate::coverage) use variant::{Tallier, Tally};

impl Tallier {
    /// The fastest variant for this processor.
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

    /// The contribution of one span to the bucketed set and to the load. A block that is not hot
    /// must have no hit of an edge that counts.
    #[inline]
    pub(in crate::coverage) fn buckets(self, span: &Span) -> Tally {
        // SAFETY: a `Tallier` is made for processors that have its instructions.
        on(span, |span| unsafe { (self.buckets)(span) })
    }

    /// The contribution of one span to the set of edges. Its load counts each edge once.
    #[inline]
    pub(in crate::coverage) fn edges(self, span: &Span) -> Tally {
        // SAFETY: as above.
        on(span, |span| unsafe { (self.edges)(span) })
    }

    /// Appends, ascending, the places of a span's edges with a bucket whose bit is not in `seen`.
    ///
    /// # Panics
    /// When the length of `seen` is not the number of counters.
    pub(in crate::coverage) fn fresh(self, span: &Span, seen: &[u8], found: &mut Vec<u32>) {
        assert_eq!(span.counters.len(), seen.len(), "the buckets of each counter");
        let mut padded = [0; BLOCK];
        let seen = if seen.len() < BLOCK {
            padded[..seen.len()].copy_from_slice(seen);
            padded.as_ptr()
        } else {
            seen.as_ptr()
        };
        // SAFETY: as above, and `seen` has as many bytes as there are counters, or a whole block.
        on(span, |view| unsafe { (self.fresh)(view, seen, span.first, found) });
    }

    /// All variants that this processor can run, for comparison.
    #[cfg(test)]
    fn all() -> Vec<Tallier> {
        vec![words::WORDS, Tallier::best()]
    }
}

/// Calls a pass with a span that meets the pass's safety requirements.
///
/// # Panics
/// When the numbers of caps and keys do not match the number of counters, or a block is outside the
/// counters.
#[inline]
fn on<R>(span: &Span, pass: impl FnOnce(&SpanView<'_>) -> R) -> R {
    let Span { counters, hot: blocks, caps, last_block, keys, .. } = span;
    let len = counters.len();
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
    // A span smaller than a block is padded with counters that are not hit.
    let mut counts = [0; BLOCK];
    // SAFETY: `len` bytes of counters are copied, fewer than a block.
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

#[cfg(test)]
mod tests {
    use super::encoding::CountEncoding;
    use super::*;
    use crate::coverage::callbacks::tests::made_up;
    use crate::coverage::layout::key;
    use rand::{Rng, RngExt, SeedableRng};
    use std::collections::BTreeSet;

    /// The sum as it is defined, for bucket numbers. `word` is the number of the first key.
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

    /// Counters, caps and seen buckets. `hit` % of the counters are not 0, `capped` % of the caps
    /// are below 255, and `known` % of the bytes of buckets are not 0.
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
                // The same counters are used as 2 spans, so that the second span has different
                // keys.
                let mut all = [0, len.div_ceil(BLOCK)].map(|block| {
                    let mut span = Span::new(counters, 1000, block);
                    span.set_caps((1000..).zip(caps.iter().copied()));
                    span
                });
                let blocks: Vec<u32> = (0..len.div_ceil(BLOCK) as u32).collect();
                // Blocks in which nothing was hit may be left out.
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
                            all[module].hot.clone_from(blocks);
                            let tally = tallier.buckets(&all[module]);
                            assert_eq!(tally, of(&numbers, &taken, word), "{name}");
                            let tally = tallier.edges(&all[module]);
                            assert_eq!(tally, of(&hits, &hits, word), "{name}");
                            let mut found = Vec::new();
                            tallier.fresh(&all[module], seen, &mut found);
                            assert_eq!(found, new, "{name}");
                        }
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
        let span = Span { hot: vec![0, 1], ..Span::new(counters, 0, 0) };
        let buckets = [1..=1, 2..=2, 3..=3, 4..=7, 8..=15, 16..=31, 32..=127, 128..=255];
        for (bit, own) in buckets.into_iter().enumerate() {
            for tallier in Tallier::all() {
                let mut found = Vec::new();
                tallier.fresh(&span, &[!(1 << bit); 256], &mut found);
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
        // The table of hashes uses the lower bits alone, so they must differ too.
        let rows: BTreeSet<u64> = hashes.iter().map(|hash| hash % (1 << 14)).collect();
        assert!(rows.len() > 5000, "{} of {}", rows.len(), sets.len());
    }
}
