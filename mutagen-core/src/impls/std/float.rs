//! Floats. Generated values are within ±[`Generator::range`], and 1/2 are whole numbers. Of 8
//! samples of the random mutant, about 3 are such a fresh value. The other 5 are a neighbour, the
//! value with its sign flipped, the value with one bit flipped, any bits, and a special value. The
//! campaign may set other [`proportions`](crate::value::number_weights).

use crate::impls::by_shape::by_shape;
use crate::value::node::own_node;
use crate::value::number_weights::Change;
use crate::value::text::Delimiter;
use crate::value::{Context, Form, Generator, Mutate, Node, ParseError, Parser};
use rand::Rng;

macro_rules! float {
    ($($ty:ty, $bits:ty, $fraction:literal);*) => {$(
        impl Mutate for $ty {
            fn smallest() -> Self {
                0.0
            }
            fn generate(generator: &mut Generator) -> Self {
                if let Some(literal) = generator.float_in(16) {
                    return literal as $ty;
                }
                let most = generator.range().min(1 << 20);
                let whole = generator.below(2 * most + 1) as $ty - most as $ty;
                if generator.one_in(2) || most == 0 {
                    return whole;
                }
                let parts = generator.below(1 << $fraction) as $ty / (1_u32 << $fraction) as $ty;
                if whole < 0.0 { whole + parts } else { whole - parts }
            }
            fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
                let expected = concat!("a number of type `", stringify!($ty), "`, `inf` or `NaN`");
                let negative = parser.punctuation('-');
                let value = match parser.name().as_deref() {
                    Some("inf") => Ok(<$ty>::INFINITY),
                    Some("NaN") => match parser.group(Delimiter::Parenthesis) {
                        None => Ok(<$ty>::NAN),
                        Some(mut inside) => {
                            return <$bits>::parse(&mut inside).map(<$ty>::from_bits);
                        }
                    },
                    Some(_) => parser.accept(None, expected),
                    None => parser.read_literal(expected, |literal| {
                        literal.replace('_', "").trim_end_matches(stringify!($ty)).parse().ok()
                    }),
                };
                value.map(|value| if negative { -value } else { value })
            }
            by_shape!((impls::by_shape::atom) copy);
            own_node!();
        }

        impl Node for $ty {
            by_shape!((impls::by_shape::atom) kind);

            fn form(&self) -> Form {
                let canonical = <$ty>::NAN.to_bits();
                Form::Atom(match self.to_bits() {
                    bits if bits == canonical => "NaN".to_owned(),
                    bits if self.is_nan() => format!("NaN({bits:#x})"),
                    _ => format!("{self:?}"),
                })
            }
            fn fingerprint(&self) -> u64 {
                u64::from(self.to_bits())
            }
            fn mutate(&mut self, _: u64, context: &mut Context) {
                let old = *self;
                let generator = context.generator();
                let new = match generator.change_of_float() {
                    Change::Fresh => <$ty>::generate(generator),
                    Change::Near => match generator.below(4) {
                        0 => old + 1.0,
                        1 => old - 1.0,
                        2 => old.next_up(),
                        _ => old.next_down(),
                    },
                    Change::Negated => -old,
                    Change::Flipped => {
                        <$ty>::from_bits(old.to_bits() ^ (1 << generator.below(<$bits>::BITS)))
                    }
                    Change::Any => <$ty>::from_bits(generator.random().next_u64() as $bits),
                    Change::Boundary => {
                        let special = [
                            -0.0, <$ty>::INFINITY, <$ty>::NEG_INFINITY, <$ty>::NAN, <$ty>::MAX,
                            <$ty>::MIN, <$ty>::MIN_POSITIVE, <$ty>::EPSILON,
                            <$ty>::from_bits(1), 1.0, -1.0, 0.0,
                        ];
                        special[generator.below(special.len() as u32) as usize]
                    }
                };
                let same = new.to_bits() == old.to_bits();
                *self = if same { <$ty>::from_bits(old.to_bits() ^ 1) } else { new };
                context.undo.push(old);
            }
            fn number(&self) -> Option<i128> {
                // The number must lead back to the same bits: -0.0 and 1e300 have none.
                let number = *self as i128;
                (self.to_bits() == (number as $ty).to_bits()).then_some(number)
            }
            fn set_number(&mut self, number: i128) -> bool {
                *self = number as $ty;
                true
            }
        }
    )*};
}

float!(f32, u32, 8; f64, u64, 16);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_float_has_a_number_if_the_number_leads_back_to_it() {
        let whole = [0.0, -7.0, 1e16, 1e38, f64::from(i8::MIN), 2.0_f64.powi(127)];
        for float in whole {
            let number = Node::number(&float).unwrap();
            let mut other = 0.5;
            assert!(Node::set_number(&mut other, number) && other == float, "{float}");
        }
        for float in [-0.0, 0.5, 2e38, -1e300, f64::MAX, f64::INFINITY, f64::NAN] {
            assert_eq!(Node::number(&float), None, "{float}");
        }
        assert_eq!((Node::number(&3e38_f32), Node::number(&1e38_f32).is_some()), (None, true));
    }

    #[test]
    fn special_values_are_among_the_mutants_and_every_one_is_undone_to_the_bit() {
        let mut context = Context::new(1, 10);
        let (mut nan, mut negative_zero, mut infinite) = (false, false, false);
        let old = f64::from_bits(0x7ff8_0000_dead_beef);
        for mutant in 0..2000 {
            let mut value = old;
            context.set_address(0, 0, mutant);
            Node::mutate(&mut value, mutant, &mut context);
            assert_ne!(value.to_bits(), old.to_bits());
            nan |= value.is_nan();
            negative_zero |= value.to_bits() == (-0.0_f64).to_bits();
            infinite |= value.is_infinite();
            Node::restore(&mut value, mutant, &mut context);
            assert_eq!(value.to_bits(), old.to_bits());
        }
        assert!(nan && negative_zero && infinite);
    }
}
