//! Stores the cap of each counter and the keys of each span, which `passes/set_hash` explains.

use super::layout::{BLOCK, KEYS, LastBlock, key};
use std::ops::Range;

/// A cap per edge, and keys for each block of each span.
#[derive(Debug, Default)]
pub(super) struct CountLimits {
    bytes: Vec<u8>,
    keys: Vec<u32>,
    spans: Vec<SpanRanges>,
}

#[derive(Debug)]
struct SpanRanges {
    edges: Range<usize>,
    keys: Range<usize>,
    last_block: LastBlock,
}

/// The caps and keys of one span.
#[derive(Debug, Clone, Copy)]
pub(super) struct SpanLimits<'c> {
    /// A cap per counter.
    pub(super) caps: &'c [u8],
    /// The caps of the last block.
    pub(super) last_block: &'c LastBlock,
    /// The keys of all blocks.
    pub(super) keys: &'c [u32],
}

impl CountLimits {
    /// Adapts to the lengths of all spans. Known caps stay, and new caps are 255.
    pub(super) fn fit(&mut self, lens: &[usize]) {
        self.spans.clear();
        let (mut edge, mut block) = (0, 0);
        for len in lens {
            let blocks = len.div_ceil(BLOCK);
            let edges = edge..edge + len;
            let keys = block * KEYS..(block + blocks) * KEYS;
            self.spans.push(SpanRanges { edges, keys, last_block: [0; BLOCK] });
            edge += len;
            block += blocks;
        }
        self.bytes.resize(edge, u8::MAX);
        self.keys = (0..block as u64 * KEYS as u64).map(key).collect();
        for span in 0..self.spans.len() {
            self.fit_last_block(span);
        }
    }

    /// The cap of an edge.
    pub(super) fn get(&self, edge: u32) -> u8 {
        self.bytes[edge as usize]
    }

    /// Changes the cap of an edge.
    pub(super) fn set(&mut self, edge: u32, cap: u8) {
        let at = edge as usize;
        self.bytes[at] = cap;
        let span = self.spans.partition_point(|span| span.edges.end <= at);
        if span < self.spans.len() {
            self.fit_last_block(span);
        }
    }

    /// The caps and keys of a span.
    #[inline]
    pub(super) fn of(&self, span: usize) -> SpanLimits<'_> {
        let SpanRanges { edges, keys, last_block } = &self.spans[span];
        SpanLimits { caps: &self.bytes[edges.clone()], last_block, keys: &self.keys[keys.clone()] }
    }

    fn fit_last_block(&mut self, span: usize) {
        let SpanRanges { edges, last_block, .. } = &mut self.spans[span];
        let own = &self.bytes[edges.clone()];
        let (start, done) = (own.len().saturating_sub(BLOCK), own.len() / BLOCK * BLOCK);
        last_block.fill(0);
        last_block[done - start.min(done)..own.len() - start].copy_from_slice(&own[done..]);
    }
}
