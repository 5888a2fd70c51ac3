//! What all types have in common whose content can change behind a shared reference: cells, locks and
//! atomics. Each is one node, written as its content, whose mutants are those of all nodes of the
//! content as `impls::flat` numbers them. Content that is a number is a number to the search, too. A
//! property on such a value gets a copy of it, see [`Types::interior`](crate::types::Types::interior).

use super::flat::{self, Place};
use crate::context::Context;
use crate::mutate::{Kind, Mutants, Mutate};
use crate::text::{Form, print};
use crate::walk::structural_hash;

/// A type that holds a content.
pub(super) trait Held: Mutate {
    /// What it holds.
    type Content: Mutate;

    /// Holds this content.
    fn hold(content: Self::Content) -> Self;
    /// Shows the content.
    fn look<R>(&self, look: impl FnOnce(&Self::Content) -> R) -> R;
    /// Lends the content.
    fn content_mut(&mut self) -> &mut Self::Content;
}

pub(super) fn copy<T: Held>(held: &T) -> Option<T> {
    held.look(Mutate::copy).map(T::hold)
}

pub(super) fn form<T: Held>(held: &T) -> Form {
    Form::Atom(held.look(|content| print(Mutate::node(content))))
}

pub(super) fn fingerprint<T: Held>(held: &T) -> u64 {
    held.look(|content| structural_hash(Mutate::node(content)))
}

pub(super) fn kind<T: Held>(held: &T) -> Kind {
    match held.look(|content| Mutate::node(content).kind()) {
        Kind::Number => Kind::Number,
        Kind::Nullary | Kind::Twin | Kind::Other => Kind::Other,
    }
}

pub(super) fn mutants<T: Held>(held: &T) -> Mutants {
    held.look(|content| flat::mutants(Mutate::node(content)))
}

pub(super) fn mutate<T: Held>(held: &mut T, mutant: u64, context: &mut Context) {
    let content = held.content_mut();
    let place = flat::place(Mutate::node(content), mutant);
    place.node_mut(Mutate::node_mut(content)).mutate(place.mutant, context);
    context.stash.push(place);
}

pub(super) fn restore<T: Held>(held: &mut T, context: &mut Context) {
    let place: Place = context.stash.pop();
    place.node_mut(Mutate::node_mut(held.content_mut())).restore(place.mutant, context);
}

/// `Mutate` for a type that implements [`Held`].
macro_rules! held {
    ([$($generics:tt)*] $ty:ty, $content:ty) => {
        impl<$($generics)*> $crate::mutate::Mutate for $ty {
            fn smallest() -> Self {
                $crate::impls::held::Held::hold(<$content as $crate::mutate::Mutate>::smallest())
            }
            fn generate(generator: &mut $crate::generate::Generator) -> Self {
                let content = <$content as $crate::mutate::Mutate>::generate(generator);
                $crate::impls::held::Held::hold(content)
            }
            fn describe(types: &mut $crate::types::Types) -> $crate::types::TypeIndex {
                let content = <$content as $crate::mutate::Mutate>::describe;
                let ty = types.repeated::<Self>(1, content);
                types.interior(ty)
            }
            fn copy(this: &Self) -> Option<Self> {
                $crate::impls::held::copy(this)
            }
            fn form(this: &Self) -> $crate::text::Form {
                $crate::impls::held::form(this)
            }
            fn parse(
                parser: &mut $crate::text::Parser,
            ) -> Result<Self, $crate::text::ParseError> {
                let content = <$content as $crate::mutate::Mutate>::parse(parser);
                content.map($crate::impls::held::Held::hold)
            }
            fn fingerprint(this: &Self) -> u64 {
                $crate::impls::held::fingerprint(this)
            }
            fn kind(this: &Self) -> $crate::mutate::Kind {
                $crate::impls::held::kind(this)
            }
            fn mutants(this: &Self) -> $crate::mutate::Mutants {
                $crate::impls::held::mutants(this)
            }
            fn mutate(this: &mut Self, mutant: u64, context: &mut $crate::context::Context) {
                $crate::impls::held::mutate(this, mutant, context);
            }
            fn restore(this: &mut Self, _: u64, context: &mut $crate::context::Context) {
                $crate::impls::held::restore(this, context);
            }
            fn number(this: &Self) -> Option<i128> {
                $crate::impls::held::Held::look(this, |content| Mutate::node(content).number())
            }
            fn set_number(this: &mut Self, number: i128) -> bool {
                Mutate::node_mut($crate::impls::held::Held::content_mut(this)).set_number(number)
            }
        }
    };
}

/// `Mutate` for a type that is filled at most once, by its name: mutated as an `Option`, emptied or
/// filled with the smallest content, which is a child node; written as one, too.
macro_rules! once {
    ($name:ident) => {
        impl<T: $crate::mutate::Mutate> $crate::mutate::Mutate for $name<T> {
            fn smallest() -> Self {
                $name::new()
            }
            fn generate(generator: &mut $crate::generate::Generator) -> Self {
                Option::<T>::generate(generator).map_or_else($name::new, $name::from)
            }
            fn describe(types: &mut $crate::types::Types) -> $crate::types::TypeIndex {
                let ty = types.sequence::<Self>(Option::<T>::describe);
                types.interior(ty)
            }
            fn copy(this: &Self) -> Option<Self> {
                match this.get() {
                    None => Some($name::new()),
                    Some(content) => Mutate::copy(content).map($name::from),
                }
            }
            fn form(this: &Self) -> $crate::text::Form {
                let plan = <Option<T> as $crate::algebra::Algebraic>::plan();
                $crate::text::Form::Constructor(&plan.variants[Mutate::constructor(this)])
            }
            fn parse(parser: &mut $crate::text::Parser) -> Result<Self, $crate::text::ParseError> {
                Ok(Option::<T>::parse(parser)?.map_or_else($name::new, $name::from))
            }
            fn kind(this: &Self) -> $crate::mutate::Kind {
                match this.get() {
                    None => $crate::mutate::Kind::Nullary,
                    Some(_) => $crate::mutate::Kind::Other,
                }
            }
            fn constructor(this: &Self) -> usize {
                usize::from(this.get().is_some())
            }
            fn children(this: &Self) -> usize {
                Mutate::constructor(this)
            }
            fn child(this: &Self, index: usize) -> &dyn $crate::mutate::Node {
                this.get().map_or_else(|| $crate::mutate::no_child(index), T::node)
            }
            fn child_mut(this: &mut Self, index: usize) -> &mut dyn $crate::mutate::Node {
                this.get_mut().map_or_else(|| $crate::mutate::no_child(index), T::node_mut)
            }
            fn descend<'v>(this: &'v mut Self, path: &[u32]) -> &'v mut dyn $crate::mutate::Node {
                let Some((&index, rest)) = path.split_first() else { return this };
                match this.get_mut() {
                    Some(content) => Mutate::descend(content, rest),
                    None => $crate::mutate::no_child(index as usize),
                }
            }
            fn mutants(_: &Self) -> $crate::mutate::Mutants {
                $crate::mutate::Mutants { pure: 1, random: 0 }
            }
            fn mutate(this: &mut Self, _: u64, context: &mut $crate::context::Context) {
                match this.take() {
                    None => *this = $name::from(T::smallest()),
                    Some(content) => context.stash.push(content),
                }
            }
            fn restore(this: &mut Self, _: u64, context: &mut $crate::context::Context) {
                if this.take().is_none() {
                    *this = $name::from(context.stash.pop::<T>());
                }
            }
        }
    };
}

pub(super) use {held, once};
