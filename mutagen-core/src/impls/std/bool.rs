//! `bool`: two constructors without fields, each the other's only mutant.

use crate::value::context::Context;
use crate::value::generate::Generator;
use crate::value::mutate::{Kind, Mutants, Mutate};
use crate::value::text::{Form, ParseError, Parser};

impl Mutate for bool {
    fn smallest() -> Self {
        false
    }
    fn generate(generator: &mut Generator) -> Self {
        generator.one_in(2)
    }
    fn copy(this: &Self) -> Option<Self> {
        Some(*this)
    }
    fn form(this: &Self) -> Form {
        Form::Atom(this.to_string())
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
    fn kind(_: &Self) -> Kind {
        Kind::Nullary
    }
    fn constructor(this: &Self) -> usize {
        usize::from(*this)
    }
    fn mutants(_: &Self) -> Mutants {
        Mutants { pure: 1, random: 0 }
    }
    fn mutate(this: &mut Self, _: u64, _: &mut Context) {
        *this = !*this;
    }
    fn restore(this: &mut Self, _: u64, _: &mut Context) {
        *this = !*this;
    }
}
