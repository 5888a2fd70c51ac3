//! The pure mutants of a node of a derived type, made in place and undone, as their recipes say.
//!
//! A mutant takes out the fields that go to another place, leaving a spare value where each was,
//! moves each to its new place (copying only what is used twice), and restoring goes the same way
//! back. NodePool are kept and used again. Nothing outside the node is touched, no subtree is copied
//! that the mutant does not duplicate, and no value is destructured, so that types with a `Drop` of
//! their own are like all others.

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
/// When there is no such mutant.
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
/// When that was not the last mutation on `context`.
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

/// A fresh small value to put in the place of `old`: another one, if a few tries give one.
fn regrown<T: Algebraic>(old: &T, context: &mut Context) -> T {
    const TRIES: usize = 4;
    const LARGEST: u32 = 2;
    // In the memory of one that is of no more use.
    let mut fresh = context.undo.spare::<T>();
    let generator = context.generator();
    for _ in 0..TRIES {
        let size = generator.below(LARGEST + 1);
        generator.set_budget(size);
        T::regenerate(&mut fresh, generator);
        // Two values without children and of one constructor are one value.
        let same = Node::constructor(&fresh) == Node::constructor(old)
            && Node::children(&fresh) + Node::children(old) == 0;
        if !same {
            break;
        }
    }
    fresh
}

/// The value, or the smallest where there is none. With a closure the compiler would make a function of
/// std's for each type, with counters that nobody could tell from the property's.
fn or_smallest<F: Mutate>(value: Option<F>) -> F {
    match value {
        Some(value) => value,
        None => F::smallest(),
    }
}

/// The child at this field, which is of the node's own type.
///
/// `None` where it is shared and cannot be copied, see `impls::rc`: then the smallest value stands for
/// it, as wherever a value would have to be copied.
fn own_child<T: Algebraic>(value: &mut T, field: usize) -> Option<&mut T> {
    (value.child_mut(field) as &mut dyn Any).downcast_mut()
}

/// Copies what fits its new place but for a box around it, onto the stack of nodes, so that the first
/// target's is on top. Such a field is never moved: what is in the box would have to leave it.
fn copy_nodes<T: Algebraic>(value: &mut T, undo: &mut UndoStack, flow: &Flow) {
    for &source in &flow.nodes {
        let copy = Node::child(value, source).copy_node();
        undo.push::<Option<Box<dyn Node>>>(copy);
    }
}

/// Lets two fields of one type change places; done twice, it is undone.
fn exchange(value: &mut dyn Slots, undo: &mut UndoStack, first: usize, second: usize) {
    value.slot(first).take(undo);
    value.slot(second).swap_top(undo);
    value.slot(first).give_back(undo);
}

/// Takes the fields that move out of the old node, and copies those that stay and are used elsewhere.
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

/// Takes the moved fields out of the mutant again.
fn return_moved(mutant: &mut dyn Slots, undo: &mut UndoStack, flow: &Flow) {
    for (index, &incoming) in flow.new.iter().enumerate() {
        if let Incoming::Moved { slot, returns: true } = incoming {
            mutant.slot(index).take_back(undo, slot);
        }
    }
}

/// Puts the old fields back where they were; the last of each type frees the places of that type.
fn put_back(value: &mut dyn Slots, undo: &mut UndoStack, flow: &Flow) {
    for (index, outgoing) in flow.old.iter().enumerate() {
        if outgoing.slot > 0 {
            value.slot(index).put_back(undo, outgoing.slot, outgoing.frees);
        }
    }
}

/// The fields of a value, whatever their types.
pub trait Slots {
    /// The field at `index`.
    fn slot(&mut self, index: usize) -> &mut dyn Slot;
}

/// A field whose value is moved from and to the undo stack: what is done to it there, for a field of any
/// type. One copy of this code a type of fields, and not one a field, is what the engine adds to a crate.
pub trait Slot {
    /// See [`Mutate::node_mut`].
    fn as_node(&mut self) -> &mut dyn Node;
    /// See [`UndoStack::take`].
    fn take(&mut self, undo: &mut UndoStack);
    /// Keeps a copy, in the memory of a spare if there is one.
    fn push_copy_in_place(&mut self, undo: &mut UndoStack);
    /// Keeps a copy.
    fn push_copy(&mut self, undo: &mut UndoStack);
    /// See [`UndoStack::swap_top`].
    fn swap_top(&mut self, undo: &mut UndoStack);
    /// See [`UndoStack::give_back`].
    fn give_back(&mut self, undo: &mut UndoStack);
    /// Gets another value; the old one is a spare.
    fn receive(&mut self, undo: &mut UndoStack, incoming: Incoming);
    /// See [`UndoStack::take_back`].
    fn take_back(&mut self, undo: &mut UndoStack, slot: usize);
    /// See [`UndoStack::put_back`].
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

/// What a field of the mutant gets from an old field that was taken out, or copied.
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
