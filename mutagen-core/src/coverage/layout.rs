//! Defines how the passes divide counters: rows for the pass that looks for new edges, and blocks
//! with keys for the passes that hash sets of edges.

use super::callbacks::Counters;
use crate::value::seed::mix;

/// The number of counters in a row.
pub(super) const ROW: usize = 32;

/// The number of counters in a block. A pass reads or skips a block as a whole.
pub(super) const BLOCK: usize = 128;

/// The number of keys of a block: one per 8 counters.
pub(super) const KEYS: usize = BLOCK / 8;

/// A row of counters, or fewer where a module has no more.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    pub(super) counters: Counters,
    /// The place of the row's first edge.
    pub(super) first: u32,
}

/// The key of a word, by the word's number over all modules. It is pseudorandom and never 0.
pub(super) fn key(word: u64) -> u32 {
    (mix(word.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)) >> 32) as u32 | 1
}
