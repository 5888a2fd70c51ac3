//! `Bytes` and `BytesMut`: one node each, with the mutants of all nodes of a `Vec` of the same
//! bytes. They are printed as a byte string, `b"a\xff"`.

use crate::impls::by_shape::matched::matched;
use crate::impls::by_shape::sequence::text::{byte_string, read_byte_string};
use crate::impls::by_shape::via::{Via, via};
use crate::value::{Form, ParseError, Parser};
use bytes::{Bytes, BytesMut};

macro_rules! bytes {
    ($($ty:ty),*) => {$(
        impl Via<Vec<u8>> for $ty {
            fn to_parts(&self) -> Option<Vec<u8>> {
                Some(self.to_vec())
            }
            fn from_parts(parts: &Vec<u8>) -> Self {
                parts.iter().copied().collect()
            }
            fn write(this: &Self) -> Form {
                byte_string(this)
            }
            fn read(parser: &mut Parser) -> Result<Self, ParseError> {
                Ok(Self::from_parts(&read_byte_string(parser)?))
            }
        }

        via!([] $ty, Vec<u8>);
    )*};
}

bytes!(Bytes, BytesMut);

matched!(bytes Bytes, BytesMut);
