//! Generating, mutating and restoring a node of a derived type, from what the derive says of it: how
//! to build a constructor from fields and how to visit the fields of a value. The numbers and the
//! combinatorics live in the type's [`Plan`]; here values move.
//!
//! A mutant takes out the fields that go to another place, leaving a spare value where each was,
//! moves each to its new place (copying only what is used twice), and restoring goes the same way
//! back. Spares are kept and used again. Nothing outside the node is touched, no subtree is copied
//! that the mutant does not duplicate, and no value is destructured, so that types with a `Drop` of
//! their own are like all others.

use crate::context::Context;
use crate::generate::{Budget, Generator};
use crate::mutate::{Mutants, Mutate, Node, REGROWN};
use crate::stash::Stash;
use crate::text::Form;
use crate::types::{Change, DEFAULT, Plan, VariantPlan};
use std::convert::Infallible;

/// What `#[derive(Mutate)]` says of a type. Not meant to be implemented by hand.
pub trait Algebraic: Mutate {
    /// Whether no constructor has a field.
    const NULLARY: bool;

    /// Which of the first 64 constructors have no field, a bit each.
    const FIELDLESS: u64;

    /// The type's plan.
    fn plan() -> &'static Plan;

    /// Builds a value with this constructor, taking its fields from `source` in order.
    ///
    /// # Errors
    /// The first error of `source`.
    fn build<S: Source>(variant: usize, source: &mut S) -> Result<Self, S::Error>;

    /// Shows the fields to `visit`, in order.
    fn visit<V: Visit>(this: &mut Self, visit: &mut V);
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

    /// The field at `index`, which has this default where a new one is made.
    ///
    /// # Errors
    /// When the field cannot be had.
    fn field_or<F: Mutate>(
        &mut self,
        index: usize,
        default: impl FnOnce() -> F,
    ) -> Result<F, Self::Error> {
        let _ = default;
        self.field(index)
    }
}

/// Something done to the fields of a value.
pub trait Visit {
    /// Is shown the field at `index`.
    fn field<F: Mutate>(&mut self, index: usize, field: &mut F);
}

fn built<T>(value: Result<T, Infallible>) -> T {
    let Ok(value) = value;
    value
}

/// The smallest fields.
struct Smallest;

impl Source for Smallest {
    type Error = Infallible;
    fn field<F: Mutate>(&mut self, _: usize) -> Result<F, Infallible> {
        Ok(F::smallest())
    }
    fn field_or<F: Mutate>(
        &mut self,
        _: usize,
        default: impl FnOnce() -> F,
    ) -> Result<F, Infallible> {
        Ok(default())
    }
}

/// The smallest value: the cheapest constructor with the smallest fields.
pub fn smallest<T: Algebraic>() -> T {
    built(T::build(T::plan().cheapest, &mut Smallest))
}

/// A random value; see [`crate::generate`] for how its size is bounded.
#[inline]
pub fn generate<T: Algebraic>(generator: &mut Generator) -> T {
    let plan = T::plan();
    // What is known when the type is compiled leaves no branch here that would be hard to predict.
    if T::NULLARY {
        return built(T::build(generator.choose_constant(plan), &mut Smallest));
    }
    let (chosen, bits) = generator.choose(plan);
    if chosen < 64 && (T::FIELDLESS >> chosen) & 1 == 1 {
        return built(T::build(chosen, &mut Smallest));
    }
    grown(plan, chosen, bits, generator)
}

/// A value of the constructor that was chosen, with random fields.
#[inline]
fn grown<T: Algebraic>(
    plan: &'static Plan,
    chosen: usize,
    bits: Option<u32>,
    generator: &mut Generator,
) -> T {
    struct Generating<'g> {
        generator: &'g mut Generator,
        budget: Budget,
        variant: &'static VariantPlan,
    }
    impl Source for Generating<'_> {
        type Error = Infallible;
        #[inline]
        fn field<F: Mutate>(&mut self, index: usize) -> Result<F, Infallible> {
            self.budget.share(self.generator, self.variant.recurs(index));
            Ok(F::generate(self.generator))
        }
    }
    let variant = &plan.variants[chosen];
    let budget = Budget::enter(generator, variant, bits);
    let mut generating = Generating { generator, budget, variant };
    let value = built(T::build(chosen, &mut generating));
    let Generating { generator, budget, .. } = generating;
    budget.leave(generator);
    value
}

