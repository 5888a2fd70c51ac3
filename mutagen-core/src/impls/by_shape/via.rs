//! The code shared by types whose parts cannot be reached in place (a time, an address, a path),
//! and by types of users with `#[mutate(via = Parts)]`. Such a type is mutated through its parts,
//! which form an ordinary value. Its mutants are those of all nodes of that value, numbered as in
//! `by_shape::flattened`. The engine sees one node. If the parts are not available, because
//! something in them cannot be copied, the only mutant is a fresh value. Of the random mutants, 1/4
//! are fresh values too: a generated value may have a meaning that no change of the parts reaches.

use super::flattened;
use crate::value::text::print;
use crate::value::walk::structural_hash;
use crate::value::{
    Context, Form, Generator, Mutants, Mutate, NodeKind, ParseError, Parser, TypeIndex, Types,
};
use std::any::TypeId;

/// Converts a type to its parts and back, for `#[mutate(via = Parts)]`.
///
/// Use it for a type whose fields do not say which values are right: a number that is packed into
/// bits, a text in a fixed form, a value that only its constructor can make. `Parts` is an ordinary
/// type with [`trait@Mutate`]. The type is generated, mutated, printed, parsed and shrunk through
/// its parts.
///
/// ```
/// use mutagen_core::{Mutate, Via, text};
///
/// /// A time of day, in minutes.
/// #[derive(Debug, PartialEq, Mutate)]
/// #[mutate(via = Parts)]
/// struct Time(u16);
///
/// #[derive(Mutate)]
/// struct Parts {
///     #[mutate(range = 0..=23)]
///     hour: u16,
///     #[mutate(range = 0..=59)]
///     minute: u16,
/// }
///
/// impl Via<Parts> for Time {
///     fn to_parts(&self) -> Option<Parts> {
///         Some(Parts { hour: self.0 / 60, minute: self.0 % 60 })
///     }
///     fn from_parts(parts: &Parts) -> Time {
///         Time(60 * parts.hour + parts.minute)
///     }
/// }
/// assert_eq!(text::print(&Time(125)), "Parts { hour: 2, minute: 5 }");
/// assert_eq!(text::parse::<Time>("Parts { hour: 2, minute: 5 }")?.value, Time(125));
/// # Ok::<(), text::ParseError>(())
/// ```
///
/// Both functions take a reference: the value stays in the test, and the engine undoes the mutant
/// in the parts. A property that takes the type by reference runs on a copy if the parts hold a
/// cell, a lock or an atomic.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be converted to `{Parts}` and back",
    label = "this type needs `Via<{Parts}>`",
    note = "implement `mutagen_core::Via` for it: two functions, from a value to its parts and back"
)]
pub trait Via<Parts: Mutate>: Mutate {
    /// Whether the pure mutants of the parts are mutants of the value. `false` if they only move
    /// parts to places where the parts mean something else.
    #[doc(hidden)]
    const PURE: bool = true;

    /// The parts of a value. [`Via::from_parts`] must give an equal value for them. `None` if the
    /// value has no parts, for example because something in it cannot be copied. The only mutant
    /// of such a value is a fresh value, and it has no text.
    fn to_parts(&self) -> Option<Parts>;

    /// The value of these parts. There must be a value for all parts that can be generated and
    /// mutated: replace parts that do not fit by the nearest ones that do. Different parts may give
    /// the same value.
    fn from_parts(parts: &Parts) -> Self;

    /// A random value, see [`Mutate::generate`].
    #[doc(hidden)]
    fn draw(generator: &mut Generator) -> Self {
        Self::from_parts(&Parts::generate(generator))
    }

    /// The text of a value, see [`Mutate::form`].
    #[doc(hidden)]
    fn write(this: &Self) -> Form {
        this.to_parts().map_or(Form::Opaque, |parts| Form::Atom(print(Mutate::node(&parts))))
    }

    /// Reads what [`Via::write`] wrote, see [`Mutate::parse`].
    #[doc(hidden)]
    fn read(parser: &mut Parser) -> Result<Self, ParseError> {
        Ok(Self::from_parts(&Parts::parse(parser)?))
    }
}

/// The maximum number of draws of a random mutant until it differs from the old value.
const DRAWS: u64 = 4;

/// The value of the smallest parts.
pub fn smallest<T: Via<P>, P: Mutate>() -> T {
    T::from_parts(&P::smallest())
}

/// A random value, see [`Mutate::generate`].
pub fn generate<T: Via<P>, P: Mutate>(generator: &mut Generator) -> T {
    T::draw(generator)
}

/// Tells the engine that the type contains its parts.
pub fn describe<T: Via<P>, P: Mutate>(types: &mut Types) -> TypeIndex {
    types.repeated::<T>(1, P::describe)
}

/// A copy by the parts, if they are available.
pub fn copy<T: Via<P>, P: Mutate>(value: &T) -> Option<T> {
    value.to_parts().map(|parts| T::from_parts(&parts))
}

