//! `OsString` and `CString`, mutated as texts. A `CString` consists of its bytes, without zeros,
//! and so does an `OsString` on Unix. On other platforms an `OsString` consists of its characters.
//! For bytes, the inserted byte is an `a`, and any byte may be replaced by a random byte. About 1/8
//! of the generated values are not UTF-8. A value is printed as a text between double quotes, or,
//! if it is not UTF-8, as a byte string, `b"a\xff"`.

use crate::impls::by_shape::by_shape;
use crate::impls::by_shape::sequence::text::Text;
use crate::impls::by_shape::sequence::{Sequence, cut_by_sequence};
use crate::value::node::own_node;
use crate::value::{Generator, Mutate, Node, ParseError, Parser};
use std::ffi::CString;
#[cfg(unix)]
use std::{
    ffi::OsString,
    os::unix::ffi::{OsStrExt, OsStringExt},
};

/// A text that consists of bytes.
trait ByteText: Default {
    /// The text of these bytes. Bytes that the text cannot have are left out.
    fn of(bytes: Vec<u8>) -> Self;
    /// The bytes of the text.
    fn into_vec(self) -> Vec<u8>;

    /// Changes the bytes.
    fn change<R>(&mut self, change: impl FnOnce(&mut Vec<u8>) -> R) -> R {
        let mut bytes = std::mem::take(self).into_vec();
        let result = change(&mut bytes);
        *self = Self::of(bytes);
        result
    }
}

impl ByteText for CString {
    fn of(mut bytes: Vec<u8>) -> CString {
        bytes.retain(|byte| *byte != 0);
        CString::new(bytes).unwrap_or_default()
    }
    fn into_vec(self) -> Vec<u8> {
        self.into_bytes()
    }
}

#[cfg(unix)]
impl ByteText for OsString {
    fn of(bytes: Vec<u8>) -> OsString {
        OsString::from_vec(bytes)
    }
    fn into_vec(self) -> Vec<u8> {
        OsStringExt::into_vec(self)
    }
}

/// A random byte. It is not ASCII, and thus rarely part of a valid character, in 1/4 of the cases.
fn byte(generator: &mut Generator) -> u8 {
    let ascii = generator.below(4) > 0;
    if ascii { b' ' + generator.below(95) as u8 } else { 128 + generator.below(128) as u8 }
}

/// `Mutate` for a text of bytes.
macro_rules! byte_text {
    ($ty:ty) => {
        impl Mutate for $ty {
            fn smallest() -> Self {
                <$ty>::default()
            }
            fn generate(generator: &mut Generator) -> Self {
                let mut bytes = String::generate(generator).into_bytes();
                bytes.retain(|byte| *byte != 0);
                if generator.one_in(8) && !bytes.is_empty() {
                    let at = generator.below(bytes.len() as u32 + 1) as usize;
                    bytes.insert(at, 128 + generator.below(128) as u8);
                }
                ByteText::of(bytes)
            }
            fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
                let bytes = parser.text().map(String::into_bytes).or_else(|| parser.bytes());
                bytes.map(ByteText::of).ok_or_else(|| {
                    parser.expected("a text between double quotes, or bytes such as `b\"\\xff\"`")
                })
            }
            by_shape!((impls::by_shape::atom) copy);
            own_node!();
        }

        impl Node for $ty {
            by_shape!(
                (impls::by_shape::sequence::text) form fingerprint mutants mutate restore text
            );
        }

        cut_by_sequence!([] $ty);

        impl Text for $ty {
            fn bytes(&self) -> &[u8] {
                self.as_bytes()
            }
            fn fresh(generator: &mut Generator) -> u8 {
                byte(generator)
            }
            fn of_bytes(bytes: &[u8]) -> Self {
                ByteText::of(bytes.to_vec())
            }
        }

        impl Sequence for $ty {
            type Item = u8;

            fn length(&self) -> usize {
                self.as_bytes().len()
            }
            fn smallest_item() -> u8 {
                b'a'
            }
            fn twin(&self, at: usize) -> u8 {
                self.as_bytes()[at]
            }
            fn insert(&mut self, at: usize, item: u8) {
                self.change(|bytes| bytes.insert(at, item));
            }
            fn remove(&mut self, at: usize) -> u8 {
                self.change(|bytes| bytes.remove(at))
            }
        }
    };
}

byte_text!(CString);

#[cfg(unix)]
byte_text!(OsString);

#[cfg(not(unix))]
mod os_string {
    use crate::impls::by_shape::via::{Via, via};
    use std::ffi::OsString;

    impl Via<String> for OsString {
        fn to_parts(&self) -> Option<String> {
            Some(self.to_string_lossy().into_owned())
        }
        fn from_parts(parts: &String) -> Self {
            OsString::from(parts)
        }
    }

    via!([] OsString, String);
}
