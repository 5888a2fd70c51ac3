//! patricia_tree 0.10.2: a map of texts as that of std.

use crate::radix_trie::Key;
use mutagen_core::{Mutate, property};
use patricia_tree::StringPatriciaMap;
use std::collections::BTreeMap;

/// An operation.
#[derive(Debug, Clone, Mutate)]
pub enum Change {
    /// `insert`
    Insert(Key, u8),
    /// `remove`
    Remove(Key),
    /// Questions about a key.
    Ask(Key),
    /// `split_by_prefix`, of which the rest stays
    Split(Key),
}

/// A tree of texts is a map.
#[property]
#[ignore = "not run yet"]
pub fn trees_are_maps(changes: &[Change]) {
    let (mut tree, mut model) = (StringPatriciaMap::new(), BTreeMap::new());
    for change in changes {
        match change {
            Change::Insert(key, value) => {
                assert_eq!(tree.insert(key.text(), *value), model.insert(key.text(), *value));
            }
            Change::Remove(key) => assert_eq!(tree.remove(key.text()), model.remove(&key.text())),
            Change::Ask(key) => {
                let key = key.text();
                assert_eq!(tree.get(&key), model.get(&key), "{key}");
                let above: Vec<_> =
                    model.iter().filter(|(other, _)| key.starts_with(other.as_str())).collect();
                let longest = tree.get_longest_common_prefix(&key);
                let last = above.last().map(|(other, value)| (other.as_str(), *value));
                assert_eq!(longest, last, "{key}");
                let listed: Vec<_> = tree.common_prefixes(&key).map(|(other, _)| other).collect();
                assert!(
                    listed.into_iter().eq(above.iter().map(|(other, _)| other.as_str())),
                    "{key}"
                );
                let below = tree.iter_prefix(&key).map(|(other, _)| other);
                assert!(
                    below.eq(model.keys().filter(|other| other.starts_with(&key)).cloned()),
                    "{key}"
                );
            }
            Change::Split(key) => {
                let part = tree.split_by_prefix(key.text());
                let (below, rest): (BTreeMap<_, _>, BTreeMap<_, _>) =
                    model.into_iter().partition(|(other, _)| other.starts_with(&key.text()));
                assert!(part.iter().map(|(other, value)| (other, *value)).eq(below));
                model = rest;
            }
        }
        let listed = tree.iter().map(|(key, value)| (key, *value));
        assert!(listed.eq(model.clone()), "{change:?}");
        assert_eq!(tree.len(), model.len(), "{change:?}");
    }
}
