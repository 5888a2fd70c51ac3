//! `Vec`: a flat sequence, not cons cells. The mutants of a vector of n elements, in order: drop
//! each, duplicate each, cut off the end at each place but the last, swap each two neighbours, and
//! insert the smallest element at each place, the end included. Its elements are nodes of their own.

use crate::context::Context;
use crate::generate::Generator;
use crate::mutate::{Mutants, Mutate, Node, no_child};
use crate::text::{Form, ParseError, Parser};
use crate::types::{TypeIndex, Types};
use proc_macro2::Delimiter;

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

/// The number of mutants of a sequence of `length` elements.
fn count(length: usize) -> u64 {
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

impl<T: Mutate> Mutate for Vec<T> {
    fn smallest() -> Self {
        Vec::new()
    }
    fn generate(generator: &mut Generator) -> Self {
        let mut elements = generator.length();
        let mut all = Vec::with_capacity(elements.left());
        while let Some(element) = generator.element(&mut elements) {
            all.push(element);
        }
        all
    }
    fn describe(types: &mut Types) -> TypeIndex {
        types.sequence::<Self>(T::describe)
    }
    fn copy(&self) -> Option<Self> {
        self.iter().map(T::copy).collect()
    }
    fn form(&self) -> Form {
        Form::Sequence
    }
    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        let Some(mut inside) = parser.group(Delimiter::Bracket) else {
            return Err(parser.expected("`[` and the elements"));
        };
        inside.list(T::parse)
    }
    fn children(&self) -> usize {
        self.len()
    }
    fn child(&self, index: usize) -> &dyn Node {
        match self.get(index) {
            Some(element) => element.node(),
            None => no_child(index),
        }
    }
    fn child_mut(&mut self, index: usize) -> &mut dyn Node {
        match self.get_mut(index) {
            Some(element) => element.node_mut(),
            None => no_child(index),
        }
    }
    fn mutants(&self) -> Mutants {
        Mutants { pure: count(self.len()), random: 0 }
    }
    fn mutate(&mut self, mutant: u64, context: &mut Context) {
        context.stash.push_word(self.len() as u64);
        match edit(self.len(), mutant) {
            Edit::Drop(at) => context.stash.push(self.remove(at)),
            Edit::Duplicate(at) => {
                let twin = self[at].copy().unwrap_or_else(T::smallest);
                self.insert(at + 1, twin);
            }
            Edit::Truncate(at) => context.stash.stack::<T>().extend(self.drain(at..).map(Some)),
            Edit::Swap(at) => self.swap(at, at + 1),
            Edit::Insert(at) => self.insert(at, T::smallest()),
        }
    }
    fn restore(&mut self, mutant: u64, context: &mut Context) {
        let length = context.stash.pop_word() as usize;
        match edit(length, mutant) {
            Edit::Drop(at) => self.insert(at, context.stash.pop()),
            Edit::Duplicate(at) => drop(self.remove(at + 1)),
            Edit::Truncate(at) => {
                let stack = context.stash.stack::<T>();
                let start = stack.len() - (length - at);
                self.extend(stack.drain(start..).flatten());
            }
            Edit::Swap(at) => self.swap(at, at + 1),
            Edit::Insert(at) => drop(self.remove(at)),
        }
    }
}

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
