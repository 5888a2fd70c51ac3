//! Functions that old releases do not have. With such a release, which is built without the feature
//! `recent`, each is replaced by what it must equal, so that nothing is compared.

use rangemap::{RangeInclusiveMap, RangeMap, RangeSet};

#[cfg(feature = "recent")]
mod present {
    use super::{RangeInclusiveMap, RangeMap, RangeSet};

    pub fn first(map: &RangeMap<u8, u8>) -> Option<(u8, u8, u8)> {
        map.first_range_value().map(|(range, value)| (range.start, range.end, *value))
    }

    pub fn last(map: &RangeInclusiveMap<u8, u8>) -> Option<(u8, u8, u8)> {
        map.last_range_value().map(|(range, value)| (*range.start(), *range.end(), *value))
    }

    pub fn union(a: &RangeSet<u8>, b: &RangeSet<u8>) -> RangeSet<u8> {
        a.union(b).collect()
    }

    pub fn intersection(a: &RangeSet<u8>, b: &RangeSet<u8>) -> RangeSet<u8> {
        a.intersection(b).collect()
    }
}

#[cfg(not(feature = "recent"))]
mod present {
    use super::{RangeInclusiveMap, RangeMap, RangeSet};

    pub fn first(map: &RangeMap<u8, u8>) -> Option<(u8, u8, u8)> {
        map.iter().next().map(|(range, value)| (range.start, range.end, *value))
    }

    pub fn last(map: &RangeInclusiveMap<u8, u8>) -> Option<(u8, u8, u8)> {
        map.iter().last().map(|(range, value)| (*range.start(), *range.end(), *value))
    }

    pub fn union(a: &RangeSet<u8>, b: &RangeSet<u8>) -> RangeSet<u8> {
        a.iter().chain(b.iter()).cloned().collect()
    }

    pub fn intersection(a: &RangeSet<u8>, b: &RangeSet<u8>) -> RangeSet<u8> {
        let both = |value: &u8| a.contains(value) && b.contains(value);
        (0..u8::MAX).filter(both).map(|value| value..value + 1).collect()
    }
}

/// The first range of a map and its value.
pub fn first(map: &RangeMap<u8, u8>) -> Option<(u8, u8, u8)> {
    present::first(map)
}

/// The last range of a map and its value.
pub fn last(map: &RangeInclusiveMap<u8, u8>) -> Option<(u8, u8, u8)> {
    present::last(map)
}

/// What is in either set.
pub fn union(a: &RangeSet<u8>, b: &RangeSet<u8>) -> RangeSet<u8> {
    present::union(a, b)
}

/// What is in both sets.
pub fn intersection(a: &RangeSet<u8>, b: &RangeSet<u8>) -> RangeSet<u8> {
    present::intersection(a, b)
}
