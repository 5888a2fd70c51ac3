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
mod frame;
mod functions;
mod layout;
#[cfg(feature = "backend-libafl")]
mod libafl;
mod novelty;
mod numbering;
mod observe;
mod passes;
mod request;
mod seen_edges;
mod sets;
mod symbols;
mod window;

pub use frame::Frame;
pub use novelty::{Novelty, SeenCoverage, Tier};
pub use observe::{Observation, Observer, Verdict};
pub use request::{CoverageRequest, Depth, Hits};
pub use seen_edges::SeenEdges;
pub use symbols::Location;
pub use window::Window;

use crate::value::operands;
use active_counters::{ActiveCounters, Span};
use callbacks::{Module, Registry};
use edge_status::{EdgeStatus, EdgeStatuses};
use functions::functions;
use numbering::Numbering;
use passes::new_edges;
use passes::set_hash::{Tallier, Tally, bucket};
use std::ops::Range;

/// The counters of the process.
///
/// Edges are numbered from 0 over all modules, in the order in which these were loaded, and inside a
/// module by the names of functions. So the numbers of two builds of the same code are the same, wherever
/// the linker puts the counters. There may be several of these handles, but they share the counters: one
/// that clears takes from all.
pub struct Coverage {
    registry: &'static Registry,
    reports: usize,
    modules: Vec<Module>,
    /// The counters that can count.
    active: ActiveCounters,
    numbering: Numbering,
    edges: usize,
    tallier: Tallier,
    locate: fn(usize) -> Option<Location>,
    statuses: EdgeStatuses,
    /// The numbers of the edges that were found unstable.
    unstable: Vec<u32>,
    /// Memory that is kept for the edges that have a new bucket.
    found: Vec<u32>,
    /// A zero per edge: the buckets of a log that has seen nothing.
    no_buckets: Vec<u8>,
    /// The counts of the test that was last found new in all tiers, and of the same test repeated, by
    /// place: of those that are looked at. The others are 0.
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
            active: ActiveCounters::default(),
            numbering: Numbering::default(),
            edges: 0,
            tallier: Tallier::best(),
            locate: symbols::locate,
            statuses: EdgeStatuses::default(),
            unstable: Vec::new(),
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
        new_edges::zero(&self.active);
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
                let caps = self.statuses.caps();
                let missed = |&place: &u32| self.count(place) == 0 && caps.get(place) != 0;
                let places = edges.iter().filter_map(|&edge| self.numbering.place(edge));
                novelty.missed = places.filter(missed).count();
            }
        }
    }

    /// The edges that count and were hit since the last [`open`](Coverage::open), ascending, each with its
    /// count modulo 256, in place of what was in `out`.
    #[inline(never)]
    pub fn counted(&mut self, out: &mut Vec<(u32, u8)>) {
        self.take_reports();
        new_edges::promote_hot(&mut self.active);
        let mut hit = std::mem::take(&mut self.found);
        self.find_places_hit(&mut hit);
        hit.retain(|&place| self.does_count(place));
        out.clear();
        out.extend(hit.iter().map(|&place| (self.numbering.number(place), self.count(place))));
        out.sort_unstable();
        self.found = hit;
    }

    /// All edges that were hit since the last [`clear`](Coverage::clear), ascending, each with its
    /// count modulo 256, in place of what was in `out`; also those that never count. Slow.
    #[inline(never)]
    pub fn hits(&mut self, out: &mut Vec<(u32, u8)>) {
        self.take_reports();
        out.clear();
        let edges = (0..self.edges as u32).filter_map(|edge| {
            let count = self.count(self.numbering.place(edge)?);
            (count != 0).then_some((edge, count))
        });
        out.extend(edges);
    }

    /// Where an edge lies in the source. `None` for an edge that does not exist, and where the
    /// executable has no symbols. Slow: for reports.
    #[inline(never)]
    pub fn locate(&self, edge: u32) -> Option<Location> {
        let (module, at) = self.counter(self.numbering.place(edge)?)?;
        (self.locate)(module.address(at)?)
    }

    /// Whether an edge is of the code under test, as far as its place in the source decides that.
    pub fn is_code_under_test(&self, edge: u32) -> bool {
        self.locate(edge).is_none_or(|location| filter::is_code_under_test(&location.frames))
    }

    /// The edges that were not hit again when the same test was repeated, in the order in which they
    /// were found.
    pub fn unstable(&self) -> &[u32] {
        &self.unstable
    }

    /// How many of the edges met so far do not count because of where they are.
    pub fn ignored(&self) -> usize {
        self.statuses.ignored()
    }

    fn judge_edges(&mut self, log: &mut SeenEdges, novelty: &mut Novelty) {
        new_edges::unseen(&mut self.active, log.old(self.edges), &mut novelty.places);
        if !novelty.places.is_empty() {
            self.keep_counting(log, &mut novelty.places);
            self.name_new_edges(novelty);
        }
    }

    /// Keeps the places of edges that count, and tells the log of the others.
    #[cold]
    #[inline(never)]
    fn keep_counting(&mut self, log: &mut SeenEdges, new: &mut Vec<u32>) {
        new.sort_unstable();
        new.dedup();
        new.retain(|&place| {
            let counts = self.does_count(place);
            if !counts {
                log.never_count(place);
            }
            counts
        });
    }

    /// Gives the new edges their numbers, where new edges alone were asked for.
    fn name_new_edges(&self, novelty: &mut Novelty) {
        novelty.edges.clone_from(&novelty.places);
        self.numbering.to_numbers(&mut novelty.edges);
        novelty.tier = (!novelty.edges.is_empty()).then_some(Tier::Edge);
    }

    fn judge_all(&mut self, log: &mut SeenCoverage, novelty: &mut Novelty) {
        new_edges::promote_hot(&mut self.active);
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
        for span in self.looked_at() {
            let capped = self.statuses.caps().of(span.index);
            all.add(self.tallier.buckets(span.counters, capped, &span.hot));
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
        for span in self.looked_at() {
            let capped = self.statuses.caps().of(span.index);
            let seen = &seen[span.edges()];
            self.tallier.fresh(span.counters, capped, &span.hot, seen, span.first, &mut found);
            set.add(self.tallier.edges(span.counters, capped, &span.hot));
        }
        // All of them at once, so that there is one more pass at most.
        let others = found.iter().filter(|&&place| !self.does_count(place)).count();
        if others == 0 {
            for &place in &found {
                if !log.contains(place) {
                    novelty.places.push(place);
                }
                novelty.buckets.push((place, self.bucket(place)));
            }
            novelty.edges.clone_from(&novelty.places);
            self.numbering.to_numbers(&mut novelty.edges);
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

    /// Leaves in `out` the edges that were hit and are not known not to count, ascending.
    fn find_hit(&self, out: &mut Vec<u32>) {
        self.find_places_hit(out);
        self.numbering.to_numbers(out);
    }

    /// The places of those edges, ascending: of those with any bucket at all.
    fn find_places_hit(&self, out: &mut Vec<u32>) {
        out.clear();
        for span in self.looked_at() {
            let capped = self.statuses.caps().of(span.index);
            let none = &self.no_buckets[span.edges()];
            self.tallier.fresh(span.counters, capped, &span.hot, none, span.first, out);
        }
    }

    /// How often the edge at a place was hit, modulo 256.
    fn count(&self, place: u32) -> u8 {
        self.counter(place).map_or(0, |(module, at)| module.counters.get(at))
    }

    /// The bucket of the count of the edge at a place.
    fn bucket(&self, place: u32) -> u8 {
        bucket(self.count(place).min(self.statuses.caps().get(place)))
    }

    fn confirm_edges(&mut self, novelty: &mut Novelty) {
        let mut gone = Vec::new();
        novelty.places.retain(|&place| {
            let hit = self.count(place) != 0;
            if !hit {
                gone.push(place);
            }
            hit
        });
        self.set_unstable(gone);
        self.name_new_edges(novelty);
    }

    /// Makes the edges at these places unstable.
    fn set_unstable(&mut self, mut edges: Vec<u32>) {
        for &place in &edges {
            self.statuses.set(place, EdgeStatus::Unstable);
        }
        self.numbering.to_numbers(&mut edges);
        self.unstable.append(&mut edges);
    }

    /// Compares the counts of this run with those that were kept; whether an edge's status changed.
    fn compare_runs(&mut self) -> bool {
        // What this run alone hit may be where nothing was hit before: the counts of the first are zeros there.
        new_edges::promote_hot(&mut self.active);
        self.take_counts(1);
        let [first, second] = &self.counts;
        let differs = |block: &Range<usize>| first[block.clone()] != second[block.clone()];
        let blocks = self.active.spans.iter().flat_map(Span::hot_edges).filter(differs);
        let (mut inexact, mut unstable) = (Vec::new(), Vec::new());
        for place in blocks.flatten() {
            let cap = self.statuses.caps().get(place as u32);
            let [first, second] = [first, second].map(|counts| bucket(counts[place].min(cap)));
            if first != second {
                let is_hit = first != 0 && second != 0;
                let changed = if is_hit { &mut inexact } else { &mut unstable };
                changed.push(place as u32);
            }
        }
        let changed = !inexact.is_empty() || !unstable.is_empty();
        for place in inexact {
            self.statuses.set(place, EdgeStatus::Inexact);
        }
        self.set_unstable(unstable);
        changed
    }

    /// Copies the counts of all that is looked at.
    fn take_counts(&mut self, run: usize) {
        let mut counts = std::mem::take(&mut self.counts[run]);
        for span in self.looked_at() {
            for block in span.hot_edges() {
                let first = span.first as usize;
                let counters = span.counters.within(&(block.start - first..block.end - first));
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

    /// Whether the edge at a place counts.
    fn does_count(&mut self, place: u32) -> bool {
        if self.statuses.get(place) == EdgeStatus::Unknown {
            let counts = self.is_code_under_test(self.numbering.number(place));
            let status = if counts { EdgeStatus::Counts } else { EdgeStatus::Ignored };
            self.statuses.set(place, status);
        }
        matches!(self.statuses.get(place), EdgeStatus::Counts | EdgeStatus::Inexact)
    }

    /// The module of the edge at a place, and its place there.
    fn counter(&self, place: u32) -> Option<(&Module, usize)> {
        let mut at = place as usize;
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
        let hot = std::mem::take(&mut self.active.hot);
        self.active = ActiveCounters::default();
        self.numbering = Numbering::default();
        let mut of_the_engine = Vec::new();
        for module in &self.modules {
            let functions = functions(module, self.locate);
            for function in functions.iter().filter(|function| function.is_of_the_engine) {
                let first = self.active.edges;
                of_the_engine.extend(function.counters.clone().map(|at| (first + at) as u32));
            }
            self.active.add(module.counters, &functions);
            self.numbering.add(&functions);
        }
        // Where counts were kept they must be taken again, or runs would be compared with older ones.
        self.active.spans.iter_mut().for_each(|span| span.promote_hot(&hot));
        let lens: Vec<usize> = self.active.spans.iter().map(|span| span.counters.len()).collect();
        self.edges = self.active.edges;
        self.no_buckets = vec![0; self.edges];
        self.counts.iter_mut().for_each(|counts| counts.resize(self.edges, 0));
        self.statuses.fit(&lens);
        // A function of the engine's never counts, whatever shares a row with it.
        for place in of_the_engine {
            if self.statuses.get(place) == EdgeStatus::Unknown {
                self.statuses.set(place, EdgeStatus::Ignored);
            }
        }
    }

    /// The spans in which something that can count was ever hit.
    #[inline]
    fn looked_at(&self) -> impl Iterator<Item = &Span> {
        self.active.spans.iter().filter(|span| !span.hot.is_empty())
    }
}

#[cfg(test)]
mod tests;
