//! `OrderedFloat`: a struct of one float, which is a node of its own. `NotNan`: one node with the
//! mutants of a float, where NaN becomes 0.

use crate::impls::by_shape::surrogate::{Surrogate, represented};
use crate::value::text::{ParseError, Parser};
use ordered_float::{NotNan, OrderedFloat};

mutagen_derive::foreign! {
    struct OrderedFloat<T>(T);
}

macro_rules! not_nan {
    ($($ty:ty),*) => {$(
        impl Surrogate for NotNan<$ty> {
            type Parts = $ty;

            fn parts(&self) -> Option<$ty> {
                Some(self.into_inner())
            }
            fn of(parts: &$ty) -> Self {
                NotNan::new(*parts).unwrap_or_default()
            }
            fn read(parser: &mut Parser) -> Result<Self, ParseError> {
                use crate::value::mutate::Mutate;
                NotNan::new(<$ty>::parse(parser)?).map_err(|_| {
                    parser.back();
                    parser.expected("a number that is not `NaN`")
                })
            }
        }

        represented!([] NotNan<$ty>);
    )*};
}

not_nan!(f32, f64);
