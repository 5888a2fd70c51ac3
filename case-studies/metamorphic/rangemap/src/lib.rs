//! What the maps and sets of rangemap must equal: a map of ranges is a map of their keys, adjacent
//! ranges of one value are one range, and gaps, overlaps, comparisons and the maps of closed ranges
//! say the same.

#![allow(
    clippy::double_ended_iterator_last,
    clippy::single_range_in_vec_init,
    reason = "the ways to write the same are what is compared"
)]

mod recent;

/// Maps and sets of half-open and closed ranges of bytes.
#[mutagen_core::metamorphic]
pub mod ranges {
    use super::recent;
    use rangemap::{RangeInclusiveMap, RangeInclusiveSet, RangeMap, RangeSet};
    use std::cmp::Ordering;
    use std::ops::{Range, RangeInclusive};

    type Map = RangeMap<u8, u8>;
    type Closed = RangeInclusiveMap<u8, u8>;
    type Set = RangeSet<u8>;
    type ClosedSet = RangeInclusiveSet<u8>;

    // Inputs: ranges that overlap, and ranges one after the other, most of them without a gap.

    #[input]
    fn overlapping_ranges(entries: Vec<(u8, u8, u8)>) -> Map {
        let mut map = Map::new();
        for (start, length, value) in entries {
            map.insert(range(start, length), value % 3);
        }
        map
    }

    #[input]
    fn ranges_in_a_row(start: u8, entries: Vec<(u8, u8, u8)>) -> Map {
        let (mut map, mut start) = (Map::new(), start);
        for (gap, length, value) in entries {
            let range = range(start.saturating_add(gap % 3), length % 16);
            start = range.end;
            map.insert(range, value % 3);
        }
        map
    }

    #[input]
    fn overlapping_closed_ranges(entries: Vec<(u8, u8, u8)>) -> Closed {
        let mut map = Closed::new();
        for (start, length, value) in entries {
            map.insert(closed(start, length), value % 3);
        }
        map
    }

    #[input]
    fn of_half_open_ranges(map: Map) -> Closed {
        map.into_iter().map(|(range, value)| (range.start..=range.end - 1, value)).collect()
    }

    #[input]
    fn keys_of_a_map(map: Map) -> Set {
        map.into_iter().map(|(range, _)| range).collect()
    }

    #[input]
    fn keys_of_a_closed_map(map: Closed) -> ClosedSet {
        map.into_iter().map(|(range, _)| range).collect()
    }

    /// A range that is not empty.
    fn range(start: u8, length: u8) -> Range<u8> {
        let start = start.min(u8::MAX - 1);
        start..start.saturating_add(length).max(start + 1)
    }

    /// A closed range.
    fn closed(start: u8, length: u8) -> RangeInclusive<u8> {
        start..=start.saturating_add(length)
    }

    #[invariant]
    fn ranges_are_apart_or_differ(map: &Map) -> bool {
        let ranges: Vec<(&Range<u8>, &u8)> = map.iter().collect();
        ranges.iter().all(|(range, _)| range.start < range.end)
            && ranges.windows(2).all(|pair| {
                pair[0].0.end < pair[1].0.start
                    || pair[0].0.end == pair[1].0.start && pair[0].1 != pair[1].1
            })
    }

    #[invariant]
    fn closed_ranges_are_apart_or_differ(map: &Closed) -> bool {
        let ranges: Vec<(&RangeInclusive<u8>, &u8)> = map.iter().collect();
        ranges.iter().all(|(range, _)| range.start() <= range.end())
            && ranges.windows(2).all(|pair| {
                let (end, start) = (u16::from(*pair[0].0.end()), u16::from(*pair[1].0.start()));
                end + 1 < start || end + 1 == start && pair[0].1 != pair[1].1
            })
    }

    // Building.

    #[operation(inner)]
    fn empty() -> Map {
        Map::new()
    }

    #[implements(empty)]
    fn cleared(#[any] map: &Map) -> Map {
        let mut map = map.clone();
        map.clear();
        map
    }

    #[implements(empty)]
    fn all_removed(#[any] map: &Map) -> Map {
        remove(map, 0, u8::MAX)
    }

    #[operation]
    fn insert(map: &Map, start: u8, length: u8, #[mutate(range = 0..=2)] value: u8) -> Map {
        let mut map = map.clone();
        map.insert(range(start, length), value);
        map
    }

