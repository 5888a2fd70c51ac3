//! What the collections of im, and of imbl, which continues it, must equal: a map is what looking
//! up each key says, set operations keep the values of their documentation, ranges and splits are
//! filters, and a vector is the list of its elements, however it was cut and joined.

pub mod maps;

/// Ordered maps, hash maps, ordered sets and vectors.
#[mutagen_core::metamorphic]
pub mod collections {
    use crate::maps::{Hashed, List, Ordered, Set};
    use std::collections::BTreeMap;
    use std::ops::Bound;

    // Inputs: few keys that collide, runs of keys that fill several nodes, and long vectors.

    #[input(weight = 2)]
    fn few_keys(entries: Vec<(u8, u8)>) -> Ordered {
        entries.into_iter().map(|(key, value)| (u16::from(key % 16), value)).collect()
    }

    /// Nodes have a power of two of entries.
    #[input]
    fn run_of_keys(
        start: u16,
        #[mutate(range = 0..=8)] scale: u8,
        more: i8,
        #[mutate(range = 1..=3)] step: u8,
        value: u8,
    ) -> Ordered {
        let count = (1_i32 << scale) + i32::from(more);
        let key = |n: i32| start.wrapping_add(n as u16 * u16::from(step));
        (0..count).map(|n| (key(n), value)).collect()
    }

    #[input]
    fn any_keys(entries: Vec<(u16, u8)>) -> Ordered {
        entries.into_iter().collect()
    }

    #[input]
    fn hashed_from_ordered(map: Ordered) -> Hashed {
        map.into_iter().collect()
    }

    #[input]
    fn keys_of_a_map(map: Ordered) -> Set {
        map.into_iter().map(|(key, _)| key).collect()
    }

    #[input]
    fn short_list(elements: Vec<u16>) -> List {
        elements.into_iter().collect()
    }

    #[input]
    fn counted(start: u16, #[mutate(range = 0..=9)] scale: u8, more: i8) -> List {
        let count = (1_i32 << scale) + i32::from(more);
        (0..count).map(|n| start.wrapping_add(n as u16)).collect()
    }

    #[input]
    fn joined(a: List, b: List) -> List {
        let mut both = a;
        both.append(b);
        both
    }

    #[admit]
    fn fits(list: &List) -> bool {
        list.len() <= 5000
    }

    #[admit]
    fn map_fits(map: &Ordered) -> bool {
        map.len() <= 2000
    }

    #[admit]
    fn hashed_fits(map: &Hashed) -> bool {
        map.len() <= 2000
    }

    #[invariant]
    fn keys_are_in_order(map: &Ordered) -> bool {
        let keys: Vec<u16> = map.keys().copied().collect();
        keys.windows(2).all(|pair| pair[0] < pair[1]) && keys.len() == map.len()
    }

    #[invariant]
    fn as_many_as_iterated(map: &Hashed) -> bool {
        map.iter().count() == map.len()
    }

    #[invariant]
    fn as_long_as_iterated(list: &List) -> bool {
        list.iter().count() == list.len()
    }

    /// The end of a range: open, closed or none.
    fn bound(key: u16, kind: u8) -> Bound<u16> {
        match kind % 3 {
            0 => Bound::Included(key),
            1 => Bound::Excluded(key),
            _ => Bound::Unbounded,
        }
    }

    /// Whether a key is in a range.
    fn is_within(key: u16, low: Bound<u16>, high: Bound<u16>) -> bool {
        let above = match low {
            Bound::Included(low) => low <= key,
            Bound::Excluded(low) => low < key,
            Bound::Unbounded => true,
        };
        above
            && match high {
                Bound::Included(high) => key <= high,
                Bound::Excluded(high) => key < high,
                Bound::Unbounded => true,
            }
    }

    // Ordered maps.

    #[operation(inner)]
    fn empty() -> Ordered {
        Ordered::new()
    }

    #[implements(empty)]
    fn without_each_of_its_own_keys(#[any] map: &Ordered) -> Ordered {
        without_keys_of(map, map)
    }

    #[operation]
    fn insert(map: &Ordered, key: u16, value: u8) -> Ordered {
        map.update(key, value)
    }

