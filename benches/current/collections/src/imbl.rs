//! imbl 7.0.2: a vector and an ordered map as those of std, also after copies.

use imbl::{OrdMap, Vector};
use mutagen_core::{Mutate, property};
use std::collections::BTreeMap;

/// An operation on a vector.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Change {
    /// `push_front`
    PushFront(u8),
    /// `push_back`
    PushBack(u8),
    /// `pop_front`
    PopFront,
    /// `pop_back`
    PopBack,
    /// `insert`
    Insert(u16, u8),
    /// `remove`
    Remove(u16),
    /// `set`
    Set(u16, u8),
    /// `split_off`, of which the parts change places
    Rotate(u16),
    /// `slice`, which removes a range
    Slice(u16, u16),
    /// `append` of a copy
    Double,
    /// `append` of some numbers
    Append(u8),
    /// `retain` of what is no multiple
    Retain(#[mutate(range = 2..=9)] u8),
    /// `sort`
    Sort,
}

/// A vector of shared chunks is a vector.
#[property]
#[ignore = "not run yet"]
pub fn vectors_are_vectors(changes: &Vec<Change>) {
    let (mut vector, mut model) = (Vector::new(), Vec::new());
    for change in changes.iter().take(40) {
        let len = model.len();
        let cut = |at: u16| usize::from(at) % (len + 1);
        let old = (vector.clone(), model.clone());
        match *change {
            Change::PushFront(value) => {
                vector.push_front(value);
                model.insert(0, value);
            }
            Change::PushBack(value) => {
                vector.push_back(value);
                model.push(value);
            }
            Change::PopFront => assert_eq!(vector.pop_front(), (len > 0).then(|| model.remove(0))),
            Change::PopBack => assert_eq!(vector.pop_back(), model.pop()),
            Change::Insert(at, value) => {
                vector.insert(cut(at), value);
                model.insert(cut(at), value);
            }
            Change::Remove(at) if len > 0 => {
                let at = usize::from(at) % len;
                assert_eq!(vector.remove(at), model.remove(at));
            }
            Change::Set(at, value) if len > 0 => {
                let at = usize::from(at) % len;
                assert_eq!(vector.set(at, value), std::mem::replace(&mut model[at], value));
            }
            Change::Rotate(at) => {
                let mut rest = vector.split_off(cut(at));
                rest.append(vector);
                vector = rest;
                model.rotate_left(cut(at));
            }
            Change::Slice(a, b) => {
                let range = cut(a).min(cut(b))..cut(a).max(cut(b));
                let gone = vector.slice(range.clone());
                assert!(gone.into_iter().eq(model.drain(range)));
            }
            Change::Double if len < 5000 => {
                vector.append(vector.clone());
                model.extend_from_within(..);
            }
            Change::Append(count) => {
                vector.append((0..count).collect());
                model.extend(0..count);
            }
            Change::Retain(by) => {
                vector.retain(|value| value % by != 0);
                model.retain(|value| value % by != 0);
            }
            Change::Sort => {
                vector.sort();
                model.sort_unstable();
            }
            _ => {}
        }
        assert_eq!(vector.len(), model.len(), "{change:?}");
        assert!(vector.iter().eq(model.iter()), "{change:?}");
        assert!(old.0.iter().eq(old.1.iter()), "{change:?} changed a copy");
    }
    assert!(vector.iter().rev().eq(model.iter().rev()));
    for (at, value) in model.iter().enumerate() {
        assert_eq!(vector.get(at), Some(value));
    }
}

/// An operation on a map.
#[derive(Debug, Clone, Mutate)]
pub enum Entry {
    /// `insert`
    Insert(u8, u8),
    /// `remove`
    Remove(u8),
    /// `extend` by a range of keys
    Extend(u8, u8),
    /// `split`, of which one part stays
    Split(u8, bool),
    /// `without_min`
    First,
    /// `without_max`
    Last,
    /// Questions about two keys.
    Ask(u8, u8),
    /// Operations with another map.
    With(BTreeMap<u8, u8>),
    /// `take`
    Take(u8),
    /// `skip`
    Skip(u8),
}

