//! The pure mutants of a node of a derived type, made in place and undone by their recipes.
//!
//! A mutant takes out the fields that move, and leaves a spare value in place of each. Then it puts
//! each field into its new place, and copies only fields that are used twice. Restoring reverses
//! these steps. Spares are kept and used again. Nothing outside the node changes. No subtree is
//! copied unless the mutant duplicates it. No value is destructured, so types that implement `Drop`
//! need no special case.

use super::{Algebraic, Fields, made};
use crate::value::context::Context;
use crate::value::mutate::Mutate;
use crate::value::node::{FRESH_SUBTREE, Node};
use crate::value::types::{Flow, Incoming, Recipe};
use crate::value::undo::UndoStack;
use std::any::Any;

/// Turns a node into its pure mutant with this number.
///
/// # Panics
/// If there is no such mutant.
pub fn mutate<T: Algebraic>(value: &mut T, mutant: u64, context: &mut Context) {
    if mutant >= FRESH_SUBTREE {
        let fresh = regrown(value, context);
        return context.undo.push(std::mem::replace(value, fresh));
    }
    let recipe = T::plan().recipe(Node::constructor(value), mutant);
    let undo = &mut context.undo;
    match &*recipe {
        Recipe::Hoist { field } => {
            undo.hoist(value, |value, spare| match own_child(value, *field) {
                Some(place) => std::mem::replace(place, spare),
                None => T::smallest(),
            });
        }
        Recipe::Copy { source, target } => {
            value.slot(*source).push_copy_in_place(undo);
            value.slot(*target).swap_top(undo);
        }
        Recipe::Exchange { first, second } => exchange(value, undo, *first, *second),
        Recipe::Within { flow } => {
            copy_nodes(value, undo, flow);
            take_out(value, undo, flow);
            put_in(value, undo, flow);
        }
        Recipe::Build { to, flow } => {
            copy_nodes(value, undo, flow);
            if flow.takes {
                take_out(value, undo, flow);
            }
            let new = made(*to, Fields::Moved { undo, flow });
            undo.push(std::mem::replace(value, new));
        }
    }
    undo.push_recipe(recipe);
}

/// Undoes [`mutate`] with the same number.
///
/// # Panics
/// If that was not the last mutation on `context`.
pub fn restore<T: Algebraic>(value: &mut T, mutant: u64, context: &mut Context) {
    if mutant >= FRESH_SUBTREE {
        let old = context.undo.pop();
        return context.undo.keep_spare(std::mem::replace(value, old));
    }
    let undo = &mut context.undo;
    let recipe = undo.pop_recipe();
    match &*recipe {
        Recipe::Hoist { field } => {
            undo.lower(value, |value, child| match own_child(value, *field) {
                Some(place) => std::mem::replace(place, child),
                None => child,
            });
        }
        Recipe::Copy { target, .. } => {
            value.slot(*target).give_back(undo);
        }
        Recipe::Exchange { first, second } => exchange(value, undo, *first, *second),
        Recipe::Within { flow } => {
            return_moved(value, undo, flow);
            put_back(value, undo, flow);
        }
        Recipe::Build { flow, .. } => {
            let shell: T = undo.pop();
            let mut mutant = std::mem::replace(value, shell);
            if flow.takes {
                return_moved(&mut mutant, undo, flow);
                put_back(value, undo, flow);
            }
        }
    }
}

/// A fresh small value to replace `old`. It differs from `old` if one of a few tries does.
fn regrown<T: Algebraic>(old: &T, context: &mut Context) -> T {
    const TRIES: usize = 4;
    const LARGEST: u32 = 2;
    // In the memory of a spare.
    let mut fresh = context.undo.spare::<T>();
    let generator = context.generator();
    for _ in 0..TRIES {
        let size = generator.below(LARGEST + 1);
        generator.set_budget(size);
        T::regenerate(&mut fresh, generator);
        // Two values with one constructor and without children are equal.
        let same = Node::constructor(&fresh) == Node::constructor(old)
            && Node::children(&fresh) + Node::children(old) == 0;
        if !same {
            break;
        }
    }
    fresh
}

/// The value, or the smallest if there is none. Not `unwrap_or_else`: with a closure, the compiler
/// would instantiate that function of std for each type, with counters that nobody could
/// distinguish from the property's.
fn or_smallest<F: Mutate>(value: Option<F>) -> F {
    match value {
        Some(value) => value,
        None => F::smallest(),
    }
}

/// The child in this field, which has the node's own type.
///
/// `None` if the child is shared and cannot be copied, see `impls::rc`. The smallest value then
/// takes its place, as for any value that cannot be copied.
fn own_child<T: Algebraic>(value: &mut T, field: usize) -> Option<&mut T> {
    (value.child_mut(field) as &mut dyn Any).downcast_mut()
}

/// Copies the fields that fit their new place except for a box around them, onto the stack of
/// nodes, so that the copy for the first target is on top. Such a field cannot be moved, because
/// its value would have to leave the box.
fn copy_nodes<T: Algebraic>(value: &mut T, undo: &mut UndoStack, flow: &Flow) {
    for &source in &flow.nodes {
        let copy = Node::child(value, source).copy_node();
        undo.push::<Option<Box<dyn Node>>>(copy);
    }
}