    #[implements(insert)]
    fn insert_in_place(map: &Ordered, key: u16, value: u8) -> Ordered {
        let mut map = map.clone();
        map.insert(key, value);
        map
    }

    #[implements(insert)]
    fn insert_after_removing(map: &Ordered, key: u16, value: u8) -> Ordered {
        insert(&remove(map, key), key, value)
    }

    #[implements(insert)]
    fn insert_by_entry(map: &Ordered, key: u16, value: u8) -> Ordered {
        let mut map = map.clone();
        *map.entry(key).or_insert(0) = value;
        map
    }

    #[implements(insert)]
    fn insert_by_alter(map: &Ordered, key: u16, value: u8) -> Ordered {
        map.alter(|_| Some(value), key)
    }

    #[implements(insert)]
    fn union_with_one_entry(map: &Ordered, key: u16, value: u8) -> Ordered {
        union(&Ordered::unit(key, value), map)
    }

    #[operation]
    fn remove(map: &Ordered, key: u16) -> Ordered {
        map.without(&key)
    }

    #[implements(remove)]
    fn remove_in_place(map: &Ordered, key: u16) -> Ordered {
        let mut map = map.clone();
        map.remove(&key);
        map
    }

    #[implements(remove)]
    fn remove_what_was_inserted(map: &Ordered, key: u16, #[any] value: u8) -> Ordered {
        remove(&insert(map, key, value), key)
    }

    #[implements(remove)]
    fn both_sides_of_the_key(map: &Ordered, key: u16) -> Ordered {
        let (below, above) = map.split(&key);
        union(&below, &above)
    }

    #[operation]
    fn get(map: &Ordered, key: u16) -> Option<u8> {
        map.get(&key).copied()
    }

    #[implements(get)]
    fn get_by_iterating(map: &Ordered, key: u16) -> Option<u8> {
        map.iter().find(|(k, _)| **k == key).map(|(_, value)| *value)
    }

    #[implements(get)]
    fn get_of_the_range(map: &Ordered, key: u16) -> Option<u8> {
        range(map, key, 0, key, 0).first().map(|(_, value)| *value)
    }

    #[implements(get)]
    fn get_what_removing_gives(map: &Ordered, key: u16) -> Option<u8> {
        map.clone().remove(&key)
    }

    #[implements(get)]
    fn get_hashed(map: &Ordered, key: u16) -> Option<u8> {
        get_in(&to_hashed(map), key)
    }

    #[operation]
    fn count(map: &Ordered) -> usize {
        map.len()
    }

    #[implements(count)]
    fn count_hashed(map: &Ordered) -> usize {
        to_hashed(map).len()
    }

    #[operation]
    fn range(map: &Ordered, low: u16, from: u8, high: u16, to: u8) -> Vec<(u16, u8)> {
        let entries = map.iter().map(|(key, value)| (*key, *value));
        let (low, high) = (low.min(high), low.max(high));
        entries.filter(|(key, _)| is_within(*key, bound(low, from), bound(high, to))).collect()
    }

    #[implements(range, when = low != high)]
    fn range_by_name(map: &Ordered, low: u16, from: u8, high: u16, to: u8) -> Vec<(u16, u8)> {
        let bounds = (bound(low.min(high), from), bound(low.max(high), to));
        map.range(bounds).map(|(key, value)| (*key, *value)).collect()
    }

    #[implements(range, when = low != high)]
    fn range_backwards(map: &Ordered, low: u16, from: u8, high: u16, to: u8) -> Vec<(u16, u8)> {
        let bounds = (bound(low.min(high), from), bound(low.max(high), to));
        let backwards = map.range(bounds).rev().map(|(key, value)| (*key, *value));
        let mut range: Vec<(u16, u8)> = backwards.collect();
        range.reverse();
        range
    }

    #[operation]
    fn entries(map: &Ordered) -> Vec<(u16, u8)> {
        map.iter().map(|(key, value)| (*key, *value)).collect()
    }

    #[implements(entries)]
    fn entries_backwards(map: &Ordered) -> Vec<(u16, u8)> {
        let mut entries: Vec<_> = map.iter().rev().map(|(key, value)| (*key, *value)).collect();
        entries.reverse();
        entries
    }

