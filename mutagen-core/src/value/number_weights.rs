//! The weights of the kinds of number mutants. They are options of a campaign, because they decide
//! which value an address stands for.

use derive_more::{Display, Error};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// The proportions of the kinds of random mutants of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct NumberWeights {
    /// The weights for integers.
    pub integers: Weights,
    /// The weights for floats.
    pub floats: Weights,
}

impl Default for NumberWeights {
    fn default() -> NumberWeights {
        NumberWeights {
            integers: Weights { fresh: 4, near: 1, boundary: 1, flipped: 1, any: 1 },
            floats: Weights { fresh: 3, near: 1, boundary: 1, flipped: 2, any: 1 },
        }
    }
}

/// The weight of each kind, relative to the sum of all. If all are 0, every mutant is a fresh
/// value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Display, Serialize, Deserialize)]
#[display("{fresh}:{near}:{boundary}:{flipped}:{any}")]
pub struct Weights {
    /// A freshly generated value, at the size of the campaign.
    pub fresh: u16,
    /// A neighbour of the old value: the old value ±1 or ±2, or for a float also the adjacent
    /// float.
    pub near: u16,
    /// A value at which code tends to fail: the ends of the type, 0, ±1, a power of two or a
    /// neighbour of one; for a float -0.0, the infinities, NaN, the smallest and the greatest
    /// numbers.
    pub boundary: u16,
    /// The old value with its sign or one bit flipped.
    pub flipped: u16,
    /// Random bits.
    pub any: u16,
}

/// A kind of random mutant of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    Fresh,
    Near,
    Boundary,
    /// One bit flips.
    Flipped,
    /// The sign flips.
    Negated,
    Any,
}

impl Weights {
    /// The kinds of random mutants of an integer, in the order in which numbers are drawn.
    pub(crate) fn of_integers(self) -> [(u32, Change); 5] {
        [
            (self.fresh.into(), Change::Fresh),
            (self.near.into(), Change::Near),
            (self.boundary.into(), Change::Boundary),
            (self.flipped.into(), Change::Flipped),
            (self.any.into(), Change::Any),
        ]
    }

    /// The kinds of random mutants of a float. The sign flip takes half of the share of flips.
    pub(crate) fn of_floats(self) -> [(u32, Change); 6] {
        let twice = |share: u16| 2 * u32::from(share);
        [
            (twice(self.fresh), Change::Fresh),
            (twice(self.near), Change::Near),
            (self.flipped.into(), Change::Negated),
            (self.flipped.into(), Change::Flipped),
            (twice(self.any), Change::Any),
            (twice(self.boundary), Change::Boundary),
        ]
    }
}

/// The text is not a valid [`Weights`].
#[derive(Debug, Display, Error, Clone, PartialEq, Eq)]
#[display(
    "write five whole numbers below 65536, for fresh values, neighbours, boundary values, flipped \
     signs and bits, and any bits: `4:1:1:1:1`"
)]
pub struct NoShares;

impl FromStr for Weights {
    type Err = NoShares;

    fn from_str(text: &str) -> Result<Weights, NoShares> {
        let numbers = text.split(':').map(|number| number.trim().parse::<u16>());
        let numbers: Vec<u16> = numbers.collect::<Result<_, _>>().map_err(|_| NoShares)?;
        match numbers.as_slice() {
            &[fresh, near, boundary, flipped, any] => {
                Ok(Weights { fresh, near, boundary, flipped, any })
            }
            _ => Err(NoShares),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::context::Context;
    use crate::value::generate::Generator;
    use crate::value::mutate::Mutate;
    use crate::value::seed;

    /// Random mutants of a number, in these proportions.
    fn mutants<T: Mutate + Copy>(number: T, proportions: NumberWeights) -> Vec<T> {
        let mut context = Context::new(3, 10).proportions(proportions);
        let mutant = |at| {
            let mut value = number;
            context.set_address(0, 0, at);
            T::node_mut(&mut value).mutate(at, &mut context);
            value
        };
        (0..1000).map(mutant).collect()
    }

    const NONE: Weights = Weights { fresh: 0, near: 0, boundary: 0, flipped: 0, any: 0 };

    fn integers(shares: Weights) -> Vec<i32> {
        mutants(1000, NumberWeights { integers: shares, ..NumberWeights::default() })
    }

    fn floats(shares: Weights) -> Vec<f64> {
        mutants(1000.5, NumberWeights { floats: shares, ..NumberWeights::default() })
    }

    #[test]
    fn only_the_kinds_that_have_a_share_are_drawn() {
        let fresh = |x: &i32| (-10..=10).contains(x);
        assert!(integers(Weights { fresh: 1, ..NONE }).iter().all(fresh));
        assert!(integers(NONE).iter().all(fresh));
        let near = |x: &i32| (998..=1002).contains(x);
        assert!(integers(Weights { near: 9, ..NONE }).iter().all(near));
        let boundary = |x: &i32| {
            let power = |x: i32| x.unsigned_abs().is_power_of_two();
            matches!(*x, 0 | i32::MIN | i32::MAX)
                || power(*x)
                || power(x.wrapping_sub(1))
                || power(x.wrapping_add(1))
        };
        assert!(integers(Weights { boundary: 1, ..NONE }).iter().all(boundary));
        let flipped = |x: &i32| *x == -1000 || (x ^ 1000).count_ones() == 1;
        assert!(integers(Weights { flipped: 1, ..NONE }).iter().all(flipped));
        assert!(floats(Weights { fresh: 1, ..NONE }).iter().all(|x| x.abs() <= 10.0));
        assert!(floats(Weights { near: 1, ..NONE }).iter().all(|x| (x - 1000.5).abs() <= 1.0));
        let special = floats(Weights { boundary: 1, ..NONE });
        assert!(special.iter().all(|x| x.fract().abs() < 1e-6 || !x.is_finite()), "{special:?}");
    }

    #[test]
    #[cfg_attr(miri, ignore = "thousands of edits: too slow for Miri")]
    fn the_documented_proportions_are_those_that_are_drawn() {
        let share = |wanted: fn(&i32) -> bool| {
            integers(NumberWeights::default().integers).iter().filter(|x| wanted(x)).count()
        };
        // Half are fresh; a boundary value may also lie in their range.
        assert!((450..620).contains(&share(|x| (-10..=10).contains(x))));
        assert!((90..170).contains(&share(|x| (998..=1002).contains(x))));
    }

    #[test]
    fn other_proportions_are_other_addresses_and_the_same_ones_the_same() {
        let half = Weights { any: 8, ..NumberWeights::default().integers };
        assert_eq!(integers(half), integers(half));
        assert_ne!(integers(half), integers(NumberWeights::default().integers));
    }

    #[test]
    fn shares_are_read_as_they_are_written() {
        let shares = NumberWeights::default().integers;
        assert_eq!(shares.to_string(), "4:1:1:1:1");
        assert_eq!(shares.to_string().parse(), Ok(shares));
        for wrong in ["", "1:2:3:4", "1:2:3:4:5:6", "1:2:3:4:-5", "1:2:3:4:65536"] {
            assert!(wrong.parse::<Weights>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn generation_does_not_depend_on_them() {
        let drawn = |proportions| {
            let generator = Generator::new(seed::random(1), 10).proportions(proportions);
            Vec::<i32>::generate(&mut { generator })
        };
        let only_any = Weights { any: 1, ..NONE };
        let other = NumberWeights { integers: only_any, floats: only_any };
        assert_eq!(drawn(other), drawn(NumberWeights::default()));
    }
}
