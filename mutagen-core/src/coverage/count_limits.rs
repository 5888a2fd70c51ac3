//! The most that each counter is taken for, and the keys of its module, see `tally`.

use super::passes::set_hash::{BLOCK, KEYS, Tail, key};
use std::ops::Range;

/// A cap per edge, and keys for every block of every module.
#[derive(Debug, Default)]
pub(super) struct CountLimits {
    bytes: Vec<u8>,
    keys: Vec<u32>,
    modules: Vec<Module>,
}

#[derive(Debug)]
struct Module {
    edges: Range<usize>,
    keys: Range<usize>,
    tail: Tail,
}

/// What belongs to one module.
#[derive(Debug, Clone, Copy)]
pub(super) struct ModuleLimits<'c> {
    /// A cap per counter.
    pub(super) caps: &'c [u8],
    /// Those of the last block.
    pub(super) tail: &'c Tail,
    /// The keys of all blocks.
    pub(super) keys: &'c [u32],
}

impl CountLimits {
    /// Takes the lengths of all modules. Known caps stay, new ones are 255.
    pub(super) fn fit(&mut self, lens: &[usize]) {
        self.modules.clear();
        let (mut edge, mut block) = (0, 0);
        for len in lens {
            let blocks = len.div_ceil(BLOCK);
            let edges = edge..edge + len;
            let keys = block * KEYS..(block + blocks) * KEYS;
            self.modules.push(Module { edges, keys, tail: [0; BLOCK] });
            edge += len;
            block += blocks;
        }
        self.bytes.resize(edge, u8::MAX);
        self.keys = (0..block as u64 * KEYS as u64).map(key).collect();
        for module in 0..self.modules.len() {
            self.make_tail(module);
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
        if let Some(module) = self.modules.iter().position(|module| module.edges.contains(&at)) {
            self.make_tail(module);
        }
    }

    /// What belongs to a module.
    #[inline]
    pub(super) fn of(&self, module: usize) -> ModuleLimits<'_> {
        let Module { edges, keys, tail } = &self.modules[module];
        ModuleLimits { caps: &self.bytes[edges.clone()], tail, keys: &self.keys[keys.clone()] }
    }

    fn make_tail(&mut self, module: usize) {
        let Module { edges, tail, .. } = &mut self.modules[module];
        let own = &self.bytes[edges.clone()];
        let (start, done) = (own.len().saturating_sub(BLOCK), own.len() / BLOCK * BLOCK);
        tail.fill(0);
        tail[done - start.min(done)..own.len() - start].copy_from_slice(&own[done..]);
    }
}
