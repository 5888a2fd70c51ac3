//! smallvec 1.16.6: operations as on a vector.

use mutagen_core::{Mutate, property};
use smallvec::SmallVec;

/// An operation.
#[derive(Debug, Clone, Mutate)]
pub enum Change {
    /// `push`
    Push(u8),
    /// `pop`
    Pop,
    /// `insert`
    Insert(u8, u8),
    /// `remove`
    Remove(u8),
    /// `swap_remove`
    SwapRemove(u8),
    /// `insert_many`
    InsertMany(u8, #[mutate(max_len = 6)] Vec<u8>),
    /// `drain`
    Drain(u8, u8),
    /// `truncate`
    Truncate(u8),
    /// `resize`
    Resize(#[mutate(range = 0..=9)] u8, u8),
    /// `retain`
    Retain(#[mutate(range = 2..=5)] u8),
    /// `dedup_by_key`
    Dedup(#[mutate(range = 1..=5)] u8),
    /// `shrink_to_fit`
    Shrink,
    /// `append`
    Append(#[mutate(max_len = 6)] Vec<u8>),
}

/// A vector with room inside is a vector.
#[property]
#[ignore = "not run yet"]
pub fn small_vectors_are_vectors(changes: &[Change]) {
    let mut vector: SmallVec<[Box<u8>; 4]> = SmallVec::new();
    let mut model: Vec<Box<u8>> = Vec::new();
    for change in changes {
        let len = model.len();
        let cut = |at: &u8| usize::from(*at) % (len + 1);
        match change {
            Change::Push(value) => {
                vector.push(Box::new(*value));
                model.push(Box::new(*value));
            }
            Change::Pop => assert_eq!(vector.pop(), model.pop()),
            Change::Insert(at, value) => {
                vector.insert(cut(at), Box::new(*value));
                model.insert(cut(at), Box::new(*value));
            }
            Change::Remove(at) if len > 0 => {
                assert_eq!(
                    vector.remove(usize::from(*at) % len),
                    model.remove(usize::from(*at) % len)
                );
            }
            Change::SwapRemove(at) if len > 0 => {
                let at = usize::from(*at) % len;
                assert_eq!(vector.swap_remove(at), model.swap_remove(at));
            }
            Change::InsertMany(at, values) => {
                vector.insert_many(cut(at), values.iter().map(|value| Box::new(*value)));
                model.splice(cut(at)..cut(at), values.iter().map(|value| Box::new(*value)));
            }
            Change::Drain(a, b) => {
                let range = cut(a).min(cut(b))..cut(a).max(cut(b));
                assert!(vector.drain(range.clone()).eq(model.drain(range)));
            }
            Change::Truncate(len) => {
                vector.truncate((*len).into());
                model.truncate((*len).into());
            }
            Change::Resize(len, value) => {
                vector.resize((*len).into(), Box::new(*value));
                model.resize((*len).into(), Box::new(*value));
            }
            Change::Retain(by) => {
                vector.retain(|value| **value % by != 0);
                model.retain(|value| **value % by != 0);
            }
            Change::Dedup(by) => {
                vector.dedup_by_key(|value| **value / by);
                model.dedup_by_key(|value| **value / by);
            }
            Change::Shrink => vector.shrink_to_fit(),
            Change::Append(values) => {
                let mut more: SmallVec<[Box<u8>; 2]> =
                    values.iter().map(|value| Box::new(*value)).collect();
                vector.append(&mut more);
                model.extend(values.iter().map(|value| Box::new(*value)));
            }
            _ => {}
        }
        assert_eq!(vector.as_slice(), model.as_slice(), "{change:?}");
    }
}
