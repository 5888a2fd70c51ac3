//! Integers. Generated values are within ±[`Generator::range`]. Of 8 samples of the random mutant,
//! about 4 are such a fresh value. The other 4 are a neighbour of the old value, a boundary value,
//! the old value with its sign or one bit flipped, and any value. The campaign may set other
//! [`proportions`](crate::value::number_weights).

use crate::impls::by_shape::by_shape;
use crate::value::node::own_node;
use crate::value::number_weights::Change;
use crate::value::seed::scramble;
use crate::value::{Context, Generator, Mutate, Node, ParseError, Parser};
use rand::{Rng, RngExt};

macro_rules! integer {
    ($($ty:ty),*) => {$(
        impl Mutate for $ty {
            fn smallest() -> Self {
                0
            }
            #[inline]
            fn generate(generator: &mut Generator) -> Self {
                const MOST: u32 = if <$ty>::MAX as u128 > u32::MAX as u128 {
                    u32::MAX
                } else {
                    <$ty>::MAX as u32
                };
                if let Some(literal) = generator.integer_in(16) {
                    return <$ty>::try_from(literal).unwrap_or(literal as $ty);
                }
                let most = generator.range().min(MOST);
                if <$ty>::MIN == 0 {
                    generator.below(most.saturating_add(1)) as $ty
                } else {
                    let span = if MOST <= i32::MAX as u32 {
                        2 * most + 1
                    } else {
                        most.saturating_mul(2).saturating_add(1)
                    };
                    let drawn = generator.below(span);
                    (i64::from(drawn) - i64::from(most)) as $ty
                }
            }
            #[inline]
            fn copy(this: &Self) -> Option<Self> {
                Some(*this)
            }
            fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
                let expected = concat!("a whole number of type `", stringify!($ty), "`");
                let negative = parser.punctuation('-');
                parser.read_literal(expected, |literal| {
                    let magnitude: u128 = litrs::IntegerLit::parse(literal).ok()?.value()?;
                    if negative {
                        <$ty>::try_from(0_i128.checked_sub_unsigned(magnitude)?).ok()
                    } else {
                        <$ty>::try_from(magnitude).ok()
                    }
                })
            }
            own_node!();
        }

        impl Node for $ty {
            by_shape!((impls::by_shape::atom) kind form);

            fn fingerprint(&self) -> u64 {
                let wide = *self as u128;
                scramble(wide as u64) ^ (wide >> 64) as u64
            }
            fn mutate(&mut self, _: u64, context: &mut Context) {
                let old = *self;
                let generator = context.generator();
                let literal = |generator: &mut Generator| generator.integer_in(8);
                let operand = generator.part_of_operand(<$ty>::BITS).map(i128::from);
                let operand = operand.or_else(|| literal(generator));
                let drawn = |generator: &mut Generator| match generator.change_of_integer() {
                    Change::Fresh => <$ty>::generate(generator),
                    Change::Near => {
                        let step = 1 + generator.below(2) as $ty;
                        let up = generator.one_in(2);
                        if up { old.wrapping_add(step) } else { old.wrapping_sub(step) }
                    }
                    Change::Boundary => {
                        let (least, most) = (<$ty>::MIN as i128, <$ty>::MAX as u128);
                        boundary(generator, <$ty>::BITS, least, most) as $ty
                    }
                    Change::Flipped | Change::Negated => {
                        if <$ty>::MIN != 0 && generator.one_in(2) {
                            old.wrapping_neg()
                        } else {
                            old ^ ((1 as $ty) << generator.below(<$ty>::BITS))
                        }
                    }
                    Change::Any => generator.random().random::<u128>() as $ty,
                };
                let new = operand.map_or_else(|| drawn(generator), |operand| operand as $ty);
                // A mutant that changes nothing would repeat a test.
                *self = if new == old { old.wrapping_add(1) } else { new };
                context.undo.push_bits(old as u128, <$ty>::BITS);
            }
            fn restore(&mut self, _: u64, context: &mut Context) {
                *self = context.undo.pop_bits(<$ty>::BITS) as $ty;
            }
            fn number(&self) -> Option<i128> {
                i128::try_from(*self).ok()
            }
            fn set_number(&mut self, number: i128) -> bool {
                let end = if number < 0 { <$ty>::MIN } else { <$ty>::MAX };
                *self = <$ty>::try_from(number).unwrap_or(end);
                true
            }
        }
    )*};
}

integer!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);

/// A value at which integer code tends to fail: the limits of the type's range, 0, ±1, or a power
/// of 2 or a neighbour of it. The value is returned as bits, and the caller truncates it to its
/// width.
fn boundary(generator: &mut Generator, bits: u32, least: i128, most: u128) -> u128 {
    match generator.below(8) {
        0 => least as u128,
        1 => most,
        2 => 0,
        3 => 1,
        4 => u128::MAX,
        _ => {
            let power = 1_u128 << (generator.random().next_u32() % bits);
            match generator.below(3) {
                0 => power,
                1 => power.wrapping_sub(1),
                _ => power.wrapping_add(1),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::seed;

    #[test]
    fn generated_integers_reach_both_ends_of_the_range_and_not_beyond() {
        let mut generator = Generator::new(seed::random(1), 10);
        let drawn: Vec<i64> = (0..2000).map(|_| i64::generate(&mut generator)).collect();
        assert_eq!((drawn.iter().min(), drawn.iter().max()), (Some(&-10), Some(&10)));
        let drawn: Vec<u8> = (0..2000).map(|_| u8::generate(&mut generator)).collect();
        assert_eq!((drawn.iter().min(), drawn.iter().max()), (Some(&0), Some(&10)));
    }

    #[test]
    fn a_narrow_integer_keeps_within_its_type_at_a_large_size() {
        let mut generator = Generator::new(seed::random(1), u32::MAX);
        let drawn: Vec<i8> = (0..5000).map(|_| i8::generate(&mut generator)).collect();
        assert_eq!((drawn.iter().min(), drawn.iter().max()), (Some(&-127), Some(&127)));
    }

    #[test]
    fn a_mutant_is_never_the_old_value_and_is_undone() {
        let mut context = Context::new(3, 10);
        for mutant in 0..2000 {
            let mut value = 5_u8;
            context.set_address(0, 0, mutant);
            Node::mutate(&mut value, mutant, &mut context);
            assert_ne!(value, 5);
            Node::restore(&mut value, mutant, &mut context);
            assert_eq!(value, 5);
        }
    }

    #[test]
    fn the_same_address_gives_the_same_mutant_and_boundaries_are_among_them() {
        let mutants = || -> Vec<i32> {
            let mut context = Context::new(3, 10);
            (0..400)
                .map(|mutant| {
                    let mut value = 5_i32;
                    context.set_address(0, 0, mutant);
                    Node::mutate(&mut value, mutant, &mut context);
                    value
                })
                .collect()
        };
        let drawn = mutants();
        assert_eq!(drawn, mutants());
        for boundary in [i32::MIN, i32::MAX, 0, -1, 4, 6, -5] {
            assert!(drawn.contains(&boundary), "{boundary} was never drawn");
        }
    }
}
