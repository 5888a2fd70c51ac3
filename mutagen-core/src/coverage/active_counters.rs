//! Selects the counters that a pass reads. In the crate of a small property most counters belong to
//! code of the derive and of the engine's generic parts, which serves, undoes and prints values. No
//! edge of such a function counts. Its counters are therefore neither zeroed nor read, unless they
//! share a row with other counters.

use super::callbacks::Counters;
use super::functions::Function;
use super::layout::{BLOCK, KEYS, ROW, Row, key};
use std::ops::Range;

/// The counters of edges that can count.
#[derive(Debug, Default)]
pub(super) struct ActiveCounters {
    /// Whole rows, for the pass that looks for new edges. Rows at the ends of a module may overlap.
    pub(super) rows: Vec<Row>,
    /// The rows in which some test hit something.
    pub(super) hot: Vec<Row>,
    /// The other rows.
    pub(super) cold: Vec<Row>,
    /// The counters of modules too small for a row.
    pub(super) short: Vec<Row>,
    /// The number of edges, including those that cannot count.
    pub(super) edges: usize,
    /// The number of blocks of all spans.
    blocks: usize,
    /// All counters, for the passes that hash sets of edges. The counters of a module before its
    /// first aligned row are a span of their own.
    pub(super) spans: Vec<Span>,
}

/// A contiguous range of counters of one module.
#[derive(Debug)]
pub(super) struct Span {
    pub(super) counters: Counters,
    /// The place of the span's first edge.
    pub(super) first: u32,
    /// The indices, within the span, of the blocks in which some test hit an edge that can count.
    pub(super) hot: Vec<u32>,
    /// A cap per counter, which `passes/set_hash` explains.
    pub(super) caps: Vec<u8>,
    /// The caps of the last block. A counter that the block before it also has gets the cap 0.
    pub(super) last_block: [u8; BLOCK],
    /// The keys of all blocks.
    pub(super) keys: Vec<u32>,
}

impl Span {
    /// A span whose counters have no cap. `block` is the number of its first block.
    pub(super) fn new(counters: Counters, first: u32, block: usize) -> Span {
        let blocks = block..block + counters.len().div_ceil(BLOCK);
        let keys = (blocks.start as u64 * KEYS as u64..blocks.end as u64 * KEYS as u64).map(key);
        let (caps, last_block) = (vec![u8::MAX; counters.len()], [0; BLOCK]);
        let mut span =
            Span { counters, first, hot: Vec::new(), caps, last_block, keys: keys.collect() };
        span.cap_last_block();
        span
    }

    /// Changes some caps.
    pub(super) fn set_caps(&mut self, caps: impl Iterator<Item = (usize, u8)>) {
        for (place, cap) in caps {
            self.caps[place - self.first as usize] = cap;
        }
        self.cap_last_block();
    }

    fn cap_last_block(&mut self) {
        let len = self.caps.len();
        let (start, done) = (len.saturating_sub(BLOCK), len / BLOCK * BLOCK);
        self.last_block.fill(0);
        self.last_block[done - start.min(done)..len - start].copy_from_slice(&self.caps[done..]);
    }

    /// The places of the edges.
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

    /// The counters of a block.
    pub(super) fn counters_of(&self, block: &Range<usize>) -> Counters {
        let first = self.first as usize;
        self.counters.within(&(block.start - first..block.end - first))
    }

