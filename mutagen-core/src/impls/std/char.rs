//! `char`. Generated from the first letters of the alphabet half of the time, so that equal ones
//! meet, else printable ASCII, and once in eight any character; the random mutant is a fresh one.

use crate::value::context::Context;
use crate::value::generate::Generator;
use crate::value::mutate::Mutate;
use crate::value::node::{Node, NodeKind, own_node};
use crate::value::text::{Form, ParseError, Parser};
use rand::RngExt;

/// A character for a mutant: one that the parent was compared with, or a generated one.
pub(in crate::impls) fn fresh(generator: &mut Generator) -> char {
    let operand = generator.part_of_operand(8);
    match operand.and_then(|operand| char::from_u32(u32::from(operand as u8))) {
        Some(character) => character,
        None => char::generate(generator),
    }
}

impl Mutate for char {
    fn smallest() -> Self {
        'a'
    }
    fn generate(generator: &mut Generator) -> Self {
        match generator.below(8) {
            0..=3 => {
                let letters = generator.range().clamp(1, 26);
                char::from(b'a' + generator.below(letters) as u8)
            }
            4..=6 => char::from(b' ' + generator.below(95) as u8),
            _ => generator.random().random(),
        }
    }
    fn copy(this: &Self) -> Option<Self> {
        Some(*this)
    }
    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        let Some(literal) = parser.literal() else {
            return Err(parser.expected("a character between single quotes"));
        };
        match litrs::CharLit::parse(literal) {
            Ok(literal) => Ok(literal.value()),
            Err(_) => {
                parser.back();
                Err(parser.expected("a character between single quotes"))
            }
        }
    }
    own_node!();
}

impl Node for char {
    fn kind(&self) -> NodeKind {
        NodeKind::Number
    }
    fn form(&self) -> Form {
        Form::Atom(format!("{self:?}"))
    }
    fn fingerprint(&self) -> u64 {
        u64::from(u32::from(*self))
    }
    fn mutate(&mut self, _: u64, context: &mut Context) {
        let new = fresh(context.generator());
        context.undo.push(*self);
        *self = if new != *self {
            new
        } else if new == 'a' {
            'b'
        } else {
            'a'
        };
    }
    fn restore(&mut self, _: u64, context: &mut Context) {
        *self = context.undo.pop();
    }
    fn number(&self) -> Option<i128> {
        Some(i128::from(u32::from(*self)))
    }
    fn set_number(&mut self, number: i128) -> bool {
        match u32::try_from(number).ok().and_then(char::from_u32) {
            Some(character) => {
                *self = character;
                true
            }
            None => false,
        }
    }
}