/// Turns `value` into what [`generate`] would give. Where the constructor stays, the fields are turned
/// into others one by one, so that a box keeps its memory.
#[inline]
pub fn regenerate<T: Algebraic>(value: &mut T, generator: &mut Generator) {
    struct Regenerating<'g> {
        generator: &'g mut Generator,
        budget: Budget,
        variant: &'static VariantPlan,
    }
    impl Visit for Regenerating<'_> {
        #[inline]
        fn field<F: Mutate>(&mut self, index: usize, field: &mut F) {
            self.budget.share(self.generator, self.variant.recurs(index));
            F::regenerate(field, self.generator);
        }
    }
    let plan = T::plan();
    if T::NULLARY {
        *value = built(T::build(generator.choose_constant(plan), &mut Smallest));
        return;
    }
    let (chosen, bits) = generator.choose(plan);
    if chosen < 64 && (T::FIELDLESS >> chosen) & 1 == 1 {
        *value = built(T::build(chosen, &mut Smallest));
    } else if Mutate::constructor(value) == chosen {
        let variant = &plan.variants[chosen];
        let budget = Budget::enter(generator, variant, bits);
        let mut regenerating = Regenerating { generator, budget, variant };
        T::visit(value, &mut regenerating);
        let Regenerating { generator, budget, .. } = regenerating;
        budget.leave(generator);
    } else {
        *value = grown(plan, chosen, bits, generator);
    }
}

/// The mutants of a node.
pub fn mutants<T: Algebraic>(value: &T) -> Mutants {
    Mutants { pure: T::plan().pure(value.constructor()), random: 0 }
}

/// How many ways there are to grow a node anew: one, if its type is recursive.
pub fn regrowths<T: Algebraic>() -> u64 {
    u64::from(T::plan().recursive)
}

/// A fresh small value to put in the place of `old`: another one, if a few tries give one.
fn regrown<T: Algebraic>(old: &T, context: &mut Context) -> T {
    const TRIES: usize = 4;
    const LARGEST: u32 = 2;
    let generator = context.generator();
    let mut fresh = T::smallest();
    for _ in 0..TRIES {
        let size = generator.below(LARGEST + 1);
        generator.set_budget(size);
        fresh = T::generate(generator);
        // Two values without children and of one constructor are one value.
        let same = Mutate::constructor(&fresh) == Mutate::constructor(old)
            && Mutate::children(&fresh) + Mutate::children(old) == 0;
        if !same {
            break;
        }
    }
    fresh
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
    if mutant >= REGROWN {
        let fresh = regrown(value, context);
        return context.stash.push(std::mem::replace(value, fresh));
    }
    let from = value.constructor();
    let plan = &T::plan().variants[from];
    let change = T::plan().change(from, mutant);
    let stash = &mut context.stash;
    match &change {
        Change::Hoist(field) => {
            let spare = stash.spare::<T>();
            let child = match own_child(value, *field) {
                Some(place) => std::mem::replace(place, spare),
                None => T::smallest(),
            };
            stash.push(std::mem::replace(value, child));
        }
        Change::Swap { to, sources } if *to == from => {
            let moves = Moves { plan, new: plan, sources, within: true };
            copy_nodes(value, stash, moves);
            T::visit(value, &mut TakeOut { stash, moves });
            for target in moves.targets() {
                let source = sources[target];
                if moves.direct(target) && !moves.takes(source) {
                    T::visit(value, &mut CopyOut { stash, source });
                }
                T::visit(value, &mut PutIn { stash, moves, target });
            }
        }
        Change::Swap { to, sources } => {
            let new = &T::plan().variants[*to];
            let moves = Moves { plan, new, sources, within: false };
            copy_nodes(value, stash, moves);
            T::visit(value, &mut TakeOut { stash, moves });
            let new = built(T::build(*to, &mut Placing { stash, moves }));
            let shell = std::mem::replace(value, new);
            stash.push(shell);
        }
    }
    let within = matches!(&change, Change::Swap { to, .. } if *to == from);
    stash.push_change(change, within);
}

