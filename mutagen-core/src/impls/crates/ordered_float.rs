//! `OrderedFloat`: a struct of one float, which is a node of its own. `NotNan`: one node with the
//! mutants of a float, where NaN becomes 0.

use crate::impls::by_shape::via::{Via, via};
use crate::value::{Mutate, ParseError, Parser};
use ordered_float::{NotNan, OrderedFloat};

mutagen_derive::foreign! {
    struct OrderedFloat<T>(T);
}

macro_rules! not_nan {
    ($($ty:ty),*) => {$(
        impl Via<$ty> for NotNan<$ty> {
            fn to_parts(&self) -> Option<$ty> {
                Some(self.into_inner())
            }
            fn from_parts(parts: &$ty) -> Self {
                NotNan::new(*parts).unwrap_or_default()
            }
            fn read(parser: &mut Parser) -> Result<Self, ParseError> {
                let number = NotNan::new(<$ty>::parse(parser)?).ok();
                parser.accept(number, "a number that is not `NaN`")
            }
        }

        via!([] NotNan<$ty>, $ty);
    )*};
}

not_nan!(f32, f64);
