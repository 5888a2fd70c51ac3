//! `Bytes` and `BytesMut`: one node each, whose mutants are those of all nodes of a `Vec` of the same
//! bytes. Written as a byte string, `b"a\xff"`.

use crate::impls::ffi::{byte_string, read_byte_string};
use crate::impls::represented::{Represented, represented};
use crate::text::{Form, ParseError, Parser};
use bytes::{Bytes, BytesMut};

macro_rules! bytes {
    ($($ty:ty),*) => {$(
        impl Represented for $ty {
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
