//! The properties that specify insertion and deletion. A test with an invalid tree as an argument
//! is discarded. Trees are compared as maps. A deletion without a result falsifies the property,
//! because it equals nothing, not even another deletion without a result.

use crate::tree::Tree;
use mutagen_core::{Outcome, assume, check};

type List = Vec<(i32, i32)>;

/// A valid tree stays valid when a key is inserted.
pub fn insert_valid(t: &Tree, k: &i32, v: &i32) -> Outcome {
    assume!(t.valid());
    check!(t.clone().insert(*k, *v).valid())
}

/// A valid tree stays valid when a key is deleted.
pub fn delete_valid(t: &Tree, k: &i32) -> Outcome {
    assume!(t.valid());
    check!(t.clone().delete(*k).is_some_and(|tree| tree.valid()))
}

/// After an insertion, the key has the new value and every other key keeps its value.
pub fn insert_post(t: &Tree, k: &i32, k2: &i32, v: &i32) -> Outcome {
    assume!(t.valid());
    let expected = if k == k2 { Some(*v) } else { t.find(*k2) };
    check!(t.clone().insert(*k, *v).find(*k2) == expected)
}

/// After a deletion, the key has no value and every other key keeps its value.
pub fn delete_post(t: &Tree, k: &i32, k2: &i32) -> Outcome {
    assume!(t.valid());
    let expected = if k == k2 { None } else { t.find(*k2) };
    check!(t.clone().delete(*k).is_some_and(|tree| tree.find(*k2) == expected))
}

/// Insertion changes the list of a tree as insertion into a sorted list does.
pub fn insert_model(t: &Tree, k: &i32, v: &i32) -> Outcome {
    assume!(t.valid());
    check!(t.clone().insert(*k, *v).to_list() == list_insert(t.to_list(), *k, *v))
}

/// Deletion changes the list of a tree as deletion from a list does.
pub fn delete_model(t: &Tree, k: &i32) -> Outcome {
    assume!(t.valid());
    let mut expected = t.to_list();
    expected.retain(|(key, _)| key != k);
    check!(t.clone().delete(*k).is_some_and(|tree| tree.to_list() == expected))
}

/// Two insertions commute, unless they have the same key: then the later one decides.
pub fn insert_insert(t: &Tree, k: &i32, k2: &i32, v: &i32, v2: &i32) -> Outcome {
    assume!(t.valid());
    let first = t.clone().insert(*k, *v);
    let expected = if k == k2 { first } else { first.insert(*k2, *v2) };
    check!(t.clone().insert(*k2, *v2).insert(*k, *v).same_map(&expected))
}

/// An insertion and an earlier deletion commute, unless they have the same key: then the deletion
/// has no effect.
pub fn insert_delete(t: &Tree, k: &i32, k2: &i32, v: &i32) -> Outcome {
    assume!(t.valid());
    let first = t.clone().insert(*k, *v);
    let expected = if k == k2 { Some(first) } else { first.delete(*k2) };
    let tree = t.clone().delete(*k2).map(|tree| tree.insert(*k, *v));
    check!(same_map(tree, expected))
}

/// A deletion and an earlier insertion commute, unless they have the same key: then the insertion
/// has no effect.
pub fn delete_insert(t: &Tree, k: &i32, k2: &i32, v2: &i32) -> Outcome {
    assume!(t.valid());
    let first = t.clone().delete(*k);
    let expected = if k == k2 { first } else { first.map(|tree| tree.insert(*k2, *v2)) };
    check!(same_map(t.clone().insert(*k2, *v2).delete(*k), expected))
}

/// Two deletions commute.
pub fn delete_delete(t: &Tree, k: &i32, k2: &i32) -> Outcome {
    assume!(t.valid());
    let tree = t.clone().delete(*k2).and_then(|tree| tree.delete(*k));
    let expected = t.clone().delete(*k).and_then(|tree| tree.delete(*k2));
    check!(same_map(tree, expected))
}

/// Whether both trees exist and are the same map.
fn same_map(tree: Option<Tree>, expected: Option<Tree>) -> bool {
    matches!((tree, expected), (Some(tree), Some(expected)) if tree.same_map(&expected))
}

/// A sorted list with this value for the key. An existing value of the key is replaced.
fn list_insert(mut list: List, key: i32, value: i32) -> List {
    match list.binary_search_by_key(&key, |(here, _)| *here) {
        Ok(at) => list[at].1 = value,
        Err(at) => list.insert(at, (key, value)),
    }
    list
}
