//! Generating, copying, mutating and restoring a node of a derived type, from what the derive says
//! of it: how to take it apart into fields and how to build a constructor from fields. The numbers
//! and the combinatorics live in the type's [`Plan`]; here values move.
//!
//! A mutant takes the node apart once, moves each field that it uses to its new place (copying only
//! what it uses twice) and leaves the rest in the stash; restoring goes the same way back. Nothing
//! outside the node is touched, and no subtree is copied that the mutant does not duplicate.

use crate::context::Context;
use crate::generate::{Budget, Generator};
use crate::mutate::{Mutants, Mutate};
use crate::stash::Stash;
use crate::text::Form;
use crate::types::{Change, DEFAULT, Plan, VariantPlan};
use std::convert::Infallible;

/// What `#[derive(Mutate)]` says of a type. Not meant to be implemented by hand.
pub trait Algebraic: Mutate {
    /// The type's plan.
    fn plan() -> &'static Plan;

    /// Builds a value with this constructor, taking its fields from `source` in order.
    ///
    /// # Errors
    /// The first error of `source`.
    fn build<S: Source>(variant: usize, source: &mut S) -> Result<Self, S::Error>;

    /// Gives the fields to `sink`, in order.
    fn dismantle<K: Sink>(self, sink: &mut K);
}

/// Where the fields of a new value come from.
pub trait Source {
    /// Why a field could not be had.
    type Error;

    /// The field at `index`.
    ///
    /// # Errors
    /// When the field cannot be had.
    fn field<F: Mutate>(&mut self, index: usize) -> Result<F, Self::Error>;
}

/// Where the fields of a value taken apart go.
pub trait Sink {
    /// Takes the field at `index`.
    fn field<F: Mutate>(&mut self, index: usize, value: F);
}

fn built<T>(value: Result<T, Infallible>) -> T {
    let Ok(value) = value;
    value
}

/// The smallest value: the cheapest constructor with the smallest fields.
pub fn smallest<T: Algebraic>() -> T {
    struct Smallest;
    impl Source for Smallest {
        type Error = Infallible;
        fn field<F: Mutate>(&mut self, _: usize) -> Result<F, Infallible> {
            Ok(F::smallest())
        }
    }
    built(T::build(T::plan().cheapest, &mut Smallest))
}

/// A random value; see [`crate::generate`] for how its size is bounded.
pub fn generate<T: Algebraic>(generator: &mut Generator) -> T {
    struct Generating<'g> {
        generator: &'g mut Generator,
        budget: Budget,
        variant: &'static VariantPlan,
    }
    impl Source for Generating<'_> {
        type Error = Infallible;
        fn field<F: Mutate>(&mut self, index: usize) -> Result<F, Infallible> {
            Ok(self.budget.field(self.generator, &self.variant.fields[index]))
        }
    }
    let plan = T::plan();
    let chosen = generator.choose(plan);
    let variant = &plan.variants[chosen];
    let budget = Budget::of(generator, variant.recursive);
    built(T::build(chosen, &mut Generating { generator, budget, variant }))
}

/// The mutants of a node.
pub fn mutants<T: Algebraic>(value: &T) -> Mutants {
    Mutants { pure: T::plan().pure(value.constructor()), random: 0 }
}

/// How a node is written: its constructor and its fields.
pub fn form<T: Algebraic>(value: &T) -> Form {
    Form::Constructor(&T::plan().variants[value.constructor()])
}

/// Turns a node into its pure mutant with this number.
///
/// # Panics
/// When there is no such mutant.
pub fn mutate<T: Algebraic>(value: &mut T, mutant: u64, context: &mut Context) {
    let plan = T::plan();
    let from = value.constructor();
    context.stash.push_word(from as u64);
    match plan.change(from, mutant) {
        Change::Hoist(field) => {
            let child = std::mem::replace(own_child(value, field), T::smallest());
            context.stash.push(std::mem::replace(value, child));
        }
        Change::Swap { to, sources } => {
            let old = std::mem::replace(value, T::smallest());
            old.dismantle(&mut Taking { stash: &mut context.stash });
            let fields = &plan.variants[from];
            let mut source = Placing { stash: &mut context.stash, fields, sources: &sources };
            *value = built(T::build(to, &mut source));
        }
    }
}

