//! The pure mutants of a node of a derived type, made in place and undone, as their recipes say.
//!
//! A mutant takes out the fields that go to another place, leaving a spare value where each was,
//! moves each to its new place (copying only what is used twice), and restoring goes the same way
//! back. Spares are kept and used again. Nothing outside the node is touched, no subtree is copied
//! that the mutant does not duplicate, and no value is destructured, so that types with a `Drop` of
//! their own are like all others.

use super::{Algebraic, Source, Visit, built};
use crate::context::Context;
use crate::mutate::{Mutate, Node, REGROWN};
use crate::stash::Stash;
use crate::types::{Flow, Incoming, Recipe};
use std::convert::Infallible;

/// Turns a node into its pure mutant with this number.
///
/// # Panics
/// When there is no such mutant.
pub fn mutate<T: Algebraic>(value: &mut T, mutant: u64, context: &mut Context) {
    if mutant >= REGROWN {
        let fresh = regrown(value, context);
        return context.stash.push(std::mem::replace(value, fresh));
    }
    let recipe = T::plan().recipe(Mutate::constructor(value), mutant);
    let stash = &mut context.stash;
    match &*recipe {
        Recipe::Hoist { field } => {
            stash.hoist(value, |value, spare| match own_child(value, *field) {
                Some(place) => std::mem::replace(place, spare),
                None => T::smallest(),
            });
        }
        Recipe::Copy { source, target } => {
            T::visit(value, &mut CopyOut { stash, source: *source });
            T::visit(value, &mut SwapTop { stash, field: *target });
        }
        Recipe::Exchange { first, second } => exchange(value, stash, *first, *second),
        Recipe::Within { flow } => {
            copy_nodes(value, stash, flow);
            T::visit(value, &mut TakeOut { stash, flow });
            T::visit(value, &mut PutIn { stash, flow });
        }
        Recipe::Build { to, flow } => {
            copy_nodes(value, stash, flow);
            if flow.takes {
                T::visit(value, &mut TakeOut { stash, flow });
            }
            let new = built(T::build(*to, &mut Placing { stash, flow }));
            stash.push(std::mem::replace(value, new));
        }
    }
    stash.push_recipe(recipe);
}

/// Undoes [`mutate`] with the same number.
///
/// # Panics
/// When that was not the last mutation on `context`.
pub fn restore<T: Algebraic>(value: &mut T, mutant: u64, context: &mut Context) {
    if mutant >= REGROWN {
        let old = context.stash.pop();
        return context.stash.keep_spare(std::mem::replace(value, old));
    }
    let stash = &mut context.stash;
    let recipe = stash.pop_recipe();
    match &*recipe {
        Recipe::Hoist { field } => {
            stash.lower(value, |value, child| match own_child(value, *field) {
                Some(place) => std::mem::replace(place, child),
                None => child,
            });
        }
        Recipe::Copy { target, .. } => {
            T::visit(value, &mut PutTop { stash, field: *target });
        }
        Recipe::Exchange { first, second } => exchange(value, stash, *first, *second),
        Recipe::Within { flow } => {
            T::visit(value, &mut Returning { stash, flow });
            T::visit(value, &mut PutBack { stash, flow });
        }
        Recipe::Build { flow, .. } => {
            let shell: T = stash.pop();
            let mut mutant = std::mem::replace(value, shell);
            if flow.takes {
                T::visit(&mut mutant, &mut Returning { stash, flow });
                T::visit(value, &mut PutBack { stash, flow });
            }
        }
    }
}

/// A fresh small value to put in the place of `old`: another one, if a few tries give one.
fn regrown<T: Algebraic>(old: &T, context: &mut Context) -> T {
    const TRIES: usize = 4;
    const LARGEST: u32 = 2;
    // In the memory of one that is of no more use.
    let mut fresh = context.stash.spare::<T>();
    let generator = context.generator();
    for _ in 0..TRIES {
        let size = generator.below(LARGEST + 1);
        generator.set_budget(size);
        T::regenerate(&mut fresh, generator);
        // Two values without children and of one constructor are one value.
        let same = Mutate::constructor(&fresh) == Mutate::constructor(old)
            && Mutate::children(&fresh) + Mutate::children(old) == 0;
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
    value.child_mut(field).downcast_mut()
}

/// Copies what fits its new place but for a box around it, onto the stack of nodes, so that the first
/// target's is on top. Such a field is never moved: what is in the box would have to leave it.
fn copy_nodes<T: Algebraic>(value: &mut T, stash: &mut Stash, flow: &Flow) {
    for &source in &flow.nodes {
        let copy = value.child(source).copy_node();
        stash.push::<Option<Box<dyn Node>>>(copy);
    }
}

/// Lets two fields of one type change places; done twice, it is undone.
fn exchange<T: Algebraic>(value: &mut T, stash: &mut Stash, first: usize, second: usize) {
    T::visit(value, &mut TakeAndSwap { stash, first, second });
    T::visit(value, &mut GiveBack { stash, field: first });
}

/// Puts a copy of a field on top of its stack, if possible in the memory of one that is of no more use.
struct CopyOut<'s> {
    stash: &'s mut Stash,
    source: usize,
}

