//! `String`, by characters: drop each, duplicate each, cut off the end at each place but the last,
//! swap each two neighbours, insert an `a` at each place; and as random mutant one character
//! replaced by a fresh one (a fresh text if there is none).

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
        let Some(literal) = parser.literal() else {
            return Err(parser.expected("a text between double quotes"));
        };
        match litrs::StringLit::parse(literal) {
            Ok(literal) => Ok(literal.value().to_owned()),
            Err(_) => {
                parser.back();
                Err(parser.expected("a text between double quotes"))
            }
        }
    }
    fn fingerprint(&self) -> u64 {
        self.bytes().fold(self.len() as u64, |hash, byte| scramble(hash ^ u64::from(byte)))
    }
    fn mutants(&self) -> Mutants {
        let characters = self.chars().collect::<Vec<char>>();
        Mutants { pure: Mutate::mutants(&characters).pure, random: 1 }
    }
    fn mutate(&mut self, mutant: u64, context: &mut Context) {
        let mut characters: Vec<char> = self.chars().collect();
        let pure = Mutate::mutants(&characters).pure;
        if mutant < pure {
            // The edits are those of a vector; what it keeps for its own way back is not needed,
            // because the old text is kept whole.
            Mutate::mutate(&mut characters, mutant, context);
            let mut forgotten = characters.clone();
            Mutate::restore(&mut forgotten, mutant, context);
        } else {
            let generator = context.generator();
            match u32::try_from(characters.len()).unwrap_or(u32::MAX) {
                0 => characters = Vec::generate(generator),
                length => {
                    let at = generator.below(length) as usize;
                    characters[at] = char::generate(generator);
                }
            }
        }
        let mutant = characters.into_iter().collect();
        context.stash.push(std::mem::replace(self, mutant));
    }
    fn restore(&mut self, _: u64, context: &mut Context) {
        *self = context.stash.pop();
    }
}
