//! `Rc` and `Arc`: transparent like `Box`, and so without mutants of their own. One that somebody
//! else holds too, a property that kept a clone of it, is replaced and not written through: its
//! content is copied first. A copy of a value shares nothing with it.
//!
//! Content that is shared and cannot be copied cannot be taken apart: then the pointer itself is the
//! node, and its only mutant is a pointer to a fresh content.

use crate::value::context::Context;
use crate::value::mutate::{Mutate, forward_mutate};
use crate::value::node::{Content, Node, forward_node};
use std::rc::Rc;
use std::sync::Arc;

macro_rules! shared {
    ($($pointer:ident),*) => {$(
        impl<T: Mutate> Mutate for $pointer<T> {
            forward_mutate!(shared T, |this| &**this, $pointer::new);

            fn node(this: &Self) -> &dyn Node {
                let alone = $pointer::strong_count(this) == 1 && $pointer::weak_count(this) == 0;
                if alone || T::copy(this).is_some() { T::node(this) } else { this }
            }
            fn node_mut(this: &mut Self) -> &mut dyn Node {
                if $pointer::get_mut(this).is_none() {
                    match T::copy(this) {
                        Some(copy) => *this = $pointer::new(copy),
                        None => return this,
                    }
                }
                match $pointer::get_mut(this) {
                    Some(content) => T::node_mut(content),
                    None => unreachable!("nobody else holds it"),
                }
            }
        }

        impl<T: Mutate> Content for $pointer<T> {
            fn content(&self) -> Option<&dyn Node> {
                Some(T::node(self))
            }
            fn content_mut(&mut self) -> Option<&mut dyn Node> {
                None
            }
        }

        // A pointer whose content is shared and cannot be copied.
        impl<T: Mutate> Node for $pointer<T> {
            forward_node!(kind constructor keys number form fingerprint);

            fn mutate(&mut self, _: u64, context: &mut Context) {
                let fresh = $pointer::new(T::generate(context.generator()));
                // Held twice, the new content is as stuck as the old: undoing finds the same node.
                context.undo.push($pointer::clone(&fresh));
                context.undo.push(std::mem::replace(self, fresh));
            }
            fn restore(&mut self, _: u64, context: &mut Context) {
                *self = context.undo.pop();
                drop(context.undo.pop::<Self>());
            }
        }
    )*};
}

shared!(Rc, Arc);
