//! Arrays of any length. The mutants are, in order: swap each 2 neighbours, copy each element over
//! the next, copy each element over the previous. All rearrangements, as for a tuple, would be n^n
//! mutants. The elements are nodes of their own.

use crate::impls::by_shape::by_shape;
use crate::impls::by_shape::elements::{self, elements};
use crate::value::node::own_node;
use crate::value::{
    Context, Generator, Mutants, Mutate, Node, NodeKind, ParseError, Parser, TypeIndex, Types,
};
use std::any::{Any, TypeId};

elements!([T: Mutate, const N: usize] [T; N], T);

impl<T: Mutate, const N: usize> Mutate for [T; N] {
    fn smallest() -> Self {
        std::array::from_fn(|_| T::smallest())
    }
    fn generate(generator: &mut Generator) -> Self {
        let mut elements = generator.exactly(N);
        let array = std::array::from_fn(|_| match generator.element(&mut elements) {
            Some(element) => element,
            None => T::smallest(),
        });
        generator.end(&elements);
        let mut array = array;
        if is_text::<T>()
            && let Some(word) = generator.word_in(6)
        {
            Node::set_text(&mut array, word);
        }
        array
    }
    fn describe(types: &mut Types) -> TypeIndex {
        types.repeated::<Self>(N, T::describe)
    }
    fn copy(this: &Self) -> Option<Self> {
        let all: Vec<T> = this.iter().map(T::copy).collect::<Option<_>>()?;
        all.try_into().ok()
    }
    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        let all = elements::parse(parser)?;
        all.try_into().map_err(|_| parser.expected(format!("exactly {N} elements before this")))
    }
    own_node!();
}

impl<T: Mutate, const N: usize> Node for [T; N] {
    by_shape!((impls::by_shape::elements) form children descend);

    fn kind(&self) -> NodeKind {
        if is_text::<T>() { NodeKind::Text } else { NodeKind::Other }
    }
    fn text(&self, into: &mut Vec<u8>) {
        into.extend(self.iter().filter_map(|byte| (byte as &dyn Any).downcast_ref::<u8>()));
    }
    fn text_length(&self) -> usize {
        if is_text::<T>() { N } else { 0 }
    }
    fn set_text(&mut self, text: &[u8]) {
        for (place, byte) in self.iter_mut().zip(text) {
            if let Some(place) = (place as &mut dyn Any).downcast_mut::<u8>() {
                *place = *byte;
            }
        }
    }
    /// An array only changes its order.
    fn arrange(&mut self, order: &[usize]) -> bool {
        // Where each element is by now.
        let mut places: Vec<usize> = (0..N).collect();
        for (to, element) in order.iter().enumerate() {
            let Some(from) = places.iter().position(|at| at == element) else { return false };
            self.swap(to, from);
            places.swap(to, from);
        }
        order.len() == N
    }
    fn mutants(&self) -> Mutants {
        Mutants { pure: 3 * (N as u64).saturating_sub(1), random: 0 }
    }
    fn mutate(&mut self, mutant: u64, context: &mut Context) {
        let (kind, from, to) = edit(N, mutant);
        if kind == 0 {
            self.swap(from, to);
        } else {
            let twin = Mutate::copy(&self[from]).unwrap_or_else(T::smallest);
            context.undo.push(std::mem::replace(&mut self[to], twin));
        }
    }
    fn restore(&mut self, mutant: u64, context: &mut Context) {
        let (kind, from, to) = edit(N, mutant);
        if kind == 0 {
            self.swap(from, to);
        } else {
            self[to] = context.undo.pop();
        }
    }
}

/// An array of bytes is a text of one length: a longer text loses its end, and after a shorter one
/// the old bytes stay.
fn is_text<T: 'static>() -> bool {
    TypeId::of::<T>() == TypeId::of::<u8>()
}

/// The kind of a mutant (0 to 2), and the indices that it affects.
fn edit(length: usize, mutant: u64) -> (usize, usize, usize) {
    let neighbours = length - 1;
    let (kind, at) = (mutant as usize / neighbours, mutant as usize % neighbours);
    if kind == 2 { (kind, at + 1, at) } else { (kind, at, at + 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_swapped_and_copied_both_ways() {
        let mut context = Context::new(0, 10);
        let mut array = [1_u8, 2, 3];
        let mutants: Vec<[u8; 3]> = (0..Node::mutants(&array).pure)
            .map(|mutant| {
                Node::mutate(&mut array, mutant, &mut context);
                let copy = array;
                Node::restore(&mut array, mutant, &mut context);
                assert_eq!(array, [1, 2, 3]);
                copy
            })
            .collect();
        let expected = [[2, 1, 3], [1, 3, 2], [1, 1, 3], [1, 2, 2], [2, 2, 3], [1, 3, 3]];
        assert_eq!(mutants, expected);
    }
}
