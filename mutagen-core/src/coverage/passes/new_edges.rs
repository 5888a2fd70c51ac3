//! The passes that zero the counters before a test and look for new edges after it. Counters come
//! in whole rows of a fixed length, so that the compiler vectorises these loops. Most rows are
//! cold: no test ever hit them, so no entry of the log needs to be compared. New edges are looked
//! up one by one only if there are any. Counters are not zeroed after a test: they are zeroed
//! before each test in any case, because of the code that runs in between, and zeroing them twice
//! was measured to cost more than the comparison.

// This module reads and writes memory that instrumented code writes to.
#![allow(unsafe_code)]

use crate::coverage::active_counters::ActiveCounters;
use crate::coverage::layout::{ROW, Row};

/// Appends the places of edges that were hit and whose byte in `old` is 0. The places are unordered
/// and may repeat.
///
/// # Panics
/// When `old` does not have a byte for each edge.
#[inline]
pub(in crate::coverage) fn unseen(active: &mut ActiveCounters, old: &[u8], found: &mut Vec<u32>) {
    assert!(active.edges <= old.len(), "a byte of the log for each edge");
    promote_hot(active);
    if is_any_unseen(&active.hot, old) || !active.short.is_empty() {
        find_unseen(active, old, found);
    }
}

/// Marks rows that were hit for the first time as hot.
#[inline]
pub(in crate::coverage) fn promote_hot(active: &mut ActiveCounters) {
    if is_any_hit(&active.cold) {
        active.promote_hot();
    }
}

/// Zeroes all counters that can count.
#[inline]
pub(in crate::coverage) fn zero(active: &ActiveCounters) {
    for row in &active.rows {
        assert!(row.counters.len() == ROW);
        // SAFETY: a row of counters, to which no reference exists; a write of bytes needs no
        // alignment.
        unsafe { row.counters.start().cast::<[u8; ROW]>().write([0; ROW]) };
    }
    for row in &active.short {
        row.counters.zero();
    }
}

/// Whether any counter of these whole rows is not 0 while its byte in the log is 0.
fn is_any_unseen(rows: &[Row], old: &[u8]) -> bool {
    let mut new = [0; ROW];
    for row in rows {
        let (counts, old) = (counts(row), &old[row.first as usize..][..ROW]);
        for at in 0..ROW {
            new[at] |= counts[at] & !old[at];
        }
    }
    new != [0; ROW]
}

/// Whether any counter of these whole rows is not 0.
fn is_any_hit(rows: &[Row]) -> bool {
    let mut hit = [0; ROW];
    for row in rows {
        let counts = counts(row);
        for at in 0..ROW {
            hit[at] |= counts[at];
        }
    }
    hit != [0; ROW]
}

/// The counts of a whole row.
#[inline(always)]
fn counts(row: &Row) -> [u8; ROW] {
    assert!(row.counters.len() == ROW);
    // SAFETY: a row of counters, readable as long as the process lives; a read of bytes needs no
    // alignment.
    unsafe { row.counters.start().cast::<[u8; ROW]>().read() }
}

/// Finds the new edges one by one.
#[inline(never)]
fn find_unseen(active: &ActiveCounters, old: &[u8], found: &mut Vec<u32>) {
    for row in active.hot.iter().chain(&active.short) {
        let counts = (row.first..).zip(0..row.counters.len());
        found.extend(
            counts
                .filter(|&(place, at)| old[place as usize] == 0 && row.counters.get(at) != 0)
                .map(|(place, _)| place),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::callbacks::tests::made_up;
    use crate::coverage::functions::functions;
    use rand::{Rng, RngExt, SeedableRng};

    /// Counters, of which `hit` % are not 0, and bytes of a log, of which `old` % are not 0.
    fn random(random: &mut impl Rng, len: usize, hit: u32, old: u32) -> (Vec<u8>, Vec<u8>) {
        let mut count = |_| {
            let is_hit = random.random_range(0..100) < hit;
            let is_old = random.random_range(0..100) < old;
            (if is_hit { random.random_range(1..=255) } else { 0 }, if is_old { 0xff } else { 0 })
        };
        (0..len).map(&mut count).unzip()
    }

    #[test]
    fn the_passes_find_what_a_loop_over_bytes_finds_and_zero_everything() {
        let mut source = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(0);
        for len in (0..=300).chain([1000, 4096, 13_001]) {
            for (hit, old) in [(0, 0), (2, 0), (5, 90), (100, 0), (100, 100), (60, 50)] {
                let (counts, log) = random(&mut source, len, hit, old);
                let expected: Vec<u32> = (0..len)
                    .filter(|&at| counts[at] != 0 && log[at] == 0)
                    .map(|at| at as u32)
                    .collect();
                let registry = made_up(&counts, &[]);
                let modules = registry.modules();
                let mut active = ActiveCounters::default();
                for module in &modules {
                    active.add(module.counters, &functions(module, |_| None));
                }
                // In the second round no row that was hit is cold.
                for time in 0..2 {
                    let mut found = Vec::new();
                    unseen(&mut active, &log, &mut found);
                    found.sort_unstable();
                    found.dedup();
                    assert_eq!(found, expected, "of {len}, {time}");
                }
                let now = || -> Vec<u8> {
                    let of = |module: &crate::coverage::callbacks::Module| {
                        let counters = module.counters;
                        (0..counters.len()).map(|at| counters.get(at)).collect::<Vec<u8>>()
                    };
                    modules.iter().flat_map(of).collect()
                };
                assert_eq!(now(), counts, "counters of length {len} were written to");
                zero(&active);
                assert!(now().iter().all(|&count| count == 0), "of {len}");
            }
        }
    }
}