    #[implements(insert)]
    fn insert_both_parts(map: &Map, start: u8, length: u8, value: u8, #[any] part: u8) -> Map {
        let range = range(start, length);
        let middle = range.start.saturating_add(part).min(range.end - 1);
        if middle == range.start {
            insert(map, start, length, value)
        } else {
            let map = insert(map, range.start, middle - range.start, value);
            insert(&map, middle, range.end - middle, value)
        }
    }

    #[implements(insert)]
    fn insert_after_removing(map: &Map, start: u8, length: u8, value: u8) -> Map {
        insert(&remove(map, start, length), start, length, value)
    }

    #[implements(insert)]
    fn insert_over_another_value(map: &Map, start: u8, length: u8, value: u8) -> Map {
        insert(&insert(map, start, length, value ^ 1), start, length, value)
    }

    #[implements(insert)]
    fn insert_closed(map: &Map, start: u8, length: u8, value: u8) -> Map {
        let mut map = to_closed(map);
        let range = range(start, length);
        map.insert(range.start..=range.end - 1, value);
        half_open(&map)
    }

    #[implements(insert)]
    fn insert_key_by_key(map: &Map, start: u8, length: u8, value: u8) -> Map {
        let mut map = map.clone();
        for key in range(start, length) {
            map = insert(&map, key, 1, value);
        }
        map
    }

    #[operation]
    fn remove(map: &Map, start: u8, length: u8) -> Map {
        let mut map = map.clone();
        map.remove(range(start, length));
        map
    }

    #[implements(remove)]
    fn remove_what_was_inserted(
        map: &Map,
        start: u8,
        length: u8,
        #[mutate(range = 0..=2)] value: u8,
    ) -> Map {
        remove(&insert(map, start, length, value), start, length)
    }

    #[implements(remove)]
    fn keep_the_rest(map: &Map, start: u8, length: u8) -> Map {
        let range = range(start, length);
        let below = map.iter().map(|(r, v)| (r.start..r.end.min(range.start), *v));
        let above = map.iter().map(|(r, v)| (r.start.max(range.end)..r.end, *v));
        below.chain(above).filter(|(r, _)| r.start < r.end).collect()
    }

    #[implements(remove)]
    fn remove_closed(map: &Map, start: u8, length: u8) -> Map {
        let mut map = to_closed(map);
        let range = range(start, length);
        map.remove(range.start..=range.end - 1);
        half_open(&map)
    }

    #[operation(associative, idempotent)]
    fn extend(map: &Map, by: &Map) -> Map {
        let mut map = map.clone();
        map.extend(by.clone());
        map
    }

    #[implements(extend)]
    fn insert_all(map: &Map, by: &Map) -> Map {
        let insert_one = |map: Map, (range, value): (&Range<u8>, &u8)| {
            insert(&map, range.start, range.end - range.start, *value)
        };
        by.iter().fold(map.clone(), insert_one)
    }

    #[implements(extend)]
    fn insert_all_backwards(map: &Map, by: &Map) -> Map {
        let mut entries: Vec<(Range<u8>, u8)> = by.clone().into_iter().collect();
        entries.reverse();
        map.clone().into_iter().chain(entries).collect()
    }

    #[operation]
    fn same(map: &Map) -> Map {
        map.clone()
    }

    #[implements(same)]
    fn collected_again(map: &Map) -> Map {
        map.clone().into_iter().collect()
    }

    #[implements(same)]
    fn by_closed_ranges(map: &Map) -> Map {
        half_open(&to_closed(map))
    }

    #[implements(same)]
    fn key_by_key(map: &Map) -> Map {
        (0..u8::MAX).filter_map(|key| Some((key..key + 1, *map.get(&key)?))).collect()
    }

    // Asking.

    #[operation]
    fn get(map: &Map, key: u8) -> Option<u8> {
        map.get(&key).copied()
    }

    #[implements(get)]
    fn get_of_the_range(map: &Map, key: u8) -> Option<u8> {
        map.get_key_value(&key).filter(|(range, _)| range.contains(&key)).map(|(_, value)| *value)
    }

