//! hashlink 0.12.2 and lru 0.19.1: maps in the order of use, as lists of pairs.

use hashlink::LinkedHashMap;
use lru::LruCache;
use mutagen_core::{Mutate, property};
use std::num::NonZeroUsize;

/// An operation on keys from 0 to 15.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Change {
    /// A key is inserted, or used again.
    Insert(#[mutate(range = 0..=15)] u8, u8),
    /// A key is removed.
    Remove(#[mutate(range = 0..=15)] u8),
    /// A key is looked up.
    Get(#[mutate(range = 0..=15)] u8),
    /// The first is removed.
    PopFront,
    /// The last is removed.
    PopBack,
    /// A key goes to the front.
    Front(#[mutate(range = 0..=15)] u8),
    /// A key goes to the back.
    Back(#[mutate(range = 0..=15)] u8),
    /// A key is replaced where it is.
    Replace(#[mutate(range = 0..=15)] u8, u8),
    /// The capacity changes.
    Resize(#[mutate(range = 1..=8)] u8),
    /// Even keys stay.
    Retain,
}

fn take(model: &mut Vec<(u8, u8)>, key: u8) -> Option<u8> {
    let at = model.iter().position(|(other, _)| *other == key)?;
    Some(model.remove(at).1)
}

/// A linked map is a list of pairs.
#[property]
#[ignore = "not run yet"]
pub fn linked_maps_are_lists(changes: &[Change]) {
    let (mut map, mut model) = (LinkedHashMap::new(), Vec::<(u8, u8)>::new());
    for change in changes {
        match *change {
            Change::Insert(key, value) => {
                assert_eq!(map.insert(key, value), take(&mut model, key));
                model.push((key, value));
            }
            Change::Remove(key) => assert_eq!(map.remove(&key), take(&mut model, key)),
            Change::PopFront => {
                assert_eq!(map.pop_front(), (!model.is_empty()).then(|| model.remove(0)));
            }
            Change::PopBack => assert_eq!(map.pop_back(), model.pop()),
            Change::Front(key) => {
                let value = take(&mut model, key);
                assert_eq!(map.to_front(&key).copied(), value);
                model.splice(0..0, value.map(|value| (key, value)));
            }
            Change::Back(key) => {
                let value = take(&mut model, key);
                assert_eq!(map.to_back(&key).copied(), value);
                model.extend(value.map(|value| (key, value)));
            }
            Change::Replace(key, value) => {
                match model.iter_mut().find(|(other, _)| *other == key) {
                    Some(pair) => assert_eq!(
                        map.replace(key, value),
                        Some(std::mem::replace(&mut pair.1, value))
                    ),
                    None => {
                        assert_eq!(map.replace(key, value), None);
                        model.push((key, value));
                    }
                }
            }
            Change::Retain => {
                map.retain(|key, _| key % 2 == 0);
                model.retain(|(key, _)| key % 2 == 0);
            }
            Change::Get(key) => {
                let value = model.iter().find(|(other, _)| *other == key).map(|(_, value)| value);
                assert_eq!(map.get(&key), value);
            }
            Change::Resize(_) => map.shrink_to_fit(),
        }
        assert!(
            map.iter().map(|(&key, &value)| (key, value)).eq(model.iter().copied()),
            "{change:?}"
        );
        assert!(map.iter().rev().map(|(key, _)| *key).eq(model.iter().rev().map(|(key, _)| *key)));
        assert_eq!(map.len(), model.len());
    }
}

/// A cache has the pairs that were used last, the newest first.
#[property]
#[ignore = "not run yet"]
pub fn caches_have_what_was_used_last(changes: &[Change], start: u8) {
    let mut limit = usize::from(start % 8) + 1;
    let mut cache = LruCache::new(NonZeroUsize::new(limit).expect("not zero"));
    let mut model = Vec::<(u8, u8)>::new();
    for change in changes {
        match *change {
            Change::Insert(key, value) => {
                let old = take(&mut model, key);
                assert_eq!(cache.put(key, value), old);
                model.insert(0, (key, value));
            }
            Change::Replace(key, value) => {
                let old = take(&mut model, key).map(|old| (key, old));
                let gone = old.or_else(|| (model.len() == limit).then(|| model.pop()).flatten());
                assert_eq!(cache.push(key, value), gone);
                model.insert(0, (key, value));
            }
            Change::Remove(key) => assert_eq!(cache.pop(&key), take(&mut model, key)),
            Change::PopBack => assert_eq!(cache.pop_lru(), model.pop()),
            Change::PopFront => {
                assert_eq!(cache.pop_mru(), (!model.is_empty()).then(|| model.remove(0)));
            }
            Change::Get(key) => {
                let value = take(&mut model, key);
                assert_eq!(cache.get(&key).copied(), value);
                model.splice(0..0, value.map(|value| (key, value)));
            }
            Change::Front(key) => {
                cache.promote(&key);
                let value = take(&mut model, key);
                model.splice(0..0, value.map(|value| (key, value)));
            }
            Change::Back(key) => {
                cache.demote(&key);
                let value = take(&mut model, key);
                model.extend(value.map(|value| (key, value)));
            }
            Change::Resize(size) => {
                limit = size.into();
                cache.resize(NonZeroUsize::new(limit).expect("not zero"));
            }
            Change::Retain => {}
        }
        model.truncate(limit);
        assert!(
            cache.iter().map(|(&key, &value)| (key, value)).eq(model.iter().copied()),
            "{change:?}"
        );
        assert_eq!(cache.peek_lru().map(|(key, _)| *key), model.last().map(|(key, _)| *key));
        assert_eq!(cache.len(), model.len());
    }
}
