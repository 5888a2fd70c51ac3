//! What all types have in common whose content can change behind a shared reference: cells, locks and
//! atomics. Each is one node, written as its content, whose mutants are those of all nodes of the
//! content as `impls::flat` numbers them. Content that is a number is a number to the search, too. A
//! property on such a value gets a copy of it, see [`Types::interior`](crate::value::types::Types::interior).

use super::flattened::{self, Place};
use crate::value::context::Context;
use crate::value::mutate::Mutate;
use crate::value::node::{Mutants, NodeKind};
use crate::value::text::{Form, print};
use crate::value::walk::structural_hash;

/// A type that holds a content.
pub(in crate::impls) trait InteriorMutable: Mutate {
    /// What it holds.
    type Content: Mutate;

    /// Holds this content.
    fn hold(content: Self::Content) -> Self;
    /// Shows the content.
    fn look<R>(&self, look: impl FnOnce(&Self::Content) -> R) -> R;
    /// Lends the content.
    fn content_mut(&mut self) -> &mut Self::Content;
}

pub(in crate::impls) fn copy<T: InteriorMutable>(held: &T) -> Option<T> {
    held.look(Mutate::copy).map(T::hold)
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
        NodeKind::Nullary | NodeKind::Twin | NodeKind::Other => NodeKind::Other,
    }
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
    place.node_mut(Mutate::node_mut(content)).mutate(place.mutant, context);
    context.undo.push(place);
}

pub(in crate::impls) fn restore<T: InteriorMutable>(held: &mut T, context: &mut Context) {
    let place: Place = context.undo.pop();
    place.node_mut(Mutate::node_mut(held.content_mut())).restore(place.mutant, context);
}

/// `Mutate` for a type that implements [`InteriorMutable`].
macro_rules! held {
    ([$($generics:tt)*] $ty:ty, $content:ty) => {
        impl<$($generics)*> $crate::value::mutate::Mutate for $ty {
            fn smallest() -> Self {
                $crate::impls::by_shape::interior::InteriorMutable::hold(<$content as $crate::value::mutate::Mutate>::smallest())
            }
            fn generate(generator: &mut $crate::value::generate::Generator) -> Self {
                let content = <$content as $crate::value::mutate::Mutate>::generate(generator);
                $crate::impls::by_shape::interior::InteriorMutable::hold(content)
            }
            fn describe(types: &mut $crate::value::types::Types) -> $crate::value::types::TypeIndex {
                let content = <$content as $crate::value::mutate::Mutate>::describe;
                let ty = types.repeated::<Self>(1, content);
                types.interior(ty)
            }
            fn copy(this: &Self) -> Option<Self> {
                $crate::impls::by_shape::interior::copy(this)
            }
            fn parse(
                parser: &mut $crate::value::text::Parser,
            ) -> Result<Self, $crate::value::text::ParseError> {
                let content = <$content as $crate::value::mutate::Mutate>::parse(parser);
                content.map($crate::impls::by_shape::interior::InteriorMutable::hold)
            }
            $crate::value::node::own_node!();
        }

        impl<$($generics)*> $crate::value::node::Node for $ty {
            fn form(&self) -> $crate::value::text::Form {
                $crate::impls::by_shape::interior::form(self)
            }
            fn fingerprint(&self) -> u64 {
                $crate::impls::by_shape::interior::fingerprint(self)
            }
            fn kind(&self) -> $crate::value::node::NodeKind {
                $crate::impls::by_shape::interior::kind(self)
            }
            fn mutants(&self) -> $crate::value::node::Mutants {
                $crate::impls::by_shape::interior::mutants(self)
            }
            fn mutate(&mut self, mutant: u64, context: &mut $crate::value::context::Context) {
                $crate::impls::by_shape::interior::mutate(self, mutant, context);
            }
            fn restore(&mut self, _: u64, context: &mut $crate::value::context::Context) {
                $crate::impls::by_shape::interior::restore(self, context);
            }
            fn number(&self) -> Option<i128> {
                $crate::impls::by_shape::interior::InteriorMutable::look(self, |content| Mutate::node(content).number())
            }
            fn set_number(&mut self, number: i128) -> bool {
                Mutate::node_mut($crate::impls::by_shape::interior::InteriorMutable::content_mut(self)).set_number(number)
            }
        }
    };
}

/// `Mutate` for a type that is filled at most once, by its name: mutated as an `Option`, emptied or
/// filled with the smallest content, which is a child node; written as one, too.
macro_rules! once {
    ($name:ident) => {
        impl<T: $crate::value::mutate::Mutate> $crate::value::mutate::Mutate for $name<T> {
            fn smallest() -> Self {
                $name::new()
            }
            fn generate(generator: &mut $crate::value::generate::Generator) -> Self {
                Option::<T>::generate(generator).map_or_else($name::new, $name::from)
            }
            fn describe(
                types: &mut $crate::value::types::Types,
            ) -> $crate::value::types::TypeIndex {
                let ty = types.sequence::<Self>(Option::<T>::describe);
                types.interior(ty)
            }
            fn copy(this: &Self) -> Option<Self> {
                match this.get() {
                    None => Some($name::new()),
                    Some(content) => Mutate::copy(content).map($name::from),
                }
            }
            fn parse(
                parser: &mut $crate::value::text::Parser,
            ) -> Result<Self, $crate::value::text::ParseError> {
                Ok(Option::<T>::parse(parser)?.map_or_else($name::new, $name::from))
            }
            $crate::value::node::own_node!();
        }

        impl<T: $crate::value::mutate::Mutate> $crate::value::node::Node for $name<T> {
            fn form(&self) -> $crate::value::text::Form {
                let plan = <Option<T> as $crate::value::derived::Algebraic>::plan();
                $crate::value::text::Form::Constructor(
                    &plan.variants[$crate::value::node::Node::constructor(self)],
                )
            }
            fn kind(&self) -> $crate::value::node::NodeKind {
                match self.get() {
                    None => $crate::value::node::NodeKind::Nullary,
                    Some(_) => $crate::value::node::NodeKind::Other,
                }
            }
            fn constructor(&self) -> usize {
                usize::from(self.get().is_some())
            }
            fn children(&self) -> usize {
                $crate::value::node::Node::constructor(self)
            }
            fn child(&self, index: usize) -> &dyn $crate::value::node::Node {
                self.get().map_or_else(|| $crate::value::node::no_child(index), T::node)
            }
            fn child_mut(&mut self, index: usize) -> &mut dyn $crate::value::node::Node {
                self.get_mut().map_or_else(|| $crate::value::node::no_child(index), T::node_mut)
            }
            fn descend<'v>(&'v mut self, path: &[u32]) -> &'v mut dyn $crate::value::node::Node {
                let Some((&index, rest)) = path.split_first() else { return self };
                match self.get_mut() {
                    Some(content) => $crate::value::mutate::Mutate::node_mut(content).descend(rest),
                    None => $crate::value::node::no_child(index as usize),
                }
            }
            fn mutants(&self) -> $crate::value::node::Mutants {
                $crate::value::node::Mutants { pure: 1, random: 0 }
            }
            fn mutate(&mut self, _: u64, context: &mut $crate::value::context::Context) {
                match self.take() {
                    None => *self = $name::from(T::smallest()),
                    Some(content) => context.undo.push(content),
                }
            }
            fn restore(&mut self, _: u64, context: &mut $crate::value::context::Context) {
                if self.take().is_none() {
                    *self = $name::from(context.undo.pop::<T>());
                }
            }
        }
    };
}

pub(in crate::impls) use {held, once};