    #[implements(get)]
    fn get_by_iterating(map: &Map, key: u8) -> Option<u8> {
        map.iter().find(|(range, _)| range.contains(&key)).map(|(_, value)| *value)
    }

    #[implements(get)]
    fn get_of_the_overlapping(map: &Map, key: u8) -> Option<u8> {
        overlapping(map, key, 1).first().map(|(.., value)| *value).filter(|_| key < u8::MAX)
    }

    #[implements(get)]
    fn get_closed(map: &Map, key: u8) -> Option<u8> {
        to_closed(map).get(&key).copied()
    }

    #[operation]
    fn contains(map: &Map, key: u8) -> bool {
        map.contains_key(&key)
    }

    #[implements(contains)]
    fn there_is_a_value(map: &Map, key: u8) -> bool {
        get(map, key).is_some()
    }

    #[operation]
    fn count(map: &Map) -> usize {
        map.len()
    }

    #[implements(count)]
    fn count_by_iterating(map: &Map) -> usize {
        map.iter().count()
    }

    #[implements(count)]
    fn count_closed(map: &Map) -> usize {
        to_closed(map).len()
    }

    #[operation]
    fn is_empty(map: &Map) -> bool {
        map.is_empty()
    }

    #[implements(is_empty)]
    fn equals_the_empty_one(map: &Map) -> bool {
        equal(map, &empty())
    }

    #[operation]
    fn first(map: &Map) -> Option<(u8, u8, u8)> {
        map.iter().next().map(|(range, value)| (range.start, range.end, *value))
    }

    #[implements(first)]
    fn first_by_name(map: &Map) -> Option<(u8, u8, u8)> {
        recent::first(map)
    }

    #[operation]
    fn overlapping(map: &Map, start: u8, length: u8) -> Vec<(u8, u8, u8)> {
        let range = range(start, length);
        map.overlapping(&range).map(|(range, value)| (range.start, range.end, *value)).collect()
    }

    #[implements(overlapping)]
    fn overlapping_by_comparing(map: &Map, start: u8, length: u8) -> Vec<(u8, u8, u8)> {
        let range = range(start, length);
        let is_met = |r: &Range<u8>| r.start < range.end && range.start < r.end;
        let overlapping = map.iter().filter(|(range, _)| is_met(range));
        overlapping.map(|(range, value)| (range.start, range.end, *value)).collect()
    }

    #[operation]
    fn overlaps(map: &Map, start: u8, length: u8) -> bool {
        map.overlaps(&range(start, length))
    }

    #[implements(overlaps)]
    fn something_overlaps(map: &Map, start: u8, length: u8) -> bool {
        !overlapping(map, start, length).is_empty()
    }

    #[implements(overlaps)]
    fn removing_changes_it(map: &Map, start: u8, length: u8) -> bool {
        !equal(&remove(map, start, length), map)
    }

    #[operation]
    fn gaps(map: &Map, start: u8, length: u8) -> Vec<(u8, u8)> {
        map.gaps(&range(start, length)).map(|gap| (gap.start, gap.end)).collect()
    }

    #[implements(gaps)]
    fn what_removing_leaves(map: &Map, start: u8, length: u8) -> Vec<(u8, u8)> {
        let whole = insert(&empty(), start, length, 0);
        let remove_one =
            |rest: Map, range: &Range<u8>| remove(&rest, range.start, range.end - range.start);
        let rest = map.iter().map(|(range, _)| range).fold(whole, remove_one);
        rest.iter().map(|(range, _)| (range.start, range.end)).collect()
    }

    #[implements(gaps)]
    fn gaps_between_closed_ranges(map: &Map, start: u8, length: u8) -> Vec<(u8, u8)> {
        let (map, range) = (to_closed(map), range(start, length));
        let range = range.start..=range.end - 1;
        map.gaps(&range).map(|gap| (*gap.start(), gap.end() + 1)).collect()
    }

    // Comparing.

    #[operation(commutative)]
    fn equal(a: &Map, b: &Map) -> bool {
        a == b
    }

    #[implements(equal)]
    fn iterate_alike(a: &Map, b: &Map) -> bool {
        a.iter().eq(b.iter())
    }

    #[implements(equal)]
    fn hold_the_same_values(a: &Map, b: &Map) -> bool {
        (0..u8::MAX).all(|key| get(a, key) == get(b, key))
    }

