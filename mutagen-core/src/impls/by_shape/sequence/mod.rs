//! What all flat sequences share, `Vec` and its kin as well as texts. The mutants of a sequence of n
//! elements, in order: drop each, duplicate each, cut off the end at each place but the last, swap
//! each two neighbours, and insert the smallest element at each place, the end included. They are
//! not cons cells: no mutant takes a tail apart. The elements of a container are nodes of their own.

mod implement;

pub(in crate::impls) use implement::{cut_by_sequence, sequence, sequence_of};

use crate::value::context::Context;
use crate::value::generate::Generator;
use crate::value::mutate::Mutate;
use crate::value::node::Mutants;
use crate::value::text::{ParseError, Parser};
use crate::value::types::has_no_value;
use proc_macro2::Delimiter;

/// A sequence as its mutants see it.
///
/// Indices are below [`Sequence::length`], the one of `insert` may be equal to it.
pub(in crate::impls) trait Sequence {
    /// What it is a sequence of.
    type Item: 'static;

    /// The number of elements.
    fn length(&self) -> usize;
    /// What is inserted.
    fn smallest_item() -> Self::Item;
    /// A copy of an element, or the smallest one if there is no way to copy it.
    fn twin(&self, at: usize) -> Self::Item;
    /// Puts an element before the one at `at`.
    fn insert(&mut self, at: usize, item: Self::Item);
    /// Takes the element at `at` out.
    fn remove(&mut self, at: usize) -> Self::Item;
    /// Puts an element at the end.
    fn push(&mut self, item: Self::Item) {
        self.insert(self.length(), item);
    }
    /// Takes the last element out.
    fn pop(&mut self) -> Self::Item {
        self.remove(self.length() - 1)
    }
    /// Moves the elements from `at` on to `end`, in an order of its own, in the place of what is there.
    fn take_end(&mut self, at: usize, end: &mut Self) {
        (0..end.length()).for_each(|_| drop(end.pop()));
        (at..self.length()).for_each(|_| end.push(self.pop()));
    }
    /// Moves all elements that [`Sequence::take_end`] took back.
    fn put_end(&mut self, end: &mut Self) {
        (0..end.length()).for_each(|_| self.push(end.pop()));
    }
    /// Makes room for one element more, and for no other, where the sequence keeps room at all.
    fn make_room(&mut self) {}
    /// Gives back all room that is not used.
    fn fit(&mut self) {}
    /// Becomes the sequence that [`generate`] would give, in the memory it has where that can be.
    fn regenerate(&mut self, generator: &mut Generator)
    where
        Self: Mutate,
    {
        *self = Self::generate(generator);
    }
    /// Exchanges the elements at `at` and `at + 1`.
    fn swap_next(&mut self, at: usize) {
        let item = self.remove(at);
        self.insert(at + 1, item);
    }
}

/// One mutant of a sequence, numbered as the head of this file says.
enum Edit {
    Drop(usize),
    Duplicate(usize),
    Truncate(usize),
    Swap(usize),
    Insert(usize),
}

/// A run of consecutive mutants of one kind: how many, and which edit each is.
type Section = (usize, fn(usize) -> Edit);

/// The number of pure mutants of a sequence of `length` elements.
pub(in crate::impls) fn count(length: usize) -> u64 {
    let n = length as u64;
    2 * n + 2 * n.saturating_sub(1) + n + 1
}

/// The mutants of a sequence of so many elements of this type.
pub(in crate::impls) fn mutants<T: Mutate>(length: usize) -> Mutants {
    // What has no element and can have none has no mutants.
    let stuck = length == 0 && has_no_value::<T>();
    Mutants { pure: if stuck { 0 } else { count(length) }, random: 0 }
}

fn edit(length: usize, mutant: u64) -> Edit {
    let mut at = mutant as usize;
    let sections: [Section; 4] = [
        (length, Edit::Drop),
        (length, Edit::Duplicate),
        (length.saturating_sub(1), Edit::Truncate),
        (length.saturating_sub(1), Edit::Swap),
    ];
    for (section, edit) in sections {
        if at < section {
            return edit(at);
        }
        at -= section;
    }
    Edit::Insert(at)
}

