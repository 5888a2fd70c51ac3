//! The code shared by flat sequences: `Vec` and similar types, and texts. The mutants of a sequence
//! of n elements are, in order: drop each element, duplicate each element, truncate before each
//! element except the last, swap each 2 neighbours, and insert the smallest element at each place,
//! including the end. A sequence is not a cons list: its tails are not nodes. The elements of a
//! container are nodes of their own.

mod implement;
pub(in crate::impls) mod text;

pub(in crate::impls) use implement::{cut_by_sequence, items, sequence, sequence_of};

use super::elements::{self, Elements};
use crate::value::types::has_no_value;
use crate::value::{
    Context, Generator, Mutants, Mutate, Node, NodeKind, ParseError, Parser, TypeIndex, Types,
};
use std::any::{Any, TypeId};

/// A sequence as its mutants see it.
///
/// Indices are below [`Sequence::length`], except that the index of `insert` may equal it.
pub(in crate::impls) trait Sequence: Mutate {
    /// The type of the elements.
    type Item: 'static;

    /// The number of elements.
    fn length(&self) -> usize;
    /// The element that is inserted.
    fn smallest_item() -> Self::Item;
    /// A copy of an element, or the smallest element if the element cannot be copied.
    fn twin(&self, at: usize) -> Self::Item;
    /// Inserts an element before the element at `at`.
    fn insert(&mut self, at: usize, item: Self::Item);
    /// Removes the element at `at`.
    fn remove(&mut self, at: usize) -> Self::Item;
    /// Appends an element.
    fn push(&mut self, item: Self::Item) {
        self.insert(self.length(), item);
    }
    /// Removes the last element.
    fn pop(&mut self) -> Self::Item {
        self.remove(self.length() - 1)
    }
    /// Moves the elements from `at` to `end`, in any order, and replaces the content of `end`.
    fn take_end(&mut self, at: usize, end: &mut Self) {
        (0..end.length()).for_each(|_| drop(end.pop()));
        (at..self.length()).for_each(|_| end.push(self.pop()));
    }
    /// Moves back all elements that [`Sequence::take_end`] moved.
    fn put_end(&mut self, end: &mut Self) {
        (0..end.length()).for_each(|_| self.push(end.pop()));
    }
    /// Reserves memory for exactly one more element, if the sequence reserves memory at all.
    fn make_room(&mut self) {}
    /// Releases unused memory.
    fn fit(&mut self) {}
    /// Becomes the sequence that [`generate`] would return, in its existing memory if possible.
    fn regenerate(&mut self, generator: &mut Generator) {
        *self = Self::generate(generator);
    }
    /// Exchanges the elements at `at` and `at + 1`.
    fn swap_next(&mut self, at: usize) {
        let item = self.remove(at);
        self.insert(at + 1, item);
    }
}

/// A sequence whose items are child nodes.
pub(in crate::impls) trait Container:
    Elements + Sequence<Item = Self::Element>
{
    /// A sequence of these items.
    fn gather(items: impl IntoIterator<Item = Self::Item>) -> Self;
}

/// One mutant of a sequence, numbered as described at the top of this file.
enum Edit {
    Drop(usize),
    Duplicate(usize),
    Truncate(usize),
    Swap(usize),
    Insert(usize),
}

/// A run of consecutive mutants of one kind: their number, and the edit of each.
type Section = (usize, fn(usize) -> Edit);

/// The number of pure mutants of a sequence of `length` elements.
fn count(length: usize) -> u64 {
    let n = length as u64;
    2 * n + 2 * n.saturating_sub(1) + n + 1
}

/// A sequence of bytes is a text.
pub(in crate::impls) fn kind<S: Container>(_: &S) -> NodeKind {
    if TypeId::of::<S::Element>() == TypeId::of::<u8>() { NodeKind::Text } else { NodeKind::Other }
}

pub(in crate::impls) fn text<S: Container>(sequence: &S, into: &mut Vec<u8>) {
    let byte = |element| (element as &dyn Any).downcast_ref::<u8>().copied();
    into.extend(sequence.elements().filter_map(byte));
}

pub(in crate::impls) fn text_length<S: Container>(sequence: &S) -> usize {
    if kind(sequence) == NodeKind::Text { sequence.length() } else { 0 }
}

