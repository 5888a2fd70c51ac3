//! `Box`: transparent. The node is its content, so that a box adds no position, and a boxed child of
//! a node's own type can take the node's place.

use crate::value::context::Context;
use crate::value::generate::Generator;
use crate::value::mutate::{Kind, Mutants, Mutate, Node};
use crate::value::text::{Form, ParseError, Parser};
use crate::value::types::{TypeIndex, Types};

impl<T: Mutate> Mutate for Box<T> {
    fn smallest() -> Self {
        Box::new(T::smallest())
    }
    fn generate(generator: &mut Generator) -> Self {
        Box::new(T::generate(generator))
    }
    #[inline]
    fn regenerate(this: &mut Self, generator: &mut Generator) {
        T::regenerate(&mut **this, generator);
    }
    fn describe(types: &mut Types) -> TypeIndex {
        types.transparent::<Self>(T::describe)
    }
    fn copy(this: &Self) -> Option<Self> {
        Mutate::copy(&(**this)).map(Box::new)
    }
    fn copy_into(this: &Self, into: &mut Self) -> bool {
        Mutate::copy_into(&**this, &mut **into)
    }
    fn node(this: &Self) -> &dyn Node {
        Mutate::node(&(**this))
    }
    fn node_mut(this: &mut Self) -> &mut dyn Node {
        Mutate::node_mut(&mut (**this))
    }
    fn form(this: &Self) -> Form {
        Mutate::form(&**this)
    }
    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        T::parse(parser).map(Box::new)
    }
    fn fingerprint(this: &Self) -> u64 {
        Mutate::fingerprint(&**this)
    }
    fn from_node(node: Box<dyn Node>) -> Result<Self, Box<dyn Node>> {
        T::from_node(node).map(Box::new)
    }
    fn kind(this: &Self) -> Kind {
        Mutate::kind(&**this)
    }
    fn constructor(this: &Self) -> usize {
        Mutate::constructor(&**this)
    }
    fn children(this: &Self) -> usize {
        Mutate::children(&**this)
    }
    fn child(this: &Self, index: usize) -> &dyn Node {
        Mutate::child(&**this, index)
    }
    fn child_mut(this: &mut Self, index: usize) -> &mut dyn Node {
        Mutate::child_mut(&mut **this, index)
    }
    #[inline]
    fn descend<'v>(this: &'v mut Self, path: &[u32]) -> &'v mut dyn Node {
        Mutate::descend(&mut **this, path)
    }
    fn all_children<'v>(this: &'v Self, into: &mut Vec<&'v dyn Node>) {
        Mutate::all_children(&**this, into);
    }
    fn edit_keys(this: &mut Self, change: &mut dyn FnMut(&mut dyn Node)) {
        Mutate::edit_keys(&mut **this, change);
    }
    fn key_count(this: &Self) -> usize {
        Mutate::key_count(&**this)
    }
    fn key_at(this: &Self, index: usize) -> &dyn Node {
        Mutate::key_at(&**this, index)
    }
    fn all_keys<'v>(this: &'v Self, into: &mut Vec<&'v dyn Node>) {
        Mutate::all_keys(&**this, into);
    }
    fn mutants(this: &Self) -> Mutants {
        Mutate::mutants(&**this)
    }
    fn fresh_subtrees(this: &Self) -> u64 {
        Mutate::fresh_subtrees(&**this)
    }
    fn paired_mutants(this: &Self) -> Mutants {
        Mutate::paired_mutants(&**this)
    }
    fn mutate(this: &mut Self, mutant: u64, context: &mut Context) {
        Mutate::mutate(&mut **this, mutant, context);
    }
    fn restore(this: &mut Self, mutant: u64, context: &mut Context) {
        Mutate::restore(&mut **this, mutant, context);
    }
    fn number(this: &Self) -> Option<i128> {
        Mutate::number(&**this)
    }
    fn set_number(this: &mut Self, number: i128) -> bool {
        Mutate::set_number(&mut **this, number)
    }
}
