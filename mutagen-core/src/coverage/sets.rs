//! A bounded set of exact 64-bit hashes, for the sets of edges that were seen. It is bounded
//! because runs of a large program keep hitting new sets. When it is full, the oldest hash is
//! removed for a new one. The value of a hash depends on where the linker puts counters. Removal
//! depends on age alone, so that the course of a campaign does not depend on the linker.

/// The maximum number of hashes in a set. A full set takes 3 MiB.
const CAPACITY: usize = 1 << 17;

/// The number of places in the first table, a power of 2.
const SMALLEST: usize = 1 << 8;

/// The content of a free place.
const EMPTY: u64 = 0;

/// A set of the most recently added hashes.
#[derive(Debug, Clone)]
pub(super) struct RecentHashes {
    /// A hash table with linear probing. The number of places is a power of 2, at most half of them
    /// are taken, and there are none before the first hash.
    table: Vec<u64>,
    /// All hashes in the order in which they were added, starting at `oldest` and wrapping around.
    by_age: Vec<u64>,
    oldest: usize,
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
        RecentHashes { table: Vec::new(), by_age: Vec::new(), oldest: 0, capacity }
    }

    /// Whether a hash is in the set.
    #[inline]
    pub(super) fn contains(&self, hash: u64) -> bool {
        !self.table.is_empty() && self.find(stored(hash)).is_ok()
    }

    /// Adds a hash. Adding a known hash does not change its age.
    pub(super) fn insert(&mut self, hash: u64) {
        let hash = stored(hash);
        if self.by_age.len() < self.capacity && self.table.len() < 2 * (self.by_age.len() + 1) {
            self.grow();
        }
        let Err(place) = self.find(hash) else { return };
        self.table[place] = hash;
        if self.by_age.len() < self.capacity {
            self.by_age.push(hash);
            return;
        }
        // The new hash is already in the table and stays reachable when the oldest is removed.
        let forgotten = std::mem::replace(&mut self.by_age[self.oldest], hash);
        self.oldest = (self.oldest + 1) % self.capacity;
        self.remove(forgotten);
    }

    /// Removes all hashes.
    pub(super) fn clear(&mut self) {
        self.table.fill(EMPTY);
        self.by_age.clear();
        self.oldest = 0;
    }

    /// The place of a hash, or as `Err` the free place where it belongs.
    #[inline]
    fn find(&self, hash: u64) -> Result<usize, usize> {
        let mask = self.table.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            match self.table[at] {
                EMPTY => return Err(at),
                found if found == hash => return Ok(at),
                _ => at = (at + 1) & mask,
            }
        }
    }

    #[cold]
    fn grow(&mut self) {
        let places = (2 * self.table.len()).max(SMALLEST);
        self.table.clear();
        self.table.resize(places, EMPTY);
        for at in 0..self.by_age.len() {
            let hash = self.by_age[at];
            if let Err(place) = self.find(hash) {
                self.table[place] = hash;
            }
        }
    }

    /// Removes a hash from the table, and moves the hashes after it that would no longer be found.
    fn remove(&mut self, hash: u64) {
        let mask = self.table.len() - 1;
        let Ok(mut hole) = self.find(hash) else { return };
        let mut at = hole;
        loop {
            at = (at + 1) & mask;
            let next = self.table[at];
            if next == EMPTY {
                break;
            }
            let wanted = next as usize & mask;
            // Whether the hole lies between the preferred place of this hash and its actual place.
            if at.wrapping_sub(wanted) & mask >= at.wrapping_sub(hole) & mask {
                self.table[hole] = next;
                hole = at;
            }
        }
        self.table[hole] = EMPTY;
    }
}

/// A hash as it is stored: no hash is 0.
#[inline]
fn stored(hash: u64) -> u64 {
    hash.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use std::collections::VecDeque;

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
            assert_eq!((set.by_age.len(), set.table.len()), (CAPACITY, 2 * CAPACITY));
            assert!(set.table.iter().filter(|&&hash| hash != EMPTY).count() == CAPACITY);
            let oldest = 2 * CAPACITY as u64;
            assert!(!set.contains(hash(oldest)) && set.contains(hash(oldest + 1)));
            set.clear();
        }
    }
}