    #[implements(entries)]
    fn entries_by_value(map: &Ordered) -> Vec<(u16, u8)> {
        map.clone().into_iter().collect()
    }

    #[implements(entries)]
    fn entries_one_by_one(map: &Ordered) -> Vec<(u16, u8)> {
        let (mut rest, mut entries) = (map.clone(), Vec::new());
        while let (Some(entry), next) = rest.without_min_with_key() {
            entries.push(entry);
            rest = next;
        }
        entries
    }

    #[operation]
    fn previous(map: &Ordered, key: u16) -> Option<u16> {
        map.get_prev(&key).map(|(key, _)| *key)
    }

    #[implements(previous)]
    fn last_of_the_range(map: &Ordered, key: u16) -> Option<u16> {
        range(map, 0, 2, key, 0).last().map(|(key, _)| *key)
    }

    #[operation]
    fn next(map: &Ordered, key: u16) -> Option<u16> {
        map.get_next(&key).map(|(key, _)| *key)
    }

    #[implements(next)]
    fn first_of_the_range(map: &Ordered, key: u16) -> Option<u16> {
        range(map, key, 0, u16::MAX, 2).first().map(|(key, _)| *key)
    }

    #[operation]
    fn least(map: &Ordered) -> Option<(u16, u8)> {
        map.get_min().copied()
    }

    #[implements(least)]
    fn first_of_the_entries(map: &Ordered) -> Option<(u16, u8)> {
        entries(map).first().copied()
    }

    #[operation]
    fn greatest(map: &Ordered) -> Option<(u16, u8)> {
        map.get_max().copied()
    }

    #[implements(greatest)]
    fn last_of_the_entries(map: &Ordered) -> Option<(u16, u8)> {
        entries(map).last().copied()
    }

    #[operation(associative, idempotent, neutral = empty)]
    fn union(a: &Ordered, b: &Ordered) -> Ordered {
        a.clone().union(b.clone())
    }

    #[implements(union)]
    fn insert_all_over(a: &Ordered, b: &Ordered) -> Ordered {
        a.iter().fold(b.clone(), |map, (key, value)| insert(&map, *key, *value))
    }

    #[implements(union)]
    fn union_keeping_the_first(a: &Ordered, b: &Ordered) -> Ordered {
        a.clone().union_with(b.clone(), |first, _| first)
    }

    #[implements(union)]
    fn union_of_several(a: &Ordered, b: &Ordered) -> Ordered {
        Ordered::unions([a.clone(), b.clone()])
    }

    #[implements(union)]
    fn union_hashed(a: &Ordered, b: &Ordered) -> Ordered {
        to_ordered(&union_of(&to_hashed(a), &to_hashed(b)))
    }

    #[law]
    fn the_first_value_stays(a: &Ordered, b: &Ordered, key: u16) -> bool {
        get(&union(a, b), key) == get(a, key).or(get(b, key))
    }

    #[operation(associative, idempotent, absorbing = empty)]
    fn intersection(a: &Ordered, b: &Ordered) -> Ordered {
        a.clone().intersection(b.clone())
    }

    #[implements(intersection)]
    fn keep_common_keys(a: &Ordered, b: &Ordered) -> Ordered {
        let common = a.iter().filter(|(key, _)| b.contains_key(*key));
        common.map(|(key, value)| (*key, *value)).collect()
    }

    #[implements(intersection)]
    fn without_what_the_other_lacks(a: &Ordered, b: &Ordered) -> Ordered {
        without_keys_of(a, &without_keys_of(a, b))
    }

    #[implements(intersection)]
    fn intersection_hashed(a: &Ordered, b: &Ordered) -> Ordered {
        to_ordered(&to_hashed(a).intersection(to_hashed(b)))
    }

    #[operation]
    fn without_keys_of(a: &Ordered, b: &Ordered) -> Ordered {
        a.clone().relative_complement(b.clone())
    }

    #[implements(without_keys_of)]
    fn remove_each_key(a: &Ordered, b: &Ordered) -> Ordered {
        b.keys().fold(a.clone(), |map, key| remove(&map, *key))
    }

