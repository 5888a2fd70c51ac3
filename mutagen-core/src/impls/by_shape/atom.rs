//! The code shared by atoms, values without parts: an atom is copied by `Clone` and printed by
//! `Display`. Most atoms are numbers.

use crate::value::{Form, NodeKind};
use std::fmt::Display;

pub(in crate::impls) fn copy<T: Clone>(atom: &T) -> Option<T> {
    Some(atom.clone())
}

/// The kind of a number.
pub(in crate::impls) fn kind<T>(_: &T) -> NodeKind {
    NodeKind::Number
}

pub(in crate::impls) fn form<T: Display>(atom: &T) -> Form {
    Form::Atom(atom.to_string())
}
