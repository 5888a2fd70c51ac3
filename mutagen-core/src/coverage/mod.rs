//! The coverage runtime: which edges of the instrumented code a test hit, and what of it is new.
//!
//! The compiler gives each edge a counter of eight bits in the executable, and code that increments
//! it. [`Coverage::clear`] zeroes the counters right before the property runs;
//! [`Coverage::judge`] reads them right after, in one pass over vectors that compares them with the
//! [`SeenCoverage`] of the test's outcome. Nothing else zeroes them, so that a run can be looked at more
//! than once. Counts are modulo 256, so that an edge that is hit exactly 256 times looks like one that
//! is not hit.
//!
//! The counters belong to the process: they see every thread of it, also those that the property
//! starts. So a property may use threads, and what they hit counts if they have ended when it returns;
//! but no other thread may run instrumented code while a property runs, and two threads that increment
//! one counter at the same time may lose a hit. The worker has no such thread of its own.
//!
//! Points of the user's own, `Counters` of the crate `sancov`, report themselves as a module does when
//! they are registered, and are edges like the compiler's: `docs/coverage-points.md`.
//!
//! With the feature `backend-libafl` the counters are reported to the crate `libafl_targets` and read from
//! there.
//!
//! Nothing here is generic for others, so that nothing here is compiled in an instrumented crate.

mod active_counters;
mod callbacks;
mod count_limits;
mod edge_status;
mod filter;
#[cfg(feature = "backend-libafl")]
mod libafl;
mod novelty;
mod observe;
mod passes;
mod request;
mod seen_edges;
mod sets;
mod symbols;
mod window;

pub use novelty::{Novelty, SeenCoverage, Tier};
pub use observe::{Observation, Observer, Verdict};
pub use request::{CoverageRequest, Depth, Hits};
pub use seen_edges::SeenEdges;
pub use symbols::{Frame, Location};
pub use window::Window;

use crate::value::operands;
use active_counters::{ActiveCounters, Part};
use callbacks::{Module, Registry};
use edge_status::{EdgeStatus, EdgeStatuses};
use passes::new_edges::Scan;
use passes::set_hash::{Tallier, Tally, bucket};
use std::ops::Range;

/// The counters of the process.
///
/// Edges are numbered from 0 over all modules, in the order in which these were loaded. There may be
/// several of these handles, but they share the counters: one that clears takes from all.
pub struct Coverage {
    registry: &'static Registry,
    reports: usize,
    modules: Vec<Module>,
    /// The counters that can count.
    live: ActiveCounters,
    edges: usize,
    scan: Scan,
    tallier: Tallier,
    locate: fn(usize) -> Option<Location>,
    standings: EdgeStatuses,
    /// Memory that is kept for the edges that have a new bucket.
    found: Vec<u32>,
    /// A zero per edge: the buckets of a log that has seen nothing.
    no_buckets: Vec<u8>,
    /// The counts of the test that was last found new in all tiers, and of the same test repeated, by edge:
    /// of those that are looked at. The others are 0.
    counts: [Vec<u8>; 2],
    /// The counts of a run that ended while more code was still to run.
    held: Vec<u8>,
}

impl Coverage {
    /// The counters of this process.
    #[inline(never)]
    pub fn acquire() -> Coverage {
        Coverage::of(Registry::of_process())
    }

    fn of(registry: &'static Registry) -> Coverage {
        let mut coverage = Coverage {
            registry,
            reports: 0,
            modules: Vec::new(),
            live: ActiveCounters::default(),
            edges: 0,
            scan: Scan::best(),
            tallier: Tallier::best(),
            locate: symbols::locate,
            standings: EdgeStatuses::default(),
            found: Vec::new(),
            no_buckets: Vec::new(),
            counts: [Vec::new(), Vec::new()],
            held: Vec::new(),
        };
        coverage.take_reports();
        coverage
    }

    /// The number of edges in the process. None means that nothing was instrumented.
    pub fn edges(&self) -> usize {
        self.edges
    }

    /// Zeroes all counters.
    #[inline(never)]
    pub fn clear(&mut self) {
        self.take_reports();
        for module in &self.modules {
            module.counters.zero();
        }
        operands::open();
    }

    /// Ends a run, which began with [`open`](Coverage::open) or [`clear`](Coverage::clear): what is compared from here on is not
    /// seen. Counters go on counting until they are judged, unless the run was held.
    #[inline]
    pub fn end(&mut self) {
        operands::close();
        self.put_back();
    }

