//! The code shared by types whose parts cannot be reached in place (a time, an address, a path).
//! Such a type is mutated through its parts, which form an ordinary value. Its mutants are those of
//! all nodes of that value, numbered as in `by_shape::flattened`. The engine sees one node. If the
//! parts are not available, because something in them cannot be copied, the only mutant is a fresh
//! value. Of the random mutants, 1/4 are fresh values too: a generated value may have a meaning
//! that no change of the parts reaches.

use super::flattened;
use crate::value::context::Context;
use crate::value::generate::Generator;
use crate::value::mutate::Mutate;
use crate::value::node::Mutants;
use crate::value::text::{Form, ParseError, Parser, print};
use crate::value::walk::structural_hash;
use std::fmt::Display;
use std::str::FromStr;

/// A type that is mutated through its parts.
pub(crate) trait Surrogate: Mutate {
    /// The parts, as an ordinary value.
    type Parts: Mutate;
    /// Whether the pure mutants of the parts are mutants of the value. `false` if they only move
    /// parts to places where the parts mean something else.
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

/// The maximum number of draws of a random mutant until it differs from the old value.
const DRAWS: u64 = 4;

pub(crate) fn mutants<T: Surrogate>(value: &T) -> Mutants {
    let Some(parts) = value.parts() else { return Mutants { pure: 0, random: 1 } };
    let all = flattened::mutants(Mutate::node(&parts));
    Mutants { pure: if T::PURE { all.pure } else { 0 }, random: all.random }
}

/// Turns a value into its mutant with this number, and keeps the old value for undoing.
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

/// The value of the parts after their mutant with this number. `parts` itself is restored.
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

/// The form of a value that is printed between double quotes.
pub(crate) fn quoted(text: impl Display) -> Form {
    Form::Atom(format!("{:?}", text.to_string()))
}

/// Reads a value between double quotes. `what` names the value in the error message.
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
