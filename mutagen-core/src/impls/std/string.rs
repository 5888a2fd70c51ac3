//! `String`, by characters: the mutants of a sequence, of which the inserted character is an `a`, and
//! as random mutant one character replaced by a fresh one (a fresh text if there is none).

use super::char as character;
use crate::impls::by_shape::sequence::{self, Sequence};
use crate::value::context::Context;
use crate::value::generate::Generator;
use crate::value::mutate::Mutate;
use crate::value::node::{Mutants, Node, own_node};
use crate::value::seed::scramble;
use crate::value::text::{Form, ParseError, Parser};

impl Mutate for String {
    fn smallest() -> Self {
        String::new()
    }
    fn generate(generator: &mut Generator) -> Self {
        let mut text = String::new();
        <String as Mutate>::regenerate(&mut text, generator);
        text
    }
    fn regenerate(this: &mut Self, generator: &mut Generator) {
        let mut elements = generator.length();
        this.clear();
        this.reserve(elements.left());
        while let Some(character) = generator.element::<char>(&mut elements) {
            this.push(character);
        }
    }
    fn copy(this: &Self) -> Option<Self> {
        Some(this.clone())
    }
    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        parser.text().ok_or_else(|| parser.expected("a text between double quotes"))
    }
    own_node!();
}

impl Node for String {
    fn form(&self) -> Form {
        Form::Atom(format!("{self:?}"))
    }
    fn fingerprint(&self) -> u64 {
        fingerprint(self.as_bytes())
    }
    fn mutants(&self) -> Mutants {
        sequence::text_mutants(self.length())
    }
    fn mutate(&mut self, mutant: u64, context: &mut Context) {
        sequence::mutate_text(self, mutant, context, character::fresh);
    }
    fn restore(&mut self, mutant: u64, context: &mut Context) {
        sequence::restore_text(self, mutant, context);
    }
}

/// A hash of bytes, for [`Node::fingerprint`].
pub(in crate::impls) fn fingerprint(bytes: &[u8]) -> u64 {
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
    fn take_end(&mut self, at: usize, end: &mut Self) {
        let start = start(self, at);
        end.clear();
        end.push_str(&self[start..]);
        self.truncate(start);
    }
    fn put_end(&mut self, end: &mut Self) {
        self.push_str(end);
    }
    fn make_room(&mut self) {
        self.reserve_exact(char::MAX.len_utf8());
    }
    fn fit(&mut self) {
        self.shrink_to_fit();
    }
}
