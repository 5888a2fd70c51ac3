//! num-bigint 0.5.1: large numbers agree with those of 128 bits.

use mutagen_core::{Mutate, Outcome, assume, check, property};
use num_bigint::{BigInt, BigUint};

/// Digits in base 2^32, the lowest first, and a sign.
#[derive(Debug, Clone, Mutate)]
pub struct Number {
    #[mutate(max_len = 40)]
    digits: Vec<u32>,
    negative: bool,
}

impl Number {
    fn big(&self) -> BigInt {
        let size = BigInt::from(BigUint::new(self.digits.clone()));
        if self.negative { -size } else { size }
    }
}

/// What is printed in any base is read again.
#[property]
pub fn printed_numbers_are_read_again(a: &Number, base: u8) -> Outcome {
    let base = 2 + u32::from(base % 35);
    let a = a.big();
    check!(BigInt::parse_bytes(a.to_str_radix(base).as_bytes(), base) == Some(a))
}

/// A number is the quotient times the divisor, and a rest that is smaller.
#[property]
pub fn division_is_undone(a: &Number, b: &Number) -> Outcome {
    let (a, b) = (a.big(), b.big());
    assume!(b != BigInt::ZERO);
    let (quotient, rest) = (&a / &b, &a % &b);
    assert!(rest.magnitude() < b.magnitude());
    assert!(rest == BigInt::ZERO || (rest.sign() == a.sign()));
    check!(quotient * b + rest == a)
}

/// Products are distributive and agree with the square.
#[property]
pub fn products_are_distributive(a: &Number, b: &Number, c: &Number) -> Outcome {
    let (a, b, c) = (a.big(), b.big(), c.big());
    assert_eq!(&a * (&b + &c), &a * &b + &a * &c);
    check!((&a + &b) * (&a - &b) == &a * &a - &b * &b)
}

/// Operations on bits agree with those on 128 bits.
#[property]
pub fn bits_agree_with_machine_numbers(a: i128, b: i128, shift: u8) {
    let shift = u32::from(shift % 127);
    let (x, y) = (BigInt::from(a), BigInt::from(b));
    assert_eq!(&x & &y, (a & b).into());
    assert_eq!(&x | &y, (a | b).into());
    assert_eq!(&x ^ &y, (a ^ b).into());
    assert_eq!(!&x, (!a).into());
    assert_eq!(&x >> shift, (a >> shift).into());
    let mut set = x.clone();
    set.set_bit(shift.into(), true);
    assert_eq!(set, (a | 1i128 << shift).into());
    set.set_bit(shift.into(), false);
    assert_eq!(set, (a & !(1i128 << shift)).into());
    assert_eq!(x.bit(shift.into()), a >> shift & 1 == 1);
    assert_eq!(x.trailing_zeros(), (a != 0).then(|| a.trailing_zeros().into()));
    assert_eq!(BigInt::from_signed_bytes_le(&x.to_signed_bytes_le()), x);
    assert_eq!(BigInt::from_signed_bytes_be(&x.to_signed_bytes_be()), x);
}

/// A power modulo a number agrees with the power.
#[property]
pub fn powers_modulo_agree(a: &Number, power: u8, b: &Number) -> Outcome {
    let power = u32::from(power % 41);
    let (a, b) = (a.big(), b.big());
    assume!(b != BigInt::ZERO);
    let floor = ((a.pow(power) % &b) + &b) % &b;
    assert_eq!(a.modpow(&power.into(), &b), floor);
    if let Some(inverse) = a.modinv(&b) {
        let one = ((inverse * a) % &b + &b) % &b;
        let unit = (BigInt::from(1) % &b + &b) % &b;
        assert_eq!(one, unit);
    }
    Outcome::Passed
}

/// A root is the largest whole number that is not too large.
#[property]
pub fn roots_are_the_largest(a: &Number, degree: u8) -> Outcome {
    let degree = 1 + u32::from(degree % 20);
    let a = a.big().into_parts().1;
    let root = a.nth_root(degree);
    assert!(root.pow(degree) <= a);
    check!((root + 1u32).pow(degree) > a)
}
