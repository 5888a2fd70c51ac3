//! What all flat sequences share, `Vec` and its kin as well as texts. The mutants of a sequence of n
//! elements, in order: drop each, duplicate each, cut off the end at each place but the last, swap
//! each two neighbours, and insert the smallest element at each place, the end included. They are
//! not cons cells: no mutant takes a tail apart. Here too: `Vec` itself, whose elements are nodes of
//! their own.

use crate::context::Context;
use crate::generate::Generator;
use crate::mutate::{Mutants, Mutate};
use crate::text::{ParseError, Parser};
use proc_macro2::Delimiter;

/// A sequence as its mutants see it.
///
/// Indices are below [`Sequence::length`], the one of `insert` may be equal to it.
pub(super) trait Sequence {
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
pub(super) fn count(length: usize) -> u64 {
    let n = length as u64;
    2 * n + 2 * n.saturating_sub(1) + n + 1
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
pub(super) fn mutate<S: Sequence>(sequence: &mut S, mutant: u64, context: &mut Context) {
    let length = sequence.length();
    context.stash.push_word(length as u64);
    match edit(length, mutant) {
        Edit::Drop(at) => context.stash.push(sequence.remove(at)),
        Edit::Duplicate(at) => {
            let twin = sequence.twin(at);
            sequence.insert(at + 1, twin);
        }
        Edit::Truncate(at) => {
            let stack = context.stash.stack::<S::Item>();
            stack.extend((at..length).map(|_| Some(sequence.pop())));
        }
        Edit::Swap(at) => sequence.swap_next(at),
        Edit::Insert(at) => sequence.insert(at, S::smallest_item()),
    }
}

/// Undoes [`mutate`] with the same number.
pub(super) fn restore<S: Sequence>(sequence: &mut S, mutant: u64, context: &mut Context) {
    let length = context.stash.pop_word() as usize;
    match edit(length, mutant) {
        Edit::Drop(at) => sequence.insert(at, context.stash.pop()),
        Edit::Duplicate(at) => drop(sequence.remove(at + 1)),
        Edit::Truncate(at) => (at..length).for_each(|_| sequence.push(context.stash.pop())),
        Edit::Swap(at) => sequence.swap_next(at),
        Edit::Insert(at) => drop(sequence.remove(at)),
    }
}

/// The mutants of a text: the pure ones of a sequence, and as random one an element replaced by a
/// fresh one, or any fresh text if there is none.
pub(super) fn text_mutants(length: usize) -> Mutants {
    Mutants { pure: count(length), random: 1 }
}

/// Turns a text into its mutant with this number; `fresh` makes an element.
pub(super) fn mutate_text<S: Sequence<Item: PartialEq> + Mutate>(
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
            return context.stash.push_word(0);
        }
        length => generator.below(length.unwrap_or(u32::MAX)) as usize,
    };
    let old = text.remove(at);
    // A few draws nearly always give another element; one more test of the old value is no harm.
    let drawn = (0..4).map(|_| fresh(generator)).find(|new| *new != old);
    text.insert(at, drawn.unwrap_or_else(S::smallest_item));
    context.stash.push(old);
    context.stash.push_word(at as u64);
    context.stash.push_word(length as u64);
}

/// Undoes [`mutate_text`] with the same number.
pub(super) fn restore_text<S: Sequence + Mutate>(text: &mut S, mutant: u64, context: &mut Context) {
    let length = context.stash.pop_word();
    if mutant < count(length as usize) {
        context.stash.push_word(length);
        return restore(text, mutant, context);
    }
    if length == 0 {
        *text = S::smallest();
        return;
    }
    let at = context.stash.pop_word() as usize;
    text.remove(at);
    text.insert(at, context.stash.pop());
}

/// Generates the elements of a sequence.
pub(super) fn generate<T: Mutate>(generator: &mut Generator) -> Vec<T> {
    let mut elements = generator.length();
    let mut all = Vec::with_capacity(elements.left());
    while let Some(element) = generator.element(&mut elements) {
        all.push(element);
    }
    all
}

/// Reads elements between square brackets.
pub(super) fn parse<T: Mutate>(parser: &mut Parser) -> Result<Vec<T>, ParseError> {
    let Some(mut inside) = parser.group(Delimiter::Bracket) else {
        return Err(parser.expected("`[` and the elements"));
    };
    inside.list(T::parse)
}

