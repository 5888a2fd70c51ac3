//! The trait of testable types: how to make, copy and read their values. `#[derive(Mutate)]` writes
//! it for any enum or struct. Implemented by hand, two functions are enough. Another trait, `Node`,
//! is how the engine looks into a value and changes it in place.

use crate::value::generate::Generator;
use crate::value::node::{self, Node, Opaque};
use crate::value::text::{Form, ParseError, Parser};
use crate::value::types::{TypeIndex, Types};

/// A type whose values can be generated and mutated.
///
/// Derive it. Where that is not possible, implement [`Mutate::smallest`], [`Mutate::generate`] and,
/// if you can, [`Mutate::copy`]. A value of such a type is *opaque*: one node without parts, whose
/// only mutant is a freshly generated value. For a field whose type belongs to another crate, see
/// [`With`](crate::With).
///
/// ```
/// use mutagen_core::{Generator, Mutate};
///
/// #[derive(Clone)]
/// struct Port(std::num::NonZeroU16);
///
/// impl Mutate for Port {
///     fn smallest() -> Self {
///         Port(std::num::NonZeroU16::MIN)
///     }
///     fn generate(generator: &mut Generator) -> Self {
///         let number = generator.number(1, 1024) as u16;
///         Port(std::num::NonZeroU16::new(number).unwrap_or(std::num::NonZeroU16::MIN))
///     }
///     // Without copies there are no random edits of any test that has such a value.
///     fn copy(this: &Self) -> Option<Self> {
///         Some(this.clone())
///     }
/// }
/// ```
///
/// The trait has functions only and no associated types, so a recursive type never has to name its
/// own generator in a bound. As in `Rc`, the functions take the value as `this` instead of `self`.
/// So a user's method of the same name still resolves to the user's method, also behind a box.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be generated and mutated",
    label = "this type needs `Mutate`",
    note = "put `#[derive(Mutate)]` on it; for a type of another crate put \
            `#[mutate(with = …)]` on the field, or implement `Mutate` by hand: two functions are \
            enough"
)]
pub trait Mutate: Sized + 'static {
    /// The smallest value: a mutant fills a new field with it (`def` in section III-A of the
    /// paper). Must not need a generator and must always return.
    fn smallest() -> Self;

    /// A random value whose structure is bounded by [`Generator::size`]; must always return.
    fn generate(generator: &mut Generator) -> Self;

    /// A deep copy that shares nothing with `this`, or `None` if the type cannot be copied (the
    /// default). If the engine needs a second value that cannot be copied, it rebuilds the value
    /// from its address. If a mutant uses such a value twice, the second use is the smallest value.
    fn copy(this: &Self) -> Option<Self> {
        let _ = this;
        None
    }

    /// How the value is written as text. The default is [`Form::Opaque`], which cannot be read
    /// back.
    fn form(this: &Self) -> Form {
        let _ = this;
        Form::Opaque
    }

    /// Reads a value from text: the inverse of [`Mutate::form`]. The default always fails.
    ///
    /// # Errors
    /// If the text is not that of a value of this type.
    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        let name = std::any::type_name::<Self>();
        Err(parser.expected(format!(
            "no `{name}` at all, because it has no text form: implement `Mutate::form` and \
             `Mutate::parse` for it"
        )))
    }

    /// Whether a value can change behind a shared reference, because it contains a cell, a lock or
    /// an atomic. A property that takes such a value runs on a copy. The default is `false`.
    fn has_cell() -> bool {
        false
    }

    /// Becomes the value that [`Mutate::generate`] would give, and uses its own memory again where
    /// possible. The default generates a value and drops the old one.
    #[doc(hidden)]
    fn regenerate(this: &mut Self, generator: &mut Generator) {
        *this = Self::generate(generator);
    }

    /// Makes `into` the value that [`Mutate::copy`] gives, and uses the memory of `into` again
    /// where possible. Returns whether there is a copy. If not, `into` is some value of the type.
    #[doc(hidden)]
    fn copy_into(this: &Self, into: &mut Self) -> bool {
        match Self::copy(this) {
            Some(copy) => {
                *into = copy;
                true
            }
            None => false,
        }
    }

    /// Tells the engine the structure of the type. The default registers an opaque type.
    #[doc(hidden)]
    fn describe(types: &mut Types) -> TypeIndex {
        let ty = types.opaque::<Self>();
        if Self::has_cell() { types.interior(ty) } else { ty }
    }

    /// The node of this value: the value itself, or the content of a box.
    #[doc(hidden)]
    fn node(this: &Self) -> &dyn Node {
        Opaque::of(this)
    }

    /// [`Mutate::node`], mutable.
    #[doc(hidden)]
    fn node_mut(this: &mut Self) -> &mut dyn Node {
        Opaque::of_mut(this)
    }

    /// A value made of a node of the type that [`Mutate::node`] has: the node itself, or a box of
    /// it.
    ///
    /// # Errors
    /// Returns the node if it has another type.
    #[doc(hidden)]
    fn from_node(node: Box<dyn Node>) -> Result<Self, Box<dyn Node>> {
        node::unboxed::<Opaque<Self>>(node).map(|opaque| opaque.0)
    }
}