    #[implements(equal)]
    fn compare_as_equal(a: &Map, b: &Map) -> bool {
        a.cmp(b) == Ordering::Equal
    }

    #[implements(equal)]
    fn closed_ones_are_equal(a: &Map, b: &Map) -> bool {
        equal_closed(&to_closed(a), &to_closed(b))
    }

    #[operation]
    fn less(a: &Map, b: &Map) -> bool {
        a < b
    }

    #[implements(less)]
    fn compared_the_other_way(a: &Map, b: &Map) -> bool {
        b.cmp(a) == Ordering::Greater
    }

    // Closed ranges.

    #[operation]
    fn to_closed(map: &Map) -> Closed {
        map.iter().map(|(range, value)| (range.start..=range.end - 1, *value)).collect()
    }

    #[implements(to_closed)]
    fn closed_backwards(map: &Map) -> Closed {
        let mut ranges: Vec<(Range<u8>, u8)> = map.clone().into_iter().collect();
        ranges.reverse();
        ranges.into_iter().fold(Closed::new(), |map, (range, value)| {
            insert_range(&map, range.start, range.end - 1 - range.start, value)
        })
    }

    #[operation]
    fn half_open(map: &Closed) -> Map {
        let without_the_last = |range: &RangeInclusive<u8>| {
            let end = range.end().saturating_add(1);
            (*range.start() < end).then_some(*range.start()..end)
        };
        map.iter().filter_map(|(range, value)| Some((without_the_last(range)?, *value))).collect()
    }

    #[implements(half_open)]
    fn half_open_key_by_key(map: &Closed) -> Map {
        (0..u8::MAX).filter_map(|key| Some((key..key + 1, *map.get(&key)?))).collect()
    }

    #[operation]
    fn insert_range(
        map: &Closed,
        start: u8,
        length: u8,
        #[mutate(range = 0..=2)] value: u8,
    ) -> Closed {
        let mut map = map.clone();
        map.insert(closed(start, length), value);
        map
    }

    #[implements(insert_range)]
    fn insert_key_after_key(map: &Closed, start: u8, length: u8, value: u8) -> Closed {
        let mut map = map.clone();
        for key in closed(start, length) {
            map.insert(key..=key, value);
        }
        map
    }

    #[implements(insert_range)]
    fn insert_after_removing_range(map: &Closed, start: u8, length: u8, value: u8) -> Closed {
        insert_range(&remove_range(map, start, length), start, length, value)
    }

    #[operation]
    fn remove_range(map: &Closed, start: u8, length: u8) -> Closed {
        let mut map = map.clone();
        map.remove(closed(start, length));
        map
    }

    #[implements(remove_range)]
    fn remove_the_inserted_range(
        map: &Closed,
        start: u8,
        length: u8,
        #[mutate(range = 0..=2)] value: u8,
    ) -> Closed {
        remove_range(&insert_range(map, start, length, value), start, length)
    }

    #[operation]
    fn get_in_range(map: &Closed, key: u8) -> Option<u8> {
        map.get(&key).copied()
    }

    #[implements(get_in_range)]
    fn get_in_range_by_iterating(map: &Closed, key: u8) -> Option<u8> {
        map.iter().find(|(range, _)| range.contains(&key)).map(|(_, value)| *value)
    }

    #[operation(commutative)]
    fn equal_closed(a: &Closed, b: &Closed) -> bool {
        a == b
    }

    #[implements(equal_closed)]
    fn iterate_alike_closed(a: &Closed, b: &Closed) -> bool {
        a.iter().eq(b.iter())
    }

    #[implements(equal_closed)]
    fn hold_the_same_values_closed(a: &Closed, b: &Closed) -> bool {
        (0..=u8::MAX).all(|key| get_in_range(a, key) == get_in_range(b, key))
    }

    #[implements(equal_closed)]
    fn compare_as_equal_closed(a: &Closed, b: &Closed) -> bool {
        a.cmp(b) == Ordering::Equal
    }

    #[operation]
    fn last(map: &Closed) -> Option<(u8, u8, u8)> {
        map.iter().last().map(|(range, value)| (*range.start(), *range.end(), *value))
    }

    #[implements(last)]
    fn last_by_name(map: &Closed) -> Option<(u8, u8, u8)> {
        recent::last(map)
    }

