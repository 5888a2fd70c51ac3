//! How the passes cut counters up: rows for the pass that looks for new edges, blocks with their
//! keys for the passes that hash sets of edges.

use super::callbacks::Counters;
use crate::value::seed::mix;

/// The counters of a row.
pub(super) const ROW: usize = 32;

/// The counters of a block, which are looked at, or skipped, together.
pub(super) const BLOCK: usize = 128;

/// The keys of a block: one for every eight counters.
pub(super) const KEYS: usize = BLOCK / 8;

/// A row of counters, or fewer where a module has no more.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    /// The counters.
    pub(super) counters: Counters,
    /// The place of the first edge.
    pub(super) first: u32,
}

/// The caps of a span's last block: 0 where the block before has the counter already.
pub(super) type LastBlock = [u8; BLOCK];

/// The key of a word, by its number over all modules: digits that look random, and not 0.
pub(super) fn key(word: u64) -> u32 {
    (mix(word.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)) >> 32) as u32 | 1
}