    /// Holds a run before the code that follows it in the same call: what is hit from here to
    /// [`end`](Coverage::end) is not seen. Costs a copy of all counts.
    #[inline(never)]
    pub fn hold(&mut self) {
        operands::close();
        let mut counts = std::mem::take(&mut self.held);
        counts.clear();
        self.append_counts(&mut counts);
        self.held = counts;
    }

    /// Makes the counts what they were when they were held, if they were.
    #[inline]
    fn put_back(&mut self) {
        if self.held.is_empty() {
            return;
        }
        let mut rest = &self.held[..];
        for module in &self.modules {
            let (own, others) = rest.split_at(module.counters.len());
            module.counters.put(own);
            rest = others;
        }
        self.held.clear();
    }

    /// Zeroes the counters that [`judge`](Coverage::judge) looks at: all that can count. What does not
    /// see the others is spared the time, which is most of it where the code under test is small.
    #[inline(never)]
    pub fn open(&mut self) {
        self.take_reports();
        self.scan.zero(&self.live);
        operands::open();
    }

    /// Leaves in `novelty` what the run since the last [`open`](Coverage::open) or
    /// [`clear`](Coverage::clear) found that `log` has not, in place of what was there. The log is not
    /// changed, except that it learns of edges that never count when it meets one: edges of the engine,
    /// of generators and mutators, of hash containers, and those found unstable. A run that hit nothing
    /// that counts is not new.
    #[inline(never)]
    pub fn judge(&mut self, log: &mut SeenCoverage, depth: Depth, novelty: &mut Novelty) {
        self.take_reports();
        novelty.clear();
        match depth {
            Depth::Nothing => {}
            Depth::EdgesOnly => self.judge_edges(log.edge_log(), novelty),
            Depth::AllTiers => self.judge_all(log, novelty),
        }
    }

    /// To be called when a test that was new was run a second time, with the log of the same outcome:
    /// makes edges that were hit in one of the runs only unstable, which never count from now on, and
    /// leaves in `novelty` what is new without them. Where only new edges were asked for, only those
    /// are looked at. An edge whose count was in different buckets still counts, but from now on its
    /// count does not. The operands of that run are left in `novelty`, if the build traces comparisons.
    /// Gives the number of edges found unstable.
    #[inline(never)]
    pub fn confirm(&mut self, log: &mut SeenCoverage, novelty: &mut Novelty) -> usize {
        let before = self.unstable().len();
        if novelty.sets.is_none() {
            self.confirm_edges(novelty);
        } else if self.compare_runs() {
            self.judge(log, Depth::AllTiers, novelty);
        }
        if novelty.is_new() {
            novelty.operands = operands::taken();
        }
        self.unstable().len() - before
    }

    /// Leaves the edges that are asked for of the last run, after it was judged, in `novelty`, beside what
    /// is there. An edge that was found unstable meanwhile is as good as hit.
    #[inline(never)]
    fn answer(&self, hits: Hits<'_>, novelty: &mut Novelty) {
        match hits {
            Hits::Unasked | Hits::Counts => {}
            Hits::Edges => self.find_hit(&mut novelty.hit),
            Hits::Missed(edges) => {
                let caps = self.standings.caps();
                let missed = |edge: &&u32| self.count(**edge) == 0 && caps.get(**edge) != 0;
                novelty.missed = edges.iter().filter(missed).count();
            }
        }
    }

    /// The edges that count and were hit since the last [`open`](Coverage::open), ascending, each with its
    /// count modulo 256, in place of what was in `out`.
    #[inline(never)]
    pub fn counted(&mut self, out: &mut Vec<(u32, u8)>) {
        self.take_reports();
        self.scan.warm(&mut self.live);
        let mut hit = std::mem::take(&mut self.found);
        self.find_hit(&mut hit);
        hit.retain(|&edge| self.does_count(edge));
        out.clear();
        out.extend(hit.iter().map(|&edge| (edge, self.count(edge))));
        self.found = hit;
    }

    /// All edges that were hit since the last [`clear`](Coverage::clear), ascending, each with its
    /// count modulo 256, in place of what was in `out`; also those that never count. Slow.
    #[inline(never)]
    pub fn hits(&mut self, out: &mut Vec<(u32, u8)>) {
        self.take_reports();
        out.clear();
        let mut first = 0;
        for module in &self.modules {
            let counters = module.counters;
            let counts = (0..counters.len()).map(|at| (first + at as u32, counters.get(at)));
            out.extend(counts.filter(|&(_, count)| count != 0));
            first += counters.len() as u32;
        }
    }

