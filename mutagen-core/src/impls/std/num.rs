//! `Wrapping` and `Saturating`: structs of one number, which is a node of its own. `NonZero`:
//! mutated as the plain integer, where 1 or the greatest value replaces 0.

use crate::impls::by_shape::by_shape;
use crate::value::node::own_node;
use crate::value::{Context, Generator, Mutate, Node, ParseError, Parser};
use std::num::{NonZero, Saturating, Wrapping};

mutagen_derive::foreign! {
    struct Wrapping<T>(T);

    struct Saturating<T>(T);
}

macro_rules! nonzero {
    ($($ty:ty),*) => {$(
        impl Mutate for NonZero<$ty> {
            fn smallest() -> Self {
                const { NonZero::new(1).unwrap() }
            }
            fn generate(generator: &mut Generator) -> Self {
                NonZero::new(<$ty>::generate(generator)).unwrap_or_else(Self::smallest)
            }
            fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
                let plain = NonZero::new(<$ty>::parse(parser)?);
                parser.accept(plain, "a whole number other than 0")
            }
            by_shape!((impls::by_shape::atom) copy);
            own_node!();
        }

        impl Node for NonZero<$ty> {
            by_shape!((impls::by_shape::atom) kind form);

            fn fingerprint(&self) -> u64 {
                Node::fingerprint(&self.get())
            }
            fn mutate(&mut self, mutant: u64, context: &mut Context) {
                let old = *self;
                let mut plain = old.get();
                Node::mutate(&mut plain, mutant, context);
                let new = plain;
                // Drops the undo entry of the plain number, because the entry pushed below is
                // enough.
                Node::restore(&mut plain, mutant, context);
                let another = if old.get() == 1 { <$ty>::MAX } else { 1 };
                let new = NonZero::new(new).or(NonZero::new(another));
                *self = new.unwrap_or_else(Self::smallest);
                context.undo.push(old);
            }
            fn number(&self) -> Option<i128> {
                Node::number(&self.get())
            }
            fn set_number(&mut self, number: i128) -> bool {
                let mut plain = self.get();
                Node::set_number(&mut plain, number);
                NonZero::new(plain).map(|new| *self = new).is_some()
            }
        }
    )*};
}

nonzero!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);
