//! `Wrapping` and `Saturating`: structs of one number, which is a node of its own; and the integers
//! that are never zero, mutated as the plain ones, with 1 or the greatest value in the place of 0.

use crate::value::context::Context;
use crate::value::generate::Generator;
use crate::value::mutate::Mutate;
use crate::value::node::{Node, NodeKind, own_node};
use crate::value::text::{Form, ParseError, Parser};
use std::num::{NonZero, Saturating, Wrapping};

mutagen_derive::foreign! {
    struct Wrapping<T>(T);
}

mutagen_derive::foreign! {
    struct Saturating<T>(T);
}

macro_rules! nonzero {
    ($($ty:ty),*) => {$(
        impl Mutate for NonZero<$ty> {
            fn smallest() -> Self {
                or_one(1)
            }
            fn generate(generator: &mut Generator) -> Self {
                or_one(<$ty>::generate(generator))
            }
            fn copy(this: &Self) -> Option<Self> {
                Some(*this)
            }
            fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
                NonZero::new(<$ty>::parse(parser)?).ok_or_else(|| {
                    parser.back();
                    parser.expected("a whole number other than 0")
                })
            }
            own_node!();
        }

        impl Node for NonZero<$ty> {
            fn kind(&self) -> NodeKind {
                NodeKind::Number
            }
            fn form(&self) -> Form {
                Mutate::form(&self.get())
            }
            fn fingerprint(&self) -> u64 {
                Node::fingerprint(&self.get())
            }
            fn mutate(&mut self, mutant: u64, context: &mut Context) {
                let old = *self;
                let mut plain = old.get();
                Node::mutate(&mut plain, mutant, context);
                let new = plain;
                // The plain number keeps its old value for undoing; the one kept here is enough.
                Node::restore(&mut plain, mutant, context);
                let another = if old.get() == 1 { <$ty>::MAX } else { 1 };
                *self = or_one(if new == 0 { another } else { new });
                context.undo.push(old);
            }
            fn restore(&mut self, _: u64, context: &mut Context) {
                *self = context.undo.pop();
            }
            fn number(&self) -> Option<i128> {
                Node::number(&self.get())
            }
            fn set_number(&mut self, number: i128) -> bool {
                let mut plain = self.get();
                Node::set_number(&mut plain, number) && NonZero::new(plain).map(|new| *self = new).is_some()
            }
        }

        impl OrOne for NonZero<$ty> {
            type Plain = $ty;
            fn or_one(plain: $ty) -> Self {
                NonZero::new(plain).unwrap_or(const { NonZero::new(1).unwrap() })
            }
        }
    )*};
}

/// A number that is never zero, from a plain one: 1 in the place of 0.
trait OrOne {
    type Plain;
    fn or_one(plain: Self::Plain) -> Self;
}

fn or_one<T: OrOne>(plain: T::Plain) -> T {
    T::or_one(plain)
}

nonzero!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);