    /// Where an edge lies in the source. `None` for an edge that does not exist, and where the
    /// executable has no symbols. Slow: for reports.
    #[inline(never)]
    pub fn locate(&self, edge: u32) -> Option<Location> {
        let (module, at) = self.counter(edge)?;
        (self.locate)(module.address(at)?)
    }

    /// Whether an edge counts, as far as its place in the source decides that.
    pub fn counts(&self, edge: u32) -> bool {
        self.locate(edge).is_none_or(|location| filter::counts(&location.frames))
    }

    /// The edges that were not hit again when the same test was repeated, in the order in which they
    /// were found.
    pub fn unstable(&self) -> &[u32] {
        self.standings.unstable()
    }

    /// How many of the edges met so far do not count because of where they are.
    pub fn ignored(&self) -> usize {
        self.standings.ignored()
    }

    fn judge_edges(&mut self, log: &mut SeenEdges, novelty: &mut Novelty) {
        let new = &mut novelty.edges;
        self.scan.unseen(&mut self.live, log.old(self.edges), new);
        if !new.is_empty() {
            self.keep_counting(log, new);
            novelty.tier = (!new.is_empty()).then_some(Tier::Edge);
        }
    }

    /// Keeps the edges that count, and tells the log of the others.
    #[cold]
    #[inline(never)]
    fn keep_counting(&mut self, log: &mut SeenEdges, new: &mut Vec<u32>) {
        new.sort_unstable();
        new.dedup();
        new.retain(|&edge| {
            let counts = self.does_count(edge);
            if !counts {
                log.never_count(edge);
            }
            counts
        });
    }

    fn judge_all(&mut self, log: &mut SeenCoverage, novelty: &mut Novelty) {
        self.scan.warm(&mut self.live);
        loop {
            let tally = self.tally();
            novelty.load = tally.load;
            let is_old = tally.load == 0 || log.has_bucketed_set(tally.hash());
            if is_old || self.describe(log, tally, novelty) {
                return;
            }
        }
    }

    /// The pass over all counters that can count.
    #[inline]
    fn tally(&self) -> Tally {
        let mut all = Tally::default();
        for part in self.looked_at() {
            let capped = self.standings.caps().of(part.place);
            all.add(self.tallier.buckets(part.counters, capped, &part.hot));
        }
        all
    }

    /// Says what is new about a run whose set is, and keeps its counts for
    /// [`confirm`](Coverage::confirm). `false` if an edge turned out not to count: then the pass must
    /// be made again without it.
    #[cold]
    #[inline(never)]
    fn describe(&mut self, log: &mut SeenCoverage, tally: Tally, novelty: &mut Novelty) -> bool {
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        let mut set = Tally::default();
        let seen = log.buckets(self.edges);
        for part in self.looked_at() {
            let capped = self.standings.caps().of(part.place);
            let seen = &seen[part.edges()];
            self.tallier.fresh(part.counters, capped, &part.hot, seen, part.first, &mut found);
            set.add(self.tallier.edges(part.counters, capped, &part.hot));
        }
        // All of them at once, so that there is one more pass at most.
        let others = found.iter().filter(|&&edge| !self.does_count(edge)).count();
        if others == 0 {
            for &edge in &found {
                if !log.contains(edge) {
                    novelty.edges.push(edge);
                }
                novelty.buckets.push((edge, self.bucket(edge)));
            }
            let sets = [set.hash(), tally.hash()];
            novelty.sets = Some(sets);
            self.find_hit(&mut novelty.hit);
            novelty.tier = Some(match () {
                () if !novelty.edges.is_empty() => Tier::Edge,
                () if !novelty.buckets.is_empty() => Tier::Bucket,
                () if !log.has_set(sets[0]) => Tier::Set,
                () => Tier::BucketedSet,
            });
            self.take_counts(0);
        }
        self.found = found;
        others == 0
    }

    /// Leaves in `out` the edges that were hit and are not known not to count, ascending: those with any bucket
    /// at all.
    fn find_hit(&self, out: &mut Vec<u32>) {
        out.clear();
        for part in self.looked_at() {
            let capped = self.standings.caps().of(part.place);
            let none = &self.no_buckets[part.edges()];
            self.tallier.fresh(part.counters, capped, &part.hot, none, part.first, out);
        }
    }

