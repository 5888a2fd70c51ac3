//! The coverage runtime: which edges of the instrumented code a test hit, and which of them are new.
//!
//! The compiler gives each edge a counter of eight bits in the executable, and code that increments
//! it. [`Coverage::clear`] zeroes the counters right before the property runs;
//! [`Coverage::judge`] reads them right after, in one pass over vectors that compares them with the
//! [`EdgeLog`] of the test's outcome. Nothing else zeroes them, so that a run can be looked at more
//! than once. Counts are modulo 256, so that an edge that is hit
//! exactly 256 times looks like one that is not hit. The counters belong to the process: they see
//! every thread of it, and so no other thread may run instrumented code while a property runs.
//!
//! Nothing here is generic, so that nothing here is compiled in an instrumented crate.

mod callbacks;
mod log;
mod owner;
mod scan;
mod symbols;

pub use log::EdgeLog;
pub use symbols::{Frame, Location};

use callbacks::{Module, Registry};
use scan::Scan;

/// What was found out about an edge when it was first new.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    Unknown,
    Counts,
    /// In code that says nothing about the property.
    Ignored,
    /// Not hit again when the same test was repeated.
    Unstable,
}

/// The counters of the process.
///
/// Edges are numbered from 0 over all modules, in the order in which these were loaded. There may be
/// several of these handles, but they share the counters: one that clears takes from all.
pub struct Coverage {
    registry: &'static Registry,
    reports: usize,
    modules: Vec<Module>,
    edges: usize,
    scan: Scan,
    locate: fn(usize) -> Option<Location>,
    standing: Vec<Standing>,
    unstable: Vec<u32>,
    ignored: usize,
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
            edges: 0,
            scan: Scan::best(),
            locate: symbols::locate,
            standing: Vec::new(),
            unstable: Vec::new(),
            ignored: 0,
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
    }

    /// Leaves in `new`, ascending, the edges that were hit since the last [`clear`](Coverage::clear)
    /// and that `log` has not, in place of what was there. The log is not changed, except that it
    /// learns of edges that never count when it meets one: edges of the engine, of generators and
    /// mutators, of hash containers, and those found unstable.
    #[inline(never)]
    pub fn judge(&mut self, log: &mut EdgeLog, new: &mut Vec<u32>) {
        self.take_reports();
        new.clear();
        let mut old = log.old(self.edges);
        let mut first = 0;
        for module in &self.modules {
            let (own, rest) = old.split_at(module.counters.len());
            self.scan.unseen(module.counters, own, first, new);
            first += own.len() as u32;
            old = rest;
        }
        if !new.is_empty() {
            self.keep_counting(log, new);
        }
    }

    /// To be called when a test that was new was run a second time: keeps those edges of `new` that
    /// were hit again, and makes the others unstable, which never count from now on. Gives the
    /// number of edges found unstable.
    #[inline(never)]
    pub fn confirm(&mut self, new: &mut Vec<u32>) -> usize {
        let before = self.unstable.len();
        new.retain(|&edge| {
            let hit = self.counter(edge).is_some_and(|(module, at)| module.counters.get(at) != 0);
            if !hit {
                self.stand(edge, Standing::Unstable);
                self.unstable.push(edge);
            }
            hit
        });
        self.unstable.len() - before
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
        self.locate(edge).is_none_or(|location| owner::counts(&location.frames))
    }

    /// The edges that were not hit again when the same test was repeated, in the order in which they
    /// were found.
    pub fn unstable(&self) -> &[u32] {
        &self.unstable
    }

    /// How many of the edges met so far do not count because of where they are.
    pub fn ignored(&self) -> usize {
        self.ignored
    }

    /// Keeps the edges that count, and tells the log of the others.
    #[cold]
    #[inline(never)]
    fn keep_counting(&mut self, log: &mut EdgeLog, new: &mut Vec<u32>) {
        new.sort_unstable();
        new.dedup();
        new.retain(|&edge| {
            let counts = self.standing(edge) == Standing::Counts;
            if !counts {
                log.never_count(edge);
            }
            counts
        });
    }

    fn standing(&mut self, edge: u32) -> Standing {
        let known = self.standing.get(edge as usize).copied().unwrap_or(Standing::Unknown);
        if known != Standing::Unknown {
            return known;
        }
        let standing = if self.counts(edge) {
            Standing::Counts
        } else {
            self.ignored += 1;
            Standing::Ignored
        };
        self.stand(edge, standing);
        standing
    }

    fn stand(&mut self, edge: u32, standing: Standing) {
        let at = edge as usize;
        if self.standing.len() <= at {
            self.standing.resize(at + 1, Standing::Unknown);
        }
        self.standing[at] = standing;
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
    fn take_reports(&mut self) {
        let reports = self.registry.reports();
        if reports != self.reports {
            self.reports = reports;
            self.modules = self.registry.modules();
            self.edges = self.modules.iter().map(|module| module.counters.len()).sum();
        }
    }
}

