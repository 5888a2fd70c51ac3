//! juniper 0.14.2, graphql-rust/juniper pull 645. The four digits of an escaped character are
//! sliced up to the first byte of the last one, without a check that it is a digit.

use juniper::parser::parse_document_source;
use juniper::{EmptyMutation, RootNode};
use mutagen_core::Mutate;
use mutagen_core::property;
use std::fmt::Write;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::text("juniper-645", any_text_is_parsed_or_refused);

/// A text that is no document is an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_text_is_parsed_or_refused(text: &str) {
    BUG.only(|| {
        type Nothing = EmptyMutation<()>;
        let root = RootNode::<Nothing, Nothing>::new(Nothing::new(), Nothing::new());
        let _ = parse_document_source(text, &root.schema);
    });
}

/// A field of a query.
#[derive(Debug, Clone, Mutate)]
pub struct Field {
    name: Name,
    arguments: Vec<(Name, Value)>,
    directive: Option<Name>,
    fields: Vec<Field>,
}

/// A name.
#[derive(Debug, Clone, Copy, Mutate)]
pub struct Name(#[mutate(range = 'a'..='z')] char);

/// The value of an argument.
#[derive(Debug, Clone, Mutate)]
pub enum Value {
    /// `$name`
    Variable(Name),
    /// An integer.
    Int(i64),
    /// A float.
    Float(f64),
    /// A text between quotes.
    String(Vec<Piece>),
    /// A truth value.
    Boolean(bool),
    /// A constant of an enumeration.
    Constant(Name),
    /// A list.
    List(Vec<Value>),
    /// An object.
    Object(Vec<(Name, Value)>),
}

/// A piece of a text between quotes.
#[derive(Debug, Clone, Mutate)]
pub enum Piece {
    /// A character as it is.
    Plain(char),
    /// A character after a backslash.
    Escaped(char),
    /// `\u` and four characters, which should be digits.
    Unicode([Digit; 4]),
}

/// A hexadecimal digit, or what stands in its place.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Digit {
    /// A digit.
    #[mutate(weight = 9)]
    Valid(#[mutate(range = 0..=15)] u8),
    /// Any other character.
    Other(char),
}

impl Field {
    fn print_to(&self, text: &mut String) {
        text.push(self.name.0);
        if !self.arguments.is_empty() {
            text.push('(');
            print_members(&self.arguments, text);
            text.push(')');
        }
        if let Some(Name(directive)) = self.directive {
            text.extend([' ', '@', directive]);
        }
        if !self.fields.is_empty() {
            print_fields(&self.fields, text);
        }
        text.push(' ');
    }
}

fn print_fields(fields: &[Field], text: &mut String) {
    text.push('{');
    fields.iter().for_each(|field| field.print_to(text));
    text.push('}');
}

fn print_members(members: &[(Name, Value)], text: &mut String) {
    for (Name(name), value) in members {
        text.extend([*name, ':']);
        value.print_to(text);
        text.push(' ');
    }
}

impl Value {
    fn print_to(&self, text: &mut String) {
        match self {
            Value::Variable(Name(name)) => text.extend(['$', *name]),
            Value::Int(value) => write!(text, "{value}").expect("a string takes any text"),
            Value::Float(value) => write!(text, "{value}").expect("a string takes any text"),
            Value::String(pieces) => {
                text.push('"');
                pieces.iter().for_each(|piece| piece.print_to(text));
                text.push('"');
            }
            Value::Boolean(value) => text.push_str(if *value { "true" } else { "false" }),
            Value::Constant(Name(name)) => text.push(name.to_ascii_uppercase()),
            Value::List(values) => {
                text.push('[');
                for value in values {
                    value.print_to(text);
                    text.push(' ');
                }
                text.push(']');
            }
            Value::Object(members) => {
                text.push('{');
                print_members(members, text);
                text.push('}');
            }
        }
    }
}

impl Piece {
    fn print_to(&self, text: &mut String) {
        match self {
            Piece::Plain(char) => text.push(*char),
            Piece::Escaped(char) => text.extend(['\\', *char]),
            Piece::Unicode(digits) => {
                text.push_str("\\u");
                text.extend(digits.iter().map(|digit| match *digit {
                    Digit::Valid(digit) => char::from(b"0123456789abcdef"[usize::from(digit)]),
                    Digit::Other(char) => char,
                }));
            }
        }
    }
}

/// A query, whose texts may have any characters, is parsed or refused.
#[property]
#[ignore = "finds the bug"]
pub fn documents_are_parsed_or_refused(fields: &[Field]) {
    let mut text = String::new();
    print_fields(fields, &mut text);
    any_text_is_parsed_or_refused(&text);
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}
