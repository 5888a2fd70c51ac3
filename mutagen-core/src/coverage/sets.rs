//! A bounded set of exact 64-bit hashes, for the sets of edges that were seen. It is bounded
//! because runs of a large program keep hitting new sets. When it is full, the oldest hash is
//! removed for a new one. The value of a hash depends on where the linker puts counters. Removal
//! depends on age alone, so that the course of a campaign does not depend on the linker.

use crate::value::types::OwnHash;
use std::collections::{HashSet, VecDeque};
use std::hash::BuildHasherDefault;

/// The maximum number of hashes in a set. A full set takes at most 6 MiB.
const CAPACITY: usize = 1 << 17;

/// A set of the most recently added hashes.
#[derive(Debug, Clone)]
pub(super) struct RecentHashes {
    known: HashSet<u64, BuildHasherDefault<OwnHash>>,
    /// The same hashes, the oldest first.
    by_age: VecDeque<u64>,
    capacity: usize,
}

impl Default for RecentHashes {
    fn default() -> RecentHashes {
        RecentHashes::with_capacity(CAPACITY)
    }
}

impl RecentHashes {
    /// A set that keeps up to `capacity` hashes.
    fn with_capacity(capacity: usize) -> RecentHashes {
        RecentHashes { known: HashSet::default(), by_age: VecDeque::new(), capacity }
    }

    /// Whether a hash is in the set.
    #[inline]
    pub(super) fn contains(&self, hash: u64) -> bool {
        self.known.contains(&hash)
    }

    /// Adds a hash. Adding a known hash does not change its age.
    pub(super) fn insert(&mut self, hash: u64) {
        if !self.known.insert(hash) {
            return;
        }
        if self.by_age.len() == self.capacity
            && let Some(oldest) = self.by_age.pop_front()
        {
            self.known.remove(&oldest);
        }
        self.by_age.push_back(hash);
    }

    /// Removes all hashes.
    pub(super) fn clear(&mut self) {
        self.known.clear();
        self.by_age.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn the_oldest_hash_makes_room_whatever_the_hashes_are() {
        // The same history with different hashes: all at one place, spread out, and at the end of
        // the table.
        let hashes: [fn(u64) -> u64; 4] = [
            |number| number << 32,
            |number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            |number| number,
            |number| u64::MAX - number,
        ];
        let mut source = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(3);
        let numbers: Vec<u64> = (0..20_000).map(|_| source.random_range(1..900)).collect();
        for hash in hashes {
            let mut set = RecentHashes::with_capacity(300);
            let mut model: VecDeque<u64> = VecDeque::new();
            for &number in &numbers {
                assert_eq!(set.contains(hash(number)), model.contains(&number));
                set.insert(hash(number));
                if !model.contains(&number) {
                    model.push_back(number);
                }
                if model.len() > 300 {
                    model.pop_front();
                }
            }
            for number in 1..900 {
                assert_eq!(set.contains(hash(number)), model.contains(&number), "{number}");
            }
        }
    }

    #[test]
    fn a_hash_of_zero_is_a_hash() {
        let mut set = RecentHashes::default();
        assert!(!set.contains(0));
        set.insert(0);
        assert!(set.contains(0));
        set.clear();
        assert!(!set.contains(0));
    }

    #[test]
    fn a_full_set_does_not_grow_and_a_cleared_one_begins_anew() {
        let mut set = RecentHashes::default();
        let hash = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for _ in 0..2 {
            (1..=3 * CAPACITY as u64).for_each(|number| set.insert(hash(number)));
            assert_eq!((set.by_age.len(), set.known.len()), (CAPACITY, CAPACITY));
            assert!(set.known.capacity() <= 4 * CAPACITY, "{}", set.known.capacity());
            let oldest = 2 * CAPACITY as u64;
            assert!(!set.contains(hash(oldest)) && set.contains(hash(oldest + 1)));
            set.clear();
        }
    }
}
