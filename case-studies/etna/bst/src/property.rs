//! The properties that specify insertion, deletion and union. A test with an invalid tree as an
//! argument is discarded. Trees are compared as maps, unless stated otherwise.

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
    check!(t.clone().delete(*k).valid())
}

/// The union of valid trees is valid.
pub fn union_valid(t: &Tree, u: &Tree) -> Outcome {
    assume!(t.valid() && u.valid());
    check!(t.clone().union(u.clone()).valid())
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
    check!(t.clone().delete(*k).find(*k2) == expected)
}

/// A key of a union has its value in the first tree, or its value in the second if the first lacks
/// it.
pub fn union_post(t: &Tree, u: &Tree, k: &i32) -> Outcome {
    assume!(t.valid() && u.valid());
    check!(t.clone().union(u.clone()).find(*k) == t.find(*k).or_else(|| u.find(*k)))
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
    check!(t.clone().delete(*k).to_list() == expected)
}

/// The list of a union is the list of the second tree with the pairs of the first inserted.
pub fn union_model(t: &Tree, u: &Tree) -> Outcome {
    assume!(t.valid() && u.valid());
    let insert = |list, (key, value)| list_insert(list, key, value);
    let expected = t.to_list().into_iter().fold(u.to_list(), insert);
    check!(t.clone().union(u.clone()).to_list() == expected)
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
    let expected = if k == k2 { first } else { first.delete(*k2) };
    check!(t.clone().delete(*k2).insert(*k, *v).same_map(&expected))
}

/// Inserting into a union equals inserting into its first tree.
pub fn insert_union(t: &Tree, u: &Tree, k: &i32, v: &i32) -> Outcome {
    assume!(t.valid() && u.valid());
    let expected = t.clone().insert(*k, *v).union(u.clone());
    check!(t.clone().union(u.clone()).insert(*k, *v).same_map(&expected))
}

/// A deletion and an earlier insertion commute, unless they have the same key: then the insertion
/// has no effect.
pub fn delete_insert(t: &Tree, k: &i32, k2: &i32, v2: &i32) -> Outcome {
    assume!(t.valid());
    let first = t.clone().delete(*k);
    let expected = if k == k2 { first } else { first.insert(*k2, *v2) };
    check!(t.clone().insert(*k2, *v2).delete(*k).same_map(&expected))
}

/// Two deletions commute.
pub fn delete_delete(t: &Tree, k: &i32, k2: &i32) -> Outcome {
    assume!(t.valid());
    check!(t.clone().delete(*k2).delete(*k).same_map(&t.clone().delete(*k).delete(*k2)))
}

/// Deleting from a union equals deleting from both trees.
pub fn delete_union(t: &Tree, u: &Tree, k: &i32) -> Outcome {
    assume!(t.valid() && u.valid());
    let expected = t.clone().delete(*k).union(u.clone().delete(*k));
    check!(t.clone().union(u.clone()).delete(*k).same_map(&expected))
}

/// Deleting a key from the first tree of a union and inserting it into the second equals inserting
/// it into the union.
pub fn union_delete_insert(t: &Tree, u: &Tree, k: &i32, v: &i32) -> Outcome {
    assume!(t.valid() && u.valid());
    let expected = t.clone().union(u.clone()).insert(*k, *v);
    check!(t.clone().delete(*k).union(u.clone().insert(*k, *v)).same_map(&expected))
}

/// The union of a tree with itself is that tree.
pub fn union_union_idem(t: &Tree) -> Outcome {
    assume!(t.valid());
    check!(t.clone().union(t.clone()).same_map(t))
}

/// Union is associative, including the shape of the result.
pub fn union_union_assoc(t: &Tree, u: &Tree, w: &Tree) -> Outcome {
    assume!(t.valid() && u.valid() && w.valid());
    let expected = t.clone().union(u.clone().union(w.clone()));
    check!(t.clone().union(u.clone()).union(w.clone()) == expected)
}

/// A sorted list with this value for the key. An existing value of the key is replaced.
fn list_insert(mut list: List, key: i32, value: i32) -> List {
    match list.binary_search_by_key(&key, |(here, _)| *here) {
        Ok(at) => list[at].1 = value,
        Err(at) => list.insert(at, (key, value)),
    }
    list
}