impl Visit for CopyOut<'_> {
    #[inline]
    fn field<F: Mutate>(&mut self, index: usize, field: &mut F) {
        if index == self.source {
            self.stash.push_copy(field);
        }
    }
}

/// Exchanges a field and the value on top of its stack.
struct SwapTop<'s> {
    stash: &'s mut Stash,
    field: usize,
}

impl Visit for SwapTop<'_> {
    #[inline]
    fn field<F: Mutate>(&mut self, index: usize, field: &mut F) {
        if index == self.field {
            self.stash.swap_top(field);
        }
    }
}

/// Gives a field the value on top of its stack, instead of the copy.
struct PutTop<'s> {
    stash: &'s mut Stash,
    field: usize,
}

impl Visit for PutTop<'_> {
    #[inline]
    fn field<F: Mutate>(&mut self, index: usize, field: &mut F) {
        if index == self.field {
            self.stash.give_back(field);
        }
    }
}

/// Takes out a field and puts it in the place of a later one, whose value is then on top of the stack.
struct TakeAndSwap<'s> {
    stash: &'s mut Stash,
    first: usize,
    second: usize,
}

impl Visit for TakeAndSwap<'_> {
    #[inline]
    fn field<F: Mutate>(&mut self, index: usize, field: &mut F) {
        if index == self.first {
            self.stash.take(field);
        } else if index == self.second {
            self.stash.swap_top(field);
        }
    }
}

/// Gives a field the value on top of its stack, instead of a spare.
struct GiveBack<'s> {
    stash: &'s mut Stash,
    field: usize,
}

impl Visit for GiveBack<'_> {
    #[inline]
    fn field<F: Mutate>(&mut self, index: usize, field: &mut F) {
        if index == self.field {
            self.stash.give_back(field);
        }
    }
}

/// Takes the fields that move out of the old node, and copies those that stay and are used elsewhere.
struct TakeOut<'s> {
    stash: &'s mut Stash,
    flow: &'s Flow,
}

impl Visit for TakeOut<'_> {
    #[inline]
    fn field<F: Mutate>(&mut self, index: usize, field: &mut F) {
        let outgoing = &self.flow.old[index];
        if outgoing.slot > 0 {
            self.stash.take(field);
        }
        for _ in 0..outgoing.copies {
            self.stash.push(or_smallest(Mutate::copy(field)));
        }
    }
}

/// Gives the fields of a node that keeps its constructor their values in the mutant.
struct PutIn<'s> {
    stash: &'s mut Stash,
    flow: &'s Flow,
}

impl Visit for PutIn<'_> {
    #[inline]
    fn field<F: Mutate>(&mut self, index: usize, field: &mut F) {
        match self.flow.new[index] {
            Incoming::Stays | Incoming::Default => {}
            incoming => {
                let value = incoming_value(self.stash, incoming);
                self.stash.keep_spare(std::mem::replace(field, value));
            }
        }
    }
}

/// What a field of the mutant gets from an old field that was taken out, or copied.
fn incoming_value<F: Mutate>(stash: &mut Stash, incoming: Incoming) -> F {
    let value = match incoming {
        Incoming::Moved { slot, .. } => stash.slot::<F>(slot).take(),
        Incoming::Copied { slot } => stash.slot::<F>(slot).as_ref().and_then(F::copy),
        Incoming::Node => {
            let copy = stash.pop::<Option<Box<dyn Node>>>();
            copy.and_then(|node| F::from_node(node).ok())
        }
        Incoming::Stays | Incoming::Default => None,
    };
    or_smallest(value)
}

/// The fields of a new constructor.
struct Placing<'s> {
    stash: &'s mut Stash,
    flow: &'s Flow,
}

impl Source for Placing<'_> {
    type Error = Infallible;
    #[inline]
    fn field<F: Mutate>(&mut self, index: usize) -> Result<F, Infallible> {
        Ok(match self.flow.new[index] {
            Incoming::Default => F::smallest(),
            incoming => incoming_value(self.stash, incoming),
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
            incoming => incoming_value(self.stash, incoming),
        })
    }
}

/// Takes the moved fields out of the mutant again.
struct Returning<'s> {
    stash: &'s mut Stash,
    flow: &'s Flow,
}

impl Visit for Returning<'_> {
    #[inline]
    fn field<F: Mutate>(&mut self, index: usize, field: &mut F) {
        if let Incoming::Moved { slot, returns: true } = self.flow.new[index] {
            self.stash.take_back(field, slot);
        }
    }
}

/// Puts the old fields back where they were; the last of each type frees the places of that type.
struct PutBack<'s> {
    stash: &'s mut Stash,
    flow: &'s Flow,
}

impl Visit for PutBack<'_> {
    #[inline]
    fn field<F: Mutate>(&mut self, index: usize, field: &mut F) {
        let outgoing = &self.flow.old[index];
        if outgoing.slot > 0 {
            self.stash.put_back(field, outgoing.slot, outgoing.frees);
        }
    }
}
