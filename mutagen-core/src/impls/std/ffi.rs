//! `OsString` and `CString`, mutated as texts. A `CString` is its bytes without zeros, and so is an
//! `OsString` on Unix; on other platforms it is its characters. Of bytes, an `a` is inserted and any
//! may be replaced by a random one; one in eight of those generated is not UTF-8. Written as a text
//! between double quotes, or as a byte string, `b"a\xff"`, where it is not UTF-8.

use super::string::fingerprint;
use crate::impls::by_shape::sequence::{self, Sequence};
use crate::value::context::Context;
use crate::value::generate::Generator;
use crate::value::mutate::Mutate;
use crate::value::node::{Mutants, Node, own_node};
use crate::value::text::{Form, ParseError, Parser};
use std::ffi::CString;
#[cfg(unix)]
use std::{
    ffi::OsString,
    os::unix::ffi::{OsStrExt, OsStringExt},
};

/// The form of a byte string.
pub(crate) fn byte_string(bytes: &[u8]) -> Form {
    Form::Atom(format!("b\"{}\"", bytes.escape_ascii()))
}

/// Reads what [`byte_string`] wrote.
#[cfg(any(feature = "arbitrary", feature = "bytes"))]
pub(crate) fn read_byte_string(parser: &mut Parser) -> Result<Vec<u8>, ParseError> {
    parser.bytes().ok_or_else(|| parser.expected("a byte string such as `b\"a\\xff\"`"))
}

/// A random byte. One in four is not ASCII, and so seldom part of a character.
fn byte(generator: &mut Generator) -> u8 {
    let ascii = generator.below(4) > 0;
    if ascii { b' ' + generator.below(95) as u8 } else { 128 + generator.below(128) as u8 }
}

/// `Mutate` for a type around bytes: how to see them, take them out and put them back.
macro_rules! byte_text {
    ($ty:ty, $as_bytes:expr, $into_bytes:expr, $from_bytes:expr) => {
        impl Mutate for $ty {
            fn smallest() -> Self {
                <$ty>::default()
            }
            fn generate(generator: &mut Generator) -> Self {
                let from_bytes: fn(Vec<u8>) -> Self = $from_bytes;
                let mut bytes = String::generate(generator).into_bytes();
                bytes.retain(|byte| *byte != 0);
                if generator.one_in(8) && !bytes.is_empty() {
                    let at = generator.below(bytes.len() as u32 + 1) as usize;
                    bytes.insert(at, 128 + generator.below(128) as u8);
                }
                from_bytes(bytes)
            }
            fn copy(this: &Self) -> Option<Self> {
                Some(this.clone())
            }
            fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
                let from_bytes: fn(Vec<u8>) -> Self = $from_bytes;
                let bytes = parser.text().map(String::into_bytes).or_else(|| parser.bytes());
                bytes.map(from_bytes).ok_or_else(|| {
                    parser.expected("a text between double quotes, or bytes such as `b\"\\xff\"`")
                })
            }
            own_node!();
        }

        impl Node for $ty {
            fn form(&self) -> Form {
                let as_bytes: fn(&Self) -> &[u8] = $as_bytes;
                match std::str::from_utf8(as_bytes(self)) {
                    Ok(text) => Form::Atom(format!("{text:?}")),
                    Err(_) => byte_string(as_bytes(self)),
                }
            }
            fn fingerprint(&self) -> u64 {
                let as_bytes: fn(&Self) -> &[u8] = $as_bytes;
                fingerprint(as_bytes(self))
            }
            fn mutants(&self) -> Mutants {
                sequence::text_mutants(self.length())
            }
            fn mutate(&mut self, mutant: u64, context: &mut Context) {
                sequence::mutate_text(self, mutant, context, byte);
            }
            fn restore(&mut self, mutant: u64, context: &mut Context) {
                sequence::restore_text(self, mutant, context);
            }
        }

        sequence::cut_by_sequence!([] $ty);

        impl Sequence for $ty {
            type Item = u8;

            fn length(&self) -> usize {
                let as_bytes: fn(&Self) -> &[u8] = $as_bytes;
                as_bytes(self).len()
            }
            fn smallest_item() -> u8 {
                b'a'
            }
            fn twin(&self, at: usize) -> u8 {
                let as_bytes: fn(&Self) -> &[u8] = $as_bytes;
                as_bytes(self)[at]
            }
            fn insert(&mut self, at: usize, item: u8) {
                let mut bytes = $into_bytes(std::mem::take(self));
                bytes.insert(at, item);
                *self = $from_bytes(bytes);
            }
            fn remove(&mut self, at: usize) -> u8 {
                let mut bytes = $into_bytes(std::mem::take(self));
                let item = bytes.remove(at);
                *self = $from_bytes(bytes);
                item
            }
        }
    };
}

byte_text!(CString, |text| text.as_bytes(), CString::into_bytes, |mut bytes: Vec<u8>| {
    bytes.retain(|byte| *byte != 0);
    CString::new(bytes).unwrap_or_default()
});

#[cfg(unix)]
byte_text!(OsString, |text| text.as_bytes(), OsString::into_vec, OsString::from_vec);

#[cfg(not(unix))]
mod os_string {
    use crate::impls::by_shape::surrogate::{Surrogate, represented};
    use std::ffi::OsString;

    impl Surrogate for OsString {
        type Parts = String;

        fn parts(&self) -> Option<String> {
            Some(self.to_string_lossy().into_owned())
        }
        fn of(parts: &String) -> Self {
            OsString::from(parts)
        }
    }

    represented!([] OsString);
}