#[cfg(test)]
mod tests {
    // Counters made up for a test are written to where they are.
    #![allow(unsafe_code)]

    use super::callbacks::tests::{made_up, report};
    use super::*;

    /// Symbols made up for a test: the engine is below 100.
    fn made_up_place(address: usize) -> Option<Location> {
        let function = if address < 100 { "mutagen_core::batch::serve" } else { "shop::price" };
        let file = Some("src/lib.rs".to_owned());
        Some(Location {
            frames: vec![Frame { function: function.to_owned(), file, line: Some(3) }],
        })
    }

    fn new_to(coverage: &mut Coverage, log: &mut EdgeLog) -> Vec<u32> {
        let mut new = vec![77];
        coverage.judge(log, &mut new);
        new
    }

    #[test]
    fn judging_finds_what_the_log_has_not_and_changes_nothing() {
        let mut coverage = Coverage::of(made_up(&[1, 0, 200, 3], &[]));
        let mut log = EdgeLog::new();
        log.insert(2);
        assert_eq!(coverage.edges(), 4);
        assert_eq!(new_to(&mut coverage, &mut log), [0, 3]);
        assert_eq!(log.edges(), [2], "judging does not enter the edges");
        let mut hits = vec![(9, 9)];
        coverage.hits(&mut hits);
        assert_eq!(hits, [(0, 1), (2, 200), (3, 3)]);
        assert_eq!(new_to(&mut coverage, &mut log), [0, 3]);
    }

    #[test]
    fn edges_are_numbered_over_all_modules_and_late_ones_are_noticed() {
        let registry = made_up(&[0, 5], &[]);
        let mut coverage = Coverage::of(registry);
        report(registry, &[0, 0, 6], &[]);
        let mut hits = Vec::new();
        coverage.hits(&mut hits);
        assert_eq!((hits, coverage.edges()), (vec![(1, 5), (4, 6)], 5));
        let third = report(registry, &[0; 40], &[]);
        coverage.clear();
        // SAFETY: the eighth of forty counters, leaked for this test.
        unsafe { *third.add(7) = 1 };
        assert_eq!(new_to(&mut coverage, &mut EdgeLog::new()), [12]);
    }

    #[test]
    fn clearing_forgets_what_ran_before() {
        let mut coverage = Coverage::of(made_up(&[1; 50], &[]));
        coverage.clear();
        assert!(new_to(&mut coverage, &mut EdgeLog::new()).is_empty());
    }

    #[test]
    fn edges_of_the_engine_never_count_in_either_log_not_even_after_a_clear() {
        let registry = made_up(&[0; 2], &[]);
        let counters = report(registry, &[1, 1, 0], &[10, 200, 300]);
        // SAFETY: the first of three counters, leaked for this test.
        let hit = || unsafe { *counters = 1 };
        let mut coverage = Coverage { locate: made_up_place, ..Coverage::of(registry) };
        let (mut passed, mut discarded) = (EdgeLog::new(), EdgeLog::new());
        assert_eq!(new_to(&mut coverage, &mut passed), [3]);
        for _ in 0..2 {
            coverage.clear();
            hit();
            assert!(new_to(&mut coverage, &mut passed).is_empty());
            assert!(new_to(&mut coverage, &mut discarded).is_empty());
            passed.clear();
            discarded.clear();
            assert_eq!(passed.novelty_of(&[2, 3]), [3]);
        }
        assert_eq!((coverage.ignored(), passed.len()), (1, 0));
        let place = coverage.locate(3).map(|location| location.to_string());
        assert_eq!(place.as_deref(), Some("shop::price at src/lib.rs:3"));
        assert_eq!((coverage.locate(0), coverage.locate(5)), (None, None));
    }

    #[test]
    fn an_edge_that_is_not_hit_again_is_unstable_for_ever() {
        let registry = made_up(&[1, 1, 1], &[]);
        let mut coverage = Coverage::of(registry);
        let mut log = EdgeLog::new();
        let mut new = new_to(&mut coverage, &mut log);
        let counters = registry.modules()[0].counters.start();
        // SAFETY: the first two of three counters, leaked for this test.
        let hit = |at: usize| unsafe { *counters.add(at) = 1 };
        coverage.clear();
        hit(0);
        hit(2);
        assert_eq!(coverage.confirm(&mut new), 1);
        assert_eq!((&new, coverage.unstable()), (&vec![0, 2], &[1][..]));
        for _ in 0..2 {
            hit(1);
            assert_eq!(new_to(&mut coverage, &mut log), [0, 2]);
            log.clear();
        }
    }
}
