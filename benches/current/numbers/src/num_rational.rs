//! num-rational 0.4.2: fractions of small numbers agree with those of large ones.

use mutagen_core::{Mutate, Outcome, assume, check, property};
use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub, ToPrimitive};

/// A fraction.
#[derive(Debug, Clone, Copy, Mutate)]
pub struct Fraction {
    above: i32,
    below: i32,
}

impl Fraction {
    fn small(self) -> Ratio<i32> {
        Ratio::new(self.above, self.below)
    }

    fn large(self) -> Ratio<i128> {
        Ratio::new(self.above.into(), self.below.into())
    }

    /// Whether the fraction has a sign that its denominator can give away.
    fn is_usual(self) -> bool {
        self.below > 0
    }
}

fn small(large: Ratio<i128>) -> Option<Ratio<i32>> {
    let (above, below) = large.into_raw();
    Some(Ratio::new_raw(above.to_i32()?, below.to_i32()?))
}

/// Rounding gives the whole number that it gives with more bits.
#[property]
#[ignore = "finds a defect"]
pub fn fractions_are_rounded(a: Fraction) -> Outcome {
    assume!(a.is_usual());
    assert_eq!(Some(a.small().floor()), small(a.large().floor()));
    assert_eq!(Some(a.small().ceil()), small(a.large().ceil()));
    assert_eq!(Some(a.small().trunc()), small(a.large().trunc()));
    check!(Some(a.small().round()) == small(a.large().round()))
}

/// Fractions compare as their values do.
#[property]
pub fn fractions_compare_as_their_values(a: Fraction, b: Fraction) -> Outcome {
    assume!(a.is_usual() && b.is_usual());
    let (left, right) =
        (i64::from(a.above) * i64::from(b.below), i64::from(b.above) * i64::from(a.below));
    check!(a.small().cmp(&b.small()) == left.cmp(&right))
}

/// Checked operations give the right value or none.
#[property]
#[ignore = "finds a defect"]
pub fn checked_operations_are_right_or_nothing(a: Fraction, b: Fraction) -> Outcome {
    assume!(a.is_usual() && b.is_usual());
    let (x, y) = (a.small(), b.small());
    let right = |given: Option<Ratio<i32>>, exact: Ratio<i128>| {
        assert!(given.is_none() || given == small(exact), "{a:?} {b:?}: {given:?} {exact}");
    };
    right(x.checked_add(&y), a.large() + b.large());
    right(x.checked_sub(&y), a.large() - b.large());
    right(x.checked_mul(&y), a.large() * b.large());
    if b.above != 0 {
        right(x.checked_div(&y), a.large() / b.large());
    }
    Outcome::Passed
}

/// What is printed is read again.
#[property]
pub fn printed_fractions_are_read_again(a: Fraction) -> Outcome {
    assume!(a.is_usual());
    check!(a.small().to_string().parse() == Ok(a.small()))
}

/// The floating-point value is the nearest one.
#[property]
pub fn fractions_become_floats(a: Fraction) -> Outcome {
    assume!(a.is_usual());
    check!(a.small().to_f64() == Some(f64::from(a.above) / f64::from(a.below)))
}

/// A float is the fraction that is found for it, if there is one.
#[property]
pub fn floats_are_approximated(value: f32) {
    if let Some(fraction) = Ratio::<i32>::approximate_float(value) {
        let (above, below) = (f64::from(*fraction.numer()), f64::from(*fraction.denom()));
        let off = (above / below - f64::from(value)).abs();
        assert!(off <= 1e-6 * f64::from(value).abs().max(1.0), "{value}: {fraction}");
    }
}