    #[implements(without_keys_of)]
    fn without_keys_hashed(a: &Ordered, b: &Ordered) -> Ordered {
        to_ordered(&to_hashed(a).relative_complement(to_hashed(b)))
    }

    #[operation(commutative)]
    fn in_one_only(a: &Ordered, b: &Ordered) -> Ordered {
        a.clone().symmetric_difference(b.clone())
    }

    #[implements(in_one_only)]
    fn union_of_both_complements(a: &Ordered, b: &Ordered) -> Ordered {
        union(&without_keys_of(a, b), &without_keys_of(b, a))
    }

    #[operation]
    fn is_part_of(a: &Ordered, b: &Ordered) -> bool {
        a.is_submap(b)
    }

    #[implements(is_part_of)]
    fn each_entry_is_in_the_other(a: &Ordered, b: &Ordered) -> bool {
        a.iter().all(|(key, value)| get(b, *key) == Some(*value))
    }

    #[implements(is_part_of)]
    fn is_proper_part_or_equal(a: &Ordered, b: &Ordered) -> bool {
        a.is_proper_submap(b) || a == b
    }

    #[operation(commutative)]
    fn equal(a: &Ordered, b: &Ordered) -> bool {
        a == b
    }

    #[implements(equal)]
    fn equal_entries(a: &Ordered, b: &Ordered) -> bool {
        entries(a) == entries(b)
    }

    #[implements(equal)]
    fn no_difference(a: &Ordered, b: &Ordered) -> bool {
        a.diff(b).count() == 0
    }

    #[law]
    fn as_many_differences_as_keys_that_differ(a: &Ordered, b: &Ordered) -> bool {
        let (mine, theirs) = (entries(a), entries(b));
        let changed = mine.iter().filter(|(key, value)| get(b, *key) != Some(*value)).count();
        let added = theirs.iter().filter(|(key, _)| get(a, *key).is_none()).count();
        a.diff(b).count() == changed + added
    }

    #[operation]
    fn first_keys(map: &Ordered, #[mutate(range = 0..=400)] count: u16) -> Ordered {
        map.take(count.into())
    }

    #[implements(first_keys)]
    fn collect_the_first(map: &Ordered, count: u16) -> Ordered {
        entries(map).into_iter().take(count.into()).collect()
    }

    #[operation]
    fn last_keys(map: &Ordered, #[mutate(range = 0..=400)] count: u16) -> Ordered {
        map.skip(count.into())
    }

    #[implements(last_keys)]
    fn without_the_first(map: &Ordered, count: u16) -> Ordered {
        without_keys_of(map, &first_keys(map, count))
    }

    // Hash maps.

    #[operation]
    fn to_hashed(map: &Ordered) -> Hashed {
        map.iter().map(|(key, value)| (*key, *value)).collect()
    }

    #[implements(to_hashed)]
    fn insert_one_by_one(map: &Ordered) -> Hashed {
        let insert_one = |map: Hashed, (key, value): (&u16, &u8)| insert_in(&map, *key, *value);
        map.iter().rev().fold(Hashed::default(), insert_one)
    }

    #[operation]
    fn to_ordered(map: &Hashed) -> Ordered {
        map.iter().map(|(key, value)| (*key, *value)).collect()
    }

    #[implements(to_ordered)]
    fn insert_in_any_order(map: &Hashed) -> Ordered {
        map.clone().into_iter().fold(empty(), |map, (key, value)| insert(&map, key, value))
    }

    #[implements(to_ordered)]
    fn look_up_each_key(map: &Hashed) -> Ordered {
        map.keys().filter_map(|key| Some((*key, get_in(map, *key)?))).collect()
    }

    #[operation]
    fn get_in(map: &Hashed, key: u16) -> Option<u8> {
        map.get(&key).copied()
    }

    #[implements(get_in)]
    fn get_in_ordered(map: &Hashed, key: u16) -> Option<u8> {
        get(&to_ordered(map), key)
    }

    #[operation]
    fn insert_in(map: &Hashed, key: u16, value: u8) -> Hashed {
        map.update(key, value)
    }

    #[implements(insert_in)]
    fn insert_in_ordered(map: &Hashed, key: u16, value: u8) -> Hashed {
        to_hashed(&insert(&to_ordered(map), key, value))
    }

