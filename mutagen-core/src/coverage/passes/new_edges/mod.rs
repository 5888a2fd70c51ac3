//! The passes over the counters around each test: before it, zeroes those that can count; after it, says
//! whether any was hit whose edge is not in a log, by vectors as wide as the processor has them. Counters
//! come in whole rows, each as long as the widest vector, so that there are no odd ends. Most rows are
//! cold: no test ever hit anything there, so that there is nothing in the log to compare them with. Which
//! edges are new is looked up only when there are any. Nothing is zeroed after a test: counters are zeroed before
//! each anyhow, for what ran in between, and to do it a second time was measured to cost more than the
//! comparison.

// Vector instructions, chosen at run time, on memory that instrumented code writes to.
#![allow(unsafe_code)]

#[cfg(target_arch = "aarch64")]
mod neon;
mod words;
#[cfg(target_arch = "x86_64")]
mod x86;

use crate::coverage::active_counters::ActiveCounters;
use crate::coverage::callbacks::Counters;

/// The counters of a row.
pub(in crate::coverage) const ROW: usize = 32;

/// A row of counters, or fewer where a module has no more.
#[derive(Debug, Clone, Copy)]
pub(in crate::coverage) struct Row {
    /// The counters.
    pub(in crate::coverage) counters: Counters,
    /// The number of the first edge.
    pub(in crate::coverage) first: u32,
}

/// Whether any counter of these rows is not zero whose byte in the log is zero; the pointer is to the
/// byte of edge 0.
///
/// # Safety
/// The rows must be whole, the log must have a byte for each of their edges, and the processor must
/// have the instructions.
type Any = unsafe fn(&[Row], *const u8) -> bool;

/// Whether any counter of these rows is not zero.
///
/// # Safety
/// The rows must be whole, and the processor must have the instructions.
type Hit = unsafe fn(&[Row]) -> bool;

/// Zeroes these rows.
///
/// # Safety
/// The rows must be whole, and the processor must have the instructions.
type Zero = unsafe fn(&[Row]);

/// A way to do the passes.
#[derive(Clone, Copy)]
pub(in crate::coverage) struct Scan {
    #[cfg_attr(not(test), allow(dead_code, reason = "tests say by it which one they mean"))]
    name: &'static str,
    any: Any,
    hit: Hit,
    zero: Zero,
}

impl Scan {
    /// The fastest that this processor has.
    pub(in crate::coverage) fn best() -> Scan {
        #[cfg(target_arch = "x86_64")]
        return if std::arch::is_x86_feature_detected!("avx2") { x86::AVX2 } else { x86::SSE2 };
        #[cfg(target_arch = "aarch64")]
        return neon::NEON;
        #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
        words::WORDS
    }

    /// Appends the edges that were hit and whose byte in `old` is zero, in no order, and perhaps more
    /// than once.
    ///
    /// # Panics
    /// When `old` has not a byte for each edge.
    #[inline]
    pub(in crate::coverage) fn unseen(
        self,
        live: &mut ActiveCounters,
        old: &[u8],
        found: &mut Vec<u32>,
    ) {
        assert!(live.edges <= old.len(), "a byte of the log for each edge");
        self.warm(live);
        // SAFETY: the rows are whole and of counters that the registry promises; the log's length was just
        // compared; and a `Scan` is made for processors that have its instructions.
        let any = unsafe { (self.any)(&live.hot, old.as_ptr()) };
        if any || !live.odd.is_empty() {
            name(live, old, found);
        }
    }

    /// Notices rows that were hit for the first time.
    #[inline]
    pub(in crate::coverage) fn warm(self, live: &mut ActiveCounters) {
        // SAFETY: as above.
        if unsafe { (self.hit)(&live.cold) } {
            live.warm();
        }
    }

    /// Zeroes all counters that can count.
    #[inline]
    pub(in crate::coverage) fn zero(self, live: &ActiveCounters) {
        // SAFETY: as above.
        unsafe { (self.zero)(&live.rows) };
        for row in &live.odd {
            row.counters.zero();
        }
    }

    /// Every way that this processor has, for comparison.
    #[cfg(test)]
    fn all() -> Vec<Scan> {
        let mut all = vec![words::WORDS, Scan::best()];
        #[cfg(target_arch = "x86_64")]
        all.push(x86::SSE2);
        all
    }
}

/// Finds the new edges one by one.
#[inline(never)]
fn name(live: &ActiveCounters, old: &[u8], found: &mut Vec<u32>) {
    for row in live.hot.iter().chain(&live.odd) {
        let counts = (row.first..).zip(0..row.counters.len());
        found.extend(
            counts
                .filter(|&(edge, at)| old[edge as usize] == 0 && row.counters.get(at) != 0)
                .map(|(edge, _)| edge),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::callbacks::tests::made_up;
    use rand::{Rng, RngExt, SeedableRng};

    /// Counters and bytes of a log, `hit` and `old` of a hundred not zero.
    fn random(random: &mut impl Rng, len: usize, hit: u32, old: u32) -> (Vec<u8>, Vec<u8>) {
        let mut count = |_| {
            let is_hit = random.random_range(0..100) < hit;
            let is_old = random.random_range(0..100) < old;
            (if is_hit { random.random_range(1..=255) } else { 0 }, if is_old { 0xff } else { 0 })
        };
        (0..len).map(&mut count).unzip()
    }

    #[test]
    fn every_pass_finds_what_a_loop_over_bytes_finds_and_zeroes_everything() {
        let mut source = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(0);
        for len in (0..=300).chain([1000, 4096, 13_001]) {
            for (hit, old) in [(0, 0), (2, 0), (5, 90), (100, 0), (100, 100), (60, 50)] {
                // So that modules begin at odd addresses, too.
                let (counts, log) = random(&mut source, len, hit, old);
                let expected: Vec<u32> = (0..len)
                    .filter(|&at| counts[at] != 0 && log[at] == 0)
                    .map(|at| at as u32)
                    .collect();
                for scan in Scan::all() {
                    let registry = made_up(&counts, &[]);
                    let modules = registry.modules();
                    let mut live = ActiveCounters::of(&modules, |_| None);
                    // The second time nothing is cold that was hit.
                    for time in 0..2 {
                        let mut found = Vec::new();
                        scan.unseen(&mut live, &log, &mut found);
                        found.sort_unstable();
                        found.dedup();
                        assert_eq!(found, expected, "{} of {len}, {time}", scan.name);
                    }
                    let now = || -> Vec<u8> {
                        let of = |module: &crate::coverage::callbacks::Module| {
                            let counters = module.counters;
                            (0..counters.len()).map(|at| counters.get(at)).collect::<Vec<u8>>()
                        };
                        modules.iter().flat_map(of).collect()
                    };
                    assert_eq!(now(), counts, "counters of length {len} were written to");
                    scan.zero(&live);
                    assert!(now().iter().all(|&count| count == 0), "{} of {len}", scan.name);
                }
            }
        }
    }
}
