//! The undo stack: it holds the parts of a node while the node's mutant is tested. There is one
//! stack per type, and its memory is kept. So in the steady state, serving a mutant allocates
//! nothing for the removed parts.

// `counted` casts a stack to its element's type without a second check of the type.
#![allow(unsafe_code)]

use crate::value::mutate::Mutate;
use crate::value::types::{Kept, hash};
use std::any::{Any, TypeId};

/// Stacks of values, one per type. A pop returns the last value pushed of its type.
#[derive(Default)]
pub struct UndoStack {
    stacks: Vec<(TypeId, Box<dyn Any>)>,
    /// Where the stacks of recent types are, at the place that each type hashes to. Types that
    /// share a place need a search.
    hints: [u8; HINTS],
    /// The number of spares of all types.
    pool: usize,
    words: Vec<u64>,
    recipes: Vec<Kept>,
}

/// The number of hints.
const HINTS: usize = 16;

/// The most spares kept of one type. A constructor rarely has more fields of one type.
const MOST_SPARES: usize = 8;

/// The values and spares of one type.
struct Stack<T> {
    /// Values taken out; `None` while the value is in the mutant.
    values: Vec<Option<T>>,
    /// Spares: they stand in for values taken out, and wait here between uses.
    pool: Vec<T>,
}

impl<T> Stack<T> {
    fn spare(&mut self, pool: &mut usize) -> T
    where
        T: Mutate,
    {
        match self.pool.pop() {
            Some(spare) => {
                *pool -= 1;
                spare
            }
            None => T::smallest(),
        }
    }

    fn keep(&mut self, spare: T, pool: &mut usize) {
        // A spare that owns nothing is cheap to make again. A mutant may return more spares than it
        // took, so without a bound they would pile up.
        if std::mem::needs_drop::<T>() && self.pool.len() < MOST_SPARES {
            self.pool.push(spare);
            *pool += 1;
        }
    }
}

