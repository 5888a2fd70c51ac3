//! rangemap 1.8.0: operations as on a table of all keys.

use mutagen_core::{Mutate, property};
use rangemap::{RangeInclusiveMap, RangeMap};

/// Values are set or removed in a range.
#[derive(Debug, Clone, Copy, Mutate)]
pub struct Change {
    from: u8,
    to: u8,
    #[mutate(range = 0..=3)]
    value: u8,
}

impl Change {
    fn bounds(self) -> (u8, u8) {
        (self.from.min(self.to), self.from.max(self.to))
    }
}

/// A map of half-open ranges is a table, and has as few ranges as possible.
#[property]
#[ignore = "not run yet"]
pub fn maps_of_ranges_are_tables(changes: &[Change], outer: Change) {
    let (mut map, mut table) = (RangeMap::new(), [None; 256]);
    for change in changes {
        let (from, to) = change.bounds();
        let value = change.value.checked_sub(1);
        if from == to {
            continue;
        }
        match value {
            Some(value) => map.insert(from..to, value),
            None => map.remove(from..to),
        }
        table[usize::from(from)..usize::from(to)].fill(value);
    }
    for key in 0..=255u8 {
        assert_eq!(map.get(&key).copied(), table[usize::from(key)], "{key}");
    }
    let ranges: Vec<_> = map.iter().collect();
    for pair in ranges.windows(2) {
        assert!(pair[0].0.end <= pair[1].0.start, "{pair:?}");
        assert!(pair[0].0.end < pair[1].0.start || pair[0].1 != pair[1].1, "{pair:?}");
    }
    let (from, to) = outer.bounds();
    if from < to {
        let outer = from..to;
        let covered: Vec<u8> = map.gaps(&outer).flatten().collect();
        let gaps: Vec<u8> =
            outer.clone().filter(|&key| table[usize::from(key)].is_none()).collect();
        assert_eq!(covered, gaps, "gaps of {outer:?}");
        let overlaps = outer.clone().any(|key| table[usize::from(key)].is_some());
        assert_eq!(map.overlaps(&outer), overlaps);
        let found: Vec<_> = map.overlapping(&outer).collect();
        let listed: Vec<_> = map
            .iter()
            .filter(|(range, _)| range.start < outer.end && outer.start < range.end)
            .collect();
        assert_eq!(found, listed);
    }
}

/// The same for ranges with their last key, up to the largest of all.
#[property]
#[ignore = "not run yet"]
pub fn maps_of_closed_ranges_are_tables(changes: &[Change], outer: Change) {
    let (mut map, mut table) = (RangeInclusiveMap::new(), [None; 256]);
    for change in changes {
        let (from, to) = change.bounds();
        let value = change.value.checked_sub(1);
        match value {
            Some(value) => map.insert(from..=to, value),
            None => map.remove(from..=to),
        }
        table[usize::from(from)..=usize::from(to)].fill(value);
    }
    for key in 0..=255u8 {
        assert_eq!(map.get(&key).copied(), table[usize::from(key)], "{key}");
    }
    let ranges: Vec<_> = map.iter().collect();
    for pair in ranges.windows(2) {
        let apart = pair[0].0.end().checked_add(1).is_some_and(|next| next < *pair[1].0.start());
        assert!(apart || pair[0].1 != pair[1].1, "{pair:?}");
    }
    let (from, to) = outer.bounds();
    let outer = from..=to;
    let covered: Vec<u8> = map.gaps(&outer).flatten().collect();
    let gaps: Vec<u8> = outer.clone().filter(|&key| table[usize::from(key)].is_none()).collect();
    assert_eq!(covered, gaps, "gaps of {outer:?}");
    let overlaps = outer.clone().any(|key| table[usize::from(key)].is_some());
    assert_eq!(map.overlaps(&outer), overlaps);
    let found: Vec<_> = map.overlapping(&outer).collect();
    let listed: Vec<_> = map
        .iter()
        .filter(|(range, _)| range.start() <= outer.end() && outer.start() <= range.end())
        .collect();
    assert_eq!(found, listed);
}
