//! radix_trie 0.3.0: a map of texts as that of std.

use mutagen_core::{Mutate, property};
use radix_trie::{Trie, TrieCommon};
use std::collections::BTreeMap;

/// A key of few letters.
#[derive(Debug, Clone, Mutate)]
pub struct Key(#[mutate(max_len = 6)] Vec<Letter>);

/// A letter; some share half of their bits.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Letter {
    /// 0x61
    A,
    /// 0x62
    B,
    /// 0x71
    Q,
    /// Two bytes.
    Long,
}

impl Key {
    /// The text.
    pub fn text(&self) -> String {
        let char = |letter: &Letter| match letter {
            Letter::A => 'a',
            Letter::B => 'b',
            Letter::Q => 'q',
            Letter::Long => 'é',
        };
        self.0.iter().map(char).collect()
    }
}

/// An operation.
#[derive(Debug, Clone, Mutate)]
pub enum Change {
    /// `insert`
    Insert(Key, u8),
    /// `remove`
    Remove(Key),
    /// Questions about a key.
    Ask(Key),
}

/// A trie is a map.
#[property]
pub fn tries_are_maps(changes: &[Change]) {
    let (mut trie, mut model) = (Trie::new(), BTreeMap::new());
    for change in changes {
        match change {
            Change::Insert(key, value) => {
                assert_eq!(trie.insert(key.text(), *value), model.insert(key.text(), *value));
            }
            Change::Remove(key) => assert_eq!(trie.remove(&key.text()), model.remove(&key.text())),
            Change::Ask(key) => {
                let key = key.text();
                assert_eq!(trie.get(&key), model.get(&key), "{key}");
                let above =
                    model.iter().filter(|(other, _)| key.starts_with(other.as_str())).next_back();
                assert_eq!(trie.get_ancestor_value(&key), above.map(|(_, value)| value), "{key}");
                let below = model.iter().filter(|(other, _)| other.starts_with(&key)).count();
                let part = trie.get_raw_descendant(&key).map_or(0, |part| part.iter().count());
                assert_eq!(part, below, "descendants of {key}");
                let subtrie = trie.subtrie(&key).map_or(0, |part| part.iter().count());
                assert!(subtrie == below || subtrie == 0, "subtrie of {key}");
            }
        }
        let mut listed: Vec<_> = trie.iter().map(|(key, value)| (key.clone(), *value)).collect();
        listed.sort();
        assert!(listed.into_iter().eq(model.clone()), "{change:?}");
        assert_eq!(trie.len(), model.len(), "{change:?}");
        assert!(trie.check_integrity(), "{change:?}");
    }
}
