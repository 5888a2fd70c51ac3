//! `Rc` and `Arc`: transparent like `Box`, and so without mutants of their own. One that somebody
//! else holds too, a property that kept a clone of it, is replaced and not written through: its
//! content is copied first. A copy of a value shares nothing with it.
//!
//! Content that is shared and cannot be copied cannot be taken apart: then the pointer itself is the
//! node, and its only mutant is a pointer to a fresh content.

use crate::context::Context;
use crate::generate::Generator;
use crate::mutate::{Kind, Mutants, Mutate, Node};
use crate::text::{Form, ParseError, Parser};
use crate::types::{TypeIndex, Types};
use std::rc::Rc;
use std::sync::Arc;

macro_rules! shared {
    ($pointer:ident, $stuck:ident, $own:ident) => {
        /// Whether the content can be neither changed in place nor copied.
        fn $stuck<T: Mutate>(pointer: &$pointer<T>) -> bool {
            let alone = $pointer::strong_count(pointer) == 1 && $pointer::weak_count(pointer) == 0;
            !alone && (**pointer).copy().is_none()
        }

        /// The content, which nobody else holds: a copy of it if need be. `None` if it is stuck.
        fn $own<T: Mutate>(pointer: &mut $pointer<T>) -> Option<&mut T> {
            if $pointer::get_mut(pointer).is_none() {
                *pointer = $pointer::new((**pointer).copy()?);
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
            fn copy(&self) -> Option<Self> {
                (**self).copy().map($pointer::new)
            }
            fn node(&self) -> &dyn Node {
                if $stuck(self) { self } else { (**self).node() }
            }
            fn node_mut(&mut self) -> &mut dyn Node {
                if $stuck(self) {
                    return self;
                }
                match $own(self) {
                    Some(content) => content.node_mut(),
                    None => unreachable!("content that is not stuck is owned or can be copied"),
                }
            }
            fn from_node(node: Box<dyn Node>) -> Result<Self, Box<dyn Node>> {
                T::from_node(node).map($pointer::new)
            }
            fn form(&self) -> Form {
                Mutate::form(&**self)
            }
            fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
                T::parse(parser).map($pointer::new)
            }
            fn fingerprint(&self) -> u64 {
                Mutate::fingerprint(&**self)
            }
            fn kind(&self) -> Kind {
                Mutate::kind(&**self)
            }
            fn constructor(&self) -> usize {
                Mutate::constructor(&**self)
            }
            fn children(&self) -> usize {
                if $stuck(self) { 0 } else { Mutate::children(&**self) }
            }
            fn child(&self, index: usize) -> &dyn Node {
                Mutate::child(&**self, index)
            }
            fn child_mut(&mut self, index: usize) -> &mut dyn Node {
                match $own(self) {
                    Some(content) => Mutate::child_mut(content, index),
                    None => crate::mutate::no_child(index),
                }
            }
            fn all_children<'v>(&'v self, into: &mut Vec<&'v dyn Node>) {
                if $stuck(self) {
                    return;
                }
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
                if $stuck(self) {
                    return Mutants { pure: 0, random: 1 };
                }
                Mutate::mutants(&**self)
            }
            fn regrowths(&self) -> u64 {
                if $stuck(self) { 0 } else { Mutate::regrowths(&**self) }
            }
            fn mutate(&mut self, mutant: u64, context: &mut Context) {
                if let Some(content) = $own(self) {
                    return Mutate::mutate(content, mutant, context);
                }
                let fresh = $pointer::new(T::generate(context.generator()));
                // Held twice, the new content is as stuck as the old: undoing finds the same node.
                context.stash.push($pointer::clone(&fresh));
                context.stash.push(std::mem::replace(self, fresh));
            }
            fn restore(&mut self, mutant: u64, context: &mut Context) {
                if let Some(content) = $own(self) {
                    return Mutate::restore(content, mutant, context);
                }
                *self = context.stash.pop();
                drop(context.stash.pop::<Self>());
            }
            fn number(&self) -> Option<i128> {
                Mutate::number(&**self)
            }
            fn set_number(&mut self, number: i128) -> bool {
                $own(self).is_some_and(|content| Mutate::set_number(content, number))
            }
        }
    };
}

shared!(Rc, rc_is_stuck, own_rc);
shared!(Arc, arc_is_stuck, own_arc);
