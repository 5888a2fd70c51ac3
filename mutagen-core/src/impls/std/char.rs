//! `char`. Of the generated characters, 1/2 are from the first letters of the alphabet, so that
//! equal characters occur, 3/8 are printable ASCII, and 1/8 are any character. The random mutant is
//! a fresh character.

use crate::impls::by_shape::by_shape;
use crate::value::node::own_node;
use crate::value::{Context, Form, Generator, Mutate, Node, ParseError, Parser};
use rand::RngExt;

/// A character for a mutant: an operand of the parent's comparisons, or a generated character.
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
        if let Some(literal) = generator.char_in(16) {
            return literal;
        }
        match generator.below(8) {
            0..=3 => {
                let letters = generator.range().clamp(1, 26);
                char::from(b'a' + generator.below(letters) as u8)
            }
            4..=6 => char::from(b' ' + generator.below(95) as u8),
            _ => generator.random().random(),
        }
    }
    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        parser.read_literal("a character between single quotes", |literal| {
            litrs::CharLit::parse(literal).ok().map(|literal| literal.value())
        })
    }
    by_shape!((impls::by_shape::atom) copy);
    own_node!();
}

impl Node for char {
    by_shape!((impls::by_shape::atom) kind);

    fn form(&self) -> Form {
        Form::Atom(format!("{self:?}"))
    }
    fn fingerprint(&self) -> u64 {
        u64::from(u32::from(*self))
    }
    fn mutate(&mut self, _: u64, context: &mut Context) {
        let new = fresh(context.generator());
        context.undo.push(*self);
        let other = if new == 'a' { 'b' } else { 'a' };
        *self = if new != *self { new } else { other };
    }
    fn number(&self) -> Option<i128> {
        Some(i128::from(u32::from(*self)))
    }
    fn set_number(&mut self, number: i128) -> bool {
        let new = u32::try_from(number).ok().and_then(char::from_u32);
        *self = new.unwrap_or(*self);
        new.is_some()
    }
}
