//! `BigInt`: a number like the other integers, without a limit to its range. Of 8 samples of its
//! random mutant, about 3 are a fresh value within ±[`Generator::range`]. The other 5 are a
//! neighbour; a power of 2 or a neighbour of it; the value with its sign or one bit flipped; its
//! square (unless too long); and up to 256 random bits. `BigUint`: one node with the mutants of a
//! `BigInt` without its sign.

use crate::impls::by_shape::by_shape;
use crate::impls::by_shape::sequence::text::hash;
use crate::impls::by_shape::via::{Via, via};
use crate::value::node::own_node;
use crate::value::{Context, Generator, Mutate, Node, ParseError, Parser};
use num_bigint::{BigInt, BigUint, Sign};
use rand::Rng;

/// Numbers longer than this many bits are not squared.
const LONG: u64 = 1024;

impl Mutate for BigInt {
    fn smallest() -> Self {
        BigInt::ZERO
    }
    fn generate(generator: &mut Generator) -> Self {
        if generator.one_in(8) { any(generator) } else { i64::generate(generator).into() }
    }
    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        let negative = parser.punctuation('-');
        let sign = if negative { Sign::Minus } else { Sign::Plus };
        parser.read_literal("a whole number of at most 20000 digits", |literal| {
            // The time is quadratic in the number of digits.
            if literal.len() > 20_000 {
                return None;
            }
            let number = literal.replace('_', "").parse().ok()?;
            Some(BigInt::from_biguint(sign, number))
        })
    }
    by_shape!((impls::by_shape::atom) copy);
    own_node!();
}

impl Node for BigInt {
    by_shape!((impls::by_shape::atom) kind form);

    fn fingerprint(&self) -> u64 {
        hash(&self.to_signed_bytes_le())
    }
    fn mutate(&mut self, _: u64, context: &mut Context) {
        let generator = context.generator();
        let long = self.bits();
        let new = match generator.below(8) {
            0..=2 => i64::generate(generator).into(),
            3 => &*self + step(generator),
            4 => {
                let power = BigInt::from(1) << generator.below(long.clamp(128, LONG) as u32);
                let power = if generator.one_in(2) { power } else { -power };
                if generator.one_in(2) { power } else { power + step(generator) }
            }
            5 if generator.one_in(2) => -&*self,
            5 => {
                let bit = u64::from(generator.below(u32::try_from(long).unwrap_or(u32::MAX)));
                let mut flipped = self.clone();
                flipped.set_bit(bit, !self.bit(bit));
                flipped
            }
            6 if long <= LONG => &*self * &*self,
            _ => any(generator),
        };
        let new = if new == *self { &*self + 1 } else { new };
        context.undo.push(std::mem::replace(self, new));
    }
    fn number(&self) -> Option<i128> {
        i128::try_from(self).ok()
    }
    fn set_number(&mut self, number: i128) -> bool {
        *self = number.into();
        true
    }
}

/// A small step up or down.
fn step(generator: &mut Generator) -> i64 {
    let step = i64::from(1 + generator.below(2));
    if generator.one_in(2) { step } else { -step }
}

/// Any number of 1 to 4 words.
fn any(generator: &mut Generator) -> BigInt {
    let words = 1 + generator.below(4);
    let digits = (0..2 * words).map(|_| generator.random().next_u32()).collect();
    BigInt::new(if generator.one_in(2) { Sign::Plus } else { Sign::Minus }, digits)
}

impl Via<BigInt> for BigUint {
    fn to_parts(&self) -> Option<BigInt> {
        Some(self.clone().into())
    }
    fn from_parts(parts: &BigInt) -> Self {
        parts.magnitude().clone()
    }
    fn read(parser: &mut Parser) -> Result<Self, ParseError> {
        if parser.punctuation('-') {
            parser.back();
            return Err(parser.expected("a whole number that is not negative"));
        }
        Ok(Self::from_parts(&BigInt::parse(parser)?))
    }
}

via!([] BigUint, BigInt);
