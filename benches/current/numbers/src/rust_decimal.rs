//! rust_decimal 1.43.0: decimals of 96 bits agree with exact fractions.

use mutagen_core::{Mutate, Outcome, assume, check, property};
use num_bigint::BigInt;
use num_rational::Ratio;
use rust_decimal::{Decimal, RoundingStrategy};
use std::str::FromStr;

/// The largest number of 96 bits.
const LARGEST: i128 = (1 << 96) - 1;

/// A decimal: a whole number and how many of its digits are after the point.
#[derive(Debug, Clone, Copy, Mutate)]
pub struct Number {
    #[mutate(range = -LARGEST..=LARGEST)]
    digits: i128,
    #[mutate(range = 0..=28)]
    scale: u32,
}

impl Number {
    fn decimal(self) -> Decimal {
        Decimal::from_i128_with_scale(self.digits, self.scale)
    }
}

fn exact(number: Decimal) -> Ratio<BigInt> {
    Ratio::new(number.mantissa().into(), BigInt::from(10).pow(number.scale()))
}

/// One unit of the last digit of a decimal.
fn unit(number: Decimal) -> Ratio<BigInt> {
    Ratio::new(1.into(), BigInt::from(10).pow(number.scale()))
}

fn is_near(rounded: Decimal, exactly: &Ratio<BigInt>) -> bool {
    let off = exact(rounded) - exactly;
    let off = if off < Ratio::from_integer(0.into()) { -off } else { off };
    off * BigInt::from(2) <= unit(rounded)
}

/// A sum, difference or product is the nearest decimal of its scale.
#[property]
pub fn sums_and_products_are_nearest(a: Number, b: Number) {
    let (a, b) = (a.decimal(), b.decimal());
    if let Some(sum) = a.checked_add(b) {
        assert!(is_near(sum, &(exact(a) + exact(b))), "{a} + {b} = {sum}");
    }
    if let Some(difference) = a.checked_sub(b) {
        assert!(is_near(difference, &(exact(a) - exact(b))), "{a} - {b} = {difference}");
    }
    if let Some(product) = a.checked_mul(b) {
        assert!(is_near(product, &(exact(a) * exact(b))), "{a} * {b} = {product}");
    }
}

/// A quotient is the nearest decimal of its scale, and the remainder is exact.
#[property]
pub fn quotients_are_nearest_and_remainders_exact(a: Number, b: Number) -> Outcome {
    let (a, b) = (a.decimal(), b.decimal());
    assume!(!b.is_zero());
    if let Some(quotient) = a.checked_div(b) {
        let exactly = exact(a) / exact(b);
        let off = exact(quotient) - &exactly;
        let off = if off < Ratio::from_integer(0.into()) { -off } else { off };
        assert!(off <= unit(quotient), "{a} / {b} = {quotient}");
    }
    if let Some(rest) = a.checked_rem(b) {
        let exactly = exact(a) - exact(b) * (exact(a) / exact(b)).trunc();
        assert_eq!(exact(rest), exactly, "{a} % {b} = {rest}");
    }
    Outcome::Passed
}

/// Decimals compare as their values do, and equal ones are hashed alike.
#[property]
pub fn decimals_compare_as_their_values(a: Number, b: Number) -> Outcome {
    let (a, b) = (a.decimal(), b.decimal());
    check!(a.cmp(&b) == exact(a).cmp(&exact(b)))
}

/// What is printed is read again, with the same scale.
#[property]
pub fn printed_decimals_are_read_again(a: Number) {
    let a = a.decimal();
    let read = Decimal::from_str(&a.to_string()).expect("a decimal");
    assert_eq!((read, read.scale()), (a, a.scale()));
    let scientific = format!("{a:e}");
    assert_eq!(Decimal::from_scientific(&scientific), Ok(a), "{scientific}");
}

/// Rounding to a number of digits is off by at most half a unit, and in the right direction.
#[property]
pub fn rounding_is_near(a: Number, digits: u8) {
    let digits = u32::from(digits % 29);
    let a = a.decimal();
    let strategies = [
        RoundingStrategy::MidpointNearestEven,
        RoundingStrategy::MidpointAwayFromZero,
        RoundingStrategy::MidpointTowardZero,
    ];
    for strategy in strategies {
        let rounded = a.round_dp_with_strategy(digits, strategy);
        assert!(rounded.scale() <= digits.max(a.scale()));
        let off = exact(rounded) - exact(a);
        let off = if off < Ratio::from_integer(0.into()) { -off } else { off };
        let half = Ratio::new(1.into(), BigInt::from(10).pow(digits) * 2);
        assert!(off <= half, "{a} to {digits} digits by {strategy:?}: {rounded}");
    }
}

/// Text that is no decimal is refused.
#[property]
pub fn any_text_is_read_or_refused(text: &str) {
    let _ = Decimal::from_str(text);
    let _ = Decimal::from_str_exact(text);
    let _ = Decimal::from_scientific(text);
}
