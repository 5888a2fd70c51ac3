//! The passes that zero the counters before a test and look for new edges after it. Counters come
//! in whole rows of a fixed length, so that the compiler vectorises these loops: with AVX2 where
//! the processor has it, which was measured to save 50 ns a test on 3000 edges. Most rows are cold:
//! no test ever hit them, so no entry of the log needs to be compared. New edges are looked up one
//! by one only if there are any. Counters are not zeroed after a test: they are zeroed before each
//! test in any case, because of the code that runs in between, and zeroing them twice was measured
//! to cost more than the comparison.

// This module reads and writes memory that instrumented code writes to.
#![allow(unsafe_code)]

use crate::coverage::active_counters::ActiveCounters;
use crate::coverage::layout::{ROW, Row};

/// Words of a row. The compiler makes one vector of them, but not of single bytes.
const WORDS: usize = ROW / 8;

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
    zero_rows(&active.rows);
    for row in &active.short {
        row.counters.zero();
    }
}

/// Defines a loop over whole rows that is also compiled for AVX2, and chosen when it is called.
macro_rules! with_avx2 {
    (
        $(#[$about:meta])*
        fn $name:ident($($argument:ident: $ty:ty),*) $(-> $result:ty)? $body:block
    ) => {
        $(#[$about])*
        #[inline]
        fn $name($($argument: $ty),*) $(-> $result)? {
            #[inline(always)]
            fn plain($($argument: $ty),*) $(-> $result)? $body

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2")]
            fn avx2($($argument: $ty),*) $(-> $result)? {
                plain($($argument),*)
            }

            #[cfg(target_arch = "x86_64")]
            if std::arch::is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has AVX2.
                return unsafe { avx2($($argument),*) };
            }
            plain($($argument),*)
        }
    };
}

with_avx2! {
/// Zeroes whole rows: those of [`ActiveCounters`] outside `short`.
fn zero_rows(rows: &[Row]) {
    each(rows, |row| {
        // SAFETY: a whole row of counters, to which no reference exists; a write of bytes needs no
        // alignment.
        unsafe { row.counters.start().cast::<[u8; ROW]>().write([0; ROW]) };
    });
}
}

with_avx2! {
/// Whether any counter of these whole rows is not 0 while its byte in the log is 0. The log has a
/// byte for each edge.
fn is_any_unseen(rows: &[Row], old: &[u8]) -> bool {
    let mut new = [0; WORDS];
    each(rows, |row| {
        // SAFETY: the log has a byte for each edge of the row.
        let old = unsafe { words(old.as_ptr().add(row.first as usize)) };
        let counts = counts(row);
        for at in 0..WORDS {
            new[at] |= counts[at] & !old[at];
        }
    });
    new != [0; WORDS]
}
}

with_avx2! {
/// Whether any counter of these whole rows is not 0.
fn is_any_hit(rows: &[Row]) -> bool {
    let mut hit = [0; WORDS];
    each(rows, |row| {
        let counts = counts(row);
        for at in 0..WORDS {
            hit[at] |= counts[at];
        }
    });
    hit != [0; WORDS]
}
}

/// Visits the rows, 4 in a step, because a step of the loop takes longer than a row.
#[inline(always)]
fn each(rows: &[Row], mut visit: impl FnMut(&Row)) {
    let (fours, rest) = rows.as_chunks::<4>();
    for four in fours {
        four.iter().for_each(&mut visit);
    }
    rest.iter().for_each(visit);
}

/// The counts of a whole row.
#[inline(always)]
fn counts(row: &Row) -> [u64; WORDS] {
    // SAFETY: a whole row of counters, readable as long as the process lives.
    unsafe { words(row.counters.start()) }
}

/// The bytes of a row, 8 in a word.
///
/// # Safety
/// The bytes are readable.
#[inline(always)]
unsafe fn words(bytes: *const u8) -> [u64; WORDS] {
    // SAFETY: the caller's, and an unaligned read needs no alignment.
    unsafe { bytes.cast::<[u64; WORDS]>().read_unaligned() }
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
