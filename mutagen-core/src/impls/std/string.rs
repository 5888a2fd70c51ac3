//! `String`, mutated by characters. It has the mutants of a sequence, where the inserted character
//! is an `a`. Its random mutant replaces one character by a fresh character, or an empty text by a
//! fresh text.

use super::char as character;
use crate::impls::by_shape::by_shape;
use crate::impls::by_shape::matched::matched;
use crate::impls::by_shape::sequence::text::Text;
use crate::impls::by_shape::sequence::{Sequence, cut_by_sequence};
use crate::value::node::own_node;
use crate::value::{Generator, Mutate, Node, ParseError, Parser};

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
        if let Some(word) = generator.word_in(4) {
            this.push_str(&String::from_utf8_lossy(word));
            if generator.one_in(2) {
                generator.end(&elements);
                return;
            }
        }
        this.reserve(elements.left());
        while let Some(character) = generator.element::<char>(&mut elements) {
            this.push(character);
        }
    }
    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        parser.text().ok_or_else(|| parser.expected("a text between double quotes"))
    }
    by_shape!((impls::by_shape::atom) copy);
    own_node!();
}

impl Node for String {
    by_shape!(
        (impls::by_shape::sequence::text) form fingerprint mutants mutate restore text
    );
}

impl Text for String {
    fn bytes(&self) -> &[u8] {
        self.as_bytes()
    }
    fn fresh(generator: &mut Generator) -> char {
        character::fresh(generator)
    }
    fn of_bytes(bytes: &[u8]) -> String {
        of_bytes(bytes)
    }
}

/// The text of edited bytes. Bytes that are no UTF-8 lose their highest bit: replacement characters
/// would soon fill a text whose bytes are edited one by one.
pub(crate) fn of_bytes(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| char::from(byte & 0x7f)));
    }
    text
}

cut_by_sequence!([] String);

matched!(text String);

/// The start of the character with this number, or the end of the text for the number after the
/// last.
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
