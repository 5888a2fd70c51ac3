//! `Rc` and `Arc`: transparent like `Box`, and so without mutants of their own. One that somebody
//! else holds too, a property that kept a clone of it, is replaced and not written through: its
//! content is copied first. A copy of a value shares nothing with it.
//!
//! Content that is shared and cannot be copied cannot be taken apart: then the pointer itself is the
//! node, and its only mutant is a pointer to a fresh content.

use crate::value::context::Context;
use crate::value::generate::Generator;
use crate::value::mutate::{Kind, Mutants, Mutate, Node};
use crate::value::text::{Form, ParseError, Parser};
use crate::value::types::{TypeIndex, Types};
use std::rc::Rc;
use std::sync::Arc;

macro_rules! shared {
    ($pointer:ident, $stuck:ident, $own:ident) => {
        /// Whether the content can be neither changed in place nor copied.
        fn $stuck<T: Mutate>(pointer: &$pointer<T>) -> bool {
            let alone = $pointer::strong_count(pointer) == 1 && $pointer::weak_count(pointer) == 0;
            !alone && Mutate::copy(&(**pointer)).is_none()
        }

        /// The content, which nobody else holds: a copy of it if need be. `None` if it is stuck.
        fn $own<T: Mutate>(pointer: &mut $pointer<T>) -> Option<&mut T> {
            if $pointer::get_mut(pointer).is_none() {
                *pointer = $pointer::new(Mutate::copy(&(**pointer))?);
            }
            $pointer::get_mut(pointer)
        }

        impl<T: Mutate> Mutate for $pointer<T> {
            fn smallest() -> Self {
                $pointer::new(T::smallest())
            }
            fn generate(generator: &mut Generator) -> Self {
                $pointer::new(T::generate(generator))
            }
            fn describe(types: &mut Types) -> TypeIndex {
                types.transparent::<Self>(T::describe)
            }
            fn copy(this: &Self) -> Option<Self> {
                Mutate::copy(&(**this)).map($pointer::new)
            }
            fn node(this: &Self) -> &dyn Node {
                if $stuck(this) { this } else { Mutate::node(&(**this)) }
            }
            fn node_mut(this: &mut Self) -> &mut dyn Node {
                if $stuck(this) {
                    return this;
                }
                match $own(this) {
                    Some(content) => Mutate::node_mut(content),
                    None => unreachable!("content that is not stuck is owned or can be copied"),
                }
            }
            fn from_node(node: Box<dyn Node>) -> Result<Self, Box<dyn Node>> {
                T::from_node(node).map($pointer::new)
            }
            fn form(this: &Self) -> Form {
                Mutate::form(&**this)
            }
            fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
                T::parse(parser).map($pointer::new)
            }
            fn fingerprint(this: &Self) -> u64 {
                Mutate::fingerprint(&**this)
            }
            fn kind(this: &Self) -> Kind {
                Mutate::kind(&**this)
            }
            fn constructor(this: &Self) -> usize {
                Mutate::constructor(&**this)
            }
            fn children(this: &Self) -> usize {
                if $stuck(this) { 0 } else { Mutate::children(&**this) }
            }
            fn child(this: &Self, index: usize) -> &dyn Node {
                Mutate::child(&**this, index)
            }
            fn child_mut(this: &mut Self, index: usize) -> &mut dyn Node {
                match $own(this) {
                    Some(content) => Mutate::child_mut(content, index),
                    None => crate::value::mutate::no_child(index),
                }
            }
            fn all_children<'v>(this: &'v Self, into: &mut Vec<&'v dyn Node>) {
                if $stuck(this) {
                    return;
                }
                Mutate::all_children(&**this, into);
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
            fn edit_keys(this: &mut Self, change: &mut dyn FnMut(&mut dyn Node)) {
                if let Some(content) = $own(this) {
                    Mutate::edit_keys(content, change);
                }
            }
            fn mutants(this: &Self) -> Mutants {
                if $stuck(this) {
                    return Mutants { pure: 0, random: 1 };
                }
                Mutate::mutants(&**this)
            }
            fn fresh_subtrees(this: &Self) -> u64 {
                if $stuck(this) { 0 } else { Mutate::fresh_subtrees(&**this) }
            }
            fn paired_mutants(this: &Self) -> Mutants {
                if $stuck(this) { Mutants::default() } else { Mutate::paired_mutants(&**this) }
            }
            fn mutate(this: &mut Self, mutant: u64, context: &mut Context) {
                if let Some(content) = $own(this) {
                    return Mutate::mutate(content, mutant, context);
                }
                let fresh = $pointer::new(T::generate(context.generator()));
                // InteriorMutable twice, the new content is as stuck as the old: undoing finds the same node.
                context.undo.push($pointer::clone(&fresh));
                context.undo.push(std::mem::replace(this, fresh));
            }
            fn restore(this: &mut Self, mutant: u64, context: &mut Context) {
                if let Some(content) = $own(this) {
                    return Mutate::restore(content, mutant, context);
                }
                *this = context.undo.pop();
                drop(context.undo.pop::<Self>());
            }
            fn number(this: &Self) -> Option<i128> {
                Mutate::number(&**this)
            }
            fn set_number(this: &mut Self, number: i128) -> bool {
                $own(this).is_some_and(|content| Mutate::set_number(content, number))
            }
        }
    };
}

shared!(Rc, rc_is_stuck, own_rc);
shared!(Arc, arc_is_stuck, own_arc);
