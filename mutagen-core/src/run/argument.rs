//! How a property gets its arguments: lent by the value that the engine keeps, or as a copy of it.

use crate::value::generate::Generator;
use crate::value::mutate::Mutate;
use crate::value::seed;
use crate::value::types;
use std::ffi::{CStr, CString, OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

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
/// When there is no copy of this value: with an [`NotCloneable`], which is no failure of the
/// property.
pub fn by_value<T: Mutate>(value: &T) -> T {
    T::copy(value)
        .unwrap_or_else(|| std::panic::panic_any(NotCloneable(std::any::type_name::<T>())))
}

/// What [`by_value`] panics with: the name of the type.
pub struct NotCloneable(pub &'static str);

/// An answer that stays the same, found when it is first asked for.
#[derive(Debug, Default)]
pub(crate) struct Settled(OnceLock<bool>);

impl Settled {
    /// The answer; `find` finds it the first time.
    #[inline]
    pub(crate) fn get(&self, find: fn() -> bool) -> bool {
        match self.0.get() {
            Some(answer) => *answer,
            None => self.settle(find),
        }
    }

    #[cold]
    #[inline(never)]
    fn settle(&self, find: fn() -> bool) -> bool {
        *self.0.get_or_init(find)
    }
}

/// Whether values of the type can be copied, as far as the smallest and some generated ones tell.
#[inline(never)]
pub(crate) fn copies<A: Mutate>() -> bool {
    let copies = |value: A| Mutate::copy(&value).is_some();
    let generated = |size| A::generate(&mut Generator::new(seed::random(0), size));
    copies(A::smallest()) && (0..10).all(|size| copies(generated(size)))
}

/// Whether a property on these arguments could change them, and so gets copies.
#[inline(never)]
pub(crate) fn runs_on_copies<A: Mutate>() -> bool {
    types::plan_of::<A>().interior
}