/// Undoes [`mutate`] with the same number.
///
/// # Panics
/// When that was not the last mutation on `context`.
pub fn restore<T: Algebraic>(value: &mut T, mutant: u64, context: &mut Context) {
    if mutant >= REGROWN {
        *value = context.stash.pop();
        return;
    }
    let stash = &mut context.stash;
    let (change, within) = stash.pop_change();
    match &change {
        Change::Hoist(field) => {
            let child = std::mem::replace(value, stash.pop());
            let spare = match own_child(value, *field) {
                Some(place) => std::mem::replace(place, child),
                None => child,
            };
            stash.keep_spare(spare);
        }
        Change::Swap { to, sources } if within => {
            let plan = &T::plan().variants[*to];
            let moves = Moves { plan, new: plan, sources, within };
            T::visit(value, &mut Returning { stash, moves });
            T::visit(value, &mut PutBack { stash, moves });
        }
        Change::Swap { to, sources } => {
            let shell: T = stash.pop();
            let mut mutant = std::mem::replace(value, shell);
            let plan = &T::plan().variants[value.constructor()];
            let new = &T::plan().variants[*to];
            let moves = Moves { plan, new, sources, within };
            T::visit(&mut mutant, &mut Returning { stash, moves });
            T::visit(value, &mut PutBack { stash, moves });
        }
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
fn copy_nodes<T: Algebraic>(value: &mut T, stash: &mut Stash, moves: Moves<'_>) {
    for target in (0..moves.sources.len()).rev() {
        let source = moves.sources[target];
        if source != DEFAULT && !moves.direct(target) {
            let copy = value.child(source).copy_node();
            stash.push::<Option<Box<dyn Node>>>(copy);
        }
    }
}

/// Which fields of the old node (with this plan) go where in the new one.
#[derive(Clone, Copy)]
struct Moves<'m> {
    plan: &'static VariantPlan,
    new: &'static VariantPlan,
    sources: &'m [usize],
    /// Whether the constructor stays: then a field that stays in its place is not touched.
    within: bool,
}

impl Moves<'_> {
    /// The fields of the mutant that get another value than before.
    fn targets(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.sources.len()).filter(|at| !self.within || self.sources[*at] != *at)
    }

    /// Whether a field of the mutant has just the type of the old field that it gets.
    fn direct(&self, target: usize) -> bool {
        let source = self.sources[target];
        source != DEFAULT && self.plan.fields[source].ty == self.new.fields[target].ty
    }

    /// Whether a field of the mutant gets this old field, and just as it is.
    fn uses(&self, target: usize, field: usize) -> bool {
        self.sources[target] == field && self.direct(target)
    }

    /// Whether this field of the old node is taken out.
    fn takes(&self, field: usize) -> bool {
        if self.within {
            self.sources[field] != field
        } else {
            (0..self.sources.len()).any(|target| self.uses(target, field))
        }
    }

    /// Whether the mutant's field has the old value itself and not a copy: the last use moves.
    fn moves(&self, target: usize) -> bool {
        let source = self.sources[target];
        self.direct(target)
            && self.takes(source)
            && !(target + 1..self.sources.len()).any(|later| self.uses(later, source))
    }

    /// The place of a field that was taken out, among all of its type, from the end of their stack.
    fn place_from_top(&self, field: usize) -> usize {
        let ty = self.plan.fields[field].ty;
        let later = (field..self.plan.fields.len()).filter(|at| self.plan.fields[*at].ty == ty);
        later.filter(|at| self.takes(*at)).count()
    }

    /// The old value of a field, if it is not in the mutant.
    fn slot<'s, F: Mutate>(&self, stash: &'s mut Stash, field: usize) -> &'s mut Option<F> {
        let stack = stash.stack::<F>();
        let at = stack.len() - self.place_from_top(field);
        &mut stack[at]
    }

    /// What a field of the mutant gets from an old field that was taken out, or copied as a node.
    fn value<F: Mutate>(&self, stash: &mut Stash, target: usize) -> F {
        if !self.direct(target) {
            let copy = stash.pop::<Option<Box<dyn Node>>>();
            return copy.and_then(|node| F::from_node(node).ok()).unwrap_or_else(F::smallest);
        }
        let slot = self.slot::<F>(stash, self.sources[target]);
        let value = if self.moves(target) { slot.take() } else { slot.as_ref().and_then(F::copy) };
        value.unwrap_or_else(F::smallest)
    }
}

