//! `String`, by characters: the mutants of a sequence, of which the inserted character is an `a`, and
//! as random mutant one character replaced by a fresh one (a fresh text if there is none).

use super::sequence::{self, Sequence};
use crate::context::Context;
use crate::generate::Generator;
use crate::mutate::{Mutants, Mutate};
use crate::seed::scramble;
use crate::text::{Form, ParseError, Parser};

impl Mutate for String {
    fn smallest() -> Self {
        String::new()
    }
    fn generate(generator: &mut Generator) -> Self {
        let mut elements = generator.length();
        let mut text = String::with_capacity(elements.left());
        while let Some(character) = generator.element::<char>(&mut elements) {
            text.push(character);
        }
        text
    }
    fn copy(&self) -> Option<Self> {
        Some(self.clone())
    }
    fn form(&self) -> Form {
        Form::Atom(format!("{self:?}"))
    }
    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        parser.text().ok_or_else(|| parser.expected("a text between double quotes"))
    }
    fn fingerprint(&self) -> u64 {
        fingerprint(self.as_bytes())
    }
    fn mutants(&self) -> Mutants {
        sequence::text_mutants(self.length())
    }
    fn mutate(&mut self, mutant: u64, context: &mut Context) {
        sequence::mutate_text(self, mutant, context, char::generate);
    }
    fn restore(&mut self, mutant: u64, context: &mut Context) {
        sequence::restore_text(self, mutant, context);
    }
}

/// A hash of bytes, for [`Mutate::fingerprint`].
pub(super) fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(bytes.len() as u64, |hash, byte| scramble(hash ^ u64::from(*byte)))
}

/// Where the character with this number starts; the end for the one after the last.
fn start(text: &str, at: usize) -> usize {
    text.char_indices().nth(at).map_or(text.len(), |(start, _)| start)
}

impl Sequence for String {
    type Item = char;

    fn length(&self) -> usize {
        self.chars().count()
    }
    fn smallest_item() -> char {
        char::smallest()
    }
    fn twin(&self, at: usize) -> char {
        self.chars().nth(at).unwrap_or_else(char::smallest)
    }
    fn insert(&mut self, at: usize, item: char) {
        String::insert(self, start(self, at), item);
    }
    fn remove(&mut self, at: usize) -> char {
        String::remove(self, start(self, at))
    }
    fn push(&mut self, item: char) {
        String::push(self, item);
    }
    fn pop(&mut self) -> char {
        String::pop(self).unwrap_or_else(char::smallest)
    }
}
