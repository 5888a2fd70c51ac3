//! Which counters a pass has to look at. Most counters in the crate of a small property are in code that
//! the derive and the engine's generic parts left there: serving, undoing and printing values. Such a
//! function never counts as a whole, and so its counters are neither zeroed nor read, unless they lie in
//! a row with others. Whose code a function is, is looked up once, by its name.

use super::callbacks::{Counters, Module};
use super::filter;
use super::passes::new_edges::{ROW, Row};
use super::passes::set_hash::BLOCK;
use super::symbols::Location;
use std::ops::Range;

/// The counters that can count.
#[derive(Debug, Default)]
pub(super) struct ActiveCounters {
    /// Whole rows of them, for the pass that looks for new edges. Two may have counters in common.
    pub(super) rows: Vec<Row>,
    /// Those in which something was hit in some test.
    pub(super) hot: Vec<Row>,
    /// The others.
    pub(super) cold: Vec<Row>,
    /// The counters of modules too small for a row.
    pub(super) odd: Vec<Row>,
    /// How many edges there are, dead ones too.
    pub(super) edges: usize,
    /// Whole blocks of them and of the others in turn, for the passes that look at more.
    pub(super) parts: Vec<Part>,
    /// The edges that are in none of the rows.
    pub(super) dead: Vec<Range<u32>>,
}

/// Counters next to each other in one module.
#[derive(Debug, Clone)]
pub(super) struct Part {
    /// The counters.
    pub(super) counters: Counters,
    /// The number of the first edge.
    pub(super) first: u32,
    /// Its place among all parts.
    pub(super) place: usize,
    /// The blocks in which something that can count was hit in some test, as indices among all.
    pub(super) hot: Vec<u32>,
}

impl Part {
    /// The numbers of the edges.
    #[inline]
    pub(super) fn edges(&self) -> Range<usize> {
        let first = self.first as usize;
        first..first + self.counters.len()
    }

    /// The edges of each of the blocks in which something was hit.
    pub(super) fn hot_edges(&self) -> impl Iterator<Item = Range<usize>> {
        let Range { start, end } = self.edges();
        self.hot.iter().map(move |&block| {
            let at = start + block as usize * BLOCK;
            at..end.min(at + BLOCK)
        })
    }

    /// Takes note of the rows in which something was hit.
    pub(super) fn warm(&mut self, rows: &[Row]) {
        let (edges, mut hot) = (self.edges(), std::mem::take(&mut self.hot));
        for row in rows {
            let row = row.first as usize..row.first as usize + row.counters.len();
            let both = row.start.max(edges.start)..row.end.min(edges.end);
            if !both.is_empty() {
                let block = |edge: usize| ((edge - edges.start) / BLOCK) as u32;
                hot.extend(block(both.start)..=block(both.end - 1));
            }
        }
        hot.sort_unstable();
        hot.dedup();
        self.hot = hot;
    }
}

impl ActiveCounters {
    /// Those of all modules.
    pub(super) fn of(modules: &[Module], locate: fn(usize) -> Option<Location>) -> ActiveCounters {
        let (mut live, mut first) = (ActiveCounters::default(), 0);
        for module in modules {
            live.add(module, first, locate);
            first += module.counters.len() as u32;
        }
        live.edges = first as usize;
        live.cold.clone_from(&live.rows);
        live
    }

    /// Takes cold rows in which something was hit among the hot ones.
    #[cold]
    #[inline(never)]
    pub(super) fn warm(&mut self) {
        let is_hot = |row: &Row| self.hot.iter().any(|hot| hot.first == row.first);
        let is_hit = |row: &Row| (0..row.counters.len()).any(|at| row.counters.get(at) != 0);
        let (hot, cold): (Vec<Row>, Vec<Row>) =
            self.rows.iter().partition(|row| is_hot(row) || is_hit(row));
        for part in &mut self.parts {
            part.warm(&hot);
        }
        (self.hot, self.cold) = (hot, cold);
    }

    fn add(&mut self, module: &Module, first: u32, locate: fn(usize) -> Option<Location>) {
        let counters = module.counters;
        // How far the first row is from the beginning: rows do not lie across two lines of the cache.
        let origin = counters.start().addr().wrapping_neg() & (ROW - 1);
        let functions = functions(module).filter(|function| {
            !module.address(function.start).and_then(locate).is_some_and(|location| {
                let outermost = location.frames.last();
                outermost.is_some_and(|frame| filter::is_of_the_engine(&frame.function))
            })
        });
        let own: Vec<Range<usize>> = functions.collect();
        let some = |within: &Range<usize>| Row {
            counters: counters.within(within),
            first: first + within.start as u32,
        };
        let mut end = 0;
        for row in rows(&own, origin, counters.len()) {
            self.dead.push(first + end as u32..first + row.start as u32);
            end = row.end;
            match row.len() < ROW {
                true => self.odd.push(some(&row)),
                false => self.rows.push(some(&row)),
            }
        }
        self.dead.push(first + end as u32..first + counters.len() as u32);
        for (within, live) in stretches(&own, origin, counters.len()) {
            let Row { counters, first } = some(&within);
            // Modules too small for a row are always looked at.
            let hot = if within.len() < ROW && live { vec![0] } else { Vec::new() };
            self.parts.push(Part { counters, first, place: self.parts.len(), hot });
        }
    }
}

