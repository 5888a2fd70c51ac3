//! The pure mutants of a node of a derived type, made in place and undone by their recipes.
//!
//! A mutant takes out the fields that move, and leaves a spare value in place of each. Then it puts
//! each field into its new place, and copies only fields that are used twice. Restoring reverses
//! these steps. Spares are kept and used again. Nothing outside the node changes. No subtree is
//! copied unless the mutant duplicates it. No value is destructured, so types that implement `Drop`
//! need no special case.

use super::{Algebraic, Fields, Visit, made};
use crate::value::context::Context;
use crate::value::mutate::Mutate;
use crate::value::node::{FRESH_SUBTREE, Node};
use crate::value::types::{Flow, Incoming, Recipe};
use crate::value::undo::{UndoStack, or_smallest};
use derive_more::From;
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
            moves(value, undo, CopyOut(*source));
            moves(value, undo, SwapTop(*target));
        }
        Recipe::Exchange { first, second } => exchange(value, undo, *first, *second),
        Recipe::Within { flow } => {
            copy_nodes(value, undo, flow);
            moves(value, undo, TakeOut(flow));
            moves(value, undo, PutIn(flow));
        }
        Recipe::Build { to, flow } => {
            copy_nodes(value, undo, flow);
            if flow.takes {
                moves(value, undo, TakeOut(flow));
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
            moves(value, undo, GiveBack(*target));
        }
        Recipe::Exchange { first, second } => exchange(value, undo, *first, *second),
        Recipe::Within { flow } => {
            moves(value, undo, TakeBack(flow));
            moves(value, undo, PutBack(flow));
        }
        Recipe::Build { flow, .. } => {
            let shell: T = undo.pop();
            let mut mutant = std::mem::replace(value, shell);
            if flow.takes {
                moves(&mut mutant, undo, TakeBack(flow));
                moves(value, undo, PutBack(flow));
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
fn exchange<T: Algebraic>(value: &mut T, undo: &mut UndoStack, first: usize, second: usize) {
    moves(value, undo, TakeAndSwap(first, second));
    moves(value, undo, GiveBack(first));
}

/// Moves values between fields and the undo stack.
fn moves<'f, T, S>(value: &mut T, undo: &mut UndoStack, step: S)
where
    T: Algebraic,
    S: Step + Into<AnyStep<'f>>,
{
    if T::LARGE {
        T::visit(value, &mut Moves::<AnyStep> { undo, step: step.into() });
    } else {
        T::visit(value, &mut Moves { undo, step });
    }
}

/// A step of a mutant or of its undoing.
trait Step {
    /// Moves the value of a field, if the step moves it.
    fn apply<F: Mutate>(&self, undo: &mut UndoStack, index: usize, field: &mut F);
}

struct Moves<'u, S> {
    undo: &'u mut UndoStack,
    step: S,
}

impl<S: Step> Visit for Moves<'_, S> {
    #[inline]
    fn field<F: Mutate>(&mut self, index: usize, field: &mut F) {
        self.step.apply(self.undo, index, field);
    }
}

/// Any step: a type has one copy of the visit for all of them.
#[derive(From)]
enum AnyStep<'f> {
    CopyOut(CopyOut),
    SwapTop(SwapTop),
    GiveBack(GiveBack),
    TakeAndSwap(TakeAndSwap),
    TakeOut(TakeOut<'f>),
    PutIn(PutIn<'f>),
    TakeBack(TakeBack<'f>),
    PutBack(PutBack<'f>),
}

impl Step for AnyStep<'_> {
    // Compiled once per type of a field and not once per field.
    #[inline(never)]
    fn apply<F: Mutate>(&self, undo: &mut UndoStack, index: usize, field: &mut F) {
        match self {
            AnyStep::CopyOut(step) => step.apply(undo, index, field),
            AnyStep::SwapTop(step) => step.apply(undo, index, field),
            AnyStep::GiveBack(step) => step.apply(undo, index, field),
            AnyStep::TakeAndSwap(step) => step.apply(undo, index, field),
            AnyStep::TakeOut(step) => step.apply(undo, index, field),
            AnyStep::PutIn(step) => step.apply(undo, index, field),
            AnyStep::TakeBack(step) => step.apply(undo, index, field),
            AnyStep::PutBack(step) => step.apply(undo, index, field),
        }
    }
}

/// Defines steps that move the value of one field.
macro_rules! steps_of_one_field {
    ($($(#[$about:meta])* $name:ident: $moves:ident;)+) => {$(
        $(#[$about])*
        struct $name(usize);

        impl Step for $name {
            #[inline]
            fn apply<F: Mutate>(&self, undo: &mut UndoStack, index: usize, field: &mut F) {
                if index == self.0 {
                    undo.$moves(field);
                }
            }
        }
    )+};
}

steps_of_one_field! {
    /// Keeps a copy of this field, in the memory of a spare if there is one.
    CopyOut: push_copy;
    /// Exchanges this field with the value on top of its stack.
    SwapTop: swap_top;
    /// Gives this field the value on top of its stack.
    GiveBack: give_back;
}

/// Takes out the first field, and exchanges it with the second, which comes later.
struct TakeAndSwap(usize, usize);

impl Step for TakeAndSwap {
    #[inline]
    fn apply<F: Mutate>(&self, undo: &mut UndoStack, index: usize, field: &mut F) {
        if index == self.0 {
            undo.take(field);
        } else if index == self.1 {
            undo.swap_top(field);
        }
    }
}

/// Takes out the fields that move, and copies the fields that stay and are also used elsewhere.
struct TakeOut<'f>(&'f Flow);

impl Step for TakeOut<'_> {
    #[inline]
    fn apply<F: Mutate>(&self, undo: &mut UndoStack, index: usize, field: &mut F) {
        let outgoing = &self.0.old[index];
        if outgoing.slot > 0 {
            undo.take(field);
        }
        for _ in 0..outgoing.copies {
            undo.push(or_smallest(F::copy(field)));
        }
    }
}

/// Gives the fields of a node that keeps its constructor their values in the mutant.
struct PutIn<'f>(&'f Flow);

impl Step for PutIn<'_> {
    #[inline]
    fn apply<F: Mutate>(&self, undo: &mut UndoStack, index: usize, field: &mut F) {
        match self.0.new[index] {
            Incoming::Stays | Incoming::Default => {}
            incoming => {
                let value = incoming_value(undo, incoming);
                undo.keep_spare(std::mem::replace(field, value));
            }
        }
    }
}

/// Takes the moved fields back out of the mutant.
struct TakeBack<'f>(&'f Flow);

impl Step for TakeBack<'_> {
    #[inline]
    fn apply<F: Mutate>(&self, undo: &mut UndoStack, index: usize, field: &mut F) {
        if let Incoming::Moved { slot, returns: true } = self.0.new[index] {
            undo.take_back(field, slot);
        }
    }
}

/// Puts the old fields back; the last of each type frees the slots of that type.
struct PutBack<'f>(&'f Flow);

impl Step for PutBack<'_> {
    #[inline]
    fn apply<F: Mutate>(&self, undo: &mut UndoStack, index: usize, field: &mut F) {
        let outgoing = &self.0.old[index];
        if outgoing.slot > 0 {
            undo.put_back(field, outgoing.slot, outgoing.frees);
        }
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
