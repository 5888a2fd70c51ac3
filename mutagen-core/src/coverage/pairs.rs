//! Pairs of edges that were hit in one run: finer than edges, coarser than sets. A pair is made of two
//! edges that count and follow each other in the ascending list of all that a run hit, and so a run with
//! `n` edges has `n - 1` of them. That each edge was hit before says nothing of which were hit together;
//! a new set does, but it is new for any one edge more or less, and there are exponentially many. All
//! pairs of a run would be half the square of its edges, which are thousands in a large program; those of
//! neighbours grow as the edges do. Neighbours by number are mostly of one function, so that a new pair
//! tells of a way through a function, or of one that is entered or left out.
//!
//! How often edges are hit makes no difference, and so the runs of one set of edges have the same pairs.

/// The number of bits, a power of two: 8 KiB.
const BITS: usize = 1 << 16;

/// A set of pairs, of a fixed size: a bit for all pairs of one hash. A new pair may be taken for an old
/// one, never an old one for a new one.
#[derive(Debug, Clone)]
pub(super) struct PairSet {
    words: Box<[u64]>,
}

impl PairSet {
    /// No pairs.
    pub(super) fn new() -> PairSet {
        PairSet { words: vec![0; BITS / 64].into() }
    }

    /// Whether a pair of this hash was entered.
    pub(super) fn contains(&self, pair: u16) -> bool {
        self.words[usize::from(pair) / 64] >> (pair % 64) & 1 != 0
    }

    /// Enters a pair.
    pub(super) fn insert(&mut self, pair: u16) {
        self.words[usize::from(pair) / 64] |= 1 << (pair % 64);
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Leaves in `new` the pairs of a run that are not in the set, by their hashes, each once; `hit` are
    /// the edges of the run, ascending.
    pub(super) fn fresh(&self, hit: &[u32], new: &mut Vec<u16>) {
        new.clear();
        let mut before = None;
        for &edge in hit {
            if let Some(before) = before {
                new.extend(Some(hash(before, edge)).filter(|&pair| !self.contains(pair)));
            }
            before = Some(edge);
        }
        new.sort_unstable();
        new.dedup();
    }
}

/// The hash of a pair: the upper digits of a product, which depend on all digits of both.
fn hash(first: u32, second: u32) -> u16 {
    let pair = u64::from(first) << 32 | u64::from(second);
    let mixed = (pair ^ pair >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 48) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fresh(set: &PairSet, hit: &[u32]) -> Vec<u16> {
        let mut new = vec![7];
        set.fresh(hit, &mut new);
        new
    }

    #[test]
    fn a_pair_is_two_neighbours_in_the_list_of_edges() {
        let mut set = PairSet::new();
        assert_eq!((fresh(&set, &[]), fresh(&set, &[4])), (vec![], vec![]));
        let mut all = vec![hash(4, 6), hash(6, 90)];
        all.sort_unstable();
        assert_eq!(fresh(&set, &[4, 6, 90]), all);
        all.iter().for_each(|&pair| set.insert(pair));
        assert!(fresh(&set, &[4, 6, 90]).is_empty());
        assert_eq!(fresh(&set, &[4, 90]), [hash(4, 90)], "6 is between them no more");
        set.clear();
        assert_eq!(fresh(&set, &[4, 6, 90]), all);
    }

    #[test]
    fn pairs_of_neighbouring_numbers_hardly_ever_share_a_hash() {
        let mut set = PairSet::new();
        let mut shared = 0;
        for first in 0..1000 {
            for second in first + 1..first + 7 {
                shared += u32::from(set.contains(hash(first, second)));
                set.insert(hash(first, second));
            }
        }
        // Of 6000 pairs hashed at random, 267 are expected to.
        assert!((200..340).contains(&shared), "{shared}");
    }
}
