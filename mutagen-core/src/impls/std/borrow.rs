//! `Cow<'static, _>`. An owning `Cow` is a node like its content, with the same children and
//! mutants. Generated values own. A borrowing `Cow`, which only user code makes, has no children.
//! Its mutants are those of all nodes of an owned copy, and they own.

use crate::impls::by_shape::flattened;
use crate::impls::by_shape::matched::matched;
use crate::value::node::{Content, forward_node, own_node};
use crate::value::text::print;
use crate::value::walk::structural_hash;
use crate::value::{
    Context, Form, Generator, Mutants, Mutate, Node, ParseError, Parser, TypeIndex, Types,
};
use std::borrow::Cow;

/// Marks in the undo stack that the whole old value is kept.
const BORROWED: u64 = 1;

impl<B> Mutate for Cow<'static, B>
where
    B: ToOwned<Owned: Mutate> + ?Sized + 'static,
{
    fn smallest() -> Self {
        Cow::Owned(B::Owned::smallest())
    }
    fn generate(generator: &mut Generator) -> Self {
        Cow::Owned(B::Owned::generate(generator))
    }
    fn describe(types: &mut Types) -> TypeIndex {
        // Not transparent, because the node of a borrowing `Cow` is not its content.
        types.repeated::<Self>(1, B::Owned::describe)
    }
    fn copy(this: &Self) -> Option<Self> {
        match this {
            Cow::Owned(content) => Mutate::copy(content).map(Cow::Owned),
            Cow::Borrowed(content) => Some(Cow::Borrowed(content)),
        }
    }
    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        B::Owned::parse(parser).map(Cow::Owned)
    }
    own_node!();
}

impl<B: ToOwned<Owned: Mutate> + ?Sized> Content for Cow<'static, B> {
    fn content(&self) -> Option<&dyn Node> {
        match self {
            Cow::Owned(content) => Some(Mutate::node(content)),
            Cow::Borrowed(_) => None,
        }
    }
    fn content_mut(&mut self) -> Option<&mut dyn Node> {
        match self {
            Cow::Owned(content) => Some(Mutate::node_mut(content)),
            Cow::Borrowed(_) => None,
        }
    }
}

impl<B> Node for Cow<'static, B>
where
    B: ToOwned<Owned: Mutate> + ?Sized + 'static,
{
    forward_node!(
        kind constructor children keys edit_keys fresh_subtrees paired_mutants number set_number
    );

    fn form(&self) -> Form {
        match self {
            Cow::Owned(content) => Mutate::node(content).form(),
            Cow::Borrowed(content) => Form::Atom(print(Mutate::node(&B::to_owned(content)))),
        }
    }
    fn fingerprint(&self) -> u64 {
        match self {
            Cow::Owned(content) => Mutate::node(content).fingerprint(),
            Cow::Borrowed(content) => structural_hash(Mutate::node(&B::to_owned(content))),
        }
    }
    fn mutants(&self) -> Mutants {
        match self {
            Cow::Owned(content) => Mutate::node(content).mutants(),
            Cow::Borrowed(content) => flattened::mutants(Mutate::node(&B::to_owned(content))),
        }
    }
    fn mutate(&mut self, mutant: u64, context: &mut Context) {
        match self {
            Cow::Owned(content) => {
                Mutate::node_mut(content).mutate(mutant, context);
                context.undo.push_word(0);
            }
            Cow::Borrowed(content) => {
                let mut mutated = B::to_owned(content);
                let place = flattened::place(Mutate::node(&mutated), mutant);
                place.mutate(Mutate::node_mut(&mut mutated), context);
                context.undo.push(place);
                context.undo.push(std::mem::replace(self, Cow::Owned(mutated)));
                context.undo.push_word(BORROWED);
            }
        }
    }
    fn restore(&mut self, mutant: u64, context: &mut Context) {
        let borrowed = context.undo.pop_word() == BORROWED;
        let old = borrowed.then(|| context.undo.pop::<Self>());
        if let Cow::Owned(content) = self {
            if borrowed {
                let place: flattened::Place = context.undo.pop();
                place.restore(Mutate::node_mut(content), context);
            } else {
                Mutate::node_mut(content).restore(mutant, context);
            }
        }
        if let Some(old) = old {
            *self = old;
        }
    }
}

matched!(text Cow<'static, str>);
matched!(bytes Cow<'static, [u8]>);