/// Takes the fields that move out of the old node.
struct TakeOut<'s> {
    stash: &'s mut Stash,
    moves: Moves<'s>,
}

impl Visit for TakeOut<'_> {
    fn field<F: Mutate>(&mut self, index: usize, field: &mut F) {
        if self.moves.takes(index) {
            self.stash.take(field);
        }
    }
}

/// Puts a copy of a field that stays on top of its stack.
struct CopyOut<'s> {
    stash: &'s mut Stash,
    source: usize,
}

impl Visit for CopyOut<'_> {
    fn field<F: Mutate>(&mut self, index: usize, field: &mut F) {
        if index == self.source {
            self.stash.push(Mutate::copy(field).unwrap_or_else(F::smallest));
        }
    }
}

/// Gives one field of a node that keeps its constructor its value in the mutant.
struct PutIn<'s> {
    stash: &'s mut Stash,
    moves: Moves<'s>,
    target: usize,
}

impl Visit for PutIn<'_> {
    fn field<F: Mutate>(&mut self, index: usize, field: &mut F) {
        if index == self.target {
            let taken = self.moves.takes(self.moves.sources[index]);
            let value = if taken || !self.moves.direct(index) {
                self.moves.value(self.stash, index)
            } else {
                self.stash.pop()
            };
            self.stash.keep_spare(std::mem::replace(field, value));
        }
    }
}

/// The fields of a new constructor.
struct Placing<'s> {
    stash: &'s mut Stash,
    moves: Moves<'s>,
}

impl Source for Placing<'_> {
    type Error = Infallible;
    fn field<F: Mutate>(&mut self, index: usize) -> Result<F, Infallible> {
        self.field_or(index, F::smallest)
    }
    fn field_or<F: Mutate>(
        &mut self,
        index: usize,
        default: impl FnOnce() -> F,
    ) -> Result<F, Infallible> {
        if self.moves.sources[index] == DEFAULT {
            return Ok(default());
        }
        Ok(self.moves.value(self.stash, index))
    }
}

/// Takes the moved fields out of the mutant again.
struct Returning<'s> {
    stash: &'s mut Stash,
    moves: Moves<'s>,
}

impl Visit for Returning<'_> {
    fn field<F: Mutate>(&mut self, index: usize, field: &mut F) {
        if self.moves.moves(index) {
            let place = self.moves.place_from_top(self.moves.sources[index]);
            self.stash.take_back(field, place);
        }
    }
}

/// Puts the old fields back where they were; the last of each type frees the places of that type.
struct PutBack<'s> {
    stash: &'s mut Stash,
    moves: Moves<'s>,
}

impl Visit for PutBack<'_> {
    fn field<F: Mutate>(&mut self, index: usize, field: &mut F) {
        if !self.moves.takes(index) {
            return;
        }
        let place = self.moves.place_from_top(index);
        let taken = if place == 1 {
            let ty = self.moves.plan.fields[index].ty;
            let fields = self.moves.plan.fields[..=index].iter().enumerate();
            fields.filter(|(at, f)| f.ty == ty && self.moves.takes(*at)).count()
        } else {
            0
        };
        self.stash.put_back(field, place, taken);
    }
}