/// Reads what [`form`] wrote.
pub fn parse<T: Via<P>, P: Mutate>(parser: &mut Parser) -> Result<T, ParseError> {
    T::read(parser)
}

/// The text of a value.
pub fn form<T: Via<P>, P: Mutate>(value: &T) -> Form {
    T::write(value)
}

/// A hash of the parts.
pub fn fingerprint<T: Via<P>, P: Mutate>(value: &T) -> u64 {
    value.to_parts().map_or(0, |parts| structural_hash(Mutate::node(&parts)))
}

/// A value that stands for a text is one.
pub fn kind<T: Via<P>, P: Mutate>(_: &T) -> NodeKind {
    let texts = [TypeId::of::<String>(), TypeId::of::<Vec<u8>>()];
    if texts.contains(&TypeId::of::<P>()) { NodeKind::Text } else { NodeKind::Other }
}

/// The bytes of a text.
pub fn text<T: Via<P>, P: Mutate>(value: &T, into: &mut Vec<u8>) {
    value.to_parts().into_iter().for_each(|parts| Mutate::node(&parts).text(into));
}

/// How many bytes a text has.
pub fn text_length<T: Via<P>, P: Mutate>(value: &T) -> usize {
    if kind::<T, P>(value) != NodeKind::Text {
        return 0;
    }
    value.to_parts().map_or(0, |parts| Mutate::node(&parts).text_length())
}

/// Gives a text other bytes.
pub fn set_text<T: Via<P>, P: Mutate>(value: &mut T, text: &[u8]) {
    let mut parts = P::smallest();
    Mutate::node_mut(&mut parts).set_text(text);
    *value = T::from_parts(&parts);
}

/// The number of mutants of all nodes of the parts.
pub fn mutants<T: Via<P>, P: Mutate>(value: &T) -> Mutants {
    let Some(parts) = value.to_parts() else { return Mutants { pure: 0, random: 1 } };
    let all = flattened::mutants(Mutate::node(&parts));
    Mutants { pure: if T::PURE { all.pure } else { 0 }, random: all.random }
}

/// Turns a value into its mutant with this number, and keeps the old value for undoing.
pub fn mutate<T: Via<P>, P: Mutate>(value: &mut T, mutant: u64, context: &mut Context) {
    let new = match value.to_parts() {
        None => T::draw(context.generator()),
        Some(mut parts) => {
            let pure = flattened::mutants(Mutate::node(&parts)).pure;
            let number = if T::PURE { mutant } else { pure + mutant };
            if number < pure {
                changed(&mut parts, number, context)
            } else {
                let old = structural_hash(Mutate::node(&parts));
                let other = context.attempts(DRAWS, |context| {
                    let new: T = if context.every(4) {
                        T::draw(context.generator())
                    } else {
                        changed(&mut parts, number, context)
                    };
                    (fingerprint(&new) != old).then_some(new)
                });
                other.unwrap_or_else(|| T::from_parts(&parts))
            }
        }
    };
    context.undo.push(std::mem::replace(value, new));
}

/// The value of the parts after their mutant with this number. `parts` itself is restored.
fn changed<T: Via<P>, P: Mutate>(parts: &mut P, number: u64, context: &mut Context) -> T {
    let place = flattened::place(Mutate::node(parts), number);
    place.mutate(Mutate::node_mut(parts), context);
    let new = T::from_parts(parts);
    place.restore(Mutate::node_mut(parts), context);
    new
}

/// The functions of [`Via`] that write and read a type with `Display` and `FromStr` between double
/// quotes. The arguments are an example for the error message, and a function to use instead of
/// `Display`.
macro_rules! quoted {
    ($expected:literal) => {
        $crate::impls::by_shape::via::quoted!($expected, |value| value.to_string());
    };
    ($expected:literal, $write:expr) => {
        fn write(this: &Self) -> $crate::text::Form {
            let write: fn(&Self) -> String = $write;
            $crate::text::Form::Atom(format!("{:?}", write(this)))
        }
        fn read(parser: &mut $crate::text::Parser) -> Result<Self, $crate::text::ParseError> {
            let Some(text) = parser.text() else { return Err(parser.expected($expected)) };
            parser.accept(text.parse().ok(), $expected)
        }
    };
}

/// Implements `Mutate` and `Node` by [`Via`]: both for a type and its parts, or the functions of
/// one of the two.
#[doc(hidden)]
#[macro_export]
macro_rules! __via {
    (mutate $parts:ty) => {
        $crate::__by_shape!(
            (internal::macros::via, $parts) smallest generate describe copy parse
        );
        $crate::internal::macros::own_node!();
    };
    (node $parts:ty) => {
        $crate::__by_shape!((internal::macros::via, $parts) form fingerprint mutants mutate text);
    };
    ([$($generics:tt)*] $ty:ty, $parts:ty) => {
        impl<$($generics)*> $crate::Mutate for $ty {
            $crate::__via!(mutate $parts);
        }
        impl<$($generics)*> $crate::internal::macros::Node for $ty {
            $crate::__via!(node $parts);
        }
    };
}

pub use __via as via;
pub(in crate::impls) use quoted;