pub(in crate::impls) fn set_text<S: Container>(sequence: &mut S, text: &[u8]) {
    let byte = |byte: &u8| (byte as &dyn Any).downcast_ref::<S::Element>().and_then(Mutate::copy);
    *sequence = S::gather(text.iter().filter_map(byte));
}

pub(in crate::impls) fn arrange<S: Container>(sequence: &mut S, order: &[usize]) -> bool {
    let mut all: Vec<_> = (0..sequence.length()).map(|_| Some(sequence.pop())).collect();
    all.reverse();
    *sequence = S::gather(order.iter().filter_map(|at| all.get_mut(*at)?.take()));
    true
}

pub(in crate::impls) fn append<S: Container>(sequence: &mut S, other: &mut dyn Node) -> bool {
    let Some(other) = other.downcast_mut::<S>() else { return false };
    let mut all: Vec<_> = (0..other.length()).map(|_| other.pop()).collect();
    all.reverse();
    all.into_iter().for_each(|item| sequence.push(item));
    true
}

pub(in crate::impls) fn mutants<S: Container>(sequence: &S) -> Mutants {
    // An empty sequence whose element type has no value has no mutants.
    let stuck = sequence.length() == 0 && has_no_value::<S::Element>();
    Mutants { pure: if stuck { 0 } else { count(sequence.length()) }, random: 0 }
}

fn edit(length: usize, mutant: u64) -> Edit {
    let mut at = mutant as usize;
    let sections: [Section; 4] = [
        (length, Edit::Drop),
        (length, Edit::Duplicate),
        (length.saturating_sub(1), Edit::Truncate),
        (length.saturating_sub(1), Edit::Swap),
    ];
    for (count, edit) in sections {
        if at < count {
            return edit(at);
        }
        at -= count;
    }
    Edit::Insert(at)
}

/// Turns a sequence into its pure mutant with this number.
pub(in crate::impls) fn mutate<S: Sequence>(sequence: &mut S, mutant: u64, context: &mut Context) {
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
pub(in crate::impls) fn restore<S: Sequence>(sequence: &mut S, mutant: u64, context: &mut Context) {
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
            // This is the last mutant. While a batch waits, its value should take no extra memory.
            if at == length {
                sequence.fit();
            }
        }
    }
}

pub(in crate::impls) fn smallest<S: Container>() -> S {
    S::gather([])
}

pub(in crate::impls) fn generate<S: Container>(generator: &mut Generator) -> S {
    if has_no_value::<S::Element>() {
        return S::gather([]);
    }
    if let Some(word) = word(generator) {
        return word;
    }
    let mut elements = generator.length();
    let mut all = Vec::with_capacity(elements.left());
    while let Some(element) = generator.element(&mut elements) {
        all.push(element);
    }
    S::gather(all)
}

pub(in crate::impls) fn regenerate<S: Container>(sequence: &mut S, generator: &mut Generator) {
    match word(generator) {
        Some(word) => *sequence = word,
        None => Sequence::regenerate(sequence, generator),
    }
}

/// Now and then, a sequence of bytes is a text of the code under test.
#[inline]
fn word<S: Container>(generator: &mut Generator) -> Option<S> {
    if TypeId::of::<S::Element>() != TypeId::of::<u8>() {
        return None;
    }
    let word = generator.word_in(6)?;
    let mut sequence = S::gather([]);
    set_text(&mut sequence, word);
    Some(sequence)
}

pub(in crate::impls) fn describe<S: Container>(types: &mut Types) -> TypeIndex {
    types.sequence::<S>(S::Element::describe)
}

pub(in crate::impls) fn copy<S: Container>(sequence: &S) -> Option<S> {
    sequence.elements().map(Mutate::copy).collect::<Option<Vec<_>>>().map(S::gather)
}

pub(in crate::impls) fn parse<S: Container>(parser: &mut Parser) -> Result<S, ParseError> {
    elements::parse(parser).map(S::gather)
}

/// Removes and returns the elements after the first `length`, in any order.
pub(in crate::impls) fn cut<S: Sequence>(sequence: &mut S, length: usize) -> S {
    let mut end = S::smallest();
    sequence.take_end(length, &mut end);
    end
}

/// Puts back the elements that [`cut`] removed.
pub(in crate::impls) fn join<S: Sequence>(sequence: &mut S, mut end: S) {
    sequence.put_end(&mut end);
}