impl UndoStack {
    /// Keeps a value.
    pub fn push<T: 'static>(&mut self, value: T) {
        self.stack::<T>().push(Some(value));
    }

    /// Returns the last value kept of this type.
    ///
    /// # Panics
    /// If there is none: `restore` was called without its `mutate`.
    pub fn pop<T: 'static>(&mut self) -> T {
        self.stack::<T>().pop().flatten().unwrap_or_else(|| unbalanced::<T>())
    }

    /// Keeps a plain word, such as a constructor index.
    pub fn push_word(&mut self, word: u64) {
        self.words.push(word);
    }

    /// Returns the last word kept.
    ///
    /// # Panics
    /// If there is none.
    pub fn pop_word(&mut self) -> u64 {
        self.words.pop().unwrap_or_else(|| unbalanced::<u64>())
    }

    /// Keeps a number of `bits` bits.
    #[inline]
    pub(crate) fn push_bits(&mut self, number: u128, bits: u32) {
        self.push_word(number as u64);
        if bits > 64 {
            self.push_word((number >> 64) as u64);
        }
    }

    /// Returns the last number kept of `bits` bits. The bits above them have no meaning.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub(crate) fn pop_bits(&mut self, bits: u32) -> u128 {
        let high = if bits > 64 { self.pop_word() } else { 0 };
        u128::from(high) << 64 | u128::from(self.pop_word())
    }

    /// Forgets everything, for mutants that are kept and not undone.
    pub fn clear(&mut self) {
        self.stacks.clear();
        self.pool = 0;
        self.words.clear();
        self.recipes.clear();
    }

    /// The number of spares of all types.
    pub fn kept(&self) -> usize {
        self.pool
    }

    /// A spare: any value of the type, to stand in for a value taken out.
    pub(crate) fn spare<T: Mutate>(&mut self) -> T {
        let (stack, pool) = self.counted::<T>();
        stack.spare(pool)
    }

    /// Takes back a spare.
    pub(crate) fn keep_spare<T: Mutate>(&mut self, spare: T) {
        if std::mem::needs_drop::<T>() {
            let (stack, pool) = self.counted::<T>();
            stack.keep(spare, pool);
        }
    }

    /// Takes a field's value out and keeps it; a spare takes its place in the field.
    pub(crate) fn take<T: Mutate>(&mut self, field: &mut T) {
        let (stack, pool) = self.counted::<T>();
        let spare = stack.spare(pool);
        stack.values.push(Some(std::mem::replace(field, spare)));
    }

    /// Keeps a copy of a value, in the memory of a spare if there is one. Keeps the smallest value
    /// if the value cannot be copied.
    pub(crate) fn push_copy<T: Mutate>(&mut self, value: &T) {
        let (stack, pool) = self.counted::<T>();
        let copy = match stack.pool.pop() {
            Some(mut spare) => {
                *pool -= 1;
                T::copy_into(value, &mut spare).then_some(spare)
            }
            None => T::copy(value),
        };
        stack.values.push(Some(or_smallest(copy)));
    }

    /// Exchanges a field with the last value kept of its type.
    pub(crate) fn swap_top<T: Mutate>(&mut self, field: &mut T) {
        match self.stack::<T>().last_mut() {
            Some(Some(top)) => std::mem::swap(field, top),
            _ => unbalanced::<T>(),
        }
    }

    /// Puts the last value kept into the field; the old value of the field becomes a spare.
    pub(crate) fn give_back<T: Mutate>(&mut self, field: &mut T) {
        let (stack, pool) = self.counted::<T>();
        let value = stack.values.pop().flatten().unwrap_or_else(|| unbalanced::<T>());
        stack.keep(std::mem::replace(field, value), pool);
    }

    /// Replaces a value by the child that `take` takes out of it, and keeps the value. `take`
    /// leaves a spare in the child's place.
    pub(crate) fn hoist<T: Mutate>(&mut self, value: &mut T, take: impl FnOnce(&mut T, T) -> T) {
        let (stack, pool) = self.counted::<T>();
        let spare = stack.spare(pool);
        let child = take(value, spare);
        stack.values.push(Some(std::mem::replace(value, child)));
    }

    /// Undoes [`UndoStack::hoist`]: `put` puts the child back and returns the spare.
    pub(crate) fn lower<T: Mutate>(&mut self, value: &mut T, put: impl FnOnce(&mut T, T) -> T) {
        let (stack, pool) = self.counted::<T>();
        let old = stack.values.pop().flatten().unwrap_or_else(|| unbalanced::<T>());
        let child = std::mem::replace(value, old);
        stack.keep(put(value, child), pool);
    }

    /// Takes the value of a mutant's field back to its slot; a spare takes its place in the field.
    pub(crate) fn take_back<T: Mutate>(&mut self, field: &mut T, slot: usize) {
        let (stack, pool) = self.counted::<T>();
        let spare = stack.spare(pool);
        let at = stack.values.len() - slot;
        stack.values[at] = Some(std::mem::replace(field, spare));
    }

    /// Puts the value in a slot back into its field, and then drops the last `frees` slots.
    pub(crate) fn put_back<T: Mutate>(&mut self, field: &mut T, slot: usize, frees: usize) {
        let (stack, pool) = self.counted::<T>();
        let at = stack.values.len() - slot;
        let old = or_smallest(stack.values[at].take());
        stack.keep(std::mem::replace(field, old), pool);
        stack.values.truncate(stack.values.len() - frees);
    }

    /// The slot of a type at this distance from the top, counted from 1.
    pub(crate) fn slot<T: 'static>(&mut self, slot: usize) -> &mut Option<T> {
        let stack = self.stack::<T>();
        let at = stack.len() - slot;
        &mut stack[at]
    }

    /// Keeps the recipe of a mutant.
    pub(crate) fn push_recipe(&mut self, recipe: Kept) {
        self.recipes.push(recipe);
    }

    /// Returns the recipe of the last mutant.
    pub(crate) fn pop_recipe(&mut self) -> Kept {
        self.recipes.pop().unwrap_or_else(|| unbalanced::<Kept>())
    }

    /// The stack of one type, with holes for moved values.
    fn stack<T: 'static>(&mut self) -> &mut Vec<Option<T>> {
        &mut self.counted::<T>().0.values
    }

    /// The values and spares of one type, and the number of all spares.
    #[inline]
    fn counted<T: 'static>(&mut self) -> (&mut Stack<T>, &mut usize) {
        let id = TypeId::of::<T>();
        let hint = usize::from(self.hints[hash(id) as usize % HINTS]);
        let at = match self.stacks.get(hint) {
            Some((other, _)) if *other == id => hint,
            _ => self.search::<T>(id),
        };
        debug_assert!(self.stacks[at].1.is::<Stack<T>>());
        let stack: *mut dyn Any = &raw mut *self.stacks[at].1;
        // SAFETY: a stack is stored under the id of its element type, and nowhere else; it is
        // borrowed as long as `self` is. A checked downcast would repeat the type check, which took
        // half of the time of a look-up.
        (unsafe { &mut *stack.cast::<Stack<T>>() }, &mut self.pool)
    }

    /// The index of a type's stack, which is made if there is none.
    #[cold]
    #[inline(never)]
    fn search<T: 'static>(&mut self, id: TypeId) -> usize {
        match self.place(id) {
            Some(at) => at,
            None => {
                let stack = Stack::<T> { values: Vec::new(), pool: Vec::new() };
                self.enter(id, Box::new(stack))
            }
        }
    }

    // These functions are not generic, so they are compiled in this crate, without counters.

    fn place(&mut self, id: TypeId) -> Option<usize> {
        let at = self.stacks.iter().position(|(other, _)| *other == id)?;
        self.hint(id, at);
        Some(at)
    }

    fn enter(&mut self, id: TypeId, stack: Box<dyn Any>) -> usize {
        let at = self.stacks.len();
        self.stacks.push((id, stack));
        self.hint(id, at);
        at
    }

    fn hint(&mut self, id: TypeId, at: usize) {
        self.hints[hash(id) as usize % HINTS] = u8::try_from(at).unwrap_or(u8::MAX);
    }
}