/// Exchanges two fields of one type; a second call undoes it.
fn exchange(value: &mut dyn Slots, undo: &mut UndoStack, first: usize, second: usize) {
    value.slot(first).take(undo);
    value.slot(second).swap_top(undo);
    value.slot(first).give_back(undo);
}

/// Takes out the fields that move, and copies the fields that stay and are also used elsewhere.
fn take_out(value: &mut dyn Slots, undo: &mut UndoStack, flow: &Flow) {
    for (index, outgoing) in flow.old.iter().enumerate() {
        if outgoing.slot > 0 {
            value.slot(index).take(undo);
        }
        for _ in 0..outgoing.copies {
            value.slot(index).push_copy(undo);
        }
    }
}

/// Gives the fields of a node that keeps its constructor their values in the mutant.
fn put_in(value: &mut dyn Slots, undo: &mut UndoStack, flow: &Flow) {
    for (index, &incoming) in flow.new.iter().enumerate() {
        if !matches!(incoming, Incoming::Stays | Incoming::Default) {
            value.slot(index).receive(undo, incoming);
        }
    }
}

/// Takes the moved fields back out of the mutant.
fn return_moved(mutant: &mut dyn Slots, undo: &mut UndoStack, flow: &Flow) {
    for (index, &incoming) in flow.new.iter().enumerate() {
        if let Incoming::Moved { slot, returns: true } = incoming {
            mutant.slot(index).take_back(undo, slot);
        }
    }
}

/// Puts the old fields back; the last of each type frees the slots of that type.
fn put_back(value: &mut dyn Slots, undo: &mut UndoStack, flow: &Flow) {
    for (index, outgoing) in flow.old.iter().enumerate() {
        if outgoing.slot > 0 {
            value.slot(index).put_back(undo, outgoing.slot, outgoing.frees);
        }
    }
}

/// Access to the fields of a value, whatever their types.
pub trait Slots {
    /// The field at `index`.
    fn slot(&mut self, index: usize) -> &mut dyn Slot;
}

/// The moves of a field's value between the field and the undo stack, for a field of any type. The
/// engine adds one copy of this code to a crate per type of a field, not per field.
pub trait Slot {
    /// See [`Mutate::node_mut`].
    fn as_node(&mut self) -> &mut dyn Node;
    /// See `UndoStack::take`.
    fn take(&mut self, undo: &mut UndoStack);
    /// Keeps a copy, in the memory of a spare if there is one.
    fn push_copy_in_place(&mut self, undo: &mut UndoStack);
    /// Keeps a copy.
    fn push_copy(&mut self, undo: &mut UndoStack);
    /// See `UndoStack::swap_top`.
    fn swap_top(&mut self, undo: &mut UndoStack);
    /// See `UndoStack::give_back`.
    fn give_back(&mut self, undo: &mut UndoStack);
    /// Gets another value; the old value becomes a spare.
    fn receive(&mut self, undo: &mut UndoStack, incoming: Incoming);
    /// See `UndoStack::take_back`.
    fn take_back(&mut self, undo: &mut UndoStack, slot: usize);
    /// See `UndoStack::put_back`.
    fn put_back(&mut self, undo: &mut UndoStack, slot: usize, frees: usize);
}

impl<F: Mutate> Slot for F {
    fn as_node(&mut self) -> &mut dyn Node {
        F::node_mut(self)
    }
    fn take(&mut self, undo: &mut UndoStack) {
        undo.take(self);
    }
    fn push_copy_in_place(&mut self, undo: &mut UndoStack) {
        undo.push_copy(self);
    }
    fn push_copy(&mut self, undo: &mut UndoStack) {
        undo.push(or_smallest(F::copy(self)));
    }
    fn swap_top(&mut self, undo: &mut UndoStack) {
        undo.swap_top(self);
    }
    fn give_back(&mut self, undo: &mut UndoStack) {
        undo.give_back(self);
    }
    fn receive(&mut self, undo: &mut UndoStack, incoming: Incoming) {
        let value = incoming_value(undo, incoming);
        undo.keep_spare(std::mem::replace(self, value));
    }
    fn take_back(&mut self, undo: &mut UndoStack, slot: usize) {
        undo.take_back(self, slot);
    }
    fn put_back(&mut self, undo: &mut UndoStack, slot: usize, frees: usize) {
        undo.put_back(self, slot, frees);
    }
}

/// The value that a field of the mutant gets from an old field, moved or copied.
pub(super) fn incoming_value<F: Mutate>(undo: &mut UndoStack, incoming: Incoming) -> F {
    let value = match incoming {
        Incoming::Moved { slot, .. } => undo.slot::<F>(slot).take(),
        Incoming::Copied { slot } => undo.slot::<F>(slot).as_ref().and_then(F::copy),
        Incoming::Node => {
            let copy = undo.pop::<Option<Box<dyn Node>>>();
            copy.and_then(|node| F::from_node(node).ok())
        }
        Incoming::Stays | Incoming::Default => None,
    };
    or_smallest(value)
}