    /// Marks the blocks that overlap these rows as hot.
    pub(super) fn promote_hot(&mut self, rows: &[Row]) {
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
    /// The spans in which an edge that can count was ever hit.
    #[inline]
    pub(super) fn looked_at(&self) -> impl Iterator<Item = &Span> {
        self.spans.iter().filter(|span| !span.hot.is_empty())
    }

    /// Adds the counters of the next module, which has these functions.
    pub(super) fn add(&mut self, counters: Counters, functions: &[Function]) {
        let first = self.edges as u32;
        // The distance of the first aligned row from the start. An aligned row lies within one
        // cache line.
        let origin = counters.start().addr().wrapping_neg() & (ROW - 1);
        let own = functions.iter().filter(|function| !function.is_of_the_engine);
        let own: Vec<Range<usize>> = own.map(|function| function.counters.clone()).collect();
        let some = |within: &Range<usize>| Row {
            counters: counters.within(within),
            first: first + within.start as u32,
        };
        for row in rows(&own, origin, counters.len()).map(|row| some(&row)) {
            match row.counters.len() < ROW {
                true => self.short.push(row),
                false => {
                    self.rows.push(row);
                    self.cold.push(row);
                }
            }
        }
        let head = origin.min(counters.len());
        for within in [0..head, head..counters.len()].iter().filter(|within| !within.is_empty()) {
            let Row { counters: within, first } = some(within);
            let mut span = Span::new(within, first, self.blocks);
            // Modules smaller than a row are always read.
            if counters.len() < ROW && !own.is_empty() {
                span.hot.push(0);
            }
            self.blocks += within.len().div_ceil(BLOCK);
            self.spans.push(span);
        }
        self.edges += counters.len();
    }

    /// Moves the cold rows that were hit to the hot rows.
    #[cold]
    #[inline(never)]
    pub(super) fn promote_hot(&mut self) {
        let is_hot = |row: &Row| self.hot.iter().any(|hot| hot.first == row.first);
        let is_hit = |row: &Row| (0..row.counters.len()).any(|at| row.counters.get(at) != 0);
        let (hot, cold): (Vec<Row>, Vec<Row>) =
            self.rows.iter().partition(|row| is_hot(row) || is_hit(row));
        for span in &mut self.spans {
            span.promote_hot(&hot);
        }
        (self.hot, self.cold) = (hot, cold);
    }
}

/// The rows that overlap these functions, in order. A row that would begin before the first counter
/// or end after the last is moved inside. If a module has fewer counters than a row, all of them
/// form one row.
fn rows(
    own: &[Range<usize>],
    origin: usize,
    len: usize,
) -> impl Iterator<Item = Range<usize>> + '_ {
    // Cells of one size, aligned to `origin`, with smaller cells at both ends.
    let origin = origin.min(len);
    let head = (origin > 0).then_some(0..origin);
    let whole = (origin..len).step_by(ROW).map(move |at| at..len.min(at + ROW));
    let (mut later, mut last) = (own, None);
    let cells = head.into_iter().chain(whole).filter(move |cell| {
        // Functions are in order, so a function that ends before this cell is not needed again.
        while later.first().is_some_and(|function| function.end <= cell.start) {
            later = &later[1..];
        }
        later.first().is_some_and(|function| function.start < cell.end)
    });
    let rows = cells.map(move |cell| {
        let most = len.saturating_sub(ROW);
        let start = if cell.len() < ROW { cell.start.min(most) } else { cell.start };
        start..len.min(start + ROW)
    });
    rows.filter(move |row| last.replace(row.clone()).as_ref() != Some(row))
}

#[cfg(test)]
mod tests {
    use super::super::callbacks::tests::made_up;
    use super::*;

    /// The counters of made-up functions, given as their number of counters and whether they are
    /// the engine's.
    fn active(functions: &[(usize, bool)]) -> ActiveCounters {
        let mut end = 0;
        let function = |&(len, is_of_the_engine): &(usize, bool)| {
            let counters = end..end + len;
            end = counters.end;
            Function { counters, is_of_the_engine, name: String::new(), file: None, line: None }
        };
        let functions: Vec<Function> = functions.iter().map(function).collect();
        let mut active = ActiveCounters::default();
        active.add(made_up(&vec![0; end], &[]).modules()[0].counters, &functions);
        active
    }

    fn edges(run: &Row) -> Range<usize> {
        run.first as usize..run.first as usize + run.counters.len()
    }

    #[test]
    fn every_counter_of_the_users_own_is_looked_at_and_whole_rows_of_the_engines_are_not() {
        for gap in [0, 1, ROW - 1, ROW + 1, BLOCK - 1, 3 * BLOCK, 10 * BLOCK + 7] {
            let functions = [(3, true), (5, false), (gap, true), (6, false), (gap, true)];
            let active = active(&functions);
            let mut looked_at = vec![false; active.edges];
            for run in active.rows.iter().chain(&active.short) {
                looked_at[edges(run)].fill(true);
            }
            let of_the_engine =
                functions.iter().flat_map(|&(len, is_its)| std::iter::repeat_n(is_its, len));
            for (edge, is_its) in of_the_engine.enumerate() {
                assert!(looked_at[edge] || is_its, "edge {edge} with {gap}");
            }
            let count = looked_at.iter().filter(|&&looked_at| looked_at).count();
            // Each stretch of the user's code lies in at most 2 rows.
            assert!(count <= 4 * ROW, "{count} of {} with {gap}", active.edges);
            assert!(active.rows.iter().all(|row| row.counters.len() == ROW));
        }
    }

    #[test]
    fn spans_follow_one_another_and_only_what_was_hit_of_them_is_tallied() {
        let mut active = active(&[(700, true), (40, false), (1000, true), (3, false)]);
        let mut end = 0;
        for span in &active.spans {
            assert_eq!(span.edges().start, end);
            end = span.edges().end;
        }
        assert_eq!(end, active.edges);
        // A block is read only if it has an edge that can count and was hit.
        assert!(active.spans.iter().all(|span| span.hot.is_empty()));
        let hot: Vec<Row> = active.rows.clone();
        active.spans.iter_mut().for_each(|span| span.promote_hot(&hot));
        let blocks: usize = active.spans.iter().map(|span| span.hot.len()).sum();
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
}
