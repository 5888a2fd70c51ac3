//! How much a kind of test finds: the share of its tests that were new in any tier, in which later
//! tests count more. The search compares such shares to decide how often it makes which tests.

use serde::{Deserialize, Serialize};

/// Moving sums over the tests of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Yield {
    new: f64,
    all: f64,
    memory: f64,
}

/// A share of new tests that a few accidents can make, among the tests that count.
const ACCIDENT: f64 = 5e-4;

impl Yield {
    /// A kind of which no test was made, whose share starts as `share`. `memory` is the weight of a
    /// test relative to the test after it.
    pub(super) fn new(share: f64, memory: f64) -> Yield {
        Yield { new: share, all: 1.0, memory }
    }

    /// Takes a test, and whether it was new.
    pub(super) fn count(&mut self, new: bool) {
        self.all = self.all * self.memory + 1.0;
        self.new = self.new * self.memory + f64::from(u8::from(new));
    }

    /// The share of the tests that were new.
    pub(super) fn share(self) -> f64 {
        self.new / self.all
    }

    /// This share relative to that of another kind, within these bounds. Kinds that both find next
    /// to nothing count as alike: their shares are accidents.
    pub(super) fn relative_to(self, other: Yield, [least, most]: [f64; 2]) -> f64 {
        ((self.share() + ACCIDENT) / (other.share() + ACCIDENT)).clamp(least, most)
    }
}

/// One more than the largest coin.
pub(super) const COINS: u32 = 1 << 16;

/// Whether a random coin below [`COINS`] says yes, which it does with this probability.
pub(super) fn says_yes(coin: u32, probability: f64) -> bool {
    f64::from(coin) < f64::from(COINS) * probability
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_follows_the_last_tests_and_is_compared_within_bounds() {
        let [mut rich, mut poor] = [Yield::new(0.0, 0.9); 2];
        (0..100).for_each(|test| rich.count(test % 2 == 0));
        (0..100).for_each(|test| poor.count(test < 50));
        assert!((rich.share() - 0.5).abs() < 0.05 && poor.share() < 0.01);
        assert_eq!(rich.relative_to(poor, [0.1, 4.0]), 4.0);
        assert_eq!(poor.relative_to(rich, [0.1, 4.0]), 0.1);
    }

    #[test]
    fn kinds_that_find_next_to_nothing_count_as_alike() {
        let [nothing, little] = [0.0, 1e-5].map(|share| Yield::new(share, 0.999));
        assert!(nothing.relative_to(little, [0.1, 4.0]) > 0.9);
        assert!(little.relative_to(nothing, [0.1, 4.0]) < 1.1);
    }

    #[test]
    fn as_many_coins_say_yes_as_the_probability_says() {
        let yes = (0..COINS).filter(|coin| says_yes(*coin, 0.25)).count();
        assert_eq!(yes as u32, COINS / 4);
        assert!(!says_yes(0, 0.0) && says_yes(COINS - 1, 1.0));
    }
}
