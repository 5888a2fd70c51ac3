//! The pure mutants of a node of a derived type, made in place and undone, as their recipes say.
//!
//! A mutant takes out the fields that go to another place, leaving a spare value where each was,
//! moves each to its new place (copying only what is used twice), and restoring goes the same way
//! back. NodePool are kept and used again. Nothing outside the node is touched, no subtree is copied
//! that the mutant does not duplicate, and no value is destructured, so that types with a `Drop` of
//! their own are like all others.

use super::{Algebraic, Source, Visit, built};
use crate::value::context::Context;
use crate::value::mutate::Mutate;
use crate::value::node::{FRESH_SUBTREE, Node};
use crate::value::types::{Flow, Incoming, Recipe};
use crate::value::undo::UndoStack;
use std::any::Any;
use std::convert::Infallible;

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
            T::visit(value, &mut CopyOut { undo, source: *source });
            T::visit(value, &mut SwapTop { undo, field: *target });
        }
        Recipe::Exchange { first, second } => exchange(value, undo, *first, *second),
        Recipe::Within { flow } => {
            copy_nodes(value, undo, flow);
            T::visit(value, &mut TakeOut { undo, flow });
            T::visit(value, &mut PutIn { undo, flow });
        }
        Recipe::Build { to, flow } => {
            copy_nodes(value, undo, flow);
            if flow.takes {
                T::visit(value, &mut TakeOut { undo, flow });
            }
            let new = built(T::build(*to, &mut Placing { undo, flow }));
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
            T::visit(value, &mut PutTop { undo, field: *target });
        }
        Recipe::Exchange { first, second } => exchange(value, undo, *first, *second),
        Recipe::Within { flow } => {
            T::visit(value, &mut Returning { undo, flow });
            T::visit(value, &mut PutBack { undo, flow });
        }
        Recipe::Build { flow, .. } => {
            let shell: T = undo.pop();
            let mut mutant = std::mem::replace(value, shell);
            if flow.takes {
                T::visit(&mut mutant, &mut Returning { undo, flow });
                T::visit(value, &mut PutBack { undo, flow });
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
fn exchange<T: Algebraic>(value: &mut T, undo: &mut UndoStack, first: usize, second: usize) {
    T::visit(value, &mut TakeAndSwap { undo, first, second });
    T::visit(value, &mut GiveBack { undo, field: first });
}

/// Puts a copy of a field on top of its stack, if possible in the memory of one that is of no more use.
struct CopyOut<'s> {
    undo: &'s mut UndoStack,
    source: usize,
}

impl Visit for CopyOut<'_> {
    #[inline]
    fn field<F: Mutate>(&mut self, index: usize, field: &mut F) {
        if index == self.source {
            self.undo.push_copy(field);
        }
    }
}

/// Exchanges a field and the value on top of its stack.
struct SwapTop<'s> {
    undo: &'s mut UndoStack,
    field: usize,
}

impl Visit for SwapTop<'_> {
    #[inline]
    fn field<F: Mutate>(&mut self, index: usize, field: &mut F) {
        if index == self.field {
            self.undo.swap_top(field);
        }
    }
}

/// Gives a field the value on top of its stack, instead of the copy.
struct PutTop<'s> {
    undo: &'s mut UndoStack,
    field: usize,
}

impl Visit for PutTop<'_> {
    #[inline]
    fn field<F: Mutate>(&mut self, index: usize, field: &mut F) {
        if index == self.field {
            self.undo.give_back(field);
        }
    }
}

/// Takes out a field and puts it in the place of a later one, whose value is then on top of the stack.
struct TakeAndSwap<'s> {
    undo: &'s mut UndoStack,
    first: usize,
    second: usize,
}

impl Visit for TakeAndSwap<'_> {
    #[inline]
    fn field<F: Mutate>(&mut self, index: usize, field: &mut F) {
        if index == self.first {
            self.undo.take(field);
        } else if index == self.second {
            self.undo.swap_top(field);
        }
    }
}

/// Gives a field the value on top of its stack, instead of a spare.
struct GiveBack<'s> {
    undo: &'s mut UndoStack,
    field: usize,
}

impl Visit for GiveBack<'_> {
    #[inline]
    fn field<F: Mutate>(&mut self, index: usize, field: &mut F) {
        if index == self.field {
            self.undo.give_back(field);
        }
    }
}

/// Takes the fields that move out of the old node, and copies those that stay and are used elsewhere.
struct TakeOut<'s> {
    undo: &'s mut UndoStack,
    flow: &'s Flow,
}

impl Visit for TakeOut<'_> {
    #[inline]
    fn field<F: Mutate>(&mut self, index: usize, field: &mut F) {
        let outgoing = &self.flow.old[index];
        if outgoing.slot > 0 {
            self.undo.take(field);
        }
        for _ in 0..outgoing.copies {
            self.undo.push(or_smallest(Mutate::copy(field)));
        }
    }
}

/// Gives the fields of a node that keeps its constructor their values in the mutant.
struct PutIn<'s> {
    undo: &'s mut UndoStack,
    flow: &'s Flow,
}

impl Visit for PutIn<'_> {
    #[inline]
    fn field<F: Mutate>(&mut self, index: usize, field: &mut F) {
        match self.flow.new[index] {
            Incoming::Stays | Incoming::Default => {}
            incoming => {
                let value = incoming_value(self.undo, incoming);
                self.undo.keep_spare(std::mem::replace(field, value));
            }
        }
    }
}

/// What a field of the mutant gets from an old field that was taken out, or copied.
fn incoming_value<F: Mutate>(undo: &mut UndoStack, incoming: Incoming) -> F {
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

/// The fields of a new constructor.
struct Placing<'s> {
    undo: &'s mut UndoStack,
    flow: &'s Flow,
}

impl Source for Placing<'_> {
    type Error = Infallible;
    #[inline]
    fn field<F: Mutate>(&mut self, index: usize) -> Result<F, Infallible> {
        Ok(match self.flow.new[index] {
            Incoming::Default => F::smallest(),
            incoming => incoming_value(self.undo, incoming),
        })
    }
    #[inline]
    fn field_or<F: Mutate>(
        &mut self,
        index: usize,
        default: impl FnOnce() -> F,
    ) -> Result<F, Infallible> {
        Ok(match self.flow.new[index] {
            Incoming::Default => default(),
            incoming => incoming_value(self.undo, incoming),
        })
    }
}

/// Takes the moved fields out of the mutant again.
struct Returning<'s> {
    undo: &'s mut UndoStack,
    flow: &'s Flow,
}

impl Visit for Returning<'_> {
    #[inline]
    fn field<F: Mutate>(&mut self, index: usize, field: &mut F) {
        if let Incoming::Moved { slot, returns: true } = self.flow.new[index] {
            self.undo.take_back(field, slot);
        }
    }
}

/// Puts the old fields back where they were; the last of each type frees the places of that type.
struct PutBack<'s> {
    undo: &'s mut UndoStack,
    flow: &'s Flow,
}

impl Visit for PutBack<'_> {
    #[inline]
    fn field<F: Mutate>(&mut self, index: usize, field: &mut F) {
        let outgoing = &self.flow.old[index];
        if outgoing.slot > 0 {
            self.undo.put_back(field, outgoing.slot, outgoing.frees);
        }
    }
}