    #[operation]
    fn gaps_in(map: &Closed, start: u8, length: u8) -> Vec<(u8, u8)> {
        map.gaps(&closed(start, length)).map(|gap| (*gap.start(), *gap.end())).collect()
    }

    #[implements(gaps_in)]
    fn keys_without_a_value(map: &Closed, start: u8, length: u8) -> Vec<(u8, u8)> {
        let free = closed(start, length).filter(|&key| get_in_range(map, key).is_none());
        let free: ClosedSet = free.map(|key| key..=key).collect();
        free.iter().map(|gap| (*gap.start(), *gap.end())).collect()
    }

    #[operation]
    fn overlapping_in(map: &Closed, start: u8, length: u8) -> Vec<(u8, u8, u8)> {
        let asked = closed(start, length);
        let found = map.overlapping(&asked);
        found.map(|(range, value)| (*range.start(), *range.end(), *value)).collect()
    }

    #[implements(overlapping_in)]
    fn overlapping_in_by_comparing(map: &Closed, start: u8, length: u8) -> Vec<(u8, u8, u8)> {
        let asked = closed(start, length);
        let all = map.iter().map(|(range, value)| (*range.start(), *range.end(), *value));
        all.filter(|(start, end, _)| start <= asked.end() && asked.start() <= end).collect()
    }

    // Sets.

    #[operation(commutative, associative, idempotent)]
    fn union(a: &Set, b: &Set) -> Set {
        a.iter().chain(b.iter()).cloned().collect()
    }

    #[implements(union)]
    fn union_by_name(a: &Set, b: &Set) -> Set {
        recent::union(a, b)
    }

    #[operation(commutative, associative, idempotent)]
    fn intersection(a: &Set, b: &Set) -> Set {
        let mut both = a.clone();
        for gap in b.gaps(&(0..u8::MAX)) {
            both.remove(gap);
        }
        both
    }

    #[implements(intersection)]
    fn intersection_by_name(a: &Set, b: &Set) -> Set {
        recent::intersection(a, b)
    }

    #[implements(intersection)]
    fn complement_of_the_union(a: &Set, b: &Set) -> Set {
        complement(&union(&complement(a), &complement(b)))
    }

    #[operation(involution)]
    fn complement(a: &Set) -> Set {
        a.gaps(&(0..u8::MAX)).collect()
    }

    #[implements(complement)]
    fn all_but_these(a: &Set) -> Set {
        let mut rest: Set = [0..u8::MAX].into_iter().collect();
        for range in a.iter() {
            rest.remove(range.clone());
        }
        rest
    }

    #[operation(commutative)]
    fn equal_sets(a: &Set, b: &Set) -> bool {
        a == b
    }

    #[implements(equal_sets)]
    fn hold_the_same_keys(a: &Set, b: &Set) -> bool {
        (0..=u8::MAX).all(|key| a.contains(&key) == b.contains(&key))
    }

    #[operation(commutative)]
    fn equal_closed_sets(a: &ClosedSet, b: &ClosedSet) -> bool {
        a == b
    }

    #[implements(equal_closed_sets)]
    fn hold_the_same_keys_closed(a: &ClosedSet, b: &ClosedSet) -> bool {
        (0..=u8::MAX).all(|key| a.contains(&key) == b.contains(&key))
    }

    #[operation]
    fn with_range(a: &ClosedSet, start: u8, length: u8) -> ClosedSet {
        let mut with = a.clone();
        with.insert(closed(start, length));
        with
    }

    #[implements(with_range)]
    fn with_key_after_key(a: &ClosedSet, start: u8, length: u8) -> ClosedSet {
        let keys = closed(start, length).map(|key| key..=key);
        a.iter().cloned().chain(keys).collect()
    }

    #[operation]
    fn without_range(a: &ClosedSet, start: u8, length: u8) -> ClosedSet {
        let mut without = a.clone();
        without.remove(closed(start, length));
        without
    }

    #[implements(without_range)]
    fn without_key_after_key(a: &ClosedSet, start: u8, length: u8) -> ClosedSet {
        let kept = |key: &u8| a.contains(key) && !closed(start, length).contains(key);
        (0..=u8::MAX).filter(kept).map(|key| key..=key).collect()
    }
}
