//! The code that several types share: sequences, maps and sets, types mutated through their parts,
//! and types with interior mutability. Each shape is a module with one function for each function
//! of `Mutate` and `Node`, and [`by_shape!`] implements the two traits by these functions.

pub(super) mod atom;
pub(super) mod elements;
pub(super) mod flattened;
pub(super) mod interior;
pub(super) mod map_like;
pub(super) mod matched;
pub(super) mod once;
pub(super) mod order;
pub(super) mod sequence;
pub mod via;

/// Implements `Mutate` and `Node` by the functions of a module. The functions are given by their
/// names; `children`, `keys` and `elements` stand for all functions about them, `number` and `text`
/// for all of their own.
/// A module is written `(path::from::the::root)`. Each of its functions gets the type as its first
/// type parameter. Another type parameter may follow the path: `(path, Parts)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __by_shape {
    // Both traits, for a type that is its own node.
    ([$($generics:tt)*] $ty:ty, $to:tt, $($of_type:ident)*; $($of_node:ident)*) => {
        impl<$($generics)*> $crate::Mutate for $ty {
            $crate::__by_shape!($to $($of_type)*);
            $crate::internal::macros::own_node!();
        }
        impl<$($generics)*> $crate::internal::macros::Node for $ty {
            $crate::__by_shape!($to $($of_node)*);
        }
    };
    // The functions of one trait.
    ($to:tt $($name:ident)*) => { $($crate::__by_shape!(@$name $to);)* };

    (@smallest $to:tt) => { $crate::__by_shape!($to => smallest() -> Self); };
    (@generate $to:tt) => {
        $crate::__by_shape!($to => generate(generator: &mut $crate::Generator) -> Self);
    };
    (@regenerate $to:tt) => {
        $crate::__by_shape!($to => regenerate(this: &mut Self, generator: &mut $crate::Generator));
    };
    (@describe $to:tt) => {
        $crate::__by_shape!($to => describe(types: &mut $crate::internal::macros::Types)
            -> $crate::internal::macros::TypeIndex);
    };
    (@copy $to:tt) => {
        $crate::__by_shape!($to => copy(this: &Self) -> ::core::option::Option<Self>);
    };
    (@parse $to:tt) => {
        $crate::__by_shape!($to => parse(parser: &mut $crate::text::Parser)
            -> ::core::result::Result<Self, $crate::text::ParseError>);
    };
    (@form $to:tt) => { $crate::__by_shape!($to => form(self: &Self) -> $crate::text::Form); };
    (@fingerprint $to:tt) => { $crate::__by_shape!($to => fingerprint(self: &Self) -> u64); };
    (@kind $to:tt) => {
        $crate::__by_shape!($to => kind(self: &Self) -> $crate::internal::macros::NodeKind);
    };
    (@constructor $to:tt) => { $crate::__by_shape!($to => constructor(self: &Self) -> usize); };
    (@number $to:tt) => {
        $crate::__by_shape!($to => number(self: &Self) -> ::core::option::Option<i128>);
        $crate::__by_shape!($to => set_number(self: &mut Self, number: i128) -> bool);
    };
    (@text $to:tt) => {
        $crate::__by_shape!($to => kind(self: &Self) -> $crate::internal::macros::NodeKind);
        $crate::__by_shape!($to => text(self: &Self, into: &mut $crate::internal::macros::Vec<u8>));
        $crate::__by_shape!($to => text_length(self: &Self) -> usize);
        $crate::__by_shape!($to => set_text(self: &mut Self, text: &[u8]));
    };
    (@children $to:tt) => {
        $crate::__by_shape!($to => children(self: &Self) -> usize);
        $crate::__by_shape!($to => child(self: &Self, index: usize)
            -> &dyn $crate::internal::macros::Node);
        $crate::__by_shape!($to => child_mut(self: &mut Self, index: usize)
            -> &mut dyn $crate::internal::macros::Node);
        $crate::__by_shape!($to => all_children<'v>(self: &'v Self,
            into: &mut $crate::internal::macros::Vec<&'v dyn $crate::internal::macros::Node>));
    };
    (@descend $to:tt) => {
        $crate::__by_shape!($to => descend(self: &mut Self, path: &[u32])
            -> &mut dyn $crate::internal::macros::Node);
    };
    (@keys $to:tt) => {
        $crate::__by_shape!($to => key_count(self: &Self) -> usize);
        $crate::__by_shape!($to => key_at(self: &Self, index: usize)
            -> &dyn $crate::internal::macros::Node);
        $crate::__by_shape!($to => all_keys<'v>(self: &'v Self,
            into: &mut $crate::internal::macros::Vec<&'v dyn $crate::internal::macros::Node>));
        $crate::__by_shape!($to => edit_keys(self: &mut Self,
            change: &mut dyn FnMut(&mut dyn $crate::internal::macros::Node)));
    };
    (@elements $to:tt) => {
        $crate::__by_shape!($to => arrange(self: &mut Self, order: &[usize]) -> bool);
        $crate::__by_shape!($to => append(self: &mut Self,
            other: &mut dyn $crate::internal::macros::Node) -> bool);
    };
    (@mutants $to:tt) => {
        $crate::__by_shape!($to => mutants(self: &Self) -> $crate::internal::macros::Mutants);
    };
    (@mutate $to:tt) => {
        $crate::__by_shape!($to => mutate(self: &mut Self, mutant: u64,
            context: &mut $crate::internal::macros::Context));
    };
    (@restore $to:tt) => {
        $crate::__by_shape!($to => restore(self: &mut Self, mutant: u64,
            context: &mut $crate::internal::macros::Context));
    };

    (
        ($($module:ident)::+ $(, $parameter:ty)?)
        => $name:ident $(<$life:lifetime>)? ($($argument:ident: $ty:ty),*) $(-> $result:ty)?
    ) => {
        fn $name $(<$life>)? ($($argument: $ty),*) $(-> $result)? {
            $crate::$($module)::+::$name::<Self $(, $parameter)?>($($argument),*)
        }
    };
}

pub(in crate::impls) use __by_shape as by_shape;
