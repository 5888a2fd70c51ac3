//! Finds the counters through `libafl_targets`. With the feature `backend-libafl`, instrumented
//! code reports its counters to the callback of that crate instead of ours, and the same passes
//! read the counters from there. The feature is for executables that are linked with
//! `libafl_targets` for another purpose: both crates define the same symbol, and an executable can
//! have only one definition.
//!
//! Tables of addresses always go to our own callback. It measures a table in bytes and accepts only
//! a table as long as the counters before it. The callback of `libafl_targets` 0.16.1 counts words
//! instead of pairs and so reads past the end of a table. That callback is compiled only with the
//! feature `sancov_pcguard`, which this crate does not enable.
//!
//! `libafl_targets` merges ranges that touch or overlap, and a range may grow when more code is
//! loaded. Known counters keep their places: only the parts of a range that no known module covers
//! become another module.

// Raw ranges of counters, in a global list that other code may change.
#![allow(unsafe_code)]

pub(super) use libafl_targets::__sanitizer_cov_8bit_counters_init;

use libafl_targets::counters_maps_ptr;
use std::ops::Range;

/// The ranges of counters reported so far.
pub(super) fn ranges() -> impl Iterator<Item = Range<*mut u8>> {
    // SAFETY: the list changes only when a module is loaded or registers its own points, and
    // neither happens during a pass. `libafl_targets` does not lock the list either: it requires of
    // all its users that no thread loads a module while another thread reads the list.
    let maps = unsafe { &*counters_maps_ptr() };
    maps.iter().map(|map| {
        let start = map.as_ptr().cast_mut();
        start..start.wrapping_add(map.len())
    })
}

/// The number of counters in all ranges. It grows with each new report.
#[inline]
pub(super) fn counters() -> usize {
    // SAFETY: as above.
    let maps = unsafe { &*counters_maps_ptr() };
    maps.iter().map(|map| map.len()).sum()
}

/// The parts of `range` that no known range covers, ascending.
pub(super) fn uncovered(range: &Range<*mut u8>, known: &[Range<*mut u8>]) -> Vec<Range<*mut u8>> {
    let mut known = known.to_vec();
    known.sort_unstable_by_key(|range| range.start);
    let mut uncovered = Vec::new();
    let mut open = range.start;
    for known in known.iter().filter(|known| known.end > range.start && known.start < range.end) {
        if open < known.start {
            uncovered.push(open..known.start);
        }
        open = open.max(known.end);
    }
    if open < range.end {
        uncovered.push(open..range.end);
    }
    uncovered
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ptr;

    #[test]
    fn only_what_is_not_known_is_left_of_a_range() {
        let at = |address: usize| ptr::without_provenance_mut::<u8>(address);
        let of = |known: &[[usize; 2]]| -> Vec<[usize; 2]> {
            let known: Vec<_> = known.iter().map(|&[start, end]| at(start)..at(end)).collect();
            let left = uncovered(&(at(100)..at(200)), &known);
            left.iter().map(|range| [range.start.addr(), range.end.addr()]).collect()
        };
        assert_eq!(of(&[]), [[100, 200]]);
        assert_eq!(of(&[[20, 100], [200, 300]]), [[100, 200]]);
        assert_eq!(of(&[[150, 160], [100, 120]]), [[120, 150], [160, 200]]);
        assert!(of(&[[100, 200]]).is_empty() && of(&[[90, 150], [150, 210]]).is_empty());
    }
}
