//! Fields that the engine does not see, those that are `fixed` and those made `with` a type of the
//! user's: whether they hold a cell is found out when they are compiled, as far as their types say.
//!
//! The derive calls `look` on three references to a [`Probe`]. The compiler takes the first of three
//! impls that fits: a type with `Mutate` describes itself; of any other, std's own mark for what
//! cannot change behind a reference is looked for, which cells do not have. (Locks and atomics do: one
//! in a type without `Mutate` is not seen.)

use crate::value::mutate::Mutate;
use crate::value::types::{Hidden, Types};
use std::marker::PhantomData;
use std::panic::RefUnwindSafe;

/// Stands for a value of type `T`.
pub struct Probe<T>(pub PhantomData<T>);

/// A type that describes itself.
pub trait Described {
    /// What the field holds.
    fn look(&self, types: &mut Types) -> Hidden;
}

impl<T: Mutate> Described for &&Probe<T> {
    fn look(&self, types: &mut Types) -> Hidden {
        Hidden::Type(T::describe(types))
    }
}

/// A type without cells.
pub trait Still {
    /// What the field holds.
    fn look(&self, types: &mut Types) -> Hidden;
}

impl<T: RefUnwindSafe> Still for &Probe<T> {
    fn look(&self, _: &mut Types) -> Hidden {
        Hidden::Still
    }
}

/// Any type.
pub trait Unknown {
    /// What the field holds.
    fn look(&self, types: &mut Types) -> Hidden;
}

impl<T> Unknown for Probe<T> {
    fn look(&self, _: &mut Types) -> Hidden {
        Hidden::Cell
    }
}
