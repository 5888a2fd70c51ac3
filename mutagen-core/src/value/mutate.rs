//! The trait that a type needs to be tested: how to make, copy and read its values.
//! `#[derive(Mutate)]` writes it for any enum or struct; by hand, two functions are enough. How the
//! engine looks into a value and changes it in place is another trait, `Node`.

use crate::value::generate::Generator;
use crate::value::node::{self, Node, Opaque};
use crate::value::text::{Form, ParseError, Parser};
use crate::value::types::{TypeIndex, Types};

/// A type whose values can be generated and mutated.
///
/// Derive it. Where that is not possible, two functions are enough, and [`Mutate::copy`] should be
/// there. A value of such a type is *opaque*: one node without parts, whose only mutant is random, a
/// freshly generated value. A type that can be taken apart into other values and put together again
/// is better derived with `#[mutate(via = …)]`, see [`Via`](crate::Via).
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
/// The trait has functions only and no associated types, so that a recursive type never has to name
/// its own generator in a bound. They take the value as `this` and not as `self`, as those of `Rc`
/// do: with the trait in scope, a method of the user's own that has the same name stays what it was,
/// behind a box too.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be generated and mutated",
    label = "this type needs `Mutate`",
    note = "put `#[derive(Mutate)]` on it; for a type of another crate put \
            `#[mutate(with = …)]` on the field, or implement `Mutate` by hand: two functions are enough"
)]
pub trait Mutate: Sized + 'static {
    /// The smallest value: what fills a field that a mutant adds (`def` in section III-A of the
    /// paper). Must not need a generator and must always return.
    fn smallest() -> Self;

    /// A random value whose structure is bounded by [`Generator::size`]; must always return.
    fn generate(generator: &mut Generator) -> Self;

    /// A deep copy that shares nothing with `this`, or `None` when there is no way to make one (the
    /// default). A value that cannot be copied is rebuilt from its address where the engine needs a
    /// second one; where a mutant would use it twice, the second is the smallest value.
    fn copy(this: &Self) -> Option<Self> {
        let _ = this;
        None
    }

    /// How the value is written as text. The default is [`Form::Opaque`], which cannot be read back.
    fn form(this: &Self) -> Form {
        let _ = this;
        Form::Opaque
    }

    /// Reads a value from text: the way back from [`Mutate::form`]. The default cannot.
    ///
    /// # Errors
    /// Where the text is not one of a value of this type.
    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        let name = std::any::type_name::<Self>();
        Err(parser.expected(format!(
            "no `{name}` at all, because it has no text form: implement `Mutate::form` and \
             `Mutate::parse` for it"
        )))
    }

    /// Whether a value can change behind a shared reference, because a cell, a lock or an atomic is
    /// in it: then a property that takes one is run on a copy. The default says that it cannot.
    fn has_cell() -> bool {
        false
    }

    /// Becomes the value that [`Mutate::generate`] would give, in the memory it has where that can be.
    /// The default generates a value and drops the old one.
    #[doc(hidden)]
    fn regenerate(this: &mut Self, generator: &mut Generator) {
        *this = Self::generate(generator);
    }

    /// Makes `into` what [`Mutate::copy`] gives, in the memory it has where that can be; says whether
    /// there is a copy. If not, `into` is some value of the type.
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

    /// Tells the engine what the type is made of. The default registers an opaque type.
    #[doc(hidden)]
    fn describe(types: &mut Types) -> TypeIndex {
        let ty = types.opaque::<Self>();
        if Self::has_cell() { types.interior(ty) } else { ty }
    }

    /// The node that stands for this value: itself, or the content of a box.
    #[doc(hidden)]
    fn node(this: &Self) -> &dyn Node {
        Opaque::of(this)
    }

    /// [`Mutate::node`], mutable.
    #[doc(hidden)]
    fn node_mut(this: &mut Self) -> &mut dyn Node {
        Opaque::of_mut(this)
    }

    /// A value around a node of the type that [`Mutate::node`] has: the node itself, or a box of it.
    ///
    /// # Errors
    /// Gives the node back when it has another type.
    #[doc(hidden)]
    fn from_node(node: Box<dyn Node>) -> Result<Self, Box<dyn Node>> {
        node::unboxed::<Opaque<Self>>(node).map(|opaque| opaque.0)
    }
}

/// The functions of [`Mutate`] of a type that stands for another, as a box does for its content: of
/// which, how to see its content, and how to put one in. `shared` where the content is not always
/// there to be changed.
#[doc(hidden)]
#[macro_export]
macro_rules! __forward_mutate {
    (shared $inner:ty, $get:expr, $wrap:expr) => {
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
            types.transparent::<Self>(<$inner as $crate::Mutate>::describe)
        }
        fn from_node(
            node: ::std::boxed::Box<dyn $crate::internal::macros::Node>,
        ) -> ::core::result::Result<Self, ::std::boxed::Box<dyn $crate::internal::macros::Node>> {
            ::core::result::Result::map(<$inner as $crate::Mutate>::from_node(node), $wrap)
        }
    };
    ($inner:ty, $get:expr, $get_mut:expr, $wrap:expr) => {
        $crate::__forward_mutate!(shared $inner, $get, $wrap);

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
