//! The code shared by types with interior mutability: cells, locks and atomics. Each is one node,
//! printed as its content. Its mutants are those of all nodes of the content, numbered as in
//! `by_shape::flattened`. If the content is a number, the search treats the node as a number too. A
//! property on such a value gets a copy of the value, see
//! [`Types::interior`](crate::value::types::Types::interior).

use super::flattened::{self, Place};
use crate::value::text::print;
use crate::value::walk::structural_hash;
use crate::value::{
    Context, Form, Generator, Mutants, Mutate, NodeKind, ParseError, Parser, TypeIndex, Types,
};

/// A type with content that can change behind a shared reference.
pub(in crate::impls) trait InteriorMutable: Mutate {
    /// The type of the content.
    type Content: Mutate;

    /// Wraps this content.
    fn hold(content: Self::Content) -> Self;
    /// Calls `look` with the content.
    fn look<R>(&self, look: impl FnOnce(&Self::Content) -> R) -> R;
    /// The content, mutable.
    fn content_mut(&mut self) -> &mut Self::Content;
}

pub(in crate::impls) fn smallest<T: InteriorMutable>() -> T {
    T::hold(T::Content::smallest())
}

pub(in crate::impls) fn generate<T: InteriorMutable>(generator: &mut Generator) -> T {
    T::hold(T::Content::generate(generator))
}

pub(in crate::impls) fn describe<T: InteriorMutable>(types: &mut Types) -> TypeIndex {
    let ty = types.repeated::<T>(1, T::Content::describe);
    types.interior(ty)
}

pub(in crate::impls) fn copy<T: InteriorMutable>(held: &T) -> Option<T> {
    held.look(Mutate::copy).map(T::hold)
}

pub(in crate::impls) fn parse<T: InteriorMutable>(parser: &mut Parser) -> Result<T, ParseError> {
    T::Content::parse(parser).map(T::hold)
}

pub(in crate::impls) fn form<T: InteriorMutable>(held: &T) -> Form {
    Form::Atom(held.look(|content| print(Mutate::node(content))))
}

pub(in crate::impls) fn fingerprint<T: InteriorMutable>(held: &T) -> u64 {
    held.look(|content| structural_hash(Mutate::node(content)))
}

pub(in crate::impls) fn kind<T: InteriorMutable>(held: &T) -> NodeKind {
    match held.look(|content| Mutate::node(content).kind()) {
        NodeKind::Number => NodeKind::Number,
        _ => NodeKind::Other,
    }
}

pub(in crate::impls) fn number<T: InteriorMutable>(held: &T) -> Option<i128> {
    held.look(|content| Mutate::node(content).number())
}

pub(in crate::impls) fn set_number<T: InteriorMutable>(held: &mut T, number: i128) -> bool {
    Mutate::node_mut(held.content_mut()).set_number(number)
}

pub(in crate::impls) fn mutants<T: InteriorMutable>(held: &T) -> Mutants {
    held.look(|content| flattened::mutants(Mutate::node(content)))
}

pub(in crate::impls) fn mutate<T: InteriorMutable>(
    held: &mut T,
    mutant: u64,
    context: &mut Context,
) {
    let content = held.content_mut();
    let place = flattened::place(Mutate::node(content), mutant);
    place.mutate(Mutate::node_mut(content), context);
    context.undo.push(place);
}

pub(in crate::impls) fn restore<T: InteriorMutable>(held: &mut T, _: u64, context: &mut Context) {
    let place: Place = context.undo.pop();
    place.restore(Mutate::node_mut(held.content_mut()), context);
}

/// `Mutate` for a type that holds content: how to look at the content of a shared value, and how to
/// borrow it from a mutable value.
macro_rules! held {
    (
        [$($generics:tt)*] $ty:ty, $content:ty,
        |$held:ident, $look:ident| $looked:expr, |$mutable:ident| $content_mut:expr
    ) => {
        impl<$($generics)*> $crate::impls::by_shape::interior::InteriorMutable for $ty {
            type Content = $content;

            fn hold(content: $content) -> Self {
                <$ty>::new(content)
            }
            fn look<R>(&self, $look: impl FnOnce(&$content) -> R) -> R {
                let $held = self;
                $looked
            }
            fn content_mut(&mut self) -> &mut $content {
                let $mutable = self;
                $content_mut
            }
        }

        $crate::impls::by_shape::by_shape!(
            [$($generics)*] $ty, (impls::by_shape::interior),
            smallest generate describe copy parse;
            form fingerprint kind number mutants mutate restore
        );
    };
}

pub(in crate::impls) use held;