/// Undoes [`mutate`] with the same number.
pub fn restore<T: Algebraic>(value: &mut T, mutant: u64, context: &mut Context) {
    let plan = T::plan();
    let from = context.stash.pop_word() as usize;
    match plan.change(from, mutant) {
        Change::Hoist(field) => {
            let child = std::mem::replace(value, context.stash.pop());
            *own_child(value, field) = child;
        }
        Change::Swap { sources, .. } => {
            let fields = &plan.variants[from];
            let mutant = std::mem::replace(value, T::smallest());
            mutant.dismantle(&mut Returning {
                stash: &mut context.stash,
                fields,
                sources: &sources,
            });
            *value = built(T::build(from, &mut Rebuilding { stash: &mut context.stash, fields }));
        }
    }
}

/// The child at this field, which is of the node's own type.
fn own_child<T: Algebraic>(value: &mut T, field: usize) -> &mut T {
    match value.child_mut(field).downcast_mut() {
        Some(child) => child,
        None => unreachable!("the plan hoists only children of the node's own type"),
    }
}

/// Takes the fields of the old node into the stash.
struct Taking<'s> {
    stash: &'s mut Stash,
}

impl Sink for Taking<'_> {
    fn field<F: Mutate>(&mut self, _: usize, value: F) {
        self.stash.push(value);
    }
}

/// Places fields of the old node into the mutant: moved at their last use, copied before it.
struct Placing<'s> {
    stash: &'s mut Stash,
    fields: &'static VariantPlan,
    sources: &'s [usize],
}

impl Source for Placing<'_> {
    type Error = Infallible;
    fn field<F: Mutate>(&mut self, index: usize) -> Result<F, Infallible> {
        let source = self.sources[index];
        if source == DEFAULT {
            return Ok(F::smallest());
        }
        let used_again = self.sources[index + 1..].contains(&source);
        let slot = slot::<F>(self.stash, self.fields, source);
        let value = if used_again { slot.as_ref().and_then(F::copy) } else { slot.take() };
        Ok(value.unwrap_or_else(F::smallest))
    }
}

/// Puts the moved fields of the mutant back into the stash and drops what the mutant had made.
struct Returning<'s> {
    stash: &'s mut Stash,
    fields: &'static VariantPlan,
    sources: &'s [usize],
}

impl Sink for Returning<'_> {
    fn field<F: Mutate>(&mut self, index: usize, value: F) {
        let source = self.sources[index];
        if source != DEFAULT && !self.sources[index + 1..].contains(&source) {
            *slot::<F>(self.stash, self.fields, source) = Some(value);
        }
    }
}

/// Builds the old node from the stash. Its fields are taken in order, and the last of each type
/// frees the places of that type.
struct Rebuilding<'s> {
    stash: &'s mut Stash,
    fields: &'static VariantPlan,
}

impl Source for Rebuilding<'_> {
    type Error = Infallible;
    fn field<F: Mutate>(&mut self, index: usize) -> Result<F, Infallible> {
        let from_end = self.fields.fields[index].from_end;
        let value = slot::<F>(self.stash, self.fields, index).take();
        if from_end == 1 {
            let ty = self.fields.fields[index].ty;
            let count = self.fields.fields[..=index].iter().filter(|f| f.ty == ty).count();
            let stack = self.stash.stack::<F>();
            stack.truncate(stack.len() - count);
        }
        Ok(value.unwrap_or_else(F::smallest))
    }
}

/// The place in the stash of a field of the old node.
fn slot<'s, F: Mutate>(
    stash: &'s mut Stash,
    fields: &VariantPlan,
    field: usize,
) -> &'s mut Option<F> {
    let stack = stash.stack::<F>();
    let at = stack.len() - fields.fields[field].from_end;
    &mut stack[at]
}
