//! `bool`: two constructors without fields, each the other's only mutant.

use crate::context::Context;
use crate::generate::Generator;
use crate::mutate::{Kind, Mutants, Mutate};
use crate::text::{Form, ParseError, Parser};

impl Mutate for bool {
    fn smallest() -> Self {
        false
    }
    fn generate(generator: &mut Generator) -> Self {
        generator.one_in(2)
    }
    fn copy(&self) -> Option<Self> {
        Some(*self)
    }
    fn form(&self) -> Form {
        Form::Atom(self.to_string())
    }
    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        match parser.name().as_deref() {
            Some("true") => Ok(true),
            Some("false") => Ok(false),
            found => {
                if found.is_some() {
                    parser.back();
                }
                Err(parser.expected("`true` or `false`"))
            }
        }
    }
    fn kind(&self) -> Kind {
        Kind::Nullary
    }
    fn constructor(&self) -> usize {
        usize::from(*self)
    }
    fn mutants(&self) -> Mutants {
        Mutants { pure: 1, random: 0 }
    }
    fn mutate(&mut self, _: u64, _: &mut Context) {
        *self = !*self;
    }
    fn restore(&mut self, _: u64, _: &mut Context) {
        *self = !*self;
    }
}
