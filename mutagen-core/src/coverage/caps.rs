//! The most that each counter is taken for, see `tally`.

use super::tally::{BLOCK, Tail};
use std::ops::Range;

/// A cap per edge.
#[derive(Debug, Default)]
pub(super) struct Caps {
    bytes: Vec<u8>,
    modules: Vec<(Range<usize>, Tail)>,
}

impl Caps {
    /// Takes the lengths of all modules. Known caps stay, new ones are 255.
    pub(super) fn fit(&mut self, lens: &[usize]) {
        self.modules.clear();
        let mut first = 0;
        for &len in lens {
            self.modules.push((first..first + len, [0; BLOCK]));
            first += len;
        }
        self.bytes.resize(first, u8::MAX);
        for at in 0..self.modules.len() {
            self.make_tail(at);
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
        if let Some(module) = self.modules.iter().position(|(range, _)| range.contains(&at)) {
            self.make_tail(module);
        }
    }

    /// The caps of a module, and those of its last block.
    pub(super) fn of(&self, module: usize) -> (&[u8], &Tail) {
        let (range, tail) = &self.modules[module];
        (&self.bytes[range.clone()], tail)
    }

    fn make_tail(&mut self, module: usize) {
        let (range, tail) = &mut self.modules[module];
        let own = &self.bytes[range.clone()];
        let (start, done) = (own.len().saturating_sub(BLOCK), own.len() / BLOCK * BLOCK);
        tail.fill(0);
        tail[done - start.min(done)..own.len() - start].copy_from_slice(&own[done..]);
    }
}