/// The functions of [`Mutate`] of a type that stands for another, as a box does for its content.
/// The arguments are the inner type, functions that get the content and wrap it, and the name of
/// the field that holds the content, if it has one. Use `shared` if the content cannot always be
/// changed.
#[doc(hidden)]
#[macro_export]
macro_rules! __forward_mutate {
    (shared $inner:ty, $get:expr, $wrap:expr $(, $field:literal)?) => {
        fn smallest() -> Self {
            let wrap: fn($inner) -> Self = $wrap;
            wrap(<$inner as $crate::Mutate>::smallest())
        }
        fn generate(generator: &mut $crate::Generator) -> Self {
            let wrap: fn($inner) -> Self = $wrap;
            wrap(<$inner as $crate::Mutate>::generate(generator))
        }
        fn copy(this: &Self) -> ::core::option::Option<Self> {
            let get: fn(&Self) -> &$inner = $get;
            ::core::option::Option::map(<$inner as $crate::Mutate>::copy(get(this)), $wrap)
        }
        fn form(this: &Self) -> $crate::text::Form {
            let get: fn(&Self) -> &$inner = $get;
            <$inner as $crate::Mutate>::form(get(this))
        }
        fn parse(
            parser: &mut $crate::text::Parser,
        ) -> ::core::result::Result<Self, $crate::text::ParseError> {
            ::core::result::Result::map(<$inner as $crate::Mutate>::parse(parser), $wrap)
        }
        fn describe(
            types: &mut $crate::internal::macros::Types,
        ) -> $crate::internal::macros::TypeIndex {
            types.wrapper::<Self>(<$inner as $crate::Mutate>::describe, ::core::concat!($($field)?))
        }
        fn from_node(
            node: $crate::internal::macros::Box<dyn $crate::internal::macros::Node>,
        ) -> ::core::result::Result<
            Self,
            $crate::internal::macros::Box<dyn $crate::internal::macros::Node>,
        > {
            ::core::result::Result::map(<$inner as $crate::Mutate>::from_node(node), $wrap)
        }
    };
    ($inner:ty, $get:expr, $get_mut:expr, $wrap:expr $(, $field:literal)?) => {
        $crate::__forward_mutate!(shared $inner, $get, $wrap $(, $field)?);

        #[inline]
        fn regenerate(this: &mut Self, generator: &mut $crate::Generator) {
            let get_mut: fn(&mut Self) -> &mut $inner = $get_mut;
            <$inner as $crate::Mutate>::regenerate(get_mut(this), generator);
        }
        fn copy_into(this: &Self, into: &mut Self) -> bool {
            let get: fn(&Self) -> &$inner = $get;
            let get_mut: fn(&mut Self) -> &mut $inner = $get_mut;
            <$inner as $crate::Mutate>::copy_into(get(this), get_mut(into))
        }
        fn node(this: &Self) -> &dyn $crate::internal::macros::Node {
            let get: fn(&Self) -> &$inner = $get;
            <$inner as $crate::Mutate>::node(get(this))
        }
        fn node_mut(this: &mut Self) -> &mut dyn $crate::internal::macros::Node {
            let get_mut: fn(&mut Self) -> &mut $inner = $get_mut;
            <$inner as $crate::Mutate>::node_mut(get_mut(this))
        }
    };
}

pub use __forward_mutate as forward_mutate;
