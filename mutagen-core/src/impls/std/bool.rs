//! `bool`: 2 constructors without fields. The only mutant of each is the other.

use crate::impls::by_shape::by_shape;
use crate::value::node::own_node;
use crate::value::{Context, Generator, Mutants, Mutate, Node, NodeKind, ParseError, Parser};

const EXPECTED: &str = "`true` or `false`";

impl Mutate for bool {
    fn smallest() -> Self {
        false
    }
    fn generate(generator: &mut Generator) -> Self {
        generator.one_in(2)
    }
    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        let Some(name) = parser.name() else { return Err(parser.expected(EXPECTED)) };
        parser.accept(name.parse().ok(), EXPECTED)
    }
    by_shape!((impls::by_shape::atom) copy);
    own_node!();
}

impl Node for bool {
    by_shape!((impls::by_shape::atom) form);

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
