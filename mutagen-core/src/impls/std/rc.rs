//! `Rc` and `Arc`: transparent like `Box`, and therefore without mutants of their own. If other
//! code also holds the content, such as a property that kept a clone, the content is copied before
//! it is changed. A copy of a value shares nothing with the value.
//!
//! Content that is shared and cannot be copied cannot be mutated. Then the pointer itself is the
//! node, and its only mutant is a pointer to fresh content.

use crate::value::mutate::forward_mutate;
use crate::value::node::{Content, forward_node};
use crate::value::{Context, Mutate, Node};
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

        // The node of a pointer whose content is shared and cannot be copied.
        impl<T: Mutate> Node for $pointer<T> {
            forward_node!(kind constructor keys number form fingerprint);

            fn mutate(&mut self, _: u64, context: &mut Context) {
                let fresh = $pointer::new(T::generate(context.generator()));
                // A second pointer keeps the new content shared too, so that undoing finds the same
                // node.
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
