//! `#[mutate(range = a..=b)]`: a number between two bounds. Generation is uniform. The random
//! mutant is half of the time a fresh value, otherwise an end of the range or a neighbour inside
//! it. An edit that sets the number to one outside of the range sets it to the nearest end.

use super::WithPolicy;
use crate::value::context::Context;
use crate::value::generate::Generator;
use crate::value::mutate::Mutate;
use crate::value::node::{Mutants, Node, NodeKind, own_node};
use crate::value::text::{Form, ParseError, Parser};
use rand::RngExt;
use rand::distr::uniform::SampleUniform;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

/// A type that can use `range`: the integers, the floats and `char`.
#[diagnostic::on_unimplemented(
    message = "`range` cannot be used on a `{Self}`",
    label = "this field is no number",
    note = "`range` is for integers, floats and `char`"
)]
pub trait Ranged: Mutate + Copy + PartialOrd + SampleUniform {
    /// The next greater value (`up`) or the next smaller one; the value itself at the end of the
    /// type.
    fn neighbour(self, up: bool) -> Self;
}

macro_rules! ranged {
    ($number:ident, $up:expr, $down:expr; $($ty:ty),*) => {$(
        impl Ranged for $ty {
            fn neighbour(self, up: bool) -> Self {
                let $number = self;
                if up { $up } else { $down }
            }
        }
    )*};
}

ranged!(
    number, number.saturating_add(1), number.saturating_sub(1);
    i8, i16, i32, i64, i128, u8, u16, u32, u64, u128, usize
);
ranged!(number, number.next_up(), number.next_down(); f32, f64);

impl Ranged for char {
    fn neighbour(self, up: bool) -> Self {
        let step = if up { 1 } else { u32::MAX };
        char::from_u32(u32::from(self).wrapping_add(step)).unwrap_or(self)
    }
}

/// The two bounds of the range, as the derive writes them.
pub trait Bounds<F>: 'static {
    /// The bounds, both inclusive.
    fn bounds() -> RangeInclusive<F>;
}

/// The policy of a field with a range.
pub struct InRange<B>(PhantomData<B>);

impl<F: Ranged, B: Bounds<F>> Mutate for WithPolicy<F, InRange<B>> {
    fn smallest() -> Self {
        let (low, high) = B::bounds().into_inner();
        let smallest = F::smallest();
        WithPolicy::new(if smallest < low {
            low
        } else if smallest > high {
            high
        } else {
            smallest
        })
    }
    fn generate(generator: &mut Generator) -> Self {
        WithPolicy::new(generator.random().random_range(B::bounds()))
    }
    fn copy(this: &Self) -> Option<Self> {
        Some(WithPolicy::new(this.0))
    }
    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        let value = F::parse(parser)?;
        if B::bounds().contains(&value) {
            return Ok(WithPolicy::new(value));
        }
        parser.back();
        let text = |bound: &F| match Mutate::form(bound) {
            Form::Atom(text) => text,
            _ => String::new(),
        };
        let (low, high) = B::bounds().into_inner();
        Err(parser.expected(format!("a value from {} to {}", text(&low), text(&high))))
    }
    own_node!();
}

impl<F: Ranged, B: Bounds<F>> Node for WithPolicy<F, InRange<B>> {
    fn kind(&self) -> NodeKind {
        NodeKind::Number
    }
    fn number(&self) -> Option<i128> {
        F::node(&self.0).number()
    }
    fn set_number(&mut self, number: i128) -> bool {
        let (low, high) = B::bounds().into_inner();
        let mut new = self.0;
        let could = F::node_mut(&mut new).set_number(number);
        self.0 = if new < low {
            low
        } else if new > high {
            high
        } else {
            new
        };
        could
    }
    fn form(&self) -> Form {
        F::form(&self.0)
    }
    fn fingerprint(&self) -> u64 {
        F::node(&self.0).fingerprint()
    }
    fn mutants(&self) -> Mutants {
        let (low, high) = B::bounds().into_inner();
        Mutants { pure: 0, random: u64::from(low < high) }
    }
    fn mutate(&mut self, _: u64, context: &mut Context) {
        let (low, high) = B::bounds().into_inner();
        let generator = context.generator();
        let drawn = match generator.below(8) {
            0..=3 => generator.random().random_range(low..=high),
            4 => low,
            5 => high,
            6 => self.0.neighbour(true),
            _ => self.0.neighbour(false),
        };
        let inside = drawn >= low && drawn <= high && drawn != self.0;
        // Any other value inside the range will do.
        let new = if inside {
            drawn
        } else if self.0 != low {
            low
        } else {
            high
        };
        context.undo.push(std::mem::replace(self, WithPolicy::new(new)));
    }
}
