//! The coverage runtime: which edges of the instrumented code a test hit, and which of them are
//! new.
//!
//! For each edge, the compiler adds an 8-bit counter to the executable and code that increments it.
//! [`Coverage::clear`] zeroes the counters right before the property runs. [`Coverage::judge`]
//! reads them right after, in one vectorised pass that compares them with the [`SeenCoverage`] of
//! the test's outcome. Nothing else zeroes the counters, so a run can be examined more than once.
//! Counts are modulo 256, so an edge that is hit exactly 256 times looks as if it was not hit.
//!
//! The counters belong to the process: every thread increments them, including threads that the
//! property starts. A property may use threads, and their hits count if the threads have ended when
//! the property returns. No other thread may run instrumented code while a property runs, and 2
//! threads that increment one counter at the same time may lose a hit. The worker has no such
//! thread of its own.
//!
//! Points of the user's own, `Counters` of the crate `sancov`, register themselves as a module
//! does. They become edges like the compiler's: see `docs/coverage-points.md`.
//!
//! With the feature `backend-libafl`, the counters are reported to the crate `libafl_targets` and
//! read from there.
//!
//! This module exports no generic function, so none of its code is compiled in an instrumented
//! crate.

mod active_counters;
mod agreement;
mod callbacks;
mod comparisons;
mod confirm;
mod confirmations;
mod discards;
mod edge_status;
mod filter;
mod findings;
mod frame;
mod functions;
mod ignored_hits;
mod layout;
#[cfg(feature = "backend-libafl")]
mod libafl;
mod literals_of_code;
mod novelty;
mod numbering;
mod observe;
mod passes;
pub mod points;
mod request;
mod seen_edges;
mod sets;
mod symbols;
mod two_runs;
mod verdict;
mod window;

pub use discards::GaveUp;
pub(crate) use filter::is_library_file;
pub use findings::{CoverageFindings, Names};
pub use frame::Frame;
pub use ignored_hits::IgnoredEdges;
pub use novelty::{Novelty, SeenCoverage, Tier};
pub use observe::{Observation, Observer};
pub use request::{CoverageRequest, Depth, Hits, Interest};
pub use seen_edges::SeenEdges;
pub use symbols::Location;
pub use two_runs::TwoRuns;
pub use verdict::Verdict;
pub use window::Window;

use crate::value::operands::Comparison;
use active_counters::{ActiveCounters, Span};
use callbacks::{Counters, Module, Registry};
use confirmations::Confirmations;
use edge_status::EdgeStatus;
use filter::Ignored;
use functions::functions;
use ignored_hits::IgnoredHits;
use numbering::Numbering;
use passes::new_edges;
use passes::set_hash::{Tallier, Tally, bucket};
use rustc_hash::FxHashMap;

