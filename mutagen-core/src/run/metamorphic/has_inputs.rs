//! The bound of a sort that no input makes: the type must make its values.

use crate::value::mutate::Mutate;

/// A type that an operation takes, and of which there are values.
#[diagnostic::on_unimplemented(
    message = "no `#[input]` of the module makes a `{Self}`",
    label = "an operation or an operand takes it",
    note = "write an `#[input]` function that returns a `{Self}`, or derive `Mutate` for the type"
)]
pub trait HasInputs {}

#[diagnostic::do_not_recommend]
impl<T: Mutate> HasInputs for T {}
