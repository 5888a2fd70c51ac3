//! Types whose parts cannot be reached in place (a time, an address, a path): each stands for parts
//! that are an ordinary value, and its mutants are those of all nodes of that value, as
//! `impls::flat` numbers them. The engine sees one node. Where the parts cannot be had, because
//! something in them cannot be copied, the only mutant is a fresh value. A random mutant is, once in
//! four, a fresh value too: what is drawn whole may have a meaning that no change of parts hits.

use super::flattened;
use crate::value::context::Context;
use crate::value::generate::Generator;
use crate::value::mutate::Mutate;
use crate::value::node::Mutants;
use crate::value::text::{Form, ParseError, Parser, print};
use crate::value::walk::structural_hash;
use std::fmt::Display;
use std::str::FromStr;

/// A type that stands for parts.
pub(crate) trait Surrogate: Mutate {
    /// The parts, as an ordinary value.
    type Parts: Mutate;
    /// Whether the pure mutants of the parts are mutants of the value. Not where all they do is move
    /// parts to places where they mean something else.
    const PURE: bool = true;

    /// The parts of a value.
    fn parts(&self) -> Option<Self::Parts>;

    /// The value of these parts. Different parts may give the same value.
    fn of(parts: &Self::Parts) -> Self;

    /// A random value, see [`Mutate::generate`].
    fn draw(generator: &mut Generator) -> Self {
        Self::of(&Self::Parts::generate(generator))
    }

    /// The text of a value, see [`Mutate::form`].
    fn write(&self) -> Form {
        self.parts().map_or(Form::Opaque, |parts| Form::Atom(print(Mutate::node(&parts))))
    }

    /// Reads what [`Surrogate::write`] wrote, see [`Mutate::parse`].
    fn read(parser: &mut Parser) -> Result<Self, ParseError> {
        Ok(Self::of(&Self::Parts::parse(parser)?))
    }
}

/// How often a random mutant is drawn, until it is another value.
const DRAWS: u64 = 4;

pub(crate) fn mutants<T: Surrogate>(value: &T) -> Mutants {
    let Some(parts) = value.parts() else { return Mutants { pure: 0, random: 1 } };
    let all = flattened::mutants(Mutate::node(&parts));
    Mutants { pure: if T::PURE { all.pure } else { 0 }, random: all.random }
}

/// Turns a value into its mutant with this number, and keeps the old one.
pub(crate) fn mutate<T: Surrogate>(value: &mut T, mutant: u64, context: &mut Context) {
    let new = match value.parts() {
        None => T::draw(context.generator()),
        Some(mut parts) => {
            let pure = flattened::mutants(Mutate::node(&parts)).pure;
            let number = if T::PURE { mutant } else { pure + mutant };
            if number < pure {
                changed::<T>(&mut parts, number, context)
            } else {
                let old = structural_hash(Mutate::node(&parts));
                let other = context.attempts(DRAWS, |context| {
                    let new = if context.every(4) {
                        T::draw(context.generator())
                    } else {
                        changed::<T>(&mut parts, number, context)
                    };
                    (fingerprint(&new) != old).then_some(new)
                });
                other.unwrap_or_else(|| T::of(&parts))
            }
        }
    };
    context.undo.push(std::mem::replace(value, new));
}

/// The value whose parts have changed by their mutant with this number; the parts are as before.
fn changed<T: Surrogate>(parts: &mut T::Parts, number: u64, context: &mut Context) -> T {
    let place = flattened::place(Mutate::node(parts), number);
    place.node_mut(Mutate::node_mut(parts)).mutate(place.mutant, context);
    let new = T::of(parts);
    place.node_mut(Mutate::node_mut(parts)).restore(place.mutant, context);
    new
}

pub(crate) fn fingerprint<T: Surrogate>(value: &T) -> u64 {
    value.parts().map_or(0, |parts| structural_hash(Mutate::node(&parts)))
}

/// The form of a value whose text stands between double quotes.
pub(crate) fn quoted(text: impl Display) -> Form {
    Form::Atom(format!("{:?}", text.to_string()))
}

/// Reads a value whose text stands between double quotes; `what` says what it is.
pub(crate) fn unquoted<T: FromStr>(parser: &mut Parser, what: &str) -> Result<T, ParseError> {
    let Some(text) = parser.text() else { return Err(parser.expected(what)) };
    text.parse().map_err(|_| {
        parser.back();
        parser.expected(what)
    })
}

/// `Mutate` for a type that implements [`Surrogate`].
macro_rules! represented {
    ([$($generics:tt)*] $ty:ty) => {
        impl<$($generics)*> $crate::value::mutate::Mutate for $ty {
            fn smallest() -> Self {
                let parts = <$crate::impls::by_shape::surrogate::Parts<Self> as $crate::Mutate>::smallest();
                $crate::impls::by_shape::surrogate::Surrogate::of(&parts)
            }
            fn generate(generator: &mut $crate::value::generate::Generator) -> Self {
                $crate::impls::by_shape::surrogate::Surrogate::draw(generator)
            }
            fn describe(types: &mut $crate::value::types::Types) -> $crate::value::types::TypeIndex {
                let parts = <$crate::impls::by_shape::surrogate::Parts<Self> as $crate::Mutate>::describe;
                types.repeated::<Self>(1, parts)
            }
            fn copy(this: &Self) -> Option<Self> {
                let parts = $crate::impls::by_shape::surrogate::Surrogate::parts(this)?;
                Some($crate::impls::by_shape::surrogate::Surrogate::of(&parts))
            }
            fn parse(
                parser: &mut $crate::value::text::Parser,
            ) -> Result<Self, $crate::value::text::ParseError> {
                $crate::impls::by_shape::surrogate::Surrogate::read(parser)
            }
            $crate::value::node::own_node!();
        }

        impl<$($generics)*> $crate::value::node::Node for $ty {
            fn form(&self) -> $crate::value::text::Form {
                $crate::impls::by_shape::surrogate::Surrogate::write(self)
            }
            fn fingerprint(&self) -> u64 {
                $crate::impls::by_shape::surrogate::fingerprint(self)
            }
            fn mutants(&self) -> $crate::value::node::Mutants {
                $crate::impls::by_shape::surrogate::mutants(self)
            }
            fn mutate(&mut self, mutant: u64, context: &mut $crate::value::context::Context) {
                $crate::impls::by_shape::surrogate::mutate(self, mutant, context);
            }
            fn restore(&mut self, _: u64, context: &mut $crate::value::context::Context) {
                *self = context.undo.pop();
            }
        }
    };
}

/// The parts of a type.
pub(crate) type Parts<T> = <T as Surrogate>::Parts;

pub(crate) use represented;
