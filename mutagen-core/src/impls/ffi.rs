//! `OsString` and `CString`, mutated as sequences. On Unix an `OsString` is its bytes, of which an `a`
//! is inserted and any may be replaced by a random one: one in eight of those generated is not UTF-8.
//! On other platforms it is a text of characters. Written as a text between double quotes, or as a
//! byte string, `b"a\xff"`, where it is not UTF-8. A `CString` is a byte string without zeros.

use super::represented::{Represented, represented};
use crate::text::{Form, ParseError, Parser};
use std::ffi::CString;

/// The form of a byte string.
pub(crate) fn byte_string(bytes: &[u8]) -> Form {
    Form::Atom(format!("b\"{}\"", bytes.escape_ascii()))
}

/// Reads what [`byte_string`] wrote.
pub(crate) fn read_byte_string(parser: &mut Parser) -> Result<Vec<u8>, ParseError> {
    parser.bytes().ok_or_else(|| parser.expected("a byte string such as `b\"a\\xff\"`"))
}

impl Represented for CString {
    type Parts = Vec<u8>;

    fn parts(&self) -> Option<Vec<u8>> {
        Some(self.as_bytes().to_vec())
    }
    fn of(parts: &Vec<u8>) -> Self {
        let bytes: Vec<u8> = parts.iter().copied().filter(|byte| *byte != 0).collect();
        CString::new(bytes).unwrap_or_default()
    }
    fn write(&self) -> Form {
        byte_string(self.as_bytes())
    }
    fn read(parser: &mut Parser) -> Result<Self, ParseError> {
        Ok(Self::of(&read_byte_string(parser)?))
    }
}

represented!([] CString);

#[cfg(unix)]
mod os_string {
    use super::byte_string;
    use crate::context::Context;
    use crate::generate::Generator;
    use crate::impls::sequence::{self, Sequence};
    use crate::impls::string::fingerprint;
    use crate::mutate::{Mutants, Mutate};
    use crate::text::{Form, ParseError, Parser};
    use std::ffi::OsString;
    use std::os::unix::ffi::{OsStrExt, OsStringExt};

    /// One in four bytes is not ASCII, and so seldom part of a character.
    fn byte(generator: &mut Generator) -> u8 {
        let ascii = generator.below(4) > 0;
        if ascii { b' ' + generator.below(95) as u8 } else { 128 + generator.below(128) as u8 }
    }

    impl Mutate for OsString {
        fn smallest() -> Self {
            OsString::new()
        }
        fn generate(generator: &mut Generator) -> Self {
            let mut text = OsString::from(String::generate(generator));
            if generator.one_in(8) && !text.is_empty() {
                let at = generator.below(text.len() as u32 + 1) as usize;
                Sequence::insert(&mut text, at, 128 + generator.below(128) as u8);
            }
            text
        }
        fn copy(&self) -> Option<Self> {
            Some(self.clone())
        }
        fn form(&self) -> Form {
            match self.to_str() {
                Some(text) => Form::Atom(format!("{text:?}")),
                None => byte_string(self.as_bytes()),
            }
        }
        fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
            let text = parser.text().map(OsString::from);
            text.or_else(|| parser.bytes().map(OsString::from_vec)).ok_or_else(|| {
                parser
                    .expected("a text between double quotes or a byte string such as `b\"\\xff\"`")
            })
        }
        fn fingerprint(&self) -> u64 {
            fingerprint(self.as_bytes())
        }
        fn mutants(&self) -> Mutants {
            sequence::text_mutants(self.len())
        }
        fn mutate(&mut self, mutant: u64, context: &mut Context) {
            sequence::mutate_text(self, mutant, context, byte);
        }
        fn restore(&mut self, mutant: u64, context: &mut Context) {
            sequence::restore_text(self, mutant, context);
        }
    }

    /// Changes the bytes.
    fn as_bytes<R>(text: &mut OsString, change: impl FnOnce(&mut Vec<u8>) -> R) -> R {
        let mut bytes = std::mem::take(text).into_vec();
        let result = change(&mut bytes);
        *text = OsString::from_vec(bytes);
        result
    }

    impl Sequence for OsString {
        type Item = u8;

        fn length(&self) -> usize {
            self.len()
        }
        fn smallest_item() -> u8 {
            b'a'
        }
        fn twin(&self, at: usize) -> u8 {
            self.as_bytes()[at]
        }
        fn insert(&mut self, at: usize, item: u8) {
            as_bytes(self, |bytes| bytes.insert(at, item));
        }
        fn remove(&mut self, at: usize) -> u8 {
            as_bytes(self, |bytes| bytes.remove(at))
        }
    }
}

#[cfg(not(unix))]
mod os_string {
    use crate::impls::represented::{Represented, represented};
    use std::ffi::OsString;

    impl Represented for OsString {
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
