//! `Cow` that borrows for ever or owns: one that owns is a node like its content, with the same
//! children and mutants. Generated ones own. One that borrows, which only a user's own code makes, has
//! no children; its mutants are those of all nodes of an owned copy, and own.

use crate::impls::by_shape::flattened;
use crate::value::context::Context;
use crate::value::generate::Generator;
use crate::value::mutate::{Kind, Mutants, Mutate, Node, no_child};
use crate::value::text::{Form, ParseError, Parser, print};
use crate::value::types::{TypeIndex, Types};
use crate::value::walk::structural_hash;
use std::borrow::Cow;

/// What undoing takes: whether the old value is kept whole.
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
        // Not transparent, because the node of one that borrows is not its content.
        types.repeated::<Self>(1, B::Owned::describe)
    }
    fn copy(this: &Self) -> Option<Self> {
        match this {
            Cow::Owned(content) => Mutate::copy(content).map(Cow::Owned),
            Cow::Borrowed(content) => Some(Cow::Borrowed(content)),
        }
    }
    fn form(this: &Self) -> Form {
        match this {
            Cow::Owned(content) => Mutate::form(content),
            Cow::Borrowed(content) => Form::Atom(print(Mutate::node(&B::to_owned(content)))),
        }
    }
    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        B::Owned::parse(parser).map(Cow::Owned)
    }
    fn fingerprint(this: &Self) -> u64 {
        match this {
            Cow::Owned(content) => Mutate::fingerprint(content),
            Cow::Borrowed(content) => structural_hash(Mutate::node(&B::to_owned(content))),
        }
    }
    fn kind(this: &Self) -> Kind {
        owned(this).map_or(Kind::Other, Mutate::kind)
    }
    fn constructor(this: &Self) -> usize {
        owned(this).map_or(0, Mutate::constructor)
    }
    fn children(this: &Self) -> usize {
        owned(this).map_or(0, Mutate::children)
    }
    fn child(this: &Self, index: usize) -> &dyn Node {
        owned(this).map_or_else(|| no_child(index), |content| Mutate::child(content, index))
    }
    fn child_mut(this: &mut Self, index: usize) -> &mut dyn Node {
        match this {
            Cow::Owned(content) => Mutate::child_mut(content, index),
            Cow::Borrowed(_) => no_child(index),
        }
    }
    fn all_children<'v>(this: &'v Self, into: &mut Vec<&'v dyn Node>) {
        if let Some(content) = owned(this) {
            Mutate::all_children(content, into);
        }
    }
    fn key_count(this: &Self) -> usize {
        owned(this).map_or(0, Mutate::key_count)
    }
    fn key_at(this: &Self, index: usize) -> &dyn Node {
        owned(this).map_or_else(|| no_child(index), |content| Mutate::key_at(content, index))
    }
    fn all_keys<'v>(this: &'v Self, into: &mut Vec<&'v dyn Node>) {
        if let Some(content) = owned(this) {
            Mutate::all_keys(content, into);
        }
    }
    fn edit_keys(this: &mut Self, change: &mut dyn FnMut(&mut dyn Node)) {
        if let Cow::Owned(content) = this {
            Mutate::edit_keys(content, change);
        }
    }
    fn mutants(this: &Self) -> Mutants {
        match this {
            Cow::Owned(content) => Mutate::mutants(content),
            Cow::Borrowed(content) => flattened::mutants(Mutate::node(&B::to_owned(content))),
        }
    }
    fn fresh_subtrees(this: &Self) -> u64 {
        owned(this).map_or(0, Mutate::fresh_subtrees)
    }
    fn paired_mutants(this: &Self) -> Mutants {
        owned(this).map_or(Mutants::default(), Mutate::paired_mutants)
    }
    fn mutate(this: &mut Self, mutant: u64, context: &mut Context) {
        match this {
            Cow::Owned(content) => {
                Mutate::mutate(content, mutant, context);
                context.undo.push_word(0);
            }
            Cow::Borrowed(content) => {
                let mut mutated = B::to_owned(content);
                let place = flattened::place(Mutate::node(&mutated), mutant);
                place.node_mut(Mutate::node_mut(&mut mutated)).mutate(place.mutant, context);
                context.undo.push(place);
                context.undo.push(std::mem::replace(this, Cow::Owned(mutated)));
                context.undo.push_word(BORROWED);
            }
        }
    }
    fn restore(this: &mut Self, mutant: u64, context: &mut Context) {
        let borrowed = context.undo.pop_word() == BORROWED;
        let old = borrowed.then(|| context.undo.pop::<Self>());
        if let Cow::Owned(content) = this {
            if borrowed {
                let place: flattened::Place = context.undo.pop();
                place.node_mut(Mutate::node_mut(content)).restore(place.mutant, context);
            } else {
                Mutate::restore(content, mutant, context);
            }
        }
        if let Some(old) = old {
            *this = old;
        }
    }
    fn number(this: &Self) -> Option<i128> {
        owned(this).and_then(Mutate::number)
    }
    fn set_number(this: &mut Self, number: i128) -> bool {
        match this {
            Cow::Owned(content) => Mutate::set_number(content, number),
            Cow::Borrowed(_) => false,
        }
    }
}

/// The content, if it is owned.
#[expect(clippy::ptr_arg, reason = "whether it is owned is the question")]
fn owned<'c, B: ToOwned + ?Sized>(cow: &'c Cow<'static, B>) -> Option<&'c B::Owned> {
    match cow {
        Cow::Owned(content) => Some(content),
        Cow::Borrowed(_) => None,
    }
}
