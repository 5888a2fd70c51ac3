//! What all types have in common whose content can change behind a shared reference: cells, locks and
//! atomics. Each is one node, written as its content, whose mutants are those of all nodes of the
//! content as `impls::flat` numbers them. Content that is a number is a number to the search, too. A
//! property on such a value gets a copy of it, see [`Types::interior`](crate::value::types::Types::interior).

use super::flattened::{self, Place};
use crate::value::context::Context;
use crate::value::mutate::{Kind, Mutants, Mutate};
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

pub(in crate::impls) fn kind<T: InteriorMutable>(held: &T) -> Kind {
    match held.look(|content| Mutate::node(content).kind()) {
        Kind::Number => Kind::Number,
        Kind::Nullary | Kind::Twin | Kind::Other => Kind::Other,
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
            fn form(this: &Self) -> $crate::value::text::Form {
                $crate::impls::by_shape::interior::form(this)
            }
            fn parse(
                parser: &mut $crate::value::text::Parser,
            ) -> Result<Self, $crate::value::text::ParseError> {
                let content = <$content as $crate::value::mutate::Mutate>::parse(parser);
                content.map($crate::impls::by_shape::interior::InteriorMutable::hold)
            }
            fn fingerprint(this: &Self) -> u64 {
                $crate::impls::by_shape::interior::fingerprint(this)
            }
            fn kind(this: &Self) -> $crate::value::mutate::Kind {
                $crate::impls::by_shape::interior::kind(this)
            }
            fn mutants(this: &Self) -> $crate::value::mutate::Mutants {
                $crate::impls::by_shape::interior::mutants(this)
            }
            fn mutate(this: &mut Self, mutant: u64, context: &mut $crate::value::context::Context) {
                $crate::impls::by_shape::interior::mutate(this, mutant, context);
            }
            fn restore(this: &mut Self, _: u64, context: &mut $crate::value::context::Context) {
                $crate::impls::by_shape::interior::restore(this, context);
            }
            fn number(this: &Self) -> Option<i128> {
                $crate::impls::by_shape::interior::InteriorMutable::look(this, |content| Mutate::node(content).number())
            }
            fn set_number(this: &mut Self, number: i128) -> bool {
                Mutate::node_mut($crate::impls::by_shape::interior::InteriorMutable::content_mut(this)).set_number(number)
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
            fn form(this: &Self) -> $crate::value::text::Form {
                let plan = <Option<T> as $crate::value::derived::Algebraic>::plan();
                $crate::value::text::Form::Constructor(&plan.variants[Mutate::constructor(this)])
            }
            fn parse(
                parser: &mut $crate::value::text::Parser,
            ) -> Result<Self, $crate::value::text::ParseError> {
                Ok(Option::<T>::parse(parser)?.map_or_else($name::new, $name::from))
            }
            fn kind(this: &Self) -> $crate::value::mutate::Kind {
                match this.get() {
                    None => $crate::value::mutate::Kind::Nullary,
                    Some(_) => $crate::value::mutate::Kind::Other,
                }
            }
            fn constructor(this: &Self) -> usize {
                usize::from(this.get().is_some())
            }
            fn children(this: &Self) -> usize {
                Mutate::constructor(this)
            }
            fn child(this: &Self, index: usize) -> &dyn $crate::value::mutate::Node {
                this.get().map_or_else(|| $crate::value::mutate::no_child(index), T::node)
            }
            fn child_mut(this: &mut Self, index: usize) -> &mut dyn $crate::value::mutate::Node {
                this.get_mut().map_or_else(|| $crate::value::mutate::no_child(index), T::node_mut)
            }
            fn descend<'v>(
                this: &'v mut Self,
                path: &[u32],
            ) -> &'v mut dyn $crate::value::mutate::Node {
                let Some((&index, rest)) = path.split_first() else { return this };
                match this.get_mut() {
                    Some(content) => Mutate::descend(content, rest),
                    None => $crate::value::mutate::no_child(index as usize),
                }
            }
            fn mutants(_: &Self) -> $crate::value::mutate::Mutants {
                $crate::value::mutate::Mutants { pure: 1, random: 0 }
            }
            fn mutate(this: &mut Self, _: u64, context: &mut $crate::value::context::Context) {
                match this.take() {
                    None => *this = $name::from(T::smallest()),
                    Some(content) => context.undo.push(content),
                }
            }
            fn restore(this: &mut Self, _: u64, context: &mut $crate::value::context::Context) {
                if this.take().is_none() {
                    *this = $name::from(context.undo.pop::<T>());
                }
            }
        }
    };
}

pub(in crate::impls) use {held, once};
