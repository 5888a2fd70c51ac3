//! Where the parts of a node wait while its mutant is tested: one stack per type, whose memory is
//! kept, so that serving a mutant in the steady state allocates nothing for what it takes out.

// A stack is found by its element's type, once and not twice.
#![allow(unsafe_code)]

use crate::value::mutate::Mutate;
use crate::value::types::{Kept, hash};
use std::any::{Any, TypeId};

/// Stacks of values, one per type. What is pushed last of a type is popped first.
#[derive(Default)]
pub struct UndoStack {
    stacks: Vec<(TypeId, Box<dyn Any>)>,
    /// Where the stacks of types were found last, at a place that each type has: the search is for the few
    /// types that share theirs.
    hints: [u8; HINTS],
    /// How many pool there are, of all types.
    pool: usize,
    words: Vec<u64>,
    recipes: Vec<Kept>,
}

/// How many hints there are.
const HINTS: usize = 16;

/// NodePool that are kept of one type: as many as a constructor has fields of it, and seldom more.
const MOST_SPARES: usize = 8;

/// What is kept of one type.
struct Stack<T> {
    /// Values taken out, with holes where a value is in the mutant.
    values: Vec<Option<T>>,
    /// Values that stand where one was taken out, when they do not.
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
        // A spare that owns nothing is as cheap to make again; and a mutant may give back more than
        // it took, so that without a bound they would pile up.
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

    /// Gives back the value of this type kept last.
    ///
    /// # Panics
    /// When there is none: `restore` was called without its `mutate`.
    pub fn pop<T: 'static>(&mut self) -> T {
        self.stack::<T>().pop().flatten().unwrap_or_else(|| unbalanced::<T>())
    }

    /// Keeps a plain word, such as a constructor index.
    pub fn push_word(&mut self, word: u64) {
        self.words.push(word);
    }

    /// Gives back the word kept last.
    ///
    /// # Panics
    /// When there is none.
    pub fn pop_word(&mut self) -> u64 {
        self.words.pop().unwrap_or_else(|| unbalanced::<u64>())
    }

    /// Keeps a number of so many bits.
    #[inline]
    pub(crate) fn push_bits(&mut self, number: u128, bits: u32) {
        self.push_word(number as u64);
        if bits > 64 {
            self.push_word((number >> 64) as u64);
        }
    }

    /// Gives back the number of so many bits kept last; what is above them is of no meaning.
    ///
    /// # Panics
    /// When there is none.
    #[inline]
    pub(crate) fn pop_bits(&mut self, bits: u32) -> u128 {
        let high = if bits > 64 { self.pop_word() } else { 0 };
        u128::from(high) << 64 | u128::from(self.pop_word())
    }

    /// Forgets everything: for mutants that are kept and not undone.
    pub fn clear(&mut self) {
        self.stacks.clear();
        self.pool = 0;
        self.words.clear();
        self.recipes.clear();
    }

    /// How many values are kept for use again, of all types together.
    pub fn kept(&self) -> usize {
        self.pool
    }

    /// Any value of the type, to stand where one is taken out.
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

    /// Takes a field's value out and keeps it; a spare stands in the field.
    pub(crate) fn take<T: Mutate>(&mut self, field: &mut T) {
        let (stack, pool) = self.counted::<T>();
        let spare = stack.spare(pool);
        stack.values.push(Some(std::mem::replace(field, spare)));
    }

    /// Keeps a copy of a value, in the memory of a spare if there is one; the smallest value where it has
    /// no copy.
    pub(crate) fn push_copy<T: Mutate>(&mut self, value: &T) {
        let (stack, pool) = self.counted::<T>();
        let copy = match stack.pool.pop() {
            Some(mut spare) => {
                *pool -= 1;
                T::copy_into(value, &mut spare).then_some(spare)
            }
            None => T::copy(value),
        };
        let copy = match copy {
            Some(copy) => copy,
            None => T::smallest(),
        };
        stack.values.push(Some(copy));
    }

    /// Exchanges a field and the value of its type kept last.
    pub(crate) fn swap_top<T: Mutate>(&mut self, field: &mut T) {
        match self.stack::<T>().last_mut() {
            Some(Some(top)) => std::mem::swap(field, top),
            _ => unbalanced::<T>(),
        }
    }

    /// Puts the value kept last in the place of another, which becomes a spare.
    pub(crate) fn give_back<T: Mutate>(&mut self, field: &mut T) {
        let (stack, pool) = self.counted::<T>();
        let value = stack.values.pop().flatten().unwrap_or_else(|| unbalanced::<T>());
        stack.keep(std::mem::replace(field, value), pool);
    }

    /// Replaces a value by what `take` takes out of it, where it leaves a spare, and keeps it.
    pub(crate) fn hoist<T: Mutate>(&mut self, value: &mut T, take: impl FnOnce(&mut T, T) -> T) {
        let (stack, pool) = self.counted::<T>();
        let spare = stack.spare(pool);
        let child = take(value, spare);
        stack.values.push(Some(std::mem::replace(value, child)));
    }

    /// Undoes [`UndoStack::hoist`]: `put` puts what was taken out back, and gives the spare.
    pub(crate) fn lower<T: Mutate>(&mut self, value: &mut T, put: impl FnOnce(&mut T, T) -> T) {
        let (stack, pool) = self.counted::<T>();
        let old = stack.values.pop().flatten().unwrap_or_else(|| unbalanced::<T>());
        let child = std::mem::replace(value, old);
        stack.keep(put(value, child), pool);
    }

    /// Takes the value of a field of the mutant back to its slot; a spare stands in the field.
    pub(crate) fn take_back<T: Mutate>(&mut self, field: &mut T, slot: usize) {
        let (stack, pool) = self.counted::<T>();
        let spare = stack.spare(pool);
        let at = stack.values.len() - slot;
        stack.values[at] = Some(std::mem::replace(field, spare));
    }

    /// Puts the value in a slot back into its field, and then forgets so many of the slots.
    pub(crate) fn put_back<T: Mutate>(&mut self, field: &mut T, slot: usize, frees: usize) {
        let (stack, pool) = self.counted::<T>();
        let at = stack.values.len() - slot;
        let old = match stack.values[at].take() {
            Some(old) => old,
            None => T::smallest(),
        };
        stack.keep(std::mem::replace(field, old), pool);
        stack.values.truncate(stack.values.len() - frees);
    }

    /// The slot of a type that is so many from the top, counted from 1.
    pub(crate) fn slot<T: 'static>(&mut self, slot: usize) -> &mut Option<T> {
        let stack = self.stack::<T>();
        let at = stack.len() - slot;
        &mut stack[at]
    }

    /// Keeps how a node was changed.
    pub(crate) fn push_recipe(&mut self, recipe: Kept) {
        self.recipes.push(recipe);
    }

    /// Gives back how the node changed last was changed.
    pub(crate) fn pop_recipe(&mut self) -> Kept {
        self.recipes.pop().unwrap_or_else(|| unbalanced::<Kept>())
    }

    /// The stack of one type, with the holes that moved values left.
    fn stack<T: 'static>(&mut self) -> &mut Vec<Option<T>> {
        &mut self.counted::<T>().0.values
    }

    /// What is kept of a type, and the number of all pool.
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
        // SAFETY: a stack is stored under the id of its element type, and nowhere else; it is borrowed as
        // long as `self` is. To ask the value for its type once more took half of the time of a look-up.
        (unsafe { &mut *stack.cast::<Stack<T>>() }, &mut self.pool)
    }

    /// Where the stack of a type is, made if there is none.
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

    // These two are not generic, so that they are compiled here, without counters.

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
