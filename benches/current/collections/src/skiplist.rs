//! skiplist 1.3.1: a list as a vector, a map as that of std.

use mutagen_core::{Mutate, property};
use skiplist::{OrderedSkipList, SkipList, SkipMap};
use std::collections::BTreeMap;

/// An operation on a list.
#[derive(Debug, Clone, Mutate)]
pub enum Change {
    /// `push_front`
    PushFront(u8),
    /// `push_back`
    PushBack(u8),
    /// `insert`
    Insert(u8, u8),
    /// `remove`
    Remove(u8),
    /// `pop_front`
    PopFront,
    /// `pop_back`
    PopBack,
    /// `drain`
    Drain(u8, u8),
    /// `dedup`
    Dedup,
    /// `append`
    Append(Vec<u8>),
    /// `extract_if` of multiples
    Extract(#[mutate(range = 1..=5)] u8),
}

/// A skip list is a vector.
#[property]
pub fn lists_are_vectors(changes: &[Change]) {
    let (mut list, mut model) = (SkipList::<u8>::new(), Vec::new());
    for change in changes {
        let len = model.len();
        let cut = |index: &u8| usize::from(*index) % (len + 1);
        match change {
            Change::PushFront(value) => {
                list.push_front(*value);
                model.insert(0, *value);
            }
            Change::PushBack(value) => {
                list.push_back(*value);
                model.push(*value);
            }
            Change::Insert(at, value) => {
                list.insert(cut(at), *value);
                model.insert(cut(at), *value);
            }
            Change::Remove(at) if len > 0 => {
                let at = usize::from(*at) % len;
                assert_eq!(list.remove(at), model.remove(at));
            }
            Change::PopFront => {
                let first = (len > 0).then(|| model.remove(0));
                assert_eq!(list.pop_front(), first);
            }
            Change::PopBack => assert_eq!(list.pop_back(), model.pop()),
            Change::Drain(a, b) => {
                let range = cut(a).min(cut(b))..cut(a).max(cut(b));
                let gone: Vec<u8> = list.drain(range.clone()).collect();
                assert_eq!(gone, model.drain(range).collect::<Vec<_>>());
            }
            Change::Dedup => {
                list.dedup();
                model.dedup();
            }
            Change::Append(more) => {
                list.append(&mut more.iter().copied().collect::<SkipList<u8>>());
                model.extend(more);
            }
            Change::Extract(by) => {
                let gone: Vec<u8> = list.extract_if(|value| *value % by == 0).collect();
                assert_eq!(
                    gone,
                    model.extract_if(.., |value| *value % by == 0).collect::<Vec<_>>()
                );
            }
            Change::Remove(_) => {}
        }
        assert!(list.iter().eq(model.iter()), "{change:?}");
        assert!(list.iter().rev().eq(model.iter().rev()), "{change:?}");
        assert_eq!(list.len(), model.len(), "{change:?}");
        for (at, value) in model.iter().enumerate() {
            assert_eq!(list.get(at), Some(value), "{change:?}");
        }
    }
}

/// An operation on a map.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Entry {
    /// `insert`
    Insert(u8, u8),
    /// `remove`
    Remove(u8),
    /// `pop_first`
    PopFirst,
    /// `pop_last`
    PopLast,
    /// `range`
    Range(u8, u8),
    /// `rank` and `get_by_index`
    Rank(u8),
    /// `extract_if` of multiples
    Extract(#[mutate(range = 1..=5)] u8),
}

/// A skip map is a map.
#[property]
pub fn maps_are_maps(entries: &[Entry]) {
    let (mut map, mut model) = (SkipMap::<u8, u8>::new(), BTreeMap::new());
    for entry in entries {
        match *entry {
            Entry::Insert(key, value) => {
                assert_eq!(map.insert(key, value), model.insert(key, value))
            }
            Entry::Remove(key) => assert_eq!(map.remove(&key), model.remove(&key)),
            Entry::PopFirst => assert_eq!(map.pop_first(), model.pop_first()),
            Entry::PopLast => assert_eq!(map.pop_last(), model.pop_last()),
            Entry::Range(a, b) => {
                // An empty range panics: see the findings.
                let range = a.min(b)..a.max(b).saturating_add(u8::from(a == b));
                if range.is_empty() {
                    continue;
                }
                assert!(map.range(range.clone()).eq(model.range(range.clone())), "{range:?}");
                assert!(
                    map.range(range.clone()).rev().eq(model.range(range.clone()).rev()),
                    "{range:?}"
                );
            }
            Entry::Rank(key) => {
                let rank = model.contains_key(&key).then(|| model.range(..key).count());
                assert_eq!(map.rank(&key), rank);
                assert_eq!(map.get_by_index(key.into()), model.iter().nth(key.into()));
            }
            Entry::Extract(by) => {
                let gone: Vec<_> = map.extract_if(|key, _| key % by == 0).collect();
                assert_eq!(gone, model.extract_if(.., |key, _| key % by == 0).collect::<Vec<_>>());
            }
        }
        assert!(map.iter().eq(model.iter()), "{entry:?}");
        assert_eq!(map.len(), model.len(), "{entry:?}");
    }
}

/// An empty range of a map has no elements.
#[property]
#[ignore = "finds a defect"]
pub fn empty_ranges_have_no_elements(key: u8) {
    assert_eq!(BTreeMap::<u8, u8>::new().range(key..key).count(), 0);
    assert_eq!(SkipMap::<u8, u8>::new().range(key..key).count(), 0);
}

/// An ordered list is a sorted vector.
#[property]
pub fn ordered_lists_are_sorted(entries: &[Entry]) {
    let (mut list, mut model) = (OrderedSkipList::<u8>::new(), Vec::new());
    for entry in entries {
        match *entry {
            Entry::Insert(value, _) => {
                list.insert(value);
                model.insert(model.partition_point(|old| *old <= value), value);
            }
            Entry::Remove(value) => {
                let count = model.iter().filter(|old| **old == value).count();
                assert_eq!(list.count(&value), count);
                model.retain(|old| *old != value);
                assert_eq!(list.remove_all(&value), count);
            }
            Entry::PopFirst => {
                assert_eq!(list.pop_first(), (!model.is_empty()).then(|| model.remove(0)))
            }
            Entry::PopLast => assert_eq!(list.pop_last(), model.pop()),
            Entry::Range(a, b) => {
                let range = a.min(b)..a.max(b);
                let listed: Vec<_> = model.iter().filter(|value| range.contains(value)).collect();
                assert!(list.range(range.clone()).eq(listed), "{range:?}");
            }
            Entry::Rank(value) => {
                let rank = model.iter().position(|old| *old == value);
                assert_eq!(list.rank(&value).is_some(), rank.is_some());
                assert_eq!(list.get_by_index(value.into()), model.get(usize::from(value)));
            }
            Entry::Extract(by) => {
                let gone: Vec<u8> = list.extract_if(|value| *value % by == 0).collect();
                assert_eq!(
                    gone,
                    model.extract_if(.., |value| *value % by == 0).collect::<Vec<_>>()
                );
            }
        }
        assert!(list.iter().eq(model.iter()), "{entry:?}");
        assert_eq!(list.len(), model.len(), "{entry:?}");
    }
}