#[cold]
fn unbalanced<T>() -> ! {
    panic!("no {} was kept: `restore` without its `mutate`", std::any::type_name::<T>())
}

/// The value, or the smallest if there is none. Not `unwrap_or_else`: with a closure, the compiler
/// would instantiate that function of std for each type, with counters that nobody could
/// distinguish from the property's.
pub(crate) fn or_smallest<F: Mutate>(value: Option<F>) -> F {
    match value {
        Some(value) => value,
        None => F::smallest(),
    }
}

#[cfg(test)]
mod tests {
    use crate::value::context::Context;
    use crate::value::node::{FRESH_SUBTREE, Node};
    use crate::value::text::print;

    /// The paths to all nodes.
    fn paths(node: &dyn Node, path: &[u32], all: &mut Vec<Vec<u32>>) {
        all.push(path.to_vec());
        for index in 0..node.children() {
            paths(node.child(index), &[path, &[index as u32]].concat(), all);
        }
    }

    #[test]
    fn every_mutant_of_every_node_is_undone() {
        let inner = (3_u8, vec![4_u8, 5], Some("text".to_owned()));
        let mut value = (1_u8, 2_u8, inner, (6_u8, 7_u8, 8_u8));
        let before = print(&value);
        let mut all = Vec::new();
        paths(&value, &[], &mut all);
        let mut context = Context::new(7, 5);
        let mut changed = 0;
        for path in all {
            let node = value.descend(&path);
            let (mutants, fresh) = (node.mutants().count(2), node.fresh_subtrees());
            for mutant in (0..mutants).chain(FRESH_SUBTREE..FRESH_SUBTREE + fresh) {
                context.set_address(0, 0, mutant);
                value.descend(&path).mutate(mutant, &mut context);
                changed += usize::from(print(&value) != before);
                value.descend(&path).restore(mutant, &mut context);
                assert_eq!(print(&value), before, "{mutant} at {path:?}");
            }
        }
        assert!(changed > 50, "{changed} mutants differ");
    }
}
