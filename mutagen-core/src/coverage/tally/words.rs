//! The passes in words of eight bytes, and a look-up a byte in the blocks that were hit: for processors
//! without vectors of ours.

use super::{BLOCK, Ground, KEYS, Tallier, Tally, bucket, share};
use std::ptr;

/// Eight counters at a time.
#[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), allow(dead_code))]
pub(super) const WORDS: Tallier =
    Tallier { name: "words", buckets: words::<false>, edges: words::<true> };

static BUCKETS: [u8; 256] = {
    let (mut buckets, mut count) = ([0; 256], 0);
    while count < 256 {
        buckets[count] = bucket(count as u8);
        count += 1;
    }
    buckets
};

/// See [`super::Pass`]; by edges alone or by buckets.
unsafe fn words<const EDGES: bool>(ground: &Ground, found: &mut Vec<u32>) -> Tally {
    let mut tally = Tally::default();
    let last = ground.len - BLOCK;
    for start in (0..ground.len).step_by(BLOCK) {
        // SAFETY: there is at least one block, so all of these are inside.
        let block = unsafe {
            let (at, caps) = match start <= last {
                true => (start, ground.caps.add(start)),
                false => (last, ground.tail),
            };
            block::<EDGES>(ground, at, caps, found)
        };
        tally.hash = tally.hash.wrapping_add(block.hash);
        tally.load += block.load;
    }
    tally
}

/// # Safety
/// There must be a block of everything at `at`, and of caps.
unsafe fn block<const EDGES: bool>(
    ground: &Ground,
    at: usize,
    caps: *const u8,
    found: &mut Vec<u32>,
) -> Tally {
    let mut tally = Tally::default();
    let mut sum = 0u64;
    for pair in 0..BLOCK / 8 {
        // SAFETY: promised by the caller; unaligned reads are used.
        let hit =
            unsafe { ptr::read_unaligned(ground.counters.add(at + pair * 8).cast::<[u8; 8]>()) };
        let mut bits = [0; 8];
        if hit != [0; 8] {
            for byte in 0..8 {
                let place = pair * 8 + byte;
                // SAFETY: promised by the caller.
                let (cap, seen) = unsafe { (*caps.add(place), *ground.seen.add(at + place)) };
                let count = hit[byte].min(cap);
                bits[byte] = if EDGES { count.min(1) } else { BUCKETS[usize::from(count)] };
                tally.load += u64::from(if EDGES { bits[byte] } else { count });
                if !EDGES && bits[byte] & !seen != 0 {
                    found.push(ground.first + (at + place) as u32);
                }
            }
        }
        let bits = u64::from_le_bytes(bits);
        let low = (bits as u32).wrapping_add(KEYS.0[pair * 2]);
        let high = ((bits >> 32) as u32).wrapping_add(KEYS.0[pair * 2 + 1]);
        sum = sum.wrapping_add(u64::from(low) * u64::from(high));
    }
    if tally.load != 0 {
        tally.hash = share(sum, ground.first + at as u32);
    }
    tally
}
