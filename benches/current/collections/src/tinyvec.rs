//! tinyvec 1.13.3: operations as on a vector.

use mutagen_core::{Mutate, property};
use tinyvec::TinyVec;

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
    /// `splice`
    InsertMany(u8, #[mutate(max_len = 6)] Vec<u8>),
    /// `drain`
    Drain(u8, u8),
    /// `truncate`
    Truncate(u8),
    /// `resize`
    Resize(#[mutate(range = 0..=9)] u8, u8),
    /// `retain`
    Retain(#[mutate(range = 2..=5)] u8),
    /// `shrink_to_fit`
    Shrink,
    /// `append`
    Append(#[mutate(max_len = 6)] Vec<u8>),
}

/// A vector with room inside is a vector.
#[property]
#[ignore = "not run yet"]
pub fn tiny_vectors_are_vectors(changes: &[Change]) {
    let mut vector: TinyVec<[u8; 4]> = TinyVec::new();
    let mut model: Vec<u8> = Vec::new();
    for change in changes {
        let len = model.len();
        let cut = |at: &u8| usize::from(*at) % (len + 1);
        match change {
            Change::Push(value) => {
                vector.push(*value);
                model.push(*value);
            }
            Change::Pop => assert_eq!(vector.pop(), model.pop()),
            Change::Insert(at, value) => {
                vector.insert(cut(at), *value);
                model.insert(cut(at), *value);
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
                vector.splice(cut(at)..cut(at), values.iter().copied());
                model.splice(cut(at)..cut(at), values.iter().copied());
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
                vector.resize((*len).into(), *value);
                model.resize((*len).into(), *value);
            }
            Change::Retain(by) => {
                vector.retain(|value| *value % by != 0);
                model.retain(|value| *value % by != 0);
            }
            Change::Shrink => vector.shrink_to_fit(),
            Change::Append(values) => {
                let mut more: TinyVec<[u8; 4]> = values.iter().copied().collect();
                vector.append(&mut more);
                model.extend(values.iter().copied());
            }
            _ => {}
        }
        assert_eq!(vector.as_slice(), model.as_slice(), "{change:?}");
    }
}
