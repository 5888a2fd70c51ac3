//! How a property gets its arguments: lent by the value that the engine keeps, or as a copy of it.

use crate::mutate::Mutate;
use std::ffi::{CStr, CString, OsStr, OsString};
use std::path::{Path, PathBuf};

/// A type `T` that a property can take as `&T`: one with [`Mutate`], or one that such a type lends.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be generated and mutated",
    label = "this type needs `Mutate`",
    note = "put `#[derive(Mutate)]` on it; a type of another crate can be wrapped in a struct of \
            yours, with `#[mutate(with = …)]` on its field"
)]
pub trait Argument {
    /// The type whose values are generated.
    type Owned: Mutate;

    /// What the property gets of a generated value.
    fn lend(owned: &Self::Owned) -> &Self;
}

impl<T: Mutate> Argument for T {
    type Owned = T;

    fn lend(owned: &T) -> &T {
        owned
    }
}

impl<T: Mutate> Argument for [T] {
    type Owned = Vec<T>;

    fn lend(owned: &Vec<T>) -> &[T] {
        owned
    }
}

macro_rules! lent {
    ($($ty:ty: $owned:ty),*) => {$(
        impl Argument for $ty {
            type Owned = $owned;

            fn lend(owned: &$owned) -> &$ty {
                owned
            }
        }
    )*};
}

lent!(str: String, Path: PathBuf, OsStr: OsString, CStr: CString);

/// The copy of an argument that a property takes by value, or that it could change.
///
/// # Panics
/// When there is no copy of this value: with an [`Uncopied`], which is no failure of the property.
pub fn by_value<T: Mutate>(value: &T) -> T {
    T::copy(value).unwrap_or_else(|| std::panic::panic_any(Uncopied(std::any::type_name::<T>())))
}

/// What [`by_value`] panics with: the name of the type.
pub struct Uncopied(pub &'static str);