    #[implements(insert_in)]
    fn insert_in_by_entry(map: &Hashed, key: u16, value: u8) -> Hashed {
        let mut map = map.clone();
        *map.entry(key).or_insert(value) = value;
        map
    }

    #[operation]
    fn remove_in(map: &Hashed, key: u16) -> Hashed {
        map.without(&key)
    }

    #[implements(remove_in)]
    fn retain_the_others(map: &Hashed, key: u16) -> Hashed {
        let mut map = map.clone();
        map.retain(|k, _| *k != key);
        map
    }

    #[operation(associative, idempotent)]
    fn union_of(a: &Hashed, b: &Hashed) -> Hashed {
        a.clone().union(b.clone())
    }

    #[implements(union_of)]
    fn insert_all_over_in(a: &Hashed, b: &Hashed) -> Hashed {
        a.iter().fold(b.clone(), |map, (key, value)| insert_in(&map, *key, *value))
    }

    #[implements(union_of)]
    fn union_of_keeping_the_first(a: &Hashed, b: &Hashed) -> Hashed {
        a.clone().union_with(b.clone(), |first, _| first)
    }

    #[operation(commutative)]
    fn equal_hashed(a: &Hashed, b: &Hashed) -> bool {
        a == b
    }

    #[implements(equal_hashed)]
    fn equal_as_ordered(a: &Hashed, b: &Hashed) -> bool {
        equal(&to_ordered(a), &to_ordered(b))
    }

    // Ordered sets.

    #[operation(commutative, associative, idempotent)]
    fn set_union(a: &Set, b: &Set) -> Set {
        a.clone().union(b.clone())
    }

    #[implements(set_union)]
    fn collect_both(a: &Set, b: &Set) -> Set {
        a.iter().chain(b.iter()).copied().collect()
    }

    #[operation(commutative, associative, idempotent)]
    fn set_intersection(a: &Set, b: &Set) -> Set {
        a.clone().intersection(b.clone())
    }

    #[implements(set_intersection)]
    fn filter_common(a: &Set, b: &Set) -> Set {
        a.iter().filter(|key| b.contains(*key)).copied().collect()
    }

    #[operation]
    fn set_without(a: &Set, b: &Set) -> Set {
        a.clone().relative_complement(b.clone())
    }

    #[implements(set_without)]
    fn in_one_but_not_the_second(a: &Set, b: &Set) -> Set {
        set_intersection(a, &a.clone().symmetric_difference(b.clone()))
    }

    #[operation]
    fn is_subset(a: &Set, b: &Set) -> bool {
        a.is_subset(b)
    }

    #[implements(is_subset)]
    fn the_union_is_the_other(a: &Set, b: &Set) -> bool {
        set_union(a, b) == *b
    }

    // Vectors.

    #[operation(associative)]
    fn append(a: &List, b: &List) -> List {
        let mut both = a.clone();
        both.append(b.clone());
        both
    }

    #[implements(append)]
    fn push_each(a: &List, b: &List) -> List {
        let mut both = a.clone();
        for element in b {
            both.push_back(*element);
        }
        both
    }

    #[implements(append)]
    fn push_each_to_the_front(a: &List, b: &List) -> List {
        let mut both = b.clone();
        for element in a.iter().rev() {
            both.push_front(*element);
        }
        both
    }

    #[implements(append)]
    fn collected(a: &List, b: &List) -> List {
        a.iter().chain(b.iter()).copied().collect()
    }

    #[operation]
    fn first_part(list: &List, at: u16) -> List {
        list.take(usize::from(at).min(list.len()))
    }

    #[implements(first_part)]
    fn truncated(list: &List, at: u16) -> List {
        let mut list = list.clone();
        list.truncate(usize::from(at).min(list.len()));
        list
    }

    #[implements(first_part)]
    fn first_of_the_split(list: &List, at: u16) -> List {
        list.clone().split_at(usize::from(at).min(list.len())).0
    }

    #[implements(first_part)]
    fn pop_the_rest(list: &List, at: u16) -> List {
        let mut list = list.clone();
        while list.len() > usize::from(at) {
            list.pop_back();
        }
        list
    }

