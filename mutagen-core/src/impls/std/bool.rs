//! `bool`: two constructors without fields, each the other's only mutant.

use crate::value::context::Context;
use crate::value::generate::Generator;
use crate::value::mutate::Mutate;
use crate::value::node::{Mutants, Node, NodeKind, own_node};
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
    own_node!();
}

impl Node for bool {
    fn form(&self) -> Form {
        Form::Atom(self.to_string())
    }
    fn kind(&self) -> NodeKind {
        NodeKind::Nullary
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