/// The counters of the process.
///
/// Edges are numbered from 0 over all modules, in the order in which the modules were loaded, and
/// within a module by the names of functions. The numbers are therefore the same in 2 builds of the
/// same code, wherever the linker puts the counters. Several of these handles may exist, but they
/// share the counters: clearing one clears all.
pub struct Coverage {
    registry: &'static Registry,
    reports: usize,
    modules: Vec<Module>,
    /// The counters of edges that can count.
    active: ActiveCounters,
    numbering: Numbering,
    tallier: Tallier,
    locate: fn(usize) -> Option<Location>,
    /// The status of each edge, by its place.
    statuses: Vec<EdgeStatus>,
    confirmations: Confirmations,
    /// The crates that are instrumented on purpose.
    on_purpose: Vec<String>,
    ignored_hits: IgnoredHits,
    /// Whether the comparisons after which this code goes on count.
    comparing: FxHashMap<usize, bool>,
    /// Memory for reading the recorded comparisons.
    known: comparisons::Known,
    /// Reused memory for the edges that have a new bucket.
    found: Vec<u32>,
    /// A zero per edge: the seen buckets before any test.
    no_buckets: Vec<u8>,
    /// By place, the counts of the last test that was judged in all tiers and was new, and of its
    /// repetition. Only the places that are read have counts; the others are 0.
    counts: [Vec<u8>; 2],
    /// A count per edge, saved because more code ran after the end of the run.
    held: Vec<u8>,
    is_held: bool,
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
            tallier: Tallier::best(),
            locate: symbols::locate,
            statuses: Vec::new(),
            confirmations: Confirmations::default(),
            on_purpose: Vec::new(),
            ignored_hits: IgnoredHits::default(),
            comparing: FxHashMap::default(),
            known: comparisons::Known::default(),
            found: Vec::new(),
            no_buckets: Vec::new(),
            counts: [Vec::new(), Vec::new()],
            held: Vec::new(),
            is_held: false,
        };
        coverage.take_reports();
        coverage
    }

    /// The number of edges in the process. If it is 0, nothing was instrumented.
    pub fn edges(&self) -> usize {
        self.active.edges
    }

    /// Zeroes all counters.
    #[inline(never)]
    pub fn clear(&mut self) {
        self.take_reports();
        for module in &self.modules {
            module.counters.zero();
        }
    }

    /// Ends a run, which began with [`open`](Coverage::open) or [`clear`](Coverage::clear): later
    /// comparisons are not recorded. Counters keep counting until they are judged, unless the run
    /// was held.
    #[inline]
    pub fn end(&mut self) {
        comparisons::close();
        self.put_back();
    }

    /// Saves the counts of a run before other code runs in the same call: hits between here and
    /// [`end`](Coverage::end) are ignored. This costs a copy of all counts.
    #[inline(never)]
    pub fn hold(&mut self) {
        comparisons::close();
        self.each_held(|counters, held| counters.copy_to(held));
        self.is_held = true;
    }

    /// Restores the counts that were held, if any.
    #[inline]
    fn put_back(&mut self) {
        if std::mem::take(&mut self.is_held) {
            self.each_held(|counters, held| counters.put(held));
        }
    }

    /// Visits the counters of each module with their part of the held counts.
    fn each_held(&mut self, visit: fn(Counters, &mut [u8])) {
        let mut rest = &mut self.held[..];
        for Module { counters, .. } in &self.modules {
            let (own, others) = rest.split_at_mut(counters.len());
            visit(*counters, own);
            rest = others;
        }
    }

    /// Zeroes the counters that [`judge`](Coverage::judge) reads: all that can count. Leaving the
    /// other counters alone saves most of the time where the code under test is small.
    #[inline(never)]
    pub fn open(&mut self) {
        self.take_reports();
        new_edges::zero(&self.active);
        // A cache answers the repetition, and its comparisons are not those of the test.
        if self.has_state() {
            comparisons::open();
        }
    }

    /// Records the comparisons of the next run, until [`end`](Coverage::end).
    pub(super) fn record_comparisons(&mut self) {
        comparisons::open();
    }

    /// The comparisons of the last recorded run. They count where edges count: others are those of
    /// addresses and of hashes, which no second run would make.
    pub(super) fn take_comparisons(&mut self) -> Vec<Comparison> {
        let Coverage { comparing, known, locate, on_purpose, .. } = self;
        comparisons::taken(known, |place| {
            *comparing.entry(place).or_insert_with(|| {
                judge_location(place.checked_sub(1).and_then(*locate), on_purpose).is_ok()
            })
        })
    }

    /// Replaces `novelty` with the novelty of the run since the last [`open`](Coverage::open) or
    /// [`clear`](Coverage::clear), compared with `log`. The log changes in only one way: it records
    /// the edges of the run that never count. These are edges of the engine, of generators and
    /// mutators, of hash containers, and edges that were set aside. A run that hit no edge that
    /// counts is not new.
    #[inline(never)]
    pub fn judge(&mut self, log: &mut SeenCoverage, depth: Depth, novelty: &mut Novelty) {
        self.take_reports();
        novelty.clear();
        log.edges.reconsider(self.confirmations.given_back);
        match depth {
            Depth::Nothing => {}
            Depth::EdgesOnly => self.judge_edges(&mut log.edges, novelty),
            Depth::AllTiers => self.judge_all(log, novelty),
        }
    }

    /// Adds the edges that were asked for to `novelty`, after the last run was judged. An edge that
    /// is in no set is treated as hit.
    #[inline(never)]
    fn answer(&self, hits: Hits<'_>, novelty: &mut Novelty) {
        match hits {
            Hits::Unasked | Hits::Counts => {}
            Hits::Edges => self.find_hit(&mut novelty.hit),
            Hits::Missed(edges) => {
                let missed = |&place: &u32| self.count(place) == 0 && self.cap(place) != 0;
                let places = edges.iter().filter_map(|&edge| self.numbering.place(edge));
                novelty.missed = places.filter(missed).count();
            }
        }
    }

    /// Replaces `out` with the edges that count and were hit since the last
    /// [`open`](Coverage::open), ascending, each with its count modulo 256.
    #[inline(never)]
    pub fn counted(&mut self, out: &mut Vec<(u32, u8)>) {
        self.take_reports();
        new_edges::promote_hot(&mut self.active);
        let mut hit = std::mem::take(&mut self.found);
        self.find_places_hit(&mut hit);
        hit.retain(|&place| self.can_be_new(place));
        out.clear();
        out.extend(hit.iter().map(|&place| (self.numbering.number(place), self.count(place))));
        out.sort_unstable();
        self.found = hit;
    }

    /// Replaces `out` with all edges that were hit since the last [`clear`](Coverage::clear),
    /// ascending, each with its count modulo 256. Edges that never count are included. Slow.
    #[inline(never)]
    pub fn hits(&mut self, out: &mut Vec<(u32, u8)>) {
        self.take_reports();
        out.clear();
        let edges = (0..self.active.edges as u32).filter_map(|edge| {
            let count = self.count(self.numbering.place(edge)?);
            (count != 0).then_some((edge, count))
        });
        out.extend(edges);
    }

    /// Where an edge lies in the source. `None` if the edge does not exist or the executable has no
    /// symbols. Slow: for reports.
    #[inline(never)]
    pub fn locate(&self, edge: u32) -> Option<Location> {
        let (module, at) = self.counter(self.numbering.place(edge)?)?;
        (self.locate)(module.address(at)?)
    }

    /// Lets the edges of these crates count, whatever the crates are for. Call it before the first
    /// test.
    pub fn instrumented_on_purpose(&mut self, crates: &[String]) {
        self.on_purpose = crates.to_vec();
    }

    /// Whether an edge belongs to the code under test, judged by its place in the source.
    fn judge_place(&self, edge: u32) -> Result<(), Ignored> {
        judge_location(self.locate(edge), &self.on_purpose)
    }

    /// The number of edges so far that do not count because of their place in the source.
    pub fn ignored(&self) -> usize {
        self.statuses.iter().filter(|&&status| status == EdgeStatus::Ignored).count()
    }

    fn judge_edges(&mut self, log: &mut SeenEdges, novelty: &mut Novelty) {
        let old = log.old(self.active.edges);
        new_edges::unseen(&mut self.active, old, &mut novelty.places);
        if !novelty.places.is_empty() {
            self.keep_counting(log, &mut novelty.places);
            self.name_new_edges(novelty);
        }
    }

    /// Keeps the places of edges that count, and records the others in the log.
    #[cold]
    #[inline(never)]
    fn keep_counting(&mut self, log: &mut SeenEdges, new: &mut Vec<u32>) {
        new.sort_unstable();
        new.dedup();
        new.retain(|&place| {
            let counts = self.can_be_new(place);
            if !counts {
                log.never_count(place);
            }
            counts
        });
    }

    /// Stores the numbers of the new edges when only new edges are asked for.
    fn name_new_edges(&self, novelty: &mut Novelty) {
        novelty.edges.clone_from(&novelty.places);
        self.numbering.to_numbers(&mut novelty.edges);
        novelty.tier = (!novelty.edges.is_empty()).then_some(Tier::Edge);
    }

    fn judge_all(&mut self, log: &mut SeenCoverage, novelty: &mut Novelty) {
        new_edges::promote_hot(&mut self.active);
        // The pass over the sets does not see stateful edges.
        if !self.confirmations.all_agree() {
            self.find_new_stateful(&mut log.edges, &mut novelty.places);
        }
        loop {
            let tally = self.tally();
            novelty.load = tally.load;
            let is_old = tally.load == 0 || log.bucketed_sets.contains(tally.hash());
            if is_old && novelty.places.is_empty() || self.describe(log, tally, novelty) {
                return;
            }
        }
    }

    /// Finds the stateful edges that were hit and are new to the log.
    fn find_new_stateful(&mut self, log: &mut SeenEdges, places: &mut Vec<u32>) {
        let old = log.old(self.active.edges);
        new_edges::unseen(&mut self.active, old, places);
        if !places.is_empty() {
            // Edges that never count are recorded, so that the next pass does not stop at them.
            self.keep_counting(log, places);
            places.retain(|&place| self.is_stateful(place));
        }
    }

    /// The pass over all counters that can count.
    #[inline]
    fn tally(&self) -> Tally {
        let mut all = Tally::default();
        for span in self.active.looked_at() {
            all.add(self.tallier.buckets(span));
        }
        all
    }

    /// Describes the novelty of a run with a new set, and keeps its counts for
    /// [`confirm`](Coverage::confirm). Returns `false` if an edge turned out not to count: then the
    /// pass must be repeated without that edge.
    #[cold]
    #[inline(never)]
    fn describe(&mut self, log: &mut SeenCoverage, tally: Tally, novelty: &mut Novelty) -> bool {
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        let mut set = Tally::default();
        let seen = log.buckets(self.active.edges);
        for span in self.active.looked_at() {
            self.tallier.fresh(span, &seen[span.edges()], &mut found);
            set.add(self.tallier.edges(span));
        }
        // All such edges are found at once, so that at most one more pass is needed.
        let others = found.iter().filter(|&&place| !self.can_be_new(place)).count();
        if others == 0 {
            for &place in &found {
                if !log.edges.contains(place) {
                    novelty.places.push(place);
                }
                novelty.buckets.push((place, self.bucket(place)));
            }
            self.name_new_edges(novelty);
            let sets = [set.hash(), tally.hash()];
            novelty.sets = Some(sets);
            self.find_places_hit(&mut novelty.hit);
            novelty.hit.extend(self.stateful_hit());
            self.numbering.to_numbers(&mut novelty.hit);
            novelty.tier = Some(match () {
                () if !novelty.edges.is_empty() => Tier::Edge,
                () if !novelty.buckets.is_empty() => Tier::Bucket,
                () if !log.sets.contains(sets[0]) => Tier::Set,
                () => Tier::BucketedSet,
            });
            self.take_counts(0);
        }
        self.found = found;
        others == 0
    }

    /// Replaces `out` with the edges that were hit and are not known not to count, ascending.
    fn find_hit(&self, out: &mut Vec<u32>) {
        self.find_places_hit(out);
        self.numbering.to_numbers(out);
    }

    /// Replaces `out` with the places of those edges, ascending: any bucket qualifies.
    fn find_places_hit(&self, out: &mut Vec<u32>) {
        out.clear();
        for span in self.active.looked_at() {
            self.tallier.fresh(span, &self.no_buckets[span.edges()], out);
        }
    }

    /// How often the edge at a place was hit, modulo 256.
    fn count(&self, place: u32) -> u8 {
        self.counter(place).map_or(0, |(module, at)| module.counters.get(at))
    }

    /// The bucket of the count of the edge at a place.
    fn bucket(&self, place: u32) -> u8 {
        bucket(self.count(place).min(self.cap(place)))
    }

    /// The cap of the edge at a place.
    fn cap(&self, place: u32) -> u8 {
        self.statuses[place as usize].cap()
    }

    /// Whether the edge at a place can be a new edge.
    fn can_be_new(&mut self, place: u32) -> bool {
        if self.statuses[place as usize] == EdgeStatus::Unknown {
            let judged = self.judge_place(self.numbering.number(place));
            self.ignored_hits.record(judged);
            let status = if judged.is_ok() { EdgeStatus::Counts } else { EdgeStatus::Ignored };
            self.set_status(place, status);
        }
        self.statuses[place as usize].can_be_new()
    }

    fn set_status(&mut self, place: u32, status: EdgeStatus) {
        let at = place as usize;
        self.statuses[at] = status;
        let span = self.active.spans.partition_point(|span| span.edges().end <= at);
        self.active.spans[span].set_caps(std::iter::once((at, status.cap())));
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

    /// Adds modules that were loaded meanwhile. The numbers of known edges do not change.
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
                of_the_engine.extend(function.counters.clone().map(|at| first + at));
            }
            self.active.add(module.counters, &functions);
            self.numbering.add(&functions);
        }
        let edges = self.active.edges;
        self.no_buckets = vec![0; edges];
        self.counts.iter_mut().for_each(|counts| counts.resize(edges, 0));
        self.held.resize(edges, 0);
        self.statuses.resize(edges, EdgeStatus::Unknown);
        // A function of the engine never counts, even if it shares a row with code that does.
        for place in of_the_engine {
            let status = &mut self.statuses[place];
            if *status == EdgeStatus::Unknown {
                *status = EdgeStatus::Ignored;
            }
        }
        for span in &mut self.active.spans {
            // Hot blocks stay hot, so that their saved counts are replaced and no run is compared
            // with an older one.
            span.promote_hot(&hot);
            span.set_caps(span.edges().map(|place| (place, self.statuses[place].cap())));
        }
    }
}

/// Whether what lies at a place in the source belongs to the code under test. If nothing is known
/// of the place, it does.
fn judge_location(location: Option<Location>, on_purpose: &[String]) -> Result<(), Ignored> {
    location.map_or(Ok(()), |location| filter::judge(&location.frames, on_purpose))
}

#[cfg(test)]
mod tests;
