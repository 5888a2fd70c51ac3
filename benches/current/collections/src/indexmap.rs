//! indexmap 2.14.2: a map with an order, as a list of pairs.

use indexmap::IndexMap;
use mutagen_core::{Mutate, property};

/// An operation on keys from 0 to 31.
#[derive(Debug, Clone, Mutate)]
pub enum Change {
    /// `insert`
    Insert(#[mutate(range = 0..=31)] u8, u8),
    /// `shift_insert`
    ShiftInsert(u8, #[mutate(range = 0..=31)] u8, u8),
    /// `insert_before`
    InsertBefore(u8, #[mutate(range = 0..=31)] u8, u8),
    /// `insert_sorted`
    InsertSorted(#[mutate(range = 0..=31)] u8, u8),
    /// `shift_remove`
    ShiftRemove(#[mutate(range = 0..=31)] u8),
    /// `swap_remove`
    SwapRemove(#[mutate(range = 0..=31)] u8),
    /// `move_index`
    Move(u8, u8),
    /// `swap_indices`
    Swap(u8, u8),
    /// `drain`
    Drain(u8, u8),
    /// `splice`
    Splice(u8, u8, #[mutate(max_len = 6)] Vec<(u8, u8)>),
    /// `split_off`, of which the parts change places
    Rotate(u8),
    /// `retain`
    Retain(#[mutate(range = 2..=5)] u8),
    /// `sort_keys`
    Sort,
    /// `reverse`
    Reverse,
}

/// A map with an order is a list of pairs.
#[property]
#[ignore = "not run yet"]
pub fn maps_are_lists(changes: &[Change]) {
    let (mut map, mut model) = (IndexMap::new(), Vec::<(u8, u8)>::new());
    for change in changes {
        let len = model.len();
        let cut = |at: &u8| usize::from(*at) % (len + 1);
        let place = |key: &u8| model.iter().position(|(other, _)| other == key);
        match change {
            Change::Insert(key, value) => {
                let old = place(key).map(|at| std::mem::replace(&mut model[at].1, *value));
                assert_eq!(map.insert(*key, *value), old);
                if old.is_none() {
                    model.push((*key, *value));
                }
            }
            Change::ShiftInsert(at, key, value) => match place(key) {
                Some(old) => {
                    let to = usize::from(*at) % len;
                    assert_eq!(map.shift_insert(to, *key, *value), Some(model.remove(old).1));
                    model.insert(to, (*key, *value));
                }
                None => {
                    let to = cut(at);
                    assert_eq!(map.shift_insert(to, *key, *value), None);
                    model.insert(to, (*key, *value));
                }
            },
            Change::InsertBefore(at, key, value) => {
                let to = cut(at);
                let old = place(key);
                let to_left = old.map_or(to, |old| if old < to { to - 1 } else { to });
                let gone = old.map(|old| model.remove(old).1);
                assert_eq!(map.insert_before(to, *key, *value), (to_left, gone));
                model.insert(to_left, (*key, *value));
            }
            Change::InsertSorted(key, value) if model.is_sorted_by_key(|(key, _)| *key) => {
                let old = place(key);
                let at = model.partition_point(|(other, _)| other < key);
                let gone = old.map(|at| std::mem::replace(&mut model[at].1, *value));
                assert_eq!(map.insert_sorted(*key, *value), (at, gone));
                if old.is_none() {
                    model.insert(at, (*key, *value));
                }
            }
            Change::ShiftRemove(key) => {
                let gone = place(key).map(|at| model.remove(at).1);
                assert_eq!(map.shift_remove(key), gone);
            }
            Change::SwapRemove(key) => {
                let gone = place(key).map(|at| model.swap_remove(at).1);
                assert_eq!(map.swap_remove(key), gone);
            }
            Change::Move(from, to) if len > 0 => {
                let (from, to) = (usize::from(*from) % len, usize::from(*to) % len);
                map.move_index(from, to);
                let pair = model.remove(from);
                model.insert(to, pair);
            }
            Change::Swap(a, b) if len > 0 => {
                map.swap_indices(usize::from(*a) % len, usize::from(*b) % len);
                model.swap(usize::from(*a) % len, usize::from(*b) % len);
            }
            Change::Drain(a, b) => {
                let range = cut(a).min(cut(b))..cut(a).max(cut(b));
                assert!(map.drain(range.clone()).eq(model.drain(range)));
            }
            Change::Splice(a, b, pairs) => {
                let range = cut(a).min(cut(b))..cut(a).max(cut(b));
                let gone: Vec<_> = map.splice(range.clone(), pairs.iter().copied()).collect();
                let rest = model.split_off(range.end);
                assert_eq!(gone, model.split_off(range.start));
                let mut rest = rest;
                for (key, value) in pairs {
                    let all = model.iter_mut().chain(&mut rest);
                    match all.into_iter().find(|(other, _)| other == key) {
                        Some(pair) => pair.1 = *value,
                        None => model.push((*key, *value)),
                    }
                }
                model.append(&mut rest);
            }
            Change::Rotate(at) => {
                let mut rest = map.split_off(cut(at));
                rest.append(&mut map);
                map = rest;
                model.rotate_left(cut(at));
            }
            Change::Retain(by) => {
                map.retain(|key, _| key % by != 0);
                model.retain(|(key, _)| key % by != 0);
            }
            Change::Sort => {
                map.sort_keys();
                model.sort_by_key(|(key, _)| *key);
            }
            Change::Reverse => {
                map.reverse();
                model.reverse();
            }
            _ => {}
        }
        assert!(
            map.iter().map(|(&key, &value)| (key, value)).eq(model.iter().copied()),
            "{change:?}"
        );
        for (at, (key, value)) in model.iter().enumerate() {
            assert_eq!(map.get_full(key), Some((at, key, value)), "{change:?}");
        }
    }
}
