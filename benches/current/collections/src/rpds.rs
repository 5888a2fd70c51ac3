//! rpds 1.2.1: a map as that of std, a vector as a vector.

use mutagen_core::{Mutate, property};
use rpds::{RedBlackTreeMap, Vector};
use std::collections::BTreeMap;

/// An operation.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Change {
    /// A key and its value are inserted.
    Insert(u8, u8),
    /// A key is removed, or the last element.
    Remove(u8),
    /// A range of keys is asked for.
    Range(u8, u8),
}

/// A red-black tree is a map.
#[property]
#[ignore = "not run yet"]
pub fn trees_are_maps(changes: &[Change]) {
    let (mut tree, mut model) = (RedBlackTreeMap::new(), BTreeMap::new());
    for change in changes {
        match *change {
            Change::Insert(key, value) => {
                tree.insert_mut(key, value);
                model.insert(key, value);
            }
            Change::Remove(key) => assert_eq!(tree.remove_mut(&key), model.remove(&key).is_some()),
            Change::Range(a, b) => {
                let (a, b) = (a.min(b), a.max(b));
                assert!(tree.range(a..b).eq(model.range(a..b)));
                assert!(tree.range(a..=b).rev().eq(model.range(a..=b).rev()));
            }
        }
        assert!(tree.iter().eq(model.iter()), "{change:?}");
        assert_eq!((tree.first(), tree.last()), (model.iter().next(), model.iter().next_back()));
        assert_eq!(tree.size(), model.len());
    }
}

/// A vector of shared nodes is a vector.
#[property]
#[ignore = "not run yet"]
pub fn vectors_are_vectors(changes: &[Change], more: u16) {
    let mut vector: Vector<u8> = (0..more % 1100).map(|value| value as u8).collect();
    let mut model: Vec<u8> = (0..more % 1100).map(|value| value as u8).collect();
    for change in changes {
        match *change {
            Change::Insert(_, value) => {
                vector.push_back_mut(value);
                model.push(value);
            }
            Change::Remove(_) => assert_eq!(vector.drop_last_mut(), model.pop().is_some()),
            Change::Range(at, value) => {
                let at = usize::from(at) * 5;
                assert_eq!(vector.set_mut(at, value), at < model.len());
                if let Some(old) = model.get_mut(at) {
                    *old = value;
                }
            }
        }
    }
    assert!(vector.iter().eq(model.iter()));
    assert!(vector.iter().rev().eq(model.iter().rev()));
    assert_eq!(vector.len(), model.len());
}
