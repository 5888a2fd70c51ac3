//! The code shared by nodes whose children are elements of one type: arrays, sequences, and types
//! that are filled once. Arrays and sequences are printed in square brackets.

use crate::value::node::no_child;
use crate::value::text::Delimiter;
use crate::value::{Form, Mutate, Node, ParseError, Parser};

/// A type with elements, each of which is a child.
pub(in crate::impls) trait Elements: Node {
    /// The type of the elements.
    type Element: Mutate;

    /// The elements, in order.
    fn elements(&self) -> impl ExactSizeIterator<Item = &Self::Element>;
    /// The elements, mutable.
    fn elements_mut(&mut self) -> impl Iterator<Item = &mut Self::Element>;
}

/// Implements [`Elements`] with the methods `iter` and `iter_mut`, or with two given expressions.
macro_rules! elements {
    ([$($generics:tt)*] $ty:ty, $element:ty) => {
        $crate::impls::by_shape::elements::elements!(
            [$($generics)*] $ty, $element, |all| all.iter(), |all| all.iter_mut()
        );
    };
    (
        [$($generics:tt)*] $ty:ty, $element:ty,
        |$all:ident| $iter:expr, |$all_mut:ident| $iter_mut:expr
    ) => {
        impl<$($generics)*> $crate::impls::by_shape::elements::Elements for $ty {
            type Element = $element;

            fn elements(&self) -> impl ExactSizeIterator<Item = &$element> {
                let $all = self;
                $iter
            }
            fn elements_mut(&mut self) -> impl Iterator<Item = &mut $element> {
                let $all_mut = self;
                $iter_mut
            }
        }
    };
}

pub(in crate::impls) fn form<T: Elements>(_: &T) -> Form {
    Form::Sequence
}

/// Reads elements between square brackets.
pub(in crate::impls) fn parse<T: Mutate>(parser: &mut Parser) -> Result<Vec<T>, ParseError> {
    let Some(mut inside) = parser.group(Delimiter::Bracket) else {
        return Err(parser.expected("`[` and the elements"));
    };
    inside.list(T::parse)
}

pub(in crate::impls) fn children<T: Elements>(value: &T) -> usize {
    value.elements().len()
}

pub(in crate::impls) fn child<T: Elements>(value: &T, at: usize) -> &dyn Node {
    value.elements().nth(at).map_or_else(|| no_child(at), Mutate::node)
}

pub(in crate::impls) fn child_mut<T: Elements>(value: &mut T, at: usize) -> &mut dyn Node {
    value.elements_mut().nth(at).map_or_else(|| no_child(at), Mutate::node_mut)
}

pub(in crate::impls) fn descend<'v, T: Elements>(
    value: &'v mut T,
    path: &[u32],
) -> &'v mut dyn Node {
    match path.split_first() {
        Some((&at, rest)) => child_mut(value, at as usize).descend(rest),
        None => value,
    }
}

pub(in crate::impls) fn all_children<'v, T: Elements>(value: &'v T, into: &mut Vec<&'v dyn Node>) {
    into.extend(value.elements().map(Mutate::node));
}

pub(in crate::impls) use elements;
