//! The source of randomness. Each campaign has one seed. Every random number generator is derived
//! from that seed and from the address of its use, so any test can be made again alone.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The random number generator used everywhere: xoshiro256++. Its published definition fixes the
/// stream, which is the same on every platform and in every release.
pub type Random = Xoshiro256PlusPlus;

/// The use of a derived generator; keeps the streams of different uses apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Generating the n-th value of the campaign.
    Generation = 0x67,
    /// Sampling a random mutant.
    Mutant = 0x6d,
    /// A stack of edits.
    Edit = 0x65,
    /// A stack of edits of a drifted test.
    Drift = 0x64,
    /// An edit that a recorded comparison suggests.
    Solve = 0x73,
    /// Choosing the test that a full corpus drops.
    Eviction = 0x76,
    /// Choosing the source of the next test, the test to edit, and which of many new tests to keep.
    Choice = 0x63,
    /// What a worker beside the first draws for itself.
    Worker = 0x77,
}

/// Derives a seed from the campaign's seed, a purpose and the words of an address.
///
/// Each word passes through the finaliser of SplitMix64, so that neighbouring addresses give
/// unrelated seeds.
pub fn derive(campaign: u64, purpose: Purpose, words: [u64; 3]) -> u64 {
    words.into_iter().fold(root(campaign, purpose), then)
}

/// The first part of [`derive`], for callers that derive many seeds with the same first words.
pub(crate) fn root(campaign: u64, purpose: Purpose) -> u64 {
    scramble(campaign ^ scramble(purpose as u64))
}

/// The step of [`derive`] for each word.
#[inline]
pub(crate) fn then(state: u64, word: u64) -> u64 {
    scramble(state ^ word)
}

/// A generator of random numbers for a derived seed.
pub fn random(seed: u64) -> Random {
    Random::seed_from_u64(seed)
}

/// A step of SplitMix64: a bijection of 64-bit words that spreads every input bit. It changes 0
/// too.
#[inline]
pub(crate) fn scramble(word: u64) -> u64 {
    mix(word.wrapping_add(0x9e37_79b9_7f4a_7c15))
}

/// The finaliser of SplitMix64: different words stay different, and 0 stays 0.
#[inline]
pub(crate) fn mix(word: u64) -> u64 {
    let mut z = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_addresses_and_purposes_give_different_seeds() {
        let seeds = [
            derive(1, Purpose::Generation, [0, 0, 0]),
            derive(2, Purpose::Generation, [0, 0, 0]),
            derive(1, Purpose::Mutant, [0, 0, 0]),
            derive(1, Purpose::Mutant, [1, 0, 0]),
            derive(1, Purpose::Mutant, [0, 1, 0]),
            derive(1, Purpose::Mutant, [0, 0, 1]),
        ];
        let distinct: std::collections::BTreeSet<_> = seeds.iter().collect();
        assert_eq!(distinct.len(), seeds.len());
    }

    #[test]
    fn a_seed_derived_step_by_step_is_the_same() {
        let state = then(root(5, Purpose::Mutant), 7);
        assert_eq!(then(then(state, 8), 9), derive(5, Purpose::Mutant, [7, 8, 9]));
    }

    #[test]
    fn the_stream_does_not_change_between_releases() {
        use rand::Rng;
        let mut random = random(derive(42, Purpose::Generation, [7, 0, 0]));
        let drawn: Vec<u64> = (0..2).map(|_| random.next_u64()).collect();
        assert_eq!(drawn, [9_440_795_687_180_967_585, 17_967_681_284_048_710_874]);
    }
}
