//! bigdecimal 0.4.11: decimals of any length agree with exact fractions.

use bigdecimal::num_bigint::{BigInt, BigUint};
use bigdecimal::{BigDecimal, RoundingMode, Zero};
use mutagen_core::{Mutate, Outcome, assume, property};
use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::str::FromStr;

/// A decimal: a whole number and how many of its digits are after the point.
#[derive(Debug, Clone, Copy, Mutate)]
pub struct Number {
    digits: i128,
    #[mutate(range = -60..=60)]
    scale: i64,
}

impl Number {
    fn decimal(self) -> BigDecimal {
        BigDecimal::new(self.digits.into(), self.scale)
    }

    /// The value as a whole number of units of the 80th digit after the point.
    fn exact(self) -> BigInt {
        exact(&self.decimal())
    }
}

fn exact(number: &BigDecimal) -> BigInt {
    let (digits, scale) = number.as_bigint_and_exponent();
    digits * BigInt::from(10).pow(u32::try_from(150 - scale).expect("a small scale"))
}

fn hash(number: &BigDecimal) -> u64 {
    let mut hasher = DefaultHasher::new();
    number.hash(&mut hasher);
    hasher.finish()
}

/// Decimals compare as their values do; equal ones are hashed alike.
#[property]
pub fn decimals_compare_as_their_values(a: Number, b: Number) {
    let order = a.exact().cmp(&b.exact());
    let (a, b) = (a.decimal(), b.decimal());
    assert_eq!(a.cmp(&b), order, "{a:?} {b:?}");
    assert_eq!(a == b, order == Ordering::Equal, "{a:?} {b:?}");
    if a == b {
        assert_eq!(hash(&a), hash(&b), "{a:?} {b:?}");
    }
}

/// Sums, differences and products are exact.
#[property]
pub fn sums_and_products_are_exact(a: Number, b: Number) {
    let (x, y) = (a.decimal(), b.decimal());
    assert_eq!(exact(&(&x + &y)), a.exact() + b.exact(), "{x:?} + {y:?}");
    assert_eq!(exact(&(&x - &y)), a.exact() - b.exact(), "{x:?} - {y:?}");
    let unit = BigInt::from(10).pow(150);
    assert_eq!(exact(&(&x * &y)) * unit, a.exact() * b.exact(), "{x:?} * {y:?}");
    assert_eq!(x.square(), &x * &x, "{x:?}");
    assert_eq!(x.double(), &x + &x, "{x:?}");
    assert_eq!(x.half().double(), x, "{x:?}");
}

/// The remainder is what is left of whole multiples.
#[property]
pub fn remainders_are_exact(a: Number, b: Number) -> Outcome {
    assume!(b.digits != 0);
    let (x, y) = (a.decimal(), b.decimal());
    assert_eq!(exact(&(&x % &y)), a.exact() % b.exact(), "{x:?} % {y:?}");
    Outcome::Passed
}

/// What is printed, in each notation, is read again.
#[property]
pub fn printed_decimals_are_read_again(a: Number) {
    let a = a.decimal();
    let texts = [
        a.to_string(),
        a.to_plain_string(),
        a.to_scientific_notation(),
        a.to_engineering_notation(),
        format!("{a:e}"),
    ];
    for text in texts {
        assert_eq!(BigDecimal::from_str(&text).as_ref(), Ok(&a), "{text}");
    }
}

/// Printed with a precision, a decimal has as many digits after the point, and is the nearest.
#[property]
pub fn decimals_are_printed_to_the_nearest(a: Number, digits: u8) {
    let digits = usize::from(digits % 81);
    let a = a.decimal();
    let text = format!("{a:.digits$}");
    let read = BigDecimal::from_str(&text).expect("a decimal");
    assert_eq!(text.split_once('.').map_or(0, |(_, rest)| rest.len()), digits, "{text}");
    let off = exact(&read) - exact(&a);
    let half = BigUint::from(10u8).pow(150 - u32::try_from(digits).expect("few")) / 2u8;
    assert!(*off.magnitude() <= half, "{a:?} {text}");
}

/// Rounding to a scale or a precision is off by at most half a unit.
#[property]
pub fn rounding_is_near(a: Number, scale: i8) {
    let scale = i64::from(scale) % 61;
    let a = a.decimal();
    for mode in [RoundingMode::HalfEven, RoundingMode::HalfUp, RoundingMode::HalfDown] {
        let rounded = a.with_scale_round(scale, mode);
        let off = exact(&rounded) - exact(&a);
        let power = u32::try_from(150 - scale).expect("a small scale");
        let half = BigUint::from(10u8).pow(power) / 2u8;
        assert!(*off.magnitude() <= half, "{a:?} to {scale} by {mode:?}: {rounded:?}");
    }
}

/// The square root, squared, is near; the cube root, cubed, too.
#[property]
pub fn roots_are_near(a: Number) -> Outcome {
    assume!(a.digits > 0);
    let a = a.decimal();
    let tiny = BigDecimal::from_str("1e-98").expect("a decimal");
    let root = a.sqrt().expect("not negative");
    let off = (root.square() - &a).abs();
    assert!(off <= &a * &tiny, "{a:?}: {root}");
    let root = a.cbrt();
    let off = (root.cube() - &a).abs();
    assert!(off <= &a * &tiny, "{a:?}: {root}");
    Outcome::Passed
}

/// A quotient, times the divisor, is near.
#[property]
pub fn quotients_are_near(a: Number, b: Number) -> Outcome {
    assume!(a.digits != 0 && b.digits != 0);
    let (a, b) = (a.decimal(), b.decimal());
    let quotient = &a / &b;
    let off = (&quotient * &b - &a).abs();
    let tiny = BigDecimal::from_str("1e-98").expect("a decimal");
    assert!(off <= a.abs() * tiny, "{a:?} / {b:?} = {quotient:?}");
    assert!(!quotient.is_zero());
    Outcome::Passed
}

/// Text that is no decimal is refused.
#[property]
pub fn any_text_is_read_or_refused(text: &str) {
    let _ = BigDecimal::from_str(text);
    let _ = BigDecimal::parse_bytes(text.as_bytes(), 10);
}