/// A map of shared nodes is a map.
#[property]
#[ignore = "not run yet"]
pub fn maps_are_maps(entries: &Vec<Entry>) {
    let (mut map, mut model) = (OrdMap::new(), BTreeMap::new());
    for entry in entries.iter().take(40) {
        match entry {
            Entry::Insert(key, value) => {
                assert_eq!(map.insert(*key, *value), model.insert(*key, *value))
            }
            Entry::Remove(key) => assert_eq!(map.remove(key), model.remove(key)),
            Entry::Extend(from, to) => {
                map.extend((*from..*to).map(|key| (key, 0)));
                model.extend((*from..*to).map(|key| (key, 0)));
            }
            Entry::Split(key, high) => {
                let (low_part, high_part) = map.split(key);
                let mut above = model.split_off(key);
                above.remove(key);
                (map, model) = if *high { (high_part, above) } else { (low_part, model) };
            }
            Entry::First => {
                let (value, rest) = map.without_min();
                assert_eq!(value, model.pop_first().map(|(_, value)| value));
                map = rest;
            }
            Entry::Last => {
                let (value, rest) = map.without_max();
                assert_eq!(value, model.pop_last().map(|(_, value)| value));
                map = rest;
            }
            Entry::Ask(a, b) => {
                let (a, b) = (*a.min(b), *a.max(b));
                assert!(map.range(a..=b).eq(model.range(a..=b)));
                assert!(map.range(a..b).rev().eq(model.range(a..b).rev()));
                assert_eq!(map.get_prev(&a), model.range(..=a).next_back());
                assert_eq!(map.get_next(&a), model.range(a..).next());
                assert_eq!(map.get(&a), model.get(&a));
            }
            Entry::With(other) => {
                let others: OrdMap<u8, u8> =
                    other.iter().map(|(&key, &value)| (key, value)).collect();
                let mut union = other.clone();
                union.extend(model.iter().map(|(&key, &value)| (key, value)));
                assert!(map.clone().union(others.clone()).into_iter().eq(union), "union");
                let mut shared = model.clone();
                shared.retain(|key, _| other.contains_key(key));
                assert!(map.clone().intersection(others.clone()).into_iter().eq(shared), "shared");
                let mut rest = model.clone();
                rest.retain(|key, _| !other.contains_key(key));
                assert!(
                    map.clone().relative_complement(others.clone()).into_iter().eq(rest),
                    "rest"
                );
                let mut either = model.clone();
                either.retain(|key, _| !other.contains_key(key));
                either.extend(other.iter().filter(|(key, _)| !model.contains_key(key)));
                assert!(map.clone().symmetric_difference(others.clone()).into_iter().eq(either));
                let submap = model.iter().all(|(key, value)| other.get(key) == Some(value));
                assert_eq!(map.is_submap(&others), submap, "is_submap");
                assert_eq!(map == others, model == *other);
                let changes = map.diff(&others).count();
                let (keys, gone) =
                    (other.iter(), model.keys().filter(|key| !other.contains_key(key)));
                let differ = keys.filter(|(key, value)| model.get(key) != Some(value)).count();
                assert_eq!(changes, differ + gone.count(), "diff");
            }
            Entry::Take(count) => {
                let part = map.take((*count).into());
                assert!(part.iter().eq(model.iter().take((*count).into())), "take");
            }
            Entry::Skip(count) => {
                let part = map.skip((*count).into());
                assert!(part.iter().eq(model.iter().skip((*count).into())), "skip");
            }
        }
        assert!(map.iter().eq(model.iter()), "{entry:?}");
        assert_eq!(map.len(), model.len(), "{entry:?}");
        assert_eq!(map.get_min().map(|(key, _)| key), model.keys().next());
        assert_eq!(map.get_max().map(|(key, _)| key), model.keys().next_back());
    }
}