    #[operation]
    fn second_part(list: &List, at: u16) -> List {
        list.skip(usize::from(at).min(list.len()))
    }

    #[implements(second_part)]
    fn split_off(list: &List, at: u16) -> List {
        list.clone().split_off(usize::from(at).min(list.len()))
    }

    #[implements(second_part)]
    fn pop_the_front(list: &List, at: u16) -> List {
        let mut list = list.clone();
        for _ in 0..at.min(list.len() as u16) {
            list.pop_front();
        }
        list
    }

    #[operation]
    fn same(list: &List) -> List {
        list.clone()
    }

    #[implements(same)]
    fn cut_and_joined(list: &List, #[any] at: u16) -> List {
        append(&first_part(list, at), &second_part(list, at))
    }

    #[implements(same)]
    fn reversed_twice(list: &List) -> List {
        let reversed: List = list.iter().rev().copied().collect();
        reversed.into_iter().rev().collect()
    }

    #[implements(same)]
    fn leaf_by_leaf(list: &List) -> List {
        list.leaves().flat_map(|leaf| leaf.iter().copied()).collect()
    }

    #[operation]
    fn insert_at(list: &List, at: u16, element: u16) -> List {
        let mut list = list.clone();
        list.insert(usize::from(at).min(list.len()), element);
        list
    }

    #[implements(insert_at)]
    fn insert_between_parts(list: &List, at: u16, element: u16) -> List {
        let mut start = first_part(list, at);
        start.push_back(element);
        append(&start, &second_part(list, at))
    }

    #[operation(requires = !list.is_empty())]
    fn remove_at(list: &List, at: u16) -> List {
        let mut list = list.clone();
        list.remove(usize::from(at) % list.len());
        list
    }

    #[implements(remove_at)]
    fn join_around(list: &List, at: u16) -> List {
        let at = (usize::from(at) % list.len()) as u16;
        append(&first_part(list, at), &second_part(list, at + 1))
    }

    #[operation]
    fn sliced(list: &List, from: u16, to: u16) -> List {
        let (from, to) = (usize::from(from.min(to)), usize::from(from.max(to)));
        list.clone().slice(from.min(list.len())..to.min(list.len()))
    }

    #[implements(sliced)]
    fn part_of_the_part(list: &List, from: u16, to: u16) -> List {
        second_part(&first_part(list, from.max(to)), from.min(to))
    }

    #[operation]
    fn element(list: &List, at: u16) -> Option<u16> {
        list.get(at.into()).copied()
    }

    #[implements(element)]
    fn element_by_iterating(list: &List, at: u16) -> Option<u16> {
        list.iter().nth(at.into()).copied()
    }

    #[implements(element)]
    fn element_of_the_focus(list: &List, at: u16) -> Option<u16> {
        list.focus().get(at.into()).copied()
    }

    #[implements(element)]
    fn first_of_the_second_part(list: &List, at: u16) -> Option<u16> {
        second_part(list, at).front().copied()
    }

    #[operation]
    fn sorted(list: &List) -> List {
        let mut list = list.clone();
        list.sort();
        list
    }

    #[implements(sorted)]
    fn insert_in_order(list: &List) -> List {
        let mut sorted = List::new();
        for element in list {
            sorted.insert_ord(*element);
        }
        sorted
    }

    #[implements(sorted)]
    fn sorted_by_counting(list: &List) -> List {
        let mut counts = BTreeMap::new();
        for element in list {
            *counts.entry(*element).or_insert(0_usize) += 1;
        }
        counts.into_iter().flat_map(|(element, count)| vec![element; count]).collect()
    }

    #[operation]
    fn place(list: &List, element: u16) -> Option<usize> {
        list.index_of(&element)
    }

    #[implements(place)]
    fn place_by_iterating(list: &List, element: u16) -> Option<usize> {
        list.iter().position(|other| *other == element)
    }

    #[law]
    fn found_in_a_sorted_list(list: &List, element: u16) -> bool {
        match sorted(list).binary_search(&element) {
            Ok(at) => sorted(list)[at] == element,
            Err(at) => {
                !list.contains(&element)
                    && at == list.iter().filter(|other| **other < element).count()
            }
        }
    }
}
