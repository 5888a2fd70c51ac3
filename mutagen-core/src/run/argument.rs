//! How a property gets its arguments: by reference to the value that the engine keeps, or as a copy
//! of that value.

use crate::value::generate::Generator;
use crate::value::mutate::Mutate;
use crate::value::seed;
use crate::value::types;
use std::ffi::{CStr, CString, OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A type `T` that a property can take as `&T`: a type with [`Mutate`], or a type such as `str`
/// that a type with [`Mutate`] lends.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be generated and mutated",
    label = "this type needs `Mutate`",
    note = "put `#[derive(Mutate)]` on it; a type of another crate can be wrapped in a struct of \
            yours, with `#[mutate(with = …)]` on its field"
)]
pub trait Argument {
    /// The type whose values are generated.
    type Owned: Mutate;

    /// The part of a generated value that the property gets.
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

/// A copy of an argument, for a property that takes it by value or could change it.
///
/// # Panics
/// With a [`NotCloneable`] when the value cannot be copied. This does not count as a failure of the
/// property.
pub fn by_value<T: Mutate>(value: &T) -> T {
    T::copy(value)
        .unwrap_or_else(|| std::panic::panic_any(NotCloneable(std::any::type_name::<T>())))
}

/// The payload of a panic of [`by_value`]: the name of the type.
pub struct NotCloneable(pub &'static str);

/// A constant answer that is computed when it is first needed.
#[derive(Debug, Default)]
pub(crate) struct LazyBool(OnceLock<bool>);

impl LazyBool {
    /// The answer. The first call computes it with `find`.
    #[inline]
    pub(crate) fn get(&self, find: fn() -> bool) -> bool {
        match self.0.get() {
            Some(answer) => *answer,
            None => self.compute(find),
        }
    }

    #[cold]
    #[inline(never)]
    fn compute(&self, find: fn() -> bool) -> bool {
        *self.0.get_or_init(find)
    }
}

/// Whether values of the type can be copied, judged by the smallest value and a few generated ones.
#[inline(never)]
pub(crate) fn copies<A: Mutate>() -> bool {
    let copies = |value: A| Mutate::copy(&value).is_some();
    let generated = |size| A::generate(&mut Generator::new(seed::random(0), size));
    copies(A::smallest()) && (0..10).all(|size| copies(generated(size)))
}

/// Whether a property could change these arguments behind a reference, so that it must run on
/// copies.
#[inline(never)]
pub(crate) fn runs_on_copies<A: Mutate>() -> bool {
    types::plan_of::<A>().interior
}
