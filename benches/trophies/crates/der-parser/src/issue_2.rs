//! der-parser 0.3.1, rusticata/der-parser issue 2. The content of a bit string begins with the
//! number of its unused bits, which is taken off the length without a check that the length is not
//! zero.
//!
//! The property leaves out the tag of object identifiers, wherever it is: the release panics if the
//! content of one is empty or ends early.

use der_parser::parse_der;
use mutagen_core::Mutate;
use mutagen_core::property;
use trophy::{Bug, Kind};

/// The bug.
pub const BUG: Bug = Bug {
    name: "der-parser-2",
    krate: "der-parser",
    version: "0.3.1",
    reference: "https://github.com/rusticata/der-parser/issues/2",
    kind: Kind::Arithmetic,
    bytes: Some(any_bytes_are_parsed_or_refused),
    text: None,
    property: "issue_2::any_bytes_are_parsed_or_refused",
    typed: Some("issue_2::values_are_parsed_or_refused"),
    witness: b"\x03\0\0",
    message: "attempt to subtract with overflow",
};

/// Bytes that are no value are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_bytes_are_parsed_or_refused(bytes: &[u8]) {
    if !bytes.contains(&6) {
        let _ = parse_der(bytes);
    }
}

/// A value.
#[derive(Debug, Clone, Mutate)]
pub enum Value {
    /// Bytes of a type.
    Primitive(Type, Length, Vec<u8>),
    /// Values in a sequence.
    Sequence(Length, Vec<Value>),
    /// Values in a set.
    Set(Length, Vec<Value>),
    /// A value in a tag of the context.
    Context(#[mutate(range = 0..=30)] u8, Length, Box<Value>),
}

/// A type of the language.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Type {
    /// A truth value.
    Boolean,
    /// An integer.
    Integer,
    /// Bits.
    BitString,
    /// Bytes.
    OctetString,
    /// Nothing.
    Null,
    /// A choice.
    Enumerated,
    /// A text.
    Utf8String,
    /// A text of few characters.
    PrintableString,
    /// A time.
    UtcTime,
}

/// How a length is written.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Length {
    /// In one byte, if it is below 128.
    Short,
    /// In as many bytes as the first one says.
    Long,
    /// Not at all: two zeros end the value.
    Indefinite,
}

impl Value {
    fn print_to(&self, bytes: &mut Vec<u8>) {
        let (tag, length, content) = match self {
            Value::Primitive(kind, length, content) => (kind.tag(), length, content.clone()),
            Value::Sequence(length, values) => (0x30, length, print(values)),
            Value::Set(length, values) => (0x31, length, print(values)),
            Value::Context(tag, length, value) => {
                (0xa0 | tag, length, print(std::slice::from_ref(&**value)))
            }
        };
        bytes.push(tag);
        let size = u16::try_from(content.len()).expect("a short value");
        match length {
            Length::Short if size < 128 => bytes.push(size as u8),
            Length::Short | Length::Long => {
                bytes.push(0x82);
                bytes.extend(size.to_be_bytes());
            }
            Length::Indefinite => bytes.push(0x80),
        }
        bytes.extend(content);
        if matches!(length, Length::Indefinite) {
            bytes.extend([0, 0]);
        }
    }
}

impl Type {
    fn tag(self) -> u8 {
        match self {
            Type::Boolean => 1,
            Type::Integer => 2,
            Type::BitString => 3,
            Type::OctetString => 4,
            Type::Null => 5,
            Type::Enumerated => 10,
            Type::Utf8String => 12,
            Type::PrintableString => 19,
            Type::UtcTime => 23,
        }
    }
}

fn print(values: &[Value]) -> Vec<u8> {
    let mut bytes = Vec::new();
    values.iter().for_each(|value| value.print_to(&mut bytes));
    bytes
}

/// A value, whose content need not fit its type, is parsed or refused.
#[property]
#[ignore = "finds the bug"]
pub fn values_are_parsed_or_refused(value: &Value) {
    any_bytes_are_parsed_or_refused(&print(std::slice::from_ref(value)));
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}
