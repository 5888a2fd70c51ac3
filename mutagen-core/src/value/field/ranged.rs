//! `#[mutate(range = a..=b)]`: a number that stays between two bounds. Generated uniformly; its random
//! mutant is a fresh one half of the time, else an end of the range or a neighbour inside it.

use super::Policy;
use crate::value::context::Context;
use crate::value::generate::Generator;
use crate::value::mutate::{Kind, Mutants, Mutate};
use crate::value::text::{Form, ParseError, Parser};
use rand::RngExt;
use rand::distr::uniform::SampleUniform;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

/// A type that `range` can be used on: the integers, the floats and `char`.
#[diagnostic::on_unimplemented(
    message = "`range` cannot be used on a `{Self}`",
    label = "this field is no number",
    note = "`range` is for integers, floats and `char`"
)]
pub trait Ranged: Mutate + Copy + PartialOrd + SampleUniform {
    /// The next greater value (`up`) or the next smaller one; itself at the end of the type.
    fn neighbour(self, up: bool) -> Self;
}

macro_rules! integers {
    ($($ty:ty),*) => {$(
        impl Ranged for $ty {
            fn neighbour(self, up: bool) -> Self {
                if up { self.saturating_add(1) } else { self.saturating_sub(1) }
            }
        }
    )*};
}

integers!(i8, i16, i32, i64, i128, u8, u16, u32, u64, u128, usize);

macro_rules! floats {
    ($($ty:ty),*) => {$(
        impl Ranged for $ty {
            fn neighbour(self, up: bool) -> Self {
                if up { self.next_up() } else { self.next_down() }
            }
        }
    )*};
}

floats!(f32, f64);

impl Ranged for char {
    fn neighbour(self, up: bool) -> Self {
        let step = if up { 1 } else { u32::MAX };
        char::from_u32(u32::from(self).wrapping_add(step)).unwrap_or(self)
    }
}

/// The two bounds, as the derive writes them down.
pub trait Bounds<F>: 'static {
    /// The bounds, both included.
    fn bounds() -> RangeInclusive<F>;
}

/// The policy of a field with a range.
pub struct InRange<B>(PhantomData<B>);

impl<F: Ranged, B: Bounds<F>> Policy<F> for InRange<B> {
    fn smallest() -> F {
        let (low, high) = B::bounds().into_inner();
        let smallest = F::smallest();
        if smallest < low {
            low
        } else if smallest > high {
            high
        } else {
            smallest
        }
    }
    fn generate(generator: &mut Generator) -> F {
        generator.random().random_range(B::bounds())
    }
    fn copy(value: &F) -> Option<F> {
        Some(*value)
    }
    fn form(value: &F) -> Form {
        Mutate::form(value)
    }
    fn parse(parser: &mut Parser) -> Result<F, ParseError> {
        let value = F::parse(parser)?;
        if B::bounds().contains(&value) {
            return Ok(value);
        }
        parser.back();
        let text = |bound: &F| match Mutate::form(bound) {
            Form::Atom(text) => text,
            _ => String::new(),
        };
        let (low, high) = B::bounds().into_inner();
        Err(parser.expected(format!("a value from {} to {}", text(&low), text(&high))))
    }
    fn mutants(_: &F) -> Mutants {
        let (low, high) = B::bounds().into_inner();
        Mutants { pure: 0, random: u64::from(low < high) }
    }
    fn mutate(value: &mut F, _: u64, context: &mut Context) {
        let (low, high) = B::bounds().into_inner();
        let generator = context.generator();
        let drawn = match generator.below(8) {
            0..=3 => generator.random().random_range(low..=high),
            4 => low,
            5 => high,
            6 => value.neighbour(true),
            _ => value.neighbour(false),
        };
        let inside = drawn >= low && drawn <= high && drawn != *value;
        // Any other value will do: what matters is that it is another, and inside.
        let new = if inside {
            drawn
        } else if *value != low {
            low
        } else {
            high
        };
        context.undo.push(std::mem::replace(value, new));
    }
    fn kind(_: &F) -> Kind {
        Kind::Other
    }
    fn fingerprint(value: &F) -> u64 {
        Mutate::fingerprint(value)
    }
}