/// The rows in which there is something of these functions, in order. One that would begin before the first
/// counter or end after the last is moved; and if there are fewer counters than a row has, they are all in
/// one.
fn rows(
    own: &[Range<usize>],
    origin: usize,
    len: usize,
) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut last = None;
    let rows = cells(own, origin, len, ROW).filter(|(_, live)| *live).map(move |(cell, _)| {
        let most = len.saturating_sub(ROW);
        let start = if cell.len() < ROW { cell.start.min(most) } else { cell.start };
        start..len.min(start + ROW)
    });
    rows.filter(move |row| last.replace(row.clone()).as_ref() != Some(row))
}

/// The stretches in which there is something of these functions and the others, in turn: whole blocks, so
/// that a pass has no odd ends to look at, but where the module begins and ends.
fn stretches(own: &[Range<usize>], origin: usize, len: usize) -> Vec<(Range<usize>, bool)> {
    let mut stretches: Vec<(Range<usize>, bool)> = Vec::new();
    for (cell, live) in cells(own, origin, len, BLOCK) {
        match stretches.last_mut() {
            Some((last, before)) if *before == live => last.end = cell.end,
            _ => stretches.push((cell, live)),
        }
    }
    stretches
}

/// The cells of one size, the first of which begins at `origin`, and what is left before and after; and
/// whether there is something of these functions in each.
fn cells<'f>(
    own: &'f [Range<usize>],
    origin: usize,
    len: usize,
    size: usize,
) -> impl Iterator<Item = (Range<usize>, bool)> + 'f {
    let origin = origin.min(len);
    let head = (origin > 0).then_some(0..origin);
    let whole = (origin..len).step_by(size).map(move |at| at..len.min(at + size));
    let mut later = own;
    head.into_iter().chain(whole).map(move |cell| {
        // Functions come in order, so that those that end before this cell are of no more use.
        while later.first().is_some_and(|function| function.end <= cell.start) {
            later = &later[1..];
        }
        let live = later.first().is_some_and(|function| function.start < cell.end);
        (cell, live)
    })
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
        let function =
            if address < 1000 { "mutagen_core::search::batch::serve" } else { "shop::price" };
        let frame = Frame { function: function.to_owned(), file: None, line: Some(3) };
        Some(Location { frames: vec![frame] })
    }

    fn live(addresses: &[usize]) -> ActiveCounters {
        let registry = made_up(&vec![0; addresses.len()], addresses);
        ActiveCounters::of(&registry.modules(), made_up_place)
    }

    fn edges(run: &Row) -> Range<usize> {
        run.first as usize..run.first as usize + run.counters.len()
    }

    #[test]
    fn every_counter_of_the_users_own_is_looked_at_and_whole_rows_of_the_engines_are_not() {
        let own = |count| vec![2000; count];
        let engine = |count| vec![10; count];
        for gap in [0, 1, ROW - 1, ROW + 1, BLOCK - 1, 3 * BLOCK, 10 * BLOCK + 7] {
            let addresses = [engine(3), own(5), engine(gap), own(6), engine(gap)].concat();
            let live = live(&addresses);
            let mut looked_at = vec![false; addresses.len()];
            for run in live.rows.iter().chain(&live.odd) {
                looked_at[edges(run)].fill(true);
            }
            for (edge, &looked_at) in looked_at.iter().enumerate() {
                assert!(looked_at || addresses[edge] == 10, "edge {edge} with {gap}");
                let is_dead = live.dead.iter().any(|dead| dead.contains(&(edge as u32)));
                assert!(is_dead != looked_at, "edge {edge} with {gap}");
            }
            let count = looked_at.iter().filter(|&&looked_at| looked_at).count();
            // Each stretch of the user's own lies in two rows at most.
            assert!(count <= 4 * ROW, "{count} of {} with {gap}", addresses.len());
            assert!(live.rows.iter().all(|row| row.counters.len() == ROW));
        }
    }

    #[test]
    fn parts_follow_one_another_and_only_what_was_hit_of_them_is_tallied() {
        let addresses = [vec![10; 700], vec![2000; 40], vec![10; 1000], vec![2000; 3]].concat();
        let mut live = live(&addresses);
        let mut end = 0;
        for part in &live.parts {
            assert_eq!(part.edges().start, end);
            end = part.edges().end;
        }
        assert_eq!(end, addresses.len());
        // Only the blocks with something that can count are looked at, once it was hit.
        assert!(live.parts.iter().all(|part| part.hot.is_empty()));
        let hot: Vec<Row> = live.rows.clone();
        live.parts.iter_mut().for_each(|part| part.warm(&hot));
        let blocks: usize = live.parts.iter().map(|part| part.hot.len()).sum();
        assert!((2..=4).contains(&blocks), "{blocks}");
    }

    #[test]
    fn rows_at_the_ends_of_a_module_are_moved_into_it() {
        let rows = |own: &[usize], len| {
            let own: Vec<Range<usize>> = own.iter().map(|&at| at..at + 1).collect();
            rows(&own, 5, len).map(|row| (row.start, row.len())).collect::<Vec<_>>()
        };
        assert_eq!(rows(&[0], 100), [(0, ROW)]);
        assert_eq!(rows(&[99], 100), [(100 - ROW, ROW)]);
        assert_eq!(rows(&[3, 6], 100), [(0, ROW), (5, ROW)]);
        assert_eq!(rows(&[3, 6], 20), [(0, 20)]);
        assert_eq!(rows(&[5, 5 + 2 * ROW], 200), [(5, ROW), (5 + 2 * ROW, ROW)]);
    }

    #[test]
    fn without_a_table_of_addresses_everything_is_looked_at() {
        let live = ActiveCounters::of(&made_up(&[0; 300], &[]).modules(), made_up_place);
        assert!(live.parts.len() == 1 && live.parts[0].edges() == (0..300));
        assert!(live.dead.iter().all(Range::is_empty), "{:?}", live.dead);
    }
}