/// Turns a sequence into its pure mutant with this number.
pub(in crate::impls) fn mutate<S: Sequence + Mutate>(
    sequence: &mut S,
    mutant: u64,
    context: &mut Context,
) {
    let length = sequence.length();
    context.undo.push_word(length as u64);
    match edit(length, mutant) {
        Edit::Drop(at) => context.undo.push(sequence.remove(at)),
        Edit::Duplicate(at) => {
            sequence.make_room();
            let twin = sequence.twin(at);
            sequence.insert(at + 1, twin);
        }
        Edit::Truncate(at) => {
            let mut end = context.undo.spare::<S>();
            sequence.take_end(at, &mut end);
            context.undo.push(end);
        }
        Edit::Swap(at) => sequence.swap_next(at),
        Edit::Insert(at) => {
            sequence.make_room();
            sequence.insert(at, S::smallest_item());
        }
    }
}

/// Undoes [`mutate`] with the same number.
pub(in crate::impls) fn restore<S: Sequence + Mutate>(
    sequence: &mut S,
    mutant: u64,
    context: &mut Context,
) {
    let length = context.undo.pop_word() as usize;
    match edit(length, mutant) {
        Edit::Drop(at) => sequence.insert(at, context.undo.pop()),
        Edit::Duplicate(at) => drop(sequence.remove(at + 1)),
        Edit::Truncate(_) => {
            let mut end = context.undo.pop::<S>();
            sequence.put_end(&mut end);
            context.undo.keep_spare(end);
        }
        Edit::Swap(at) => sequence.swap_next(at),
        Edit::Insert(at) => {
            drop(sequence.remove(at));
            // After the last mutant: what a batch waits with is its value and no more.
            if at == length {
                sequence.fit();
            }
        }
    }
}

/// The mutants of a text: the pure ones of a sequence, and as random one an element replaced by a
/// fresh one, or any fresh text if there is none.
pub(in crate::impls) fn text_mutants(length: usize) -> Mutants {
    Mutants { pure: count(length), random: 1 }
}

/// Turns a text into its mutant with this number; `fresh` makes an element.
pub(in crate::impls) fn mutate_text<S: Sequence<Item: PartialEq> + Mutate>(
    text: &mut S,
    mutant: u64,
    context: &mut Context,
    fresh: fn(&mut Generator) -> S::Item,
) {
    let length = text.length();
    if mutant < count(length) {
        return mutate(text, mutant, context);
    }
    let generator = context.generator();
    let at = match u32::try_from(length) {
        Ok(0) => {
            *text = S::generate(generator);
            if text.length() == 0 {
                text.push(fresh(generator));
            }
            return context.undo.push_word(0);
        }
        length => generator.below(length.unwrap_or(u32::MAX)) as usize,
    };
    let old = text.remove(at);
    text.make_room();
    // A few draws nearly always give another element; one more test of the old value is no harm.
    let drawn = (0..4).map(|_| fresh(generator)).find(|new| *new != old);
    text.insert(at, drawn.unwrap_or_else(S::smallest_item));
    context.undo.push(old);
    context.undo.push_word(at as u64);
    context.undo.push_word(length as u64);
}

/// Undoes [`mutate_text`] with the same number.
pub(in crate::impls) fn restore_text<S: Sequence + Mutate>(
    text: &mut S,
    mutant: u64,
    context: &mut Context,
) {
    let length = context.undo.pop_word();
    if mutant < count(length as usize) {
        context.undo.push_word(length);
        return restore(text, mutant, context);
    }
    if length == 0 {
        *text = S::smallest();
        return;
    }
    let at = context.undo.pop_word() as usize;
    text.remove(at);
    text.insert(at, context.undo.pop());
}

/// Generates the elements of a sequence.
pub(in crate::impls) fn generate<T: Mutate>(generator: &mut Generator) -> Vec<T> {
    if has_no_value::<T>() {
        return Vec::new();
    }
    let mut elements = generator.length();
    let mut all = Vec::with_capacity(elements.left());
    while let Some(element) = generator.element(&mut elements) {
        all.push(element);
    }
    all
}

/// Reads elements between square brackets.
pub(in crate::impls) fn parse<T: Mutate>(parser: &mut Parser) -> Result<Vec<T>, ParseError> {
    let Some(mut inside) = parser.group(Delimiter::Bracket) else {
        return Err(parser.expected("`[` and the elements"));
    };
    inside.list(T::parse)
}

/// Takes off what comes after the first `length` elements.
pub(in crate::impls) fn cut<S: Sequence + Mutate>(sequence: &mut S, length: usize) -> S {
    let mut end = S::smallest();
    for _ in length..sequence.length() {
        let last = sequence.pop();
        end.insert(0, last);
    }
    end
}

/// Puts back what [`cut`] took off.
pub(in crate::impls) fn join<S: Sequence>(sequence: &mut S, mut end: S) {
    for _ in 0..end.length() {
        sequence.push(end.remove(0));
    }
}
