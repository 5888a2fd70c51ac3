//! Where the counters are, as `libafl_targets` knows it. With the feature `backend-libafl` instrumented
//! code reports its counters to the callback of that crate in place of our own, and the same passes read
//! them from there. It is for executables that are linked with `libafl_targets` for another purpose: both
//! crates define the same symbol, and only one of them can.
//!
//! Tables of addresses always come to our own callback. It measures a table by its bytes and takes only
//! one that is as long as the counters before it. The callback of `libafl_targets` 0.16.1 counts words
//! where it needs pairs and so reads past the end of a table; it is compiled with the feature
//! `sancov_pcguard` alone, which this crate does not enable.
//!
//! `libafl_targets` merges ranges that touch or overlap, and a range may grow when more is loaded. What is
//! known here keeps its place: only what no known module covers is another module.

// Raw ranges of counters, in a list that anyone may change.
#![allow(unsafe_code)]

pub(super) use libafl_targets::__sanitizer_cov_8bit_counters_init;

use libafl_targets::counters_maps_ptr;
use std::ops::Range;

/// The ranges of counters that were reported so far.
pub(super) fn ranges() -> impl Iterator<Item = Range<*mut u8>> {
    // SAFETY: the list changes only when a module is loaded or its own points are registered, which
    // nothing does in the middle of a pass: `libafl_targets` does not lock it either. That modules are
    // not loaded by one thread while another reads here is what it asks of everyone.
    let maps = unsafe { &*counters_maps_ptr() };
    maps.iter().map(|map| {
        let start = map.as_ptr().cast_mut();
        start..start.wrapping_add(map.len())
    })
}

/// The number of all their counters: grows with each report that is not a repetition.
#[inline]
pub(super) fn counters() -> usize {
    // SAFETY: as above.
    let maps = unsafe { &*counters_maps_ptr() };
    maps.iter().map(|map| map.len()).sum()
}

/// What of a range none of the known ones covers, ascending.
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
