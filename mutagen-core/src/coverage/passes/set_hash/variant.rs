//! What each variant of the passes consists of: its input, its result and its functions.

use crate::coverage::layout::{BLOCK, KEYS};
use crate::value::seed::mix;

/// The result of a pass.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::coverage) struct Tally {
    /// The sum of products; 0 if nothing was hit. The lower bits are less random than the upper
    /// bits.
    pub(in crate::coverage) sum: u64,
    /// The sum of all counts.
    pub(in crate::coverage) load: u64,
}

impl Tally {
    /// Adds the result for another span.
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

/// The input of a pass: one span.
pub(super) struct SpanView<'b> {
    /// The indices of the blocks to read.
    pub(super) blocks: &'b [u32],
    pub(super) counters: *const u8,
    pub(super) caps: *const u8,
    /// The caps of the last block.
    pub(super) last_block: *const u8,
    pub(super) keys: *const u32,
    pub(super) len: usize,
}

impl SpanView<'_> {
    /// Calls `visit` for each of the blocks, with its start, its caps and its keys.
    ///
    /// # Safety
    /// The pointers must be valid for `len` bytes, the last block's for a block, and the keys' for
    /// the keys of all blocks. `len` must be at least a block, and the blocks must exist.
    #[inline(always)]
    pub(super) unsafe fn each_block(&self, mut visit: impl FnMut(usize, *const u8, *const u32)) {
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

/// Computes the sum of products and the load.
///
/// # Safety
/// As for [`SpanView::each_block`], and the processor must have the instructions.
pub(super) type Sum = unsafe fn(&SpanView<'_>) -> Tally;

/// Appends, ascending, the edges with a bucket that was not seen. The seen buckets are a byte per
/// counter, with a bit per bucket. The `u32` is the number of the first edge.
///
/// # Safety
/// As for [`Sum`], and the pointer to the buckets must be valid for `len` bytes.
pub(super) type Fresh = unsafe fn(&SpanView<'_>, *const u8, u32, &mut Vec<u32>);

/// One variant of the passes.
#[derive(Clone, Copy)]
pub(in crate::coverage) struct Tallier {
    #[cfg_attr(not(test), allow(dead_code, reason = "tests say by it which one they mean"))]
    pub(super) name: &'static str,
    /// Tallies the buckets of counts.
    pub(super) buckets: Sum,
    /// Tallies the edges that were hit, however often.
    pub(super) edges: Sum,
    pub(super) fresh: Fresh,
}

/// Appends the positions of the set bits of `mask`, counted from `first`.
#[cold]
#[inline(never)]
pub(super) fn note(mut mask: u64, first: u32, found: &mut Vec<u32>) {
    while mask != 0 {
        found.push(first + mask.trailing_zeros());
        mask &= mask - 1;
    }
}
