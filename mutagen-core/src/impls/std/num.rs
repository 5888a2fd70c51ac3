//! `Wrapping` and `Saturating`: structs of one number, which is a node of its own; and the integers
//! that are never zero, mutated as the plain ones, with 1 or the greatest value in the place of 0.

use crate::value::context::Context;
use crate::value::generate::Generator;
use crate::value::mutate::{Kind, Mutate};
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
            fn kind(_: &Self) -> Kind {
                Kind::Number
            }
            fn form(this: &Self) -> Form {
                Mutate::form(&this.get())
            }
            fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
                NonZero::new(<$ty>::parse(parser)?).ok_or_else(|| {
                    parser.back();
                    parser.expected("a whole number other than 0")
                })
            }
            fn fingerprint(this: &Self) -> u64 {
                Mutate::fingerprint(&this.get())
            }
            fn mutate(this: &mut Self, mutant: u64, context: &mut Context) {
                let old = *this;
                let mut plain = old.get();
                Mutate::mutate(&mut plain, mutant, context);
                let new = plain;
                // The plain number keeps its old value for undoing; the one kept here is enough.
                Mutate::restore(&mut plain, mutant, context);
                let another = if old.get() == 1 { <$ty>::MAX } else { 1 };
                *this = or_one(if new == 0 { another } else { new });
                context.undo.push(old);
            }
            fn restore(this: &mut Self, _: u64, context: &mut Context) {
                *this = context.undo.pop();
            }
            fn number(this: &Self) -> Option<i128> {
                Mutate::number(&this.get())
            }
            fn set_number(this: &mut Self, number: i128) -> bool {
                let mut plain = this.get();
                Mutate::set_number(&mut plain, number) && NonZero::new(plain).map(|new| *this = new).is_some()
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
