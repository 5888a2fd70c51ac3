//! Which counters a pass has to look at. Most counters in the crate of a small property are in code that
//! the derive and the engine's generic parts left there: serving, undoing and printing values. Such a
//! function never counts as a whole, and so its counters are neither zeroed nor read. Whose code a
//! function is, is looked up once, by its name.

use super::callbacks::{Counters, Module};
use super::owner;
use super::symbols::Location;
use std::ops::Range;

/// The longest gap that is not skipped: to skip less costs more than it saves.
const GAP: usize = 128;

/// Counters next to each other in one module.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    /// The counters.
    pub(super) counters: Counters,
    /// The number of the first edge.
    pub(super) first: u32,
    /// Its place among all parts.
    pub(super) place: usize,
    /// Whether any of them can count.
    pub(super) live: bool,
}

impl Part {
    /// The numbers of the edges.
    #[inline]
    pub(super) fn edges(&self) -> Range<usize> {
        let first = self.first as usize;
        first..first + self.counters.len()
    }
}

/// The parts of all modules, in the order of their edges.
pub(super) fn parts(modules: &[Module], locate: fn(usize) -> Option<Location>) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut first = 0;
    for module in modules {
        for (within, live) in stretches(module, locate) {
            let counters = module.counters.within(&within);
            let place = parts.len();
            parts.push(Part { counters, first: first + within.start as u32, place, live });
        }
        first += module.counters.len() as u32;
    }
    parts
}

/// The stretches of a module that can count and those that cannot, in turn.
fn stretches(module: &Module, locate: fn(usize) -> Option<Location>) -> Vec<(Range<usize>, bool)> {
    let mut stretches: Vec<(Range<usize>, bool)> = Vec::new();
    for function in functions(module) {
        let live = !module.address(function.start).and_then(locate).is_some_and(|location| {
            let outermost = location.frames.last();
            outermost.is_some_and(|frame| owner::is_of_the_engine(&frame.function))
        });
        match &mut stretches[..] {
            [.., (last, before)] if *before == live => last.end = function.end,
            // A short gap behind something live is closed again.
            [.., (last, true), (gap, false)] if live && gap.len() <= GAP => {
                last.end = function.end;
                stretches.pop();
            }
            _ => stretches.push((function, live)),
        }
    }
    stretches
}

/// The counters of each function. A module without a table of addresses is taken as one function.
fn functions(module: &Module) -> impl Iterator<Item = Range<usize>> {
    let len = module.counters.len();
    let mut start = 0;
    std::iter::from_fn(move || {
        let end = (start + 1..len).find(|&at| module.is_entry(at)).unwrap_or(len);
        let function = start..end;
        start = end;
        (!function.is_empty()).then_some(function)
    })
}

#[cfg(test)]
mod tests {
    use super::super::callbacks::tests::made_up;
    use super::super::symbols::Frame;
    use super::*;

    /// Code below 1000 is the engine's.
    fn made_up_place(address: usize) -> Option<Location> {
        let function = if address < 1000 { "mutagen_core::batch::serve" } else { "shop::price" };
        let frame = Frame { function: function.to_owned(), file: None, line: Some(3) };
        Some(Location { frames: vec![frame] })
    }

    fn parts_of(addresses: &[usize]) -> Vec<(usize, usize, bool)> {
        let registry = made_up(&vec![0; addresses.len()], addresses);
        let parts = parts(&registry.modules(), made_up_place);
        let all = parts.iter().map(|part| (part.edges().start, part.edges().end, part.live));
        all.collect()
    }

    #[test]
    fn long_stretches_of_the_engine_are_skipped_and_short_ones_are_not() {
        let own = |count| vec![2000; count];
        let engine = |count| vec![10; count];
        let of = |parts: &[Vec<usize>]| parts_of(&parts.concat());
        assert_eq!(of(&[own(5)]), [(0, 5, true)]);
        assert_eq!(of(&[engine(5)]), [(0, 5, false)]);
        assert_eq!(of(&[own(5), engine(GAP), own(6)]), [(0, GAP + 11, true)]);
        let (gap, end) = (GAP + 1, GAP + 12);
        let apart = [(0, 5, true), (5, 5 + gap, false), (5 + gap, end, true)];
        assert_eq!(of(&[own(5), engine(gap), own(6)]), apart);
        assert_eq!(of(&[engine(3), own(6)]), [(0, 3, false), (3, 9, true)]);
    }

    #[test]
    fn without_a_table_of_addresses_everything_is_looked_at() {
        let parts = parts(&made_up(&[0; 300], &[]).modules(), made_up_place);
        assert!(parts.len() == 1 && parts[0].live && parts[0].edges() == (0..300));
    }
}
