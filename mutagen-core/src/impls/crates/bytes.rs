//! `Bytes` and `BytesMut`: one node each, with the mutants of all nodes of a `Vec` of the same
//! bytes. They are printed as a byte string, `b"a\xff"`.

use crate::impls::by_shape::surrogate::{Surrogate, represented};
use crate::impls::std::ffi::{byte_string, read_byte_string};
use crate::value::text::{Form, ParseError, Parser};
use bytes::{Bytes, BytesMut};

macro_rules! bytes {
    ($($ty:ty),*) => {$(
        impl Surrogate for $ty {
            type Parts = Vec<u8>;

            fn parts(&self) -> Option<Vec<u8>> {
                Some(self.to_vec())
            }
            fn of(parts: &Vec<u8>) -> Self {
                parts.iter().copied().collect()
            }
            fn write(&self) -> Form {
                byte_string(self)
            }
            fn read(parser: &mut Parser) -> Result<Self, ParseError> {
                Ok(Self::of(&read_byte_string(parser)?))
            }
        }

        represented!([] $ty);
    )*};
}

bytes!(Bytes, BytesMut);