    /// How often an edge was hit, modulo 256.
    fn count(&self, edge: u32) -> u8 {
        self.counter(edge).map_or(0, |(module, at)| module.counters.get(at))
    }

    /// The bucket of an edge's count.
    fn bucket(&self, edge: u32) -> u8 {
        bucket(self.count(edge).min(self.standings.caps().get(edge)))
    }

    fn confirm_edges(&mut self, novelty: &mut Novelty) {
        novelty.edges.retain(|&edge| {
            let hit = self.count(edge) != 0;
            if !hit {
                self.standings.set(edge, EdgeStatus::Unstable);
            }
            hit
        });
        if novelty.edges.is_empty() {
            novelty.tier = None;
        }
    }

    /// Compares the counts of this run with those that were kept; whether an edge's standing changed.
    fn compare_runs(&mut self) -> bool {
        // What this run alone hit may be where nothing was hit before: the counts of the first are zeros there.
        self.scan.warm(&mut self.live);
        self.take_counts(1);
        let [first, second] = &self.counts;
        let differs = |block: &Range<usize>| first[block.clone()] != second[block.clone()];
        let blocks = self.live.parts.iter().flat_map(Part::hot_edges).filter(differs);
        let mut changed = false;
        for edge in blocks.flatten() {
            let cap = self.standings.caps().get(edge as u32);
            let [first, second] = [first, second].map(|counts| bucket(counts[edge].min(cap)));
            if first != second {
                let is_hit = first != 0 && second != 0;
                let standing = if is_hit { EdgeStatus::Inexact } else { EdgeStatus::Unstable };
                self.standings.set(edge as u32, standing);
                changed = true;
            }
        }
        changed
    }

    /// Copies the counts of all that is looked at.
    fn take_counts(&mut self, run: usize) {
        let mut counts = std::mem::take(&mut self.counts[run]);
        for part in self.looked_at() {
            for block in part.hot_edges() {
                let first = part.first as usize;
                let counters = part.counters.within(&(block.start - first..block.end - first));
                counters.copy_to(&mut counts[block]);
            }
        }
        self.counts[run] = counts;
    }

    fn append_counts(&self, counts: &mut Vec<u8>) {
        for module in &self.modules {
            module.counters.append_to(counts);
        }
    }

    fn does_count(&mut self, edge: u32) -> bool {
        if self.standings.get(edge) == EdgeStatus::Unknown {
            let counts = self.counts(edge);
            let standing = if counts { EdgeStatus::Counts } else { EdgeStatus::Ignored };
            self.standings.set(edge, standing);
        }
        matches!(self.standings.get(edge), EdgeStatus::Counts | EdgeStatus::Inexact)
    }

    /// The module of an edge and its place there.
    fn counter(&self, edge: u32) -> Option<(&Module, usize)> {
        let mut at = edge as usize;
        for module in &self.modules {
            if at < module.counters.len() {
                return Some((module, at));
            }
            at -= module.counters.len();
        }
        None
    }

    /// Notices modules that were loaded meanwhile. The numbers of known edges do not change.
    #[inline]
    fn take_reports(&mut self) {
        let reports = self.registry.reports();
        if reports != self.reports {
            self.take_modules(reports);
        }
    }

    #[cold]
    #[inline(never)]
    fn take_modules(&mut self, reports: usize) {
        self.reports = reports;
        self.modules = self.registry.modules();
        let hot = std::mem::take(&mut self.live.hot);
        self.live = ActiveCounters::of(&self.modules, self.locate);
        // Where counts were kept they must be taken again, or runs would be compared with older ones.
        self.live.parts.iter_mut().for_each(|part| part.warm(&hot));
        let lens: Vec<usize> = self.live.parts.iter().map(|part| part.counters.len()).collect();
        self.edges = lens.iter().sum();
        self.no_buckets = vec![0; self.edges];
        self.counts.iter_mut().for_each(|counts| counts.resize(self.edges, 0));
        self.standings.fit(&lens);
        for edge in self.live.dead.iter().cloned().flatten() {
            if self.standings.get(edge) == EdgeStatus::Unknown {
                self.standings.set(edge, EdgeStatus::Ignored);
            }
        }
    }

    /// The parts in which something that can count was ever hit.
    #[inline]
    fn looked_at(&self) -> impl Iterator<Item = &Part> {
        self.live.parts.iter().filter(|part| !part.hot.is_empty())
    }
}

#[cfg(test)]
mod tests;
