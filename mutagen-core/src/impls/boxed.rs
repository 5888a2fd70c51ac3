//! `Box`: transparent. The node is its content, so that a box adds no position, and a boxed child of
//! a node's own type can take the node's place.

use crate::context::Context;
use crate::generate::Generator;
use crate::mutate::{Kind, Mutants, Mutate, Node};
use crate::text::{Form, ParseError, Parser};
use crate::types::{TypeIndex, Types};

impl<T: Mutate> Mutate for Box<T> {
    fn smallest() -> Self {
        Box::new(T::smallest())
    }
    fn generate(generator: &mut Generator) -> Self {
        Box::new(T::generate(generator))
    }
    fn describe(types: &mut Types) -> TypeIndex {
        types.transparent::<Self>(T::describe)
    }
    fn copy(&self) -> Option<Self> {
        (**self).copy().map(Box::new)
    }
    fn node(&self) -> &dyn Node {
        (**self).node()
    }
    fn node_mut(&mut self) -> &mut dyn Node {
        (**self).node_mut()
    }
    fn form(&self) -> Form {
        Mutate::form(&**self)
    }
    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        T::parse(parser).map(Box::new)
    }
    fn fingerprint(&self) -> u64 {
        Mutate::fingerprint(&**self)
    }
    fn from_node(node: Box<dyn Node>) -> Result<Self, Box<dyn Node>> {
        T::from_node(node).map(Box::new)
    }
    fn kind(&self) -> Kind {
        Mutate::kind(&**self)
    }
    fn constructor(&self) -> usize {
        Mutate::constructor(&**self)
    }
    fn children(&self) -> usize {
        Mutate::children(&**self)
    }
    fn child(&self, index: usize) -> &dyn Node {
        Mutate::child(&**self, index)
    }
    fn child_mut(&mut self, index: usize) -> &mut dyn Node {
        Mutate::child_mut(&mut **self, index)
    }
    fn all_children<'v>(&'v self, into: &mut Vec<&'v dyn Node>) {
        Mutate::all_children(&**self, into);
    }
    fn own_parts(&self) -> usize {
        Mutate::own_parts(&**self)
    }
    fn own_part(&self, index: usize) -> &dyn Node {
        Mutate::own_part(&**self, index)
    }
    fn all_own_parts<'v>(&'v self, into: &mut Vec<&'v dyn Node>) {
        Mutate::all_own_parts(&**self, into);
    }
    fn mutants(&self) -> Mutants {
        Mutate::mutants(&**self)
    }
    fn regrowths(&self) -> u64 {
        Mutate::regrowths(&**self)
    }
    fn mutate(&mut self, mutant: u64, context: &mut Context) {
        Mutate::mutate(&mut **self, mutant, context);
    }
    fn restore(&mut self, mutant: u64, context: &mut Context) {
        Mutate::restore(&mut **self, mutant, context);
    }
    fn number(&self) -> Option<i128> {
        Mutate::number(&**self)
    }
    fn set_number(&mut self, number: i128) -> bool {
        Mutate::set_number(&mut **self, number)
    }
}