/// `Mutate` for a type that implements [`Sequence`] and lends its elements: `get` and `get_mut` say
/// how.
macro_rules! sequence {
    ([$($generics:tt)*] $ty:ty, $item:ty, $get:expr, $get_mut:expr) => {
        impl<$($generics)*> $crate::mutate::Mutate for $ty {
            fn smallest() -> Self {
                <$ty>::default()
            }
            fn generate(generator: &mut $crate::generate::Generator) -> Self {
                $crate::impls::sequence::generate::<$item>(generator).into_iter().collect()
            }
            fn describe(types: &mut $crate::types::Types) -> $crate::types::TypeIndex {
                types.sequence::<Self>(<$item as $crate::mutate::Mutate>::describe)
            }
            fn copy(&self) -> Option<Self> {
                self.iter().map($crate::mutate::Mutate::copy).collect()
            }
            fn form(&self) -> $crate::text::Form {
                $crate::text::Form::Sequence
            }
            fn parse(
                parser: &mut $crate::text::Parser,
            ) -> Result<Self, $crate::text::ParseError> {
                Ok($crate::impls::sequence::parse::<$item>(parser)?.into_iter().collect())
            }
            fn children(&self) -> usize {
                self.len()
            }
            fn child(&self, index: usize) -> &dyn $crate::mutate::Node {
                let get: fn(&Self, usize) -> Option<&$item> = $get;
                match get(self, index) {
                    Some(element) => element.node(),
                    None => $crate::mutate::no_child(index),
                }
            }
            fn child_mut(&mut self, index: usize) -> &mut dyn $crate::mutate::Node {
                let get: fn(&mut Self, usize) -> Option<&mut $item> = $get_mut;
                match get(self, index) {
                    Some(element) => element.node_mut(),
                    None => $crate::mutate::no_child(index),
                }
            }
            fn all_children<'v>(&'v self, into: &mut Vec<&'v dyn $crate::mutate::Node>) {
                into.extend(self.iter().map($crate::mutate::Mutate::node));
            }
            fn mutants(&self) -> $crate::mutate::Mutants {
                let pure = $crate::impls::sequence::count(self.len());
                $crate::mutate::Mutants { pure, random: 0 }
            }
            fn mutate(&mut self, mutant: u64, context: &mut $crate::context::Context) {
                $crate::impls::sequence::mutate(self, mutant, context);
            }
            fn restore(&mut self, mutant: u64, context: &mut $crate::context::Context) {
                $crate::impls::sequence::restore(self, mutant, context);
            }
        }
    };
}

/// [`Sequence`] for a type whose methods are named as those of `Vec`, or as said.
macro_rules! sequence_of {
    ([$($generics:tt)*] $ty:ty, $item:ty, $push:ident, $pop:ident, $remove:expr) => {
        impl<$($generics)*> $crate::impls::sequence::Sequence for $ty {
            type Item = $item;

            fn length(&self) -> usize {
                self.len()
            }
            fn smallest_item() -> $item {
                <$item as $crate::mutate::Mutate>::smallest()
            }
            fn twin(&self, at: usize) -> $item {
                $crate::mutate::Mutate::copy(&self[at]).unwrap_or_else(Self::smallest_item)
            }
            fn insert(&mut self, at: usize, item: $item) {
                <$ty>::insert(self, at, item);
            }
            fn remove(&mut self, at: usize) -> $item {
                let remove: fn(&mut Self, usize) -> $item = $remove;
                remove(self, at)
            }
            fn push(&mut self, item: $item) {
                self.$push(item);
            }
            fn pop(&mut self) -> $item {
                self.$pop().unwrap_or_else(Self::smallest_item)
            }
            fn swap_next(&mut self, at: usize) {
                self.swap(at, at + 1);
            }
        }
    };
}

pub(super) use {sequence, sequence_of};

sequence_of!([T: Mutate] Vec<T>, T, push, pop, Vec::remove);
sequence!([T: Mutate] Vec<T>, T, |all, at| all.get(at), |all, at| all.get_mut(at));

#[cfg(test)]
mod tests {
    use super::*;

    fn mutants(value: &[u8]) -> Vec<Vec<u8>> {
        let mut context = Context::new(0, 10);
        let mut sequence = value.to_vec();
        (0..Mutate::mutants(&sequence).pure)
            .map(|mutant| {
                Mutate::mutate(&mut sequence, mutant, &mut context);
                let copy = sequence.clone();
                Mutate::restore(&mut sequence, mutant, &mut context);
                assert_eq!(sequence, value, "mutant {mutant} was not undone");
                copy
            })
            .collect()
    }

    #[test]
    fn the_mutants_of_three_elements_are_those_of_the_documented_list() {
        let expected: &[&[u8]] = &[
            &[2, 3],
            &[1, 3],
            &[1, 2],
            &[1, 1, 2, 3],
            &[1, 2, 2, 3],
            &[1, 2, 3, 3],
            &[],
            &[1],
            &[2, 1, 3],
            &[1, 3, 2],
            &[0, 1, 2, 3],
            &[1, 0, 2, 3],
            &[1, 2, 0, 3],
            &[1, 2, 3, 0],
        ];
        assert_eq!(mutants(&[1, 2, 3]), expected);
    }

    #[test]
    fn an_empty_sequence_can_only_get_the_smallest_element() {
        assert_eq!(mutants(&[]), [vec![0]]);
    }

    #[test]
    fn one_element_is_dropped_doubled_or_joined_by_another() {
        assert_eq!(mutants(&[7]), [vec![], vec![7, 7], vec![0, 7], vec![7, 0]]);
    }
}
